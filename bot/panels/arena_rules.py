"""Arena's rules for players, a page for each thought, with pictures of real play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from bot.panels.panel import Page
from engine.core import JSON, Chance, Square
from engine.registry import game
from render import Scene, scene

_SIDES: Final = {"N": "abcdefghi", "E": "123456789", "S": "abcdefghi", "W": "123456789"}


def _edges(**sides: str) -> dict[Square, JSON]:
    """Return the mirrors of the ring, given side by side from column a or row 1 on."""
    return {
        f"{side}{place}": mirror
        for side, mirrors in sides.items()
        for place, mirror in zip(_SIDES[side], mirrors, strict=True)
    }


EDGES: Final = _edges(N="///\\//\\\\/", E="\\\\\\\\\\/\\//", S="/\\\\//\\///", W="//\\/\\\\\\\\\\")
"""A fair start, as it was once drawn."""

START: Final[Mapping[str, JSON]] = {"edges": EDGES, "rise_in": 12}

ROUTES: Final = EDGES | {
    **{"Nb": "/", "Nc": "\\", "Ni": "/", "E1": "\\", "E5": "/", "E6": "\\", "E9": "\\"},
    **{"Si": "\\", "W5": "\\", "W6": "/"},
}
"""Mirrors that lead the shots of the pages' made positions back onto the board."""

COURT: Final = {
    "b1": "white cannon N",
    "e2": "white king",
    "e8": "black king",
    "h9": "black cannon S",
}
"""The pieces that no position is without."""

QUIET: Final[dict[str, JSON]] = {"flips": [], "columns": None, "next_rise": None}
"""An arena that does not stir, so that a picture shows the action alone."""


def _position(pieces: Mapping[Square, str], **more: JSON) -> Mapping[str, JSON]:
    """Return the options of a made position: a piece is its seat, kind, facing and sides struck."""
    state: dict[str, JSON] = {
        "game": "arena",
        "phase": "play",
        "ply": 0,
        "to_move": "white",
        "result": None,
        "pieces": dict(_pieces(pieces)),
        "edges": ROUTES,
        "rubble": [],
        "columns": [],
        "raised_left": 0,
        "rise_in": 12,
        "cooldown": {"white": False, "black": False},
        "quiet": 0,
    }
    return {"state": state | more}


def _pieces(pieces: Mapping[Square, str]) -> Iterator[tuple[Square, JSON]]:
    for square, text in pieces.items():
        seat, kind, *rest = text.split()
        facing = rest.pop(0) if kind in ("cannon", "double", "mirror") else None
        yield (
            square,
            {"seat": seat, "kind": kind, "facing": facing, "hits": rest, "locked": False},
        )


def _still(options: Mapping[str, JSON]) -> Scene:
    """Return the picture of a start."""
    rules = game("arena")
    return scene(rules.start(rules.complete(options)).view(None))


def _played(options: Mapping[str, JSON], action: str, chance: Chance | None = QUIET) -> Scene:
    """Return the picture after the action, with its shot and what the arena did."""
    rules = game("arena")
    state = rules.start(rules.complete(options))
    step = state.apply(state.to_move or "", rules.parse(action), chance=chance)
    return scene(step.state.view(None), step.events)


