"""The computer player of Legion, which knows of the other side what its own view shows."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar, Final

from engine.averaging import Branch, Cases, search_averaged
from engine.computer import Computer, Found, Level, Limits
from engine.core import Action, GameError, Seat, Square, State
from engine.legion.codes import unpack
from engine.legion.deployment import default_units, front_row
from engine.legion.evaluate import LegionNode
from engine.legion.notation import SEATS, Deploy
from engine.legion.setup import Position, board_of
from engine.legion.state import LegionState, LegionView
from engine.legion.units import FLIPS, Kind, UnitState
from engine.search import GOES_ON, worth

WORLDS: Final = 4
"""How many places of the other side's hidden Assassin are looked at, at most."""
_CLOSE: Final = 2
"""How near to its Commander a side fears the enemy's Assassin most."""
_CLOSE_WEIGHT: Final = 3
"""How much likelier a unit that has come so near is the Assassin than another."""
SCALE: Final = 200
"""By how much a side is ahead that has as good as three games in four won."""
_CHANGED: Final = 0.35
"""The probability with which a unit is deployed in another than its usual state."""


class LegionComputer(Computer):
    """Plays Legion by the average over where the other side's Assassin may hide."""

    levels: ClassVar[Mapping[str, Level]] = MappingProxyType(
        {
            "easy": Level(depth=1, nodes=0, noise=120, quiescence_plies=0),
            "medium": Level(depth=2, nodes=0, noise=30, quiescence_plies=1),
            "hard": Level(depth=5, nodes=60_000, noise=2, quiescence_plies=3),
        }
    )

    def search(self, state: State, limits: Limits, noise: int, rng: random.Random) -> Found:
        """Return the best action of the seat to move, on average."""
        drawn = worlds(seen_by_mover(state), rng)
        nodes = [LegionNode(board_of(world.position)) for world in drawn]
        cases = Cases([world.weight for world in drawn], SCALE)
        branches = []
        for action in list(nodes[0].actions()):
            ends, following = _branch(nodes, action)
            branches.append(Branch(action, rng.randint(-noise, noise), ends, following))
        search = limits.search_from(nodes[0])
        best, score = search_averaged(search, branches, cases, limits.depth)
        return Found(unpack(best), score, search.depth, search.nodes)

    def set_up(
        self,
        state: State,
        seat: Seat,
        level: Level,
        rng: random.Random,
        should_stop: Callable[[], bool],
    ) -> Action:
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


@dataclass(frozen=True, slots=True)
class World:
    """A position that looks to the mover like its view, and how likely it is against others."""

    position: Position
    weight: int


def worlds(view: LegionView, rng: random.Random) -> list[World]:
    """Return positions that look to the mover like the view, the enemy Assassin somewhere.

    Each place near the mover's units is a world of its own, the nearest to its Commander before
    all; one world, with a place drawn at random, stands for the others, and is the first. There is
    one alone when no Assassin can be hidden.
    """
    position = _position(view)
    places = hiding_places(view)
    if not places:
        return [World(position, 1)]
    rng.shuffle(places)
    places.sort(key=lambda square: _distances(view, square))
    found = []
    if len(places) > WORLDS:
        near, far = places[: WORLDS - 1], places[WORLDS - 1 :]
        found.append(World(_with_assassin(position, rng.choice(far)), len(far)))
    else:
        near = places
    for square in near:
        is_close = _distances(view, square)[0] <= _CLOSE
        weight = _CLOSE_WEIGHT if is_close else 1
        found.append(World(_with_assassin(position, square), weight))
    return found


def hiding_places(view: LegionView) -> list[Square]:
    """Return the squares on which the enemy Assassin may be hidden, sorted."""
    return [
        square
        for seat, squares in view.suspects.items()
        if seat != view.to_move
        for square in squares
    ]


def _distances(view: LegionView, square: Square) -> tuple[int, int]:
    """Return how far from it the mover's Commander stands, as far as that matters, and any unit."""
    commander = far = len(SEATS) * 8
    for other, unit in view.units.items():
        if unit.seat == view.to_move:
            away = _away(square, other)
            far = min(far, away)
            if unit.kind is Kind.COMMANDER:
                commander = away
    return max(commander, _CLOSE), far


def _away(square: Square, other: Square) -> int:
    """Return how many steps lie between two squares."""
    return max(abs(ord(square[0]) - ord(other[0])), abs(int(square[1]) - int(other[1])))


def _with_assassin(position: Position, square: Square) -> Position:
    """Return the position with the unit on the square as a hidden Assassin."""
    unit = replace(position.units[square], kind=Kind.ASSASSIN, is_hidden=True)
    return replace(position, units={**position.units, square: unit})


def _position(view: LegionView) -> Position:
    """Return the position that the view shows."""
    assert view.to_move is not None  # noqa: S101, no position is searched otherwise
    return Position(view.armies, view.units, view.to_move, view.quiet, view.score)


def _branch(nodes: list[LegionNode], action: int) -> tuple[int | None, list[LegionNode]]:
    """Return how an action ends the game, if it does, and where it leads in each world."""
    following = []
    end = None
    for node in nodes:
        after = LegionNode(node.board.copy())
        outcome = after.play(action)
        if outcome == GOES_ON:
            following.append(after)
        else:
            end = worth(outcome, 1)
    return end, following


COMPUTER: Final = LegionComputer()
