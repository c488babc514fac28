"""Which units may be the hidden Assassin as far as all can tell who have watched the game.

They have seen where it could stand at first, which units moved, which flipped, and which fell. A
hidden Assassin starts in its front row in Defend and cannot flip, and it shows itself by a strike.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.core import Seat, Square
from engine.legion.board import HIDDEN, RED_BIT, Board
from engine.legion.deployment import front_row
from engine.legion.notation import SEATS, Move, Pass, PlayAction, Turn, Unit, squares_of
from engine.legion.units import FRONT_LINE, Army, Kind, UnitState

Suspects = Mapping[Seat, frozenset[Square]]
"""The squares of each seat's units one of which may be its Assassin; none once it is known."""

NOBODY: Final[Suspects] = {seat: frozenset() for seat in SEATS}


def at_first(seen: Mapping[Square, Unit]) -> Suspects:
    """Return the suspects of the first turn, from the units as all see them."""
    return {
        seat: frozenset(
            square for square in front_row(seat) if seen[square].state is UnitState.DEFEND
        )
        for seat in SEATS
    }


def in_midst(seen: Mapping[Square, Unit], armies: Mapping[Seat, Army]) -> Suspects:
    """Return the suspects where nobody has watched what was before, as all see the units.

    An Assassin that has fallen may then still be feared.
    """
    suspects = dict(NOBODY)
    for seat in SEATS:
        own = {square: unit for square, unit in seen.items() if unit.seat == seat}
        if not any(unit.kind is Kind.ASSASSIN for unit in own.values()):
            suspects[seat] = frozenset(
                square
                for square, unit in own.items()
                if unit.kind is FRONT_LINE[armies[seat]] and unit.state is UnitState.DEFEND
            )
    return suspects


def after(suspects: Suspects, mover: Seat, action: PlayAction, was: Board, is_: Board) -> Suspects:
    """Return the suspects once the mover's action has led from one board to the other.

    That an Assassin is hidden no longer, all have seen.
    """
    found = {}
    for seat in SEATS:
        if _is_hidden(was, seat) and not _is_hidden(is_, seat):
            found[seat] = frozenset[Square]()
        elif seat == mover:
            found[seat] = _after_own(suspects[seat], action)
        else:
            found[seat] = suspects[seat] - set(squares_of(action)[1:])
    return found


def _after_own(watched: frozenset[Square], action: PlayAction) -> frozenset[Square]:
    """Return those of the watched units that may be the Assassin once one of them has acted so."""
    match action:
        case Pass() | Turn(flips=False):
            return watched
        case Move(origin, target, flips=False) if origin in watched:
            return watched - {origin} | {target}
        case _:
            return watched - {action.origin}


def _is_hidden(board: Board, seat: Seat) -> bool:
    """Return whether the seat's Assassin stands hidden on the board."""
    red = RED_BIT * SEATS.index(seat)
    return any(HIDDEN[code] and code & RED_BIT == red for code in board.cells)