PAGES = (
    Page(
        "The board",
        "Two sides, **White** below and **Black** above, each with a King to guard and a Cannon "
        "that fires a laser. **Bring the other side's King down with light, and you win.** White "
        "moves first; then the sides take turns.\n"
        "The board has nine columns and nine rows. Around it runs a **ring of mirrors**, one at "
        "each end of every row and column. A beam that leaves the board meets them, and often "
        "comes back. The four **corners** of the ring are bolted down; the other 36 mirrors "
        "**move by themselves**, a few after every turn.\n"
        "The pieces always begin like this. How the mirrors of the ring stand is drawn at random "
        "for each game, the same for both sides, and so that on the untouched board no shot could "
        "strike the other side or a King.",
        lambda: _still(START),
    ),
    Page(
        "The pieces",
        "From left to right, Black's above and White's below:\n"
        "- **King**, one a side. Any beam that strikes it ends the game.\n"
        "- **Cannon**, one a side. It fires the laser, never moves, and no beam harms it.\n"
        "- **Mirror**, six a side. It turns the beam on its bright face; struck anywhere else it "
        "is destroyed.\n"
        "- **Double Mirror**, two a side. It turns the beam on both faces, and no beam harms it.\n"
        "- **Guard Tower**, two a side. It stops the beam, and stands until three of its sides "
        "have been struck.\n"
        "Black's pieces carry round studs, so that you can tell the sides apart without colours.",
        lambda: _still(
            _position(
                {
                    "a7": "black king",
                    "c7": "black cannon S",
                    "e7": "black mirror SW",
                    "g7": "black double /",
                    "i7": "black guard",
                    "a3": "white king",
                    "c3": "white cannon N",
                    "e3": "white mirror NE",
                    "g3": "white double \\",
                    "i3": "white guard",
                }
            )
        ),
    ),
    Page(
        "A turn: move",
        "In your turn you do **exactly one thing**: move a piece, turn one, **fire**, or **pass**. "
        "A move or a turn does not fire the laser.\n"
        "To **move**, take a piece one square up, down, left or right onto an empty square. King, "
        "Mirrors, Double Mirrors and Guard Towers move; the Cannon does not. Nothing is captured "
        "by moving.\n"
        "In the picture White's Guard Tower moved from `e3` to `e4`, written `e3-e4`.",
        lambda: _played(START, "e3-e4"),
    ),
    Page(
        "A turn: turn a piece",
        "Or you **turn** a piece where it stands, by a quarter: left, written `d3L`, or right, "
        "written `d3R`. Mirrors turn either way. A Double Mirror looks the same after a turn to "
        "either side. The Cannon turns between its two directions: White's fires up or to the "
        "right, Black's down or to the left. King and Guard Tower do not turn.\n"
        "In the picture White's Mirror on `d3` turned right.",
        lambda: _played(START, "d3R"),
    ),
    Page(
        "A turn: fire",
        "To **fire**, written `FIRE`, releases the laser from your own Cannon in the direction in "
        "which it points. The beam may run into **your own pieces, and your own King**: nobody "
        "sees its way before the turn is final.\n"
        "After a shot the Cannon **cools down**. In your next turn it cannot fire, whatever you do "
        "then; you may turn it meanwhile. After that turn it is ready again.\n"
        "In the picture White fired: over a Mirror and a Double Mirror the beam struck the back of "
        "Black's Mirror on `g7` and destroyed it.",
        lambda: _played(
            _position(
                COURT
                | {
                    "b5": "white mirror SE",
                    "g5": "white double /",
                    "g7": "black mirror NE",
                    "d7": "black guard",
                    "f3": "white guard",
                }
            ),
            "FIRE",
        ),
    ),
    Page(
        "The ring",
        "A beam that leaves the board comes to the mirror of the ring at that place, which turns "
        "it to one side. So it runs along the ring to the **next** mirror, which turns it again: "
        "back onto the board, in the column or row beside, or out of the arena, where it is gone.\n"
        "At a **corner** it goes round: the bolted mirrors there always lead it from one side of "
        "the ring to the next.\n"
        "A mirror that leans like `/` sends a beam from below to the right, one like `\\` to the "
        "left. In the picture White's beam went up column `b`, came back in column `c`, passed two "
        "corners and was gone.",
        lambda: _played(
            _position(COURT | {"c1": "white mirror NE", "d6": "black guard", "f3": "white guard"}),
            "FIRE",
        ),
    ),
    Page(
        "What it strikes",
        "What the beam does depends on what it meets, **whoever owns it**:\n"
        "- a Mirror's bright face, either face of a Double Mirror: it turns and goes on\n"
        "- any other side of a **Mirror**: the Mirror is destroyed\n"
        "- a **King**: destroyed, and the game is over\n"
        "- a **Guard Tower**: it stops, and the side struck is damaged\n"
        "- a **Cannon** or a column: it stops, and nothing is harmed\n"
        "- **rubble**: it passes as over an empty square\n"
        "It can cross its own way. In the picture it met the Double Mirror on `c5` on both faces "
        "before it destroyed Black's Mirror on `c3`.",
        lambda: _played(
            _position(
                COURT | {"c5": "white double \\", "c3": "black mirror SE", "g3": "white guard"}
            ),
            "FIRE",
        ),
    ),
    Page(
        "Guard Towers and rubble",
        "A Guard Tower stops any beam. The side that was struck stays damaged, which you see as "
        "cracks there. **From its first damage on it is dug in** and never moves again. A side "
        "that is damaged already can be struck again without harm.\n"
        "When a **third different side** is struck, it collapses into **rubble**; that beam still "
        "stops there. Rubble lies for good: no piece comes onto it, no column rises there, and "
        "every beam passes through it.\n"
        "In the picture Black's Guard Tower on `f6` was struck from its third side.",
        lambda: _played(
            _position(
                COURT
                | {
                    "b6": "white mirror SE",
                    "f6": "black guard E S",
                    "d4": "black guard N",
                    "g3": "white guard W",
                },
                rubble=["h5"],
            ),
            "FIRE",
        ),
    ),
    Page(
        "Double Mirrors",
        "After a Double Mirror has moved it is **locked**: it may not move again until you have "
        "moved **another** piece. That may be your other Double Mirror, which is locked in its "
        "turn. To turn a piece, to fire or to pass does not free it.\n"
        "A locked Double Mirror may still turn.\n"
        "In the picture White's Double Mirror moved from `c2` to `c3` and is locked now.",
        lambda: _played(START, "c2-c3"),
    ),
    Page(
        "The arena moves",
        "After **every** turn, also after `PASS` and `FIRE`, the arena moves. Each of the 36 "
        "mirrors of the ring flips to its other way with a chance of **one in four**, "
        "independently of the others: nine of them, on average. The corners never do.\n"
        "A mirror that has just flipped carries a small mark. The shot of a turn ran **before** "
        "the mirrors flipped.\n"
        "All chance is drawn by me and kept with the turn, so that a game can be looked at again "
        "exactly as it was. In the picture White passed, and seven mirrors flipped.",
        lambda: _played(
            START, "PASS", QUIET | {"flips": ["E2", "E7", "Nb", "Nf", "Sc", "Si", "W8"]}
        ),
    ),
    Page(
        "Columns",
        "Under the board wait **four columns**. After 8 to 16 turns, a number drawn at random, "
        "they rise on four empty squares, which are drawn too, never on a piece or on rubble. They "
        "stand for **three turns**, both sides counted, then go back into the ground together, and "
        "another number from 8 to 16 is drawn.\n"
        "A column stops every beam, and no piece comes onto its square. Its numeral says for how "
        "many more turns it stands.\n"
        "In the picture they have just risen.",
        lambda: _played(
            _position(
                COURT | {"d3": "white mirror NW", "f7": "black mirror SE", "g3": "white guard"},
                rise_in=1,
            ),
            "PASS",
            {"flips": ["Ne", "W3"], "columns": ["c4", "d6", "f5", "g2"], "next_rise": None},
        ),
    ),
    Page(
        "The end",
        "A **King struck** by any beam loses the game for its owner at once, even if the owner's "
        "own laser did it. Here White's beam came back out of the ring and struck Black's King.\n"
        "The game is a **draw** when\n"
        "- **100 turns in a row**, both sides counted, pass in which no beam destroys or newly "
        "damages anything, or\n"
        "- both players agree to it.\n"
        "A player who resigns loses, and so does one whose clock runs out, if the challenge set "
        "one. Since you may always pass, nobody is ever without a move.\n"
        "Nothing is taken back in Arena: what chance has shown cannot be unseen.",
        lambda: _played(
            _position(COURT | {"c8": "white mirror NE", "f7": "black guard", "f3": "white guard"}),
            "FIRE",
            None,
        ),
    ),
    Page(
        "Playing here",
        "Under the newest board: pick a piece in the list, then press an arrow to move it that "
        "way, or ⟲ ⟳ to turn it. **Pass** and **Fire** need no piece; while your Cannon cools "
        "down, Fire says so. What cannot be done is greyed out, and the list says why a piece "
        "stands fast. 🪲 opens these pages. **Menu** holds the rest: a draw, resigning, the board "
        "from your own side, and the position in words.\n"
        "Or type it: `/move d3-d4` moves, `/move d3L` and `/move d3R` turn left and right, "
        "`/move FIRE` and `/move PASS` do just that. Columns have letters, rows have numbers, as "
        "on the rim of the board.\n"
        "`/preferences` can make the bot ask before a move is final.",
        lambda: _still(START),
    ),
)
"""The pages in the order in which they are read."""
