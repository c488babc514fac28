"""From what one can write down to a board, with every fault named, and back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine import beam
from engine.core import Seat
from engine.deflexion import board as rules
from engine.deflexion.board import Board
from engine.deflexion.notation import GRID, SEATS, Kind, Piece, Position

LAYOUTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "classic": "4okop>2/2pv7/3P<6/p^1Pv1d^d>1p>1P</p>1P<1D>D^1p^1Pv/6p>3/7P^2/2P<OKO4 s",
        "imhotep": "4okod>2/10/3P<2p^3/p^Pv2P>d>2p>P</p>P<2D>p<2p^Pv/3Pv2p>3/10/2D>OKO4 s",
        "dynasty": "4pvop>3/5k4/p^3pvod>3/p>1d^1P<1P>3/3p<1p>1D^1P</3D>OP^3Pv/4K5/3P<OP^4 s",
    }
)
"""The position codes of the predefined layouts, by name."""

_SHAPES: Final = {piece: shape for shape, piece in rules.SHAPES.items()}


def board_of(position: Position, quiet: int = 0) -> Board:
    """Return a board with the position, ``quiet`` turns after the last piece was removed."""
    cells = [rules.BORDER] * GRID.size
    for square, cell in GRID.cells.items():
        piece = position.pieces.get(square)
        cells[cell] = rules.EMPTY if piece is None else code_of(piece)
    return Board(cells, SEATS.index(position.to_move), quiet)


def position_of(board: Board) -> Position:
    """Return the position that a board has."""
    pieces = {
        square: piece_of(board.cells[cell])
        for square, cell in GRID.cells.items()
        if board.cells[cell] != rules.EMPTY
    }
    return Position(pieces, SEATS[board.side])


def code_of(piece: Piece) -> int:
    """Return the piece as the board's int."""
    return _SHAPES[piece.kind, piece.facing] + rules.GOLD_BIT * SEATS.index(piece.seat)


def piece_of(code: int) -> Piece:
    """Return the piece that the board's int, which is not ``EMPTY``, stands for."""
    kind, facing = rules.SHAPES[code % rules.GOLD_BIT]
    return Piece(SEATS[code // rules.GOLD_BIT], kind, facing)


def reserved_for(square: str) -> Seat | None:
    """Return the seat whose pieces alone may stand on the square, ``None`` if all may."""
    cell = GRID.cells[square]
    for side, seat in enumerate(SEATS):
        if rules.CLOSED[rules.SIZE * (1 - side) + cell]:
            return seat
    return None


def piece_faults(position: Position) -> list[str]:
    """Return what is wrong with the pieces, a sentence for each fault."""
    faults = []
    pharaohs = Counter(p.seat for p in position.pieces.values() if p.kind is Kind.PHARAOH)
    for seat in SEATS:
        if not pharaohs[seat]:
            faults.append(f"{seat.title()} has no pharaoh and needs one.")
        elif pharaohs[seat] > 1:
            faults.append(f"{seat.title()} has {pharaohs[seat]} pharaohs and may have only one.")
    misplaced: dict[Seat, list[str]] = {}
    for square, piece in sorted(position.pieces.items()):
        owner = reserved_for(square)
        if owner not in (None, piece.seat):
            misplaced.setdefault(piece.seat, []).append(square)
    for seat, squares in misplaced.items():
        (other,) = set(SEATS) - {seat}
        faults.append(
            f"{seat.title()} has a piece on {' and '.join(squares)}, reserved for {other.title()}."
        )
    return faults


def laser_faults(position: Position) -> list[str]:
    """Return a sentence for each laser that strikes a pharaoh as the pieces stand."""
    faults = []
    board = board_of(position)
    for side, seat in enumerate(SEATS):
        passage = board.fire(side)
        if beam.reaction_of(passage) != rules.HIT:
            continue
        struck = piece_of(board.cells[beam.cell_of(passage)])
        if struck.kind is Kind.PHARAOH:
            faults.append(
                f"{seat.title()}'s laser strikes {struck.seat.title()}'s pharaoh as it stands."
            )
    return faults
