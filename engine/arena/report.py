"""What happened in an action and in the arena's move after it, as events."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine import beam
from engine.arena import board as rules
from engine.arena.board import Board
from engine.arena.chance import ArenaMove
from engine.arena.notation import CELL_NAMES, GRID, Fire, Move, Pass, Rotate
from engine.arena.setup import piece_of, position_of
from engine.core import Event, Seat
from engine.events import (
    ColumnsRetracted,
    ColumnsRose,
    Damaged,
    Destroyed,
    EdgesFlipped,
    Fired,
    Moved,
    Passed,
    Rotated,
    Rubble,
)
from engine.rays import rays_of

_ENDS: Final = {
    rules.COLUMN_END: "column",
    rules.MIRROR_END: "mirror",
    rules.GUARD_END: "guard",
    rules.CANNON_END: "cannon",
    rules.KING_END: "king",
}


def acted(seat: Seat, before: Board, action: Move | Rotate | Fire | Pass) -> Iterator[Event]:
    """Yield the event of the action itself; a shot's is that of its beam."""
    match action:
        case Move(origin, target):
            yield Moved(seat, piece_of(before.cells[GRID.cells[origin]]).kind, origin, target)
        case Rotate(square, turn):
            yield Rotated(seat, piece_of(before.cells[GRID.cells[square]]).kind, square, turn)
        case Pass():
            yield Passed(seat)


def shot(seat: Seat, path: list[int], struck: int, after: Board) -> Iterator[Event]:
    """Yield the events of the beam with this path, if there was one.

    ``struck`` is what it damaged, as it was before, or ``EMPTY``.
    """
    if not path:
        return
    rays = rays_of(path, CELL_NAMES)
    last = path[-1]
    end = _ENDS.get(beam.reaction_of(last), "left")
    square = rays[-1].square
    yield Fired(seat, rays, end, None if end == "left" else square)
    if struck == rules.EMPTY:
        return
    piece = piece_of(struck)
    side = rays[-1].entering.opposite
    if end != "guard":
        yield Destroyed(piece.seat, piece.kind, piece.facing, square, seat)
    elif after.cells[beam.cell_of(last)] == rules.RUBBLE:
        yield Rubble(piece.seat, square, tuple(sorted((*piece.hits, side.name))), seat)
    else:
        yield Damaged(piece.seat, piece.kind, square, side.name, seat)


def arena_moved(before: Board, move: ArenaMove) -> Iterator[Event]:
    """Yield the events of the move of the arena that is to be carried out on the board."""
    yield EdgesFlipped(move.flips)
    if move.columns is not None:
        yield ColumnsRose(move.columns)
    if move.next_rise is not None:
        yield ColumnsRetracted(position_of(before).columns)
