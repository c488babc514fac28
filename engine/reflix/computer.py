"""The computer player of Reflix."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import ClassVar, Final

from engine.computer import Computer, Found, Level, Limits
from engine.core import Action, GameError, Seat, State
from engine.reflix.evaluate import ReflixNode
from engine.reflix.fortress import random_fortress
from engine.reflix.notation import SEATS, Fortress, Setup, objects_of
from engine.reflix.siege import danger, traps
from engine.reflix.state import ReflixState, unpack
from engine.search import Search

_DRAWN: Final = 500
"""How many fortresses a level draws that looks far ahead; the others take the first."""
_FAR: Final = 5
"""The depth from which a level looks far ahead."""
_TRIALS: Final = ((2, 8), (3, 1))
"""With how many moves in a row fortresses are attacked on trial, and how many stay after that."""


class ReflixComputer(Computer):
    """Plays Reflix by searching its board to a depth that each level has."""

    levels: ClassVar[Mapping[str, Level]] = MappingProxyType(
        {
            "easy": Level(depth=1, nodes=0, noise=80, quiescence_plies=0),
            "medium": Level(depth=2, nodes=0, noise=10, quiescence_plies=0),
            "hard": Level(depth=9, nodes=0, noise=1),
        }
    )

    def search(self, state: State, limits: Limits, noise: int, rng: random.Random) -> Found:
        """Return the best action of the seat to move.

        Most positions are a draw to who sees far enough. A level that does prefers moves after
        which much that the other side may do is a mistake.
        """
        if not noise or limits.depth < _FAR:
            return super().search(state, limits, noise, rng)
        node = self.node(state)
        offsets = [
            traps(node.board, move) + rng.randint(-noise, noise) for move in list(node.actions())
        ]
        search = Search(node, limits.should_stop, limits.nodes, limits.quiescence_plies)
        search.run(limits.depth, offsets)
        return Found(self.unpack(search.best), search.score, search.depth, search.nodes)

    def set_up(
        self,
        state: State,
        seat: Seat,
        level: Level,
        rng: random.Random,
        should_stop: Callable[[], bool],
    ) -> Action:
        """Return a fortress drawn at random; of several the one that is hardest to hit.

        Only a level that looks far ahead chooses so: it is hard to score against such a fortress,
        and weaker levels are to be beaten.
        """
        if seat not in SEATS:
            raise GameError(f"The seat is {' or '.join(SEATS)}.")
        number = _DRAWN if level.depth >= _FAR else 1
        drawn = [random_fortress(seat, rng) for _ in range(number)]
        for moves, kept in _TRIALS:
            drawn = _hardest(drawn, seat, moves, kept, should_stop)
        return Setup(objects_of(drawn[0]))

    def node(self, state: State) -> ReflixNode:
        """Return the position for the search to walk from."""
        if not isinstance(state, ReflixState):
            raise GameError("This is not a game of Reflix.")
        return ReflixNode(state.copied_board())

    def unpack(self, packed: int) -> Action:
        """Return the move that the board's int stands for."""
        return unpack(packed)


def _hardest(
    drawn: list[Fortress], seat: Seat, moves: int, kept: int, should_stop: Callable[[], bool]
) -> list[Fortress]:
    """Return the fortresses that are hardest to hit with so many moves, the best of them first.

    When it is told to stop, they are the best of those that it has tried.
    """
    tried: list[tuple[int, Fortress]] = []
    if len(drawn) > 1:
        for fortress in drawn:
            if should_stop():
                break
            tried.append((danger(fortress, seat, moves), fortress))
    if not tried:
        return drawn[:kept]
    return [fortress for _, fortress in sorted(tried, key=lambda each: each[0])[:kept]]


COMPUTER: Final = ReflixComputer()
