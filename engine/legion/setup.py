"""From units to a board and back, and what of them others may see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.core import Seat, Square
from engine.legion import tables
from engine.legion.board import Board
from engine.legion.notation import GRID, NORTH, SEATS, SOUTH, Unit
from engine.legion.units import FRONT_LINE, Army

Armies = Mapping[Seat, Army]


@dataclass(frozen=True, slots=True)
class Position:
    """Anything one can write down: units, whose turn it is, and what is counted."""

    armies: Armies
    units: Mapping[Square, Unit]
    to_move: Seat
    quiet: int
    score: Mapping[Seat, int]


def board_of(position: Position) -> Board:
    """Return a board with the position."""
    cells = [tables.BORDER] * GRID.size
    for square, cell in GRID.cells.items():
        unit = position.units.get(square)
        cells[cell] = tables.EMPTY if unit is None else code_of(unit, position.armies[unit.seat])
    scores = [position.score[seat] for seat in SEATS]
    return Board(cells, SEATS.index(position.to_move), position.quiet, scores)


def units_of(board: Board) -> dict[Square, Unit]:
    """Return the units on a board, sorted by their squares."""
    return {
        square: unit_of(board.cells[cell])
        for square, cell in sorted(GRID.cells.items())
        if board.cells[cell] != tables.EMPTY
    }


def code_of(unit: Unit, army: Army) -> int:
    """Return the unit as the board's int. Raises ``KeyError`` if no unit is in such a state."""
    cover = FRONT_LINE[army] if unit.is_hidden else None
    form = tables.form_code(unit.kind, unit.state, cover)
    south = tables.SOUTH_BIT if unit.facing == SOUTH else 0
    return form + south + tables.RED_BIT * SEATS.index(unit.seat)


def unit_of(code: int) -> Unit:
    """Return the unit that the board's int, which is not ``EMPTY``, stands for."""
    form = tables.FORM_OF[code & ~(tables.SOUTH_BIT | tables.RED_BIT)]
    facing = SOUTH if code & tables.SOUTH_BIT else NORTH
    seat = SEATS[code // tables.RED_BIT]
    return Unit(seat, form.kind, form.state, facing, form.cover is not None)


def disguised(unit: Unit, army: Army) -> Unit:
    """Return the unit as all but its owner see it: a hidden Assassin passes for another."""
    return replace(unit, kind=FRONT_LINE[army], is_hidden=False) if unit.is_hidden else unit
