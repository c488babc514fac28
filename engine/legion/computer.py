"""The computer player of Legion, which knows of the other side what its own view shows."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import ClassVar, Final

from engine.computer import Branch, Computer, Found, Level, Limits, search_averaged
from engine.core import Action, GameError, Seat, Square, State
from engine.legion.codes import unpack
from engine.legion.deployment import default_units, front_row
from engine.legion.evaluate import LegionNode
from engine.legion.notation import SEATS, Deploy, Unit
from engine.legion.setup import Position, board_of
from engine.legion.state import LegionState, LegionView
from engine.legion.units import FLIPS, FRONT_LINE, POINTS, Kind, UnitState
from engine.search import GOES_ON, Search, worth

WORLDS: Final = 4
"""How many places of the other side's hidden Assassin are looked at, at most."""
_CHANGED: Final = 0.35
"""The probability with which a unit is deployed in another than its usual state."""


class LegionComputer(Computer):
    """Plays Legion by the average over where the other side's Assassin may hide."""

    levels: ClassVar[Mapping[str, Level]] = MappingProxyType(
        {
            "easy": Level(depth=1, nodes=0, noise=120, quiescence_plies=0),
            "medium": Level(depth=2, nodes=0, noise=30, quiescence_plies=1),
            "hard": Level(depth=3, nodes=0, noise=2, quiescence_plies=3),
        }
    )

    def search(self, state: State, limits: Limits, noise: int, rng: random.Random) -> Found:
        """Return the best action of the seat to move, on average."""
        nodes = [LegionNode(board_of(world)) for world in worlds(seen_by_mover(state), rng)]
        branches = []
        for action in list(nodes[0].actions()):
            ends, following = _branch(nodes, action)
            branches.append(Branch(action, rng.randint(-noise, noise), ends, following))
        search = Search(nodes[0], limits.should_stop, limits.nodes, limits.quiescence_plies)
        best, score = search_averaged(search, branches, limits.depth)
        return Found(unpack(best), score, search.depth, search.nodes)

    def set_up(self, state: State, seat: Seat, level: Level, rng: random.Random) -> Action:
        """Return a deployment at random: any square for the Assassin, most states as usual."""
        if seat not in SEATS:
            raise GameError(f"The seat is {' or '.join(SEATS)}.")
        units = default_units(seat, _legion(state).view(seat).armies[seat])
        assassin = rng.choice(front_row(seat))
        states: list[tuple[Square, UnitState]] = []
        for square, unit in sorted(units.items()):
            if square != assassin and unit.kind in FLIPS and rng.random() < _CHANGED:
                states.append((square, FLIPS[unit.kind][1]))
        return Deploy(assassin, tuple(states))

    def node(self, state: State) -> LegionNode:
        """Return the position as the mover sees it, no enemy Assassin in it that is hidden."""
        return LegionNode(board_of(_position(seen_by_mover(state))))

    def unpack(self, packed: int) -> Action:
        """Return the action that the board's int stands for."""
        return unpack(packed)


def _legion(state: State) -> LegionState:
    if not isinstance(state, LegionState):
        raise GameError("This is not a game of Legion.")
    return state


def seen_by_mover(state: State) -> LegionView:
    """Return what the seat to move may know. From here on nobody sees the state itself."""
    return _legion(state).view(state.to_move)


def worlds(view: LegionView, rng: random.Random) -> list[Position]:
    """Return positions that look to the mover like the view, the enemy Assassin somewhere.

    They are drawn without repetition; there is one alone when no Assassin can be hidden.
    """
    position = _position(view)
    places = hiding_places(view)
    drawn = rng.sample(places, min(WORLDS, len(places)))
    if not drawn:
        return [position]
    return [replace(position, units={**position.units, s: _hidden(view, s)}) for s in drawn]


def hiding_places(view: LegionView) -> list[Square]:
    """Return the squares on which the enemy Assassin may be hidden, sorted.

    Any front-line unit in Defend may be it, unless it shows itself or has fallen: then the mover's
    score is more by four than what the missing units seemed to be.
    """
    assert view.to_move is not None  # noqa: S101, no position is searched otherwise
    (enemy,) = set(SEATS) - {view.to_move}
    army = view.armies[enemy]
    units = [unit for unit in view.units.values() if unit.seat == enemy]
    if any(unit.kind is Kind.ASSASSIN for unit in units):
        return []
    missing = Counter(unit.kind for unit in default_units(enemy, army).values())
    missing.subtract(unit.kind for unit in units)
    points = view.score[view.to_move]
    seeming = sum(number * POINTS.get(kind, 0) for kind, number in missing.items())
    if any(unit.state is UnitState.DISABLED for unit in units):
        seeming += POINTS[Kind.FORTRESS]
    if points - seeming == POINTS[Kind.ASSASSIN] - POINTS[FRONT_LINE[army]]:
        return []
    return sorted(
        square
        for square, unit in view.units.items()
        if unit.seat == enemy and unit.kind is FRONT_LINE[army] and unit.state is UnitState.DEFEND
    )


def _hidden(view: LegionView, square: Square) -> Unit:
    """Return the unit on the square as a hidden Assassin."""
    return replace(view.units[square], kind=Kind.ASSASSIN, is_hidden=True)


def _position(view: LegionView) -> Position:
    """Return the position that the view shows."""
    assert view.to_move is not None  # noqa: S101, no position is searched otherwise
    return Position(view.armies, view.units, view.to_move, view.quiet, view.score)


def _branch(nodes: list[LegionNode], action: int) -> tuple[int | None, list[LegionNode]]:
    """Return how an action ends the game, if it does, and where it leads in each world."""
    following = []
    end = None
    for node in nodes:
        board = node.board.copy()
        outcome = LegionNode(board).play(action)
        if outcome == GOES_ON:
            following.append(LegionNode(board))
        else:
            end = worth(outcome, 1)
    return end, following


COMPUTER: Final = LegionComputer()
