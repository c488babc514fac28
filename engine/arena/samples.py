"""Where the tests and measurements over every game begin one of Arena."""

from __future__ import annotations

from typing import Final

from engine.arena.notation import BLACK, RING, WHITE, Kind, Piece, Position
from engine.arena.setup import start
from engine.core import Square
from engine.grid import Corner, Diagonal

SLASH, BACKSLASH = Diagonal


def _edges(marks: str) -> dict[Square, Diagonal]:
    """Return the edge mirrors that the marks show, in the order of ``RING``."""
    return dict(zip(RING, map(Diagonal, marks), strict=True))


BEGINNING: Final = start(
    _edges(r"/\\/\\\/\\\///\/\\\\/\///\\\/\\\/\\/"),
    rise_in=9,
)
"""A start as it may be drawn."""

MIDDLE: Final = Position(
    pieces={
        "a3": Piece(WHITE, Kind.MIRROR, Corner.NE),
        "b1": Piece(WHITE, Kind.CANNON, "N"),
        "b7": Piece(BLACK, Kind.DOUBLE, SLASH, is_locked=True),
        "d1": Piece(WHITE, Kind.DOUBLE, SLASH),
        "d2": Piece(WHITE, Kind.GUARD, None, hits=("E", "N")),
        "d3": Piece(WHITE, Kind.MIRROR, Corner.NE),
        "e1": Piece(WHITE, Kind.MIRROR, Corner.NW),
        "e2": Piece(WHITE, Kind.KING, None),
        "e3": Piece(WHITE, Kind.GUARD, None),
        "e8": Piece(BLACK, Kind.KING, None),
        "e9": Piece(BLACK, Kind.MIRROR, Corner.NE),
        "f2": Piece(WHITE, Kind.MIRROR, Corner.NE),
        "f7": Piece(BLACK, Kind.MIRROR, Corner.SW),
        "g8": Piece(BLACK, Kind.GUARD, None, hits=("W",)),
        "h2": Piece(WHITE, Kind.MIRROR, Corner.NW),
        "h4": Piece(WHITE, Kind.DOUBLE, BACKSLASH, is_locked=True),
        "h6": Piece(BLACK, Kind.DOUBLE, SLASH),
        "h9": Piece(BLACK, Kind.CANNON, "W"),
    },
    edges=_edges(r"\\\//\//\/\\\////\/\\//\\/\/\/\/\\\/"),
    to_move=WHITE,
    rubble=("c3", "d7"),
    columns=("b2", "c5", "d9", "i4"),
    raised_left=3,
    cooling=(WHITE,),
    quiet=7,
)
"""A position in which everything stands that can; columns neither rise nor retract next."""
