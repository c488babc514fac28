"""From what one can write down to a board and back, and how a game begins."""

from __future__ import annotations

import random
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine import beam
from engine.arena import board as rules
from engine.arena.board import Board
from engine.arena.notation import (
    BLACK,
    GRID,
    RING,
    RING_CELLS,
    SEATS,
    WHITE,
    Kind,
    Piece,
    Position,
)
from engine.core import JSON, Square
from engine.grid import Corner, Diagonal

PERIODS: Final = range(8, 17)
"""After how many actions columns may rise that have gone, or were always, underground."""

_SHAPES: Final = {what: shape for shape, what in rules.SHAPES.items()}


def across(square: Square) -> Square:
    """Return where a square, the ring's included, lies when the board is turned by half a turn.

    >>> across("a1"), across("e4"), across("Na"), across("E2")
    ('i9', 'e6', 'Si', 'W8')
    """
    opposites = {"N": "S", "S": "N", "E": "W", "W": "E"}
    opposites |= dict(zip("abcdefghi123456789", "ihgfedcba987654321", strict=True))
    return "".join(opposites[letter] for letter in square)


def _start_pieces() -> dict[Square, Piece]:
    """Return the pieces on the squares on which they start."""
    own = {
        "b1": Piece(WHITE, Kind.CANNON, "N"),
        "e2": Piece(WHITE, Kind.KING, None),
        "d2": Piece(WHITE, Kind.GUARD, None),
        "e3": Piece(WHITE, Kind.GUARD, None),
        "c2": Piece(WHITE, Kind.DOUBLE, Diagonal.BACKSLASH),
        "g3": Piece(WHITE, Kind.DOUBLE, Diagonal.SLASH),
        "e1": Piece(WHITE, Kind.MIRROR, Corner.SW),
        "a2": Piece(WHITE, Kind.MIRROR, Corner.NE),
        "f2": Piece(WHITE, Kind.MIRROR, Corner.NE),
        "d3": Piece(WHITE, Kind.MIRROR, Corner.NW),
        "f3": Piece(WHITE, Kind.MIRROR, Corner.NE),
        "i2": Piece(WHITE, Kind.MIRROR, Corner.NW),
    }
    others = {
        across(square): Piece(BLACK, piece.kind, _half_turned(piece.facing))
        for square, piece in own.items()
    }
    return own | others


def _half_turned(facing: str | None) -> str | None:
    """Return the facing after half a turn; a two-sided mirror then lies as before."""
    match facing:
        case "N":
            return "S"
        case str() if facing in tuple(Corner):
            return Corner(facing).turned(2)
        case _:
            return facing


PIECES: Final[Mapping[Square, Piece]] = MappingProxyType(_start_pieces())
"""The pieces on the squares on which they start."""


def read_period(what: str, value: JSON, faults: list[str]) -> int:
    """Return a number of actions after which columns rise; a wrong one is a fault."""
    if isinstance(value, int) and not isinstance(value, bool) and value in PERIODS:
        return value
    faults.append(f"{what} is a whole number from {PERIODS[0]} to {PERIODS[-1]}.")
    return PERIODS[0]


def start(edges: Mapping[Square, Diagonal], rise_in: int) -> Position:
    """Return the position in which a game begins with these mirrors and that first period."""
    return Position(PIECES, edges, WHITE, rise_in=rise_in)


def draw_edges(rng: random.Random) -> dict[Square, Diagonal]:
    """Return edge mirrors to begin with: random, symmetric under the half turn, and fair."""
    while True:
        drawn = {square: rng.choice(tuple(Diagonal)) for square in RING if square < across(square)}
        edges = {square: drawn[min(square, across(square))] for square in RING}
        if is_fair(edges):
            return edges


def is_fair(edges: Mapping[Square, Diagonal]) -> bool:
    """Return whether no first shot would come to an opposing piece or to any king.

    Each cannon is tried in each of its directions. A piece that would turn the beam is hit too.
    """
    board = board_of(start(edges, PERIODS[0]))
    for side in (rules.WHITE, rules.BLACK):
        cannon = board.cannons[side]
        for _ in range(2):
            path: list[int] = []
            board.fire(side, path)
            for passage in path:
                code = board.cells[beam.cell_of(passage)]
                if rules.is_piece_of(code, 1 - side) or code & rules.SHAPE_BITS == rules.KING:
                    return False
            board.cells[cannon] = rules.TURNED_RIGHT[board.cells[cannon]]
    return True


def board_of(position: Position) -> Board:
    """Return a board with the position."""
    codes = rules.frame()
    for square, diagonal in position.edges.items():
        codes[RING_CELLS[square]] = rules.EDGE + tuple(Diagonal).index(diagonal)
    for square, piece in position.pieces.items():
        codes[GRID.cells[square]] = code_of(piece)
    for square in position.rubble:
        codes[GRID.cells[square]] = rules.RUBBLE
    for square in position.columns:
        codes[GRID.cells[square]] = rules.COLUMN
    return Board(
        codes,
        SEATS.index(position.to_move),
        quiet=position.quiet,
        cooling=sum(1 << SEATS.index(seat) for seat in position.cooling),
        raised_left=position.raised_left,
        rise_in=position.rise_in or 0,
    )


def position_of(board: Board) -> Position:
    """Return the position that a board has."""
    codes = {square: board.cells[cell] for square, cell in sorted(GRID.cells.items())}
    diagonals = tuple(Diagonal)
    return Position(
        pieces={s: piece_of(code) for s, code in codes.items() if code >= rules.KING},
        edges={square: diagonals[board.cells[RING_CELLS[square]] - rules.EDGE] for square in RING},
        to_move=SEATS[board.side],
        rubble=tuple(s for s, code in codes.items() if code == rules.RUBBLE),
        columns=tuple(s for s, code in codes.items() if code == rules.COLUMN),
        raised_left=board.raised_left,
        rise_in=board.rise_in or None,
        cooling=tuple(seat for side, seat in enumerate(SEATS) if board.cooling >> side & 1),
        quiet=board.quiet,
    )


def code_of(piece: Piece) -> int:
    """Return the piece as the board's int."""
    shape = _SHAPES[piece.kind, piece.facing, piece.hits, piece.is_locked]
    return shape + rules.BLACK_BIT * SEATS.index(piece.seat)


def piece_of(code: int) -> Piece:
    """Return the piece that the board's int, which must be one of a piece, stands for."""
    return Piece(SEATS[code // rules.BLACK_BIT], *rules.SHAPES[code & rules.SHAPE_BITS])
