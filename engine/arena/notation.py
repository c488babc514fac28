"""How Arena is written down: squares of the board and of its ring, pieces and actions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from engine.actions import FromTo, QuarterTurn
from engine.core import JSON, Action, InvalidAction, Seat, Square, quote
from engine.grid import SQUARE, Diagonal, Grid

WHITE: Final[Seat] = "white"
BLACK: Final[Seat] = "black"
SEATS: Final[tuple[Seat, Seat]] = (WHITE, BLACK)
GRID: Final = Grid(9, 9, border=2)
"""The board; its border has room for the ring and for what lies outside of it."""

CORNERS: Final[Mapping[Square, Diagonal]] = MappingProxyType(
    {
        "NE": Diagonal.BACKSLASH,
        "NW": Diagonal.SLASH,
        "SE": Diagonal.SLASH,
        "SW": Diagonal.BACKSLASH,
    }
)
"""The four corner mirrors of the ring, which never turn."""


def _ring_cells() -> dict[Square, int]:
    """Return the cell of each edge mirror and each corner mirror, sorted by its name."""
    north, east, south, west = GRID.steps
    found = {
        "NE": GRID.cells["i9"] + north + east,
        "NW": GRID.cells["a9"] + north + west,
        "SE": GRID.cells["i1"] + south + east,
        "SW": GRID.cells["a1"] + south + west,
    }
    for letter, digit in zip("abcdefghi", "123456789", strict=True):
        found[f"N{letter}"] = GRID.cells[f"{letter}9"] + north
        found[f"E{digit}"] = GRID.cells[f"i{digit}"] + east
        found[f"S{letter}"] = GRID.cells[f"{letter}1"] + south
        found[f"W{digit}"] = GRID.cells[f"a{digit}"] + west
    return dict(sorted(found.items()))


RING_CELLS: Final[Mapping[Square, int]] = MappingProxyType(_ring_cells())
"""The cells of the ring, its corners included."""

RING: Final[tuple[Square, ...]] = tuple(name for name in RING_CELLS if name not in CORNERS)
"""The squares of the 36 edge mirrors, sorted."""

CELL_NAMES: Final[Mapping[int, Square]] = MappingProxyType(
    GRID.names | {cell: name for name, cell in RING_CELLS.items()}
)
"""The name of every cell that a beam can come to, the ring's included."""

LONGEST_ACTION: Final = 24
"""Characters of a text that is read as an action at all, to say what is wrong with it."""


class Kind(StrEnum):
    """What a piece is."""

    KING = "king"
    CANNON = "cannon"
    GUARD = "guard"
    DOUBLE = "double"
    MIRROR = "mirror"


NAMES: Final[Mapping[str, str]] = {
    Kind.KING: "King",
    Kind.CANNON: "cannon",
    Kind.GUARD: "guard tower",
    Kind.DOUBLE: "double mirror",
    Kind.MIRROR: "mirror",
}
"""What the pieces are called in sentences."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece.

    A cannon's facing is the direction of its shot, a mirror's a corner, a double mirror's a
    diagonal; king and guard have none. ``hits`` are the damaged sides of a guard, sorted;
    ``is_locked`` is a double mirror that may not move now.
    """

    seat: Seat
    kind: Kind
    facing: str | None
    hits: tuple[str, ...] = ()
    is_locked: bool = False

    def to_json(self) -> dict[str, JSON]:
        """Return the piece as STATE has it in the line protocol."""
        return {
            "seat": self.seat,
            "kind": str(self.kind),
            "facing": self.facing,
            "hits": list(self.hits),
            "locked": self.is_locked,
        }


@dataclass(frozen=True, slots=True)
class Position:
    """Anything one can write down: what stands on board and ring, and what bears on the play.

    ``rise_in`` is ``None`` while columns stand, for ``raised_left`` more actions; ``cooling`` are
    the seats whose cannon cannot fire on their next turn.
    """

    pieces: Mapping[Square, Piece]
    edges: Mapping[Square, Diagonal]
    to_move: Seat
    rubble: tuple[Square, ...] = ()
    columns: tuple[Square, ...] = ()
    raised_left: int = 0
    rise_in: int | None = None
    cooling: tuple[Seat, ...] = ()
    quiet: int = 0


@dataclass(frozen=True, slots=True)
class Move(FromTo):
    """A piece goes one square along a row or a column."""


@dataclass(frozen=True, slots=True)
class Rotate(QuarterTurn):
    """A piece makes a quarter turn."""


@dataclass(frozen=True, slots=True)
class Fire(Action):
    """The seat's cannon releases its laser."""

    def __str__(self) -> str:
        """Return the notation.

        >>> str(Fire())
        'FIRE'
        """
        return "FIRE"


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """The seat does nothing, and the arena moves all the same."""

    def __str__(self) -> str:
        """Return the notation.

        >>> str(Pass())
        'PASS'
        """
        return "PASS"


_ACTION: Final = re.compile(rf"{SQUARE}(?:-([A-Za-z]+[0-9]*)|([LRUlru]+))")


def parse_action(text: str) -> Move | Rotate | Fire | Pass:
    """Return the action that the text names. Raises ``InvalidAction`` saying why it names none.

    >>> parse_action("a2-a3"), parse_action("a2L"), parse_action("FIRE"), parse_action("PASS")
    (Move(origin='a2', target='a3'), Rotate(square='a2', turn='L'), Fire(), Pass())
    """
    match text:
        case "FIRE":
            return Fire()
        case "PASS":
            return Pass()
    match = _ACTION.fullmatch(text) if len(text) <= LONGEST_ACTION else None
    if match is None:
        raise InvalidAction(
            f"{quote(text)} is not a move: write a2-a3 for a move, a2L or a2R for a quarter turn, "
            "FIRE for a shot, or PASS."
        )
    origin, target, turn = match.groups()
    for square in filter(None, (origin, target)):
        GRID.parse(square)
    if target is not None:
        return Move(origin, target)
    if turn not in ("L", "R"):
        raise InvalidAction(
            f"{quote(text)} is not a move: a piece makes one quarter turn, "
            f"{origin}L counter-clockwise or {origin}R clockwise."
        )
    return Rotate(origin, turn)
