"""From actions to the board's ints and back, and to the events of what they do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from engine.core import Event, Seat, Square
from engine.legion import board as rules
from engine.legion import tables
from engine.legion.board import Board
from engine.legion.events import (
    Captured,
    Disabled,
    Entered,
    Flipped,
    Moved,
    Passed,
    Revealed,
    Shot,
    Turned,
)
from engine.legion.notation import (
    GRID,
    SEATS,
    Flip,
    Melee,
    Move,
    Pass,
    PlayAction,
    Reveal,
    Shoot,
    Turn,
)
from engine.legion.setup import unit_of
from engine.legion.units import other_state

_NAMES: Final[Mapping[int, type[Move | Melee | Shoot]]] = {
    rules.MOVE: Move,
    rules.MELEE: Melee,
    rules.SHOOT: Shoot,
}
_ACTS: Final = {name: act for act, name in _NAMES.items()}


def pack(action: PlayAction) -> int:
    """Return the action as the board's int."""
    match action:
        case (
            Move(origin, target, flips)
            | Melee(origin, target, flips)
            | Shoot(origin, target, flips)
        ):
            act = _ACTS[type(action)] | (rules.FLIP if flips else 0)
            return rules.pack(act, GRID.cells[origin], GRID.cells[target])
        case Flip(origin):
            return rules.pack(rules.FLIP, GRID.cells[origin], 0)
        case Turn(origin, flips):
            return rules.pack(rules.TURN | (rules.FLIP if flips else 0), GRID.cells[origin], 0)
        case Reveal(origin):
            return rules.pack(rules.REVEAL, GRID.cells[origin], 0)
        case Pass():
            return rules.PASS


def unpack(packed: int) -> PlayAction:
    """Return the action that the board's int stands for."""
    flips = packed >> 14 & rules.FLIP != 0
    act = packed >> 14 & 7
    if packed == rules.PASS:
        return Pass()
    origin = GRID.names[packed >> 7 & 127]
    match act:
        case rules.TURN:
            return Turn(origin, flips)
        case rules.REVEAL:
            return Reveal(origin)
        case rules.PASS:
            return Flip(origin)
        case _:
            return _NAMES[act](origin, GRID.names[packed & 127], flips)


def events_of(board: Board, action: PlayAction) -> Iterator[Event]:
    """Yield what a legal action does on the board, the whole truth in order, but the end."""
    seat = SEATS[board.side]
    if isinstance(action, Pass):
        yield Passed(seat)
        return
    origin = action.origin
    code = board.cells[GRID.cells[origin]]
    if isinstance(action, Flip) or (not isinstance(action, Reveal) and action.flips):
        unit = unit_of(code)
        yield Flipped(seat, unit.kind, origin, other_state(unit.kind, unit.state))
        code = rules.FLIPPED[code]
    unit = unit_of(code)
    cover = tables.FORM_OF[code & rules.FORM_BITS].cover
    match action:
        case Turn():
            facing = unit_of(code ^ rules.SOUTH_BIT).facing
            yield Turned(seat, unit.kind, origin, facing, cover)
        case Reveal():
            yield Revealed(seat, origin)
        case Move(target=target):
            yield Moved(seat, unit.kind, origin, target, cover)
            yield from _entered(board, seat, target)
        case Melee(target=target):
            if cover is not None:
                yield Revealed(seat, origin)
            yield from _struck(board, code, origin, target)
        case Shoot(target=target):
            yield Shot(seat, unit.kind, origin, path_of(origin, target))
            yield from _fell(board, seat, target)


def _struck(board: Board, code: int, origin: Square, target: Square) -> Iterator[Event]:
    """Yield what a melee capture does, after its unit was revealed."""
    seat = SEATS[board.side]
    unit = unit_of(code)
    if board.cells[GRID.cells[target]] & rules.FORM_BITS != rules.ACTIVE_FORM:
        yield Moved(seat, unit.kind, origin, target)
        yield from _fell(board, seat, target)
        return
    yield from _fell(board, seat, target)
    (other,) = set(SEATS) - {seat}
    yield Captured(seat, unit.kind, origin, other, rules.POINTS[code], was_hidden=False)


def _fell(board: Board, by: Seat, square: Square) -> Iterator[Event]:
    """Yield what a capture does to the unit on the square, or an entry to the Fortress there."""
    code = board.cells[GRID.cells[square]]
    unit = unit_of(code)
    match code & rules.FORM_BITS:
        case rules.ACTIVE_FORM:
            yield Disabled(unit.seat, square, by, rules.POINTS[code])
        case rules.DISABLED_FORM:
            yield Entered(unit.seat, square, by)
        case _:
            points = rules.POINTS[code]
            yield Captured(unit.seat, unit.kind, square, by, points, was_hidden=unit.is_hidden)


def _entered(board: Board, by: Seat, square: Square) -> Iterator[Event]:
    """Yield what a move does to what stands on its target: only a Fortress can."""
    if board.cells[GRID.cells[square]] != rules.EMPTY:
        yield from _fell(board, by, square)


def path_of(origin: Square, target: Square) -> tuple[Square, ...]:
    """Return the squares of a straight line, without the first."""
    columns, rows = ord(target[0]) - ord(origin[0]), int(target[1]) - int(origin[1])
    far = max(abs(columns), abs(rows))
    return tuple(
        f"{chr(ord(origin[0]) + columns * i // far)}{int(origin[1]) + rows * i // far}"
        for i in range(1, far + 1)
    )
