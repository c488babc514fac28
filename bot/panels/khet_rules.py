"""Khet 2.0's rules for players, a page for each thought, with pictures of real play."""

from __future__ import annotations

from typing import Final

from bot.panels.deflexion_rules import played, position
from bot.panels.panel import Page
from bot.panels.variants import Variant
from engine.core import JSON
from engine.deflexion.rulesets import KHET_RULES
from engine.registry import game

BY_KHET: Final[dict[str, JSON]] = {"rules": KHET_RULES.name}

PIECES = "sv9/10/2k1d>1p^1av1/10/10/2K1D>1P^1A^1/10/9S^ s"
MOVING = "sv2d>1kavp>2/2pv7/10/3P^6/9Pv/10/2P^7/2D>2KA^2S^ s"
SWAPPING = "sv2d>1kav3/2pv1a^5/10/10/4p<4Pv/4D^5/2P^7/5KA^2S^ s"
STRIKING = "sv4k4/10/10/10/5P<3Pv/10/10/4K4S^ s"

PAGES = (
    Page(
        "The board",
        "Khet 2.0 is Deflexion's descendant. Two sides, **Silver** below and **Gold** above, each "
        "with a Pharaoh to guard and a **Sphinx** in its corner that fires the laser: Silver's on "
        "`j1`, Gold's on `a8`. **Bring the other side's Pharaoh down with light, and you win.**\n"
        "Silver moves first; then the sides take turns.\n"
        "A square with a **hexagon** is for Silver alone, one with a **disc** for Gold alone: no "
        "piece of the other side ever comes onto it. They are column `j` with `b1` and `b8` for "
        "Silver, column `a` with `i1` and `i8` for Gold.\n"
        "This is the layout Classic. Imhotep, Dynasty, Mercury and Sophie begin differently; you "
        "can also build your own with `/layout`.",
        lambda: position(KHET_RULES.layouts["classic"]),
    ),
    Page(
        "The pieces",
        "From left to right, Gold's above and Silver's below, the Sphinxes in their corners:\n"
        "- **Pharaoh**, one a side. Any beam that strikes it ends the game.\n"
        "- **Djed** (Scarab), two a side. A mirror on both sides; no beam ever removes it.\n"
        "- **Pyramid**, seven a side. A mirror on its long side; a beam on either of its other two "
        "sides removes it.\n"
        "- **Anubis**, two a side. A **shield** on one side stops any beam; a beam on one of the "
        "other three removes it.\n"
        "- **Sphinx**, one a side. It fires your laser, and no beam ever removes it.\n"
        "Gold's pieces carry round studs, so that you can tell the sides apart without colours.",
        lambda: position(PIECES),
    ),
    Page(
        "A turn: move or turn",
        "In your turn you do **exactly one thing**: move, swap, or turn a piece. Then **your own "
        "Sphinx fires, by itself and once**. Nobody sees the beam before the turn is final.\n"
        "To **move**, take any piece but the Sphinx one square in any of the eight directions onto "
        "an empty square that is not reserved for the other side: `d5-e4`, as in the picture.\n"
        "To **turn**, give a piece a quarter turn where it stands: left, written `e4L`, or right, "
        "written `e4R`. A Djed looks the same after either. **A Pharaoh does not turn.**",
        lambda: played(BY_KHET | {"code": MOVING}, "d5-e4"),
    ),
    Page(
        "A turn: swap",
        "A **Djed** may also **change places** with a Pyramid or an Anubis beside it, in any of "
        "the eight directions and **of either side**. It cannot do so with a Pharaoh, a Sphinx or "
        "another Djed. Neither piece turns, and neither may come onto a square reserved for the "
        "other side.\n"
        "In the picture Silver's Djed on `e3` took the place of Gold's Pyramid on `e4`, written "
        "`e3xe4`, and the beam now comes up to Gold's Anubis from behind.",
        lambda: played(BY_KHET | {"code": SWAPPING}, "e3xe4"),
    ),
    Page(
        "The Sphinx",
        "The Sphinx never leaves its corner. It may **turn**, as your turn: Silver's fires up or "
        "to the left, Gold's down or to the right, never out of the board. So from either "
        "direction there is one turn: `j1L` or `j1R`, `a8L` or `a8R`.\n"
        "**A beam that comes to a Sphinx stops there** and does nothing, also one that comes back "
        "to its own. In the picture Silver's beam goes to the left, over eight mirrors, and stops "
        "at Gold's Sphinx.",
        lambda: played(BY_KHET | {"layout": "mercury"}, "j4R", "d6-c7", "i5-j6"),
    ),
    Page(
        "Anubis and his shield",
        "A beam that comes in at the side of an Anubis' **shield** stops and does nothing. On any "
        "other side it removes him: so watch which side is open, and turn him in time.\n"
        "In the picture Silver's own beam stops at the shield on `g2`. Had the shield been on "
        "another side, Silver would have lost a piece by its own laser.",
        lambda: played(BY_KHET | {"layout": "sophie"}, "h6-g7"),
    ),
    Page(
        "What the beam strikes",
        "The beam runs along rows and columns; at a mirror it turns by a right angle, and mirrors "
        "of both sides turn it alike. It ends at the edge of the board, at a shield or a Sphinx, "
        "or where it strikes something that is no mirror.\n"
        "That is **removed, whoever owns it**: a Pyramid from its two sides without a mirror, an "
        "Anubis from his three sides without the shield. **Your own pieces too**, as here: Silver "
        "turned the Sphinx to the left, and its own Anubis on `f1` is gone.",
        lambda: played(BY_KHET | {"layout": "classic"}, "j1L"),
    ),
    Page(
        "The end",
        "A **Pharaoh struck** by any beam loses the game for its owner, even if the owner's own "
        "laser did it. Here Silver turned the Pyramid on `f4` and struck Gold's Pharaoh.\n"
        "The game is a **draw** when\n"
        "- the same position, with the same side to move, stands for the **third time**, the start "
        "counted, or\n"
        "- **100 turns in a row**, both sides counted, pass without a piece removed, or\n"
        "- both players agree to it.\n"
        "A player who resigns loses, and so does one whose clock runs out, if the challenge set "
        "one.",
        lambda: played(BY_KHET | {"code": STRIKING}, "f4R"),
    ),
    Page(
        "Playing here",
        "Under the newest board: pick a piece in the list, then press an arrow to move it that "
        "way, or ⟲ ⟳ to turn it. A Djed swaps with the same arrows; for the Sphinx only the turn "
        "that it can make is open. What cannot be done is greyed out. ☰ holds the rest: a draw, "
        "taking back, resigning, the board from your own side, and the position in words.\n"
        "Or type it: `/move d4-e5` moves, `/move d4xe5` swaps, `/move d4L` and `/move d4R` turn "
        "left and right. Columns have letters, rows have numbers, as on the rim of the board.\n"
        "`/preferences` can make the bot ask before a move is final.",
        lambda: position(KHET_RULES.layouts["classic"], "j1"),
    ),
)
"""The pages in the order in which they are read."""

KHET2: Final = Variant(
    KHET_RULES.name,
    KHET_RULES.title,
    game("deflexion"),
    tuple(KHET_RULES.layouts),
    PAGES,
    BY_KHET,
)
"""Khet 2.0, as members pick it."""
