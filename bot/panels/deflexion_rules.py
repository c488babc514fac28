"""Deflexion's rules for players, a page for each thought, with pictures of real play."""

from __future__ import annotations

from collections.abc import Mapping

from bot.panels.panel import Page
from engine.core import JSON, Event
from engine.deflexion.rulesets import DEFLEXION_RULES
from engine.registry import game
from render import Scene, position_scene, scene

PIECES = "10/10/2k1d>1p^1o1/10/10/2K1D>1P^1O1/10/10 s"
MOVING = "3d>1kop>2/2pv7/10/3P^6/9Pv/10/2P^7/2D>2KO3 s"
SWAPPING = "3d>1ko3/2pv1o5/10/10/4p<4Pv/4D^5/2P^7/5KO3 s"
TURNING = "3d>1kop>2/2pv7/10/10/4P<4Pv/10/2P^7/2D>2KO3 s"


def position(code: str, *marked: str) -> Scene:
    """Return the picture of a position with these squares marked."""
    return position_scene(code, game="deflexion", marked=marked)


def played(options: Mapping[str, JSON], *actions: str) -> Scene:
    """Return the picture after the actions, with the last one's shot."""
    rules = game("deflexion")
    state, events = rules.start(rules.complete(options)), tuple[Event, ...]()
    for action in actions:
        step = state.apply(state.to_move or "", rules.parse(action))
        state, events = step.state, step.events
    return scene(state.view(None), events)


PAGES = (
    Page(
        "The board",
        "Two sides, **Silver** below and **Gold** above, each with a Pharaoh to guard and a laser "
        "that stands outside the board and never moves: Silver's below `j1`, firing up, and "
        "Gold's above `a8`, firing down. **Bring the other side's Pharaoh down with light, and "
        "you win.**\n"
        "Silver moves first; then the sides take turns.\n"
        "A square with a **hexagon** is for Silver alone, one with a **disc** for Gold alone: no "
        "piece of the other side ever comes onto it. They are column `j` with `b1` and `b8` for "
        "Silver, column `a` with `i1` and `i8` for Gold.\n"
        "This is the layout Classic. Imhotep and Dynasty begin differently; you can also build "
        "your own with `/layout`.",
        lambda: position(DEFLEXION_RULES.layouts["classic"]),
    ),
    Page(
        "The pieces",
        "From left to right, Gold's above and Silver's below:\n"
        "- **Pharaoh**, one a side. Any beam that strikes it ends the game.\n"
        "- **Djed**, two a side. A mirror on both sides; no beam ever removes it.\n"
        "- **Pyramid**, seven a side. A mirror on its long side; a beam on either of its other two "
        "sides removes it.\n"
        "- **Obelisk**, two a side. It has no mirror, and any beam removes it.\n"
        "Gold's pieces carry round studs, so that you can tell the sides apart without colours.",
        lambda: position(PIECES),
    ),
    Page(
        "A turn: move",
        "In your turn you do **exactly one thing**: move, swap, or turn a piece. Then **your own "
        "laser fires, by itself and once**. Nobody sees the beam before the "
        "turn is final: to see it in your head is the game.\n"
        "To **move**, take any piece one square in any of the eight directions onto an empty "
        "square that is not reserved for the other side.\n"
        "In the picture Silver's Pyramid moved from `d5` to `e4`, written `d5-e4`, and stands in "
        "the way of the beam, which it sends up.",
        lambda: played({"code": MOVING}, "d5-e4"),
    ),
    Page(
        "A turn: swap",
        "A **Djed** may also **change places** with a Pyramid or an Obelisk beside it, in any of "
        "the eight directions and **of either side**. It cannot do so with a Pharaoh or another "
        "Djed. Neither piece turns, and neither may come onto a square reserved for the other "
        "side.\n"
        "In the picture Silver's Djed on `e3` took the place of Gold's Pyramid on `e4`, written "
        "`e3xe4`, and the beam now runs up to Gold's Obelisk.",
        lambda: played({"code": SWAPPING}, "e3xe4"),
    ),
    Page(
        "A turn: turn a piece",
        "Or you **turn** a piece where it stands, by a quarter: left, written `e4L`, or right, "
        "written `e4R`. Every piece may turn. A Djed looks the same after a turn to either side, "
        "and an Obelisk or a Pharaoh does not change at all: for them left and right are one "
        "action.\n"
        "In the picture Silver's Pyramid on `e4` turned right: the beam now meets its mirror.",
        lambda: played({"code": TURNING}, "e4R"),
    ),
    Page(
        "The beam",
        "The beam runs along rows and columns. On an empty square it goes on. At a mirror it "
        "turns by a right angle: a mirror that leans like `/` sends a beam from below to the "
        "right, one like `\\` to the left. It can cross itself, and it can strike both sides of "
        "one Djed. Mirrors of both sides turn it alike.\n"
        "It ends at the edge of the board, as here, or where it strikes something that is no "
        "mirror.",
        lambda: played({"layout": "dynasty"}, "h4-i4", "a5L", "i4-j5", "f8-g7", "f1-g2"),
    ),
    Page(
        "What it strikes",
        "What the beam strikes without a mirror is **removed, whoever owns it**: an Obelisk from "
        "any side, a Pyramid from its two sides without a mirror. **Your own pieces too**, so look "
        "twice before you open a way. A Djed cannot be struck that way: it has mirrors all round.\n"
        "In the picture Silver turned the Djed on `e4`, and after eight mirrors, Gold's among "
        "them, the beam removed Gold's Obelisk on `f7`.",
        lambda: played({"layout": "imhotep"}, "d6-e7", "e8-f7", "c1R", "i5R", "e4R"),
    ),
    Page(
        "The end",
        "A **Pharaoh struck** by any beam loses the game for its owner, even if the owner's own "
        "laser did it. Here Gold turned the Djed on `f5` and struck Silver's Pharaoh.\n"
        "The game is a **draw** when\n"
        "- the same position, with the same side to move, stands for the **third time**, the start "
        "counted, or\n"
        "- **100 turns in a row**, both sides counted, pass without a piece removed, or\n"
        "- both players agree to it.\n"
        "A player who resigns loses, and so does one whose clock runs out, if the challenge set "
        "one.",
        lambda: played({"layout": "imhotep"}, "f1-f2", "g6R", "c1R", "g3R", "b4R", "f5R"),
    ),
    Page(
        "Playing here",
        "Under the newest board: pick a piece in the list, then press an arrow to move it that "
        "way, or ⟲ ⟳ to turn it. A Djed swaps with the same arrows. What cannot be done is greyed "
        "out. ☰ holds the rest: a draw, taking back, resigning, the board from your own side, and "
        "the position in words.\n"
        "Or type it: `/move d4-e5` moves, `/move d4xe5` swaps, `/move d4L` and `/move d4R` turn "
        "left and right. Columns have letters, rows have numbers, as on the rim of the board.\n"
        "`/preferences` can make the bot ask before a move is final.",
        lambda: position(DEFLEXION_RULES.layouts["classic"], "h2"),
    ),
)
"""The pages in the order in which they are read."""
