"""From what one can write down to a board, with every fault named, and back."""

from __future__ import annotations

from collections import Counter
from typing import Final

from engine import beam
from engine.core import Seat, Square, listed
from engine.deflexion import board as rules
from engine.deflexion.board import Board
from engine.deflexion.notation import GRID, NAMES, SEATS, Kind, Piece, Position
from engine.deflexion.rulesets import (
    DEFLEXION_RULES,
    LASER_HEADINGS,
    LASER_SQUARES,
    RuleSet,
)
from engine.grid import Direction

_SHAPES: Final = {piece: shape for shape, piece in rules.SHAPES.items()} | {
    (Kind.SPHINX, direction.name): rules.SPHINX + direction % 2 for direction in Direction
}
_IN_WORDS: Final = {
    Direction.N: "up (“^”)",
    Direction.E: "right (“>”)",
    Direction.S: "down (“v”)",
    Direction.W: "left (“<”)",
}


def board_of(position: Position, quiet: int = 0, rule_set: RuleSet = DEFLEXION_RULES) -> Board:
    """Return a board with the position, ``quiet`` turns after the last piece was removed."""
    cells = [rules.BORDER] * GRID.size
    for square, cell in GRID.cells.items():
        piece = position.pieces.get(square)
        cells[cell] = rules.EMPTY if piece is None else code_of(piece)
    return Board(cells, SEATS.index(position.to_move), quiet, rule_set.number)


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
    if kind is Kind.SPHINX:
        facing = Direction(rules.HEADINGS[code]).name
    return Piece(SEATS[code // rules.GOLD_BIT], kind, facing)


def reserved_for(square: str) -> Seat | None:
    """Return the seat whose pieces alone may stand on the square, ``None`` if all may."""
    cell = GRID.cells[square]
    for side, seat in enumerate(SEATS):
        if rules.CLOSED[rules.SIZE * (1 - side) + cell]:
            return seat
    return None


def piece_faults(position: Position, rule_set: RuleSet) -> list[str]:
    """Return what is wrong with the pieces, a sentence for each fault."""
    faults = []
    pharaohs = Counter(p.seat for p in position.pieces.values() if p.kind is Kind.PHARAOH)
    for seat in SEATS:
        if not pharaohs[seat]:
            faults.append(f"{seat.title()} has no Pharaoh and needs one.")
        elif pharaohs[seat] > 1:
            faults.append(f"{seat.title()} has {pharaohs[seat]} Pharaohs and may have only one.")
    faults += _foreign_faults(position, rule_set)
    if rule_set.has_sphinxes:
        faults += [fault for seat in SEATS for fault in _sphinx_faults(position, seat)]
    misplaced: dict[Seat, list[str]] = {}
    for square, piece in sorted(position.pieces.items()):
        owner = reserved_for(square)
        if owner not in (None, piece.seat):
            misplaced.setdefault(piece.seat, []).append(square)
    for seat, squares in misplaced.items():
        (other,) = set(SEATS) - {seat}
        faults.append(
            f"{seat.title()} has a piece on {listed(squares)}, reserved for {other.title()}."
        )
    return faults


def _foreign_faults(position: Position, rule_set: RuleSet) -> list[str]:
    """Return a sentence for each kind of piece that the rule set does not have."""
    squares: dict[Kind, list[Square]] = {}
    for square, piece in sorted(position.pieces.items()):
        if piece.kind not in rule_set.kinds:
            squares.setdefault(piece.kind, []).append(square)
    return [
        f"{rule_set.title} knows no {NAMES[kind]}, and there is one on {listed(found)}."
        for kind, found in squares.items()
    ]


def _sphinx_faults(position: Position, seat: Seat) -> list[str]:
    """Return what is wrong with a seat's sphinx, a sentence for each fault."""
    home = LASER_SQUARES[seat]
    found = sorted(
        square
        for square, piece in position.pieces.items()
        if (piece.seat, piece.kind) == (seat, Kind.SPHINX)
    )
    if not found:
        return [f"{seat.title()} has no Sphinx and needs one on {home}."]
    faults = []
    if len(found) > 1:
        faults.append(f"{seat.title()} has {len(found)} Sphinxes and may have only one.")
    if away := [square for square in found if square != home]:
        faults.append(
            f"{seat.title()} has a Sphinx on {listed(away)}; its place is {home}, and it "
            "never moves."
        )
    if home in found and not _fires_into_board(position.pieces[home]):
        ways = " or ".join(_IN_WORDS[heading] for heading in LASER_HEADINGS[seat])
        faults.append(
            f"{seat.title()}'s Sphinx on {home} fires out of the board; it can look {ways}."
        )
    return faults


def _fires_into_board(sphinx: Piece) -> bool:
    """Return whether a sphinx in its place looks into the board."""
    return sphinx.facing in [heading.name for heading in LASER_HEADINGS[sphinx.seat]]


def laser_faults(position: Position, rule_set: RuleSet) -> list[str]:
    """Return a sentence for each laser that strikes a pharaoh as the pieces stand."""
    faults = []
    board = board_of(position, rule_set=rule_set)
    for side, seat in enumerate(SEATS):
        if rule_set.has_sphinxes and _sphinx_faults(position, seat):
            continue
        passage = board.fire(side)
        if beam.reaction_of(passage) != rules.HIT:
            continue
        struck = piece_of(board.cells[beam.cell_of(passage)])
        if struck.kind is Kind.PHARAOH:
            faults.append(
                f"{seat.title()}'s laser strikes {struck.seat.title()}'s Pharaoh as it stands."
            )
    return faults
