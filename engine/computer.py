"""What a computer player of any game is: its levels, a search within limits, and its setups."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from engine.core import Action, GameError, Seat, State
from engine.search import QUIESCENCE_PLIES, Node, Search

LEVELS: Final = ("easy", "medium", "hard")


@dataclass(frozen=True, slots=True)
class Level:
    """How well the computer plays, the same on every machine.

    ``depth`` and ``nodes`` bound the search, 0 where they do not; ``noise`` is by how much the
    worth of each action may seem greater or smaller than it is, in a game's own measure;
    ``quiescence_plies`` is how many shots in a row that hit are looked at beyond the depth.
    """

    depth: int
    nodes: int
    noise: int
    quiescence_plies: int = QUIESCENCE_PLIES


@dataclass(frozen=True, slots=True)
class Limits:
    """What bounds one search: depth and nodes, 0 where they do not, and being told to stop.

    ``quiescence_plies`` is how many shots in a row that hit are looked at beyond the depth.
    A search to a depth looks at everything down to it; one that has no depth, or ``is_timed``, is
    after the best action in that time and may leave out what hardly matters.
    """

    should_stop: Callable[[], bool]
    depth: int = 0
    nodes: int = 0
    quiescence_plies: int = QUIESCENCE_PLIES
    is_timed: bool = False

    @property
    def selects(self) -> bool:
        """Whether the search may leave out what hardly matters."""
        return self.depth == 0 or self.is_timed

    def search_from(self, node: Node) -> Search:
        """Return a search from the position within them; to which depth, it is told as it runs."""
        return Search(
            node, self.should_stop, self.nodes, self.quiescence_plies, selects=self.selects
        )


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found: the best action, its worth to the mover, how deep it saw, and nodes.

    A won game is worth ``search.WIN`` less the number of actions that lead there. ``steady`` is
    the worth to compare with that of other positions, where the search tells it apart.
    """

    action: Action
    score: int
    depth: int
    nodes: int
    steady: int | None = None


class Computer(ABC):
    """A computer player of one game."""

    levels: ClassVar[Mapping[str, Level]]

    def search(self, state: State, limits: Limits, noise: int, rng: random.Random) -> Found:
        """Return the best action of the seat to move.

        ``noise`` is a level's, 0 at full strength; all that is random is drawn from ``rng``.
        """
        node = self.node(state)
        count = len(node.actions()) if noise else 0
        offsets = [rng.randint(-noise, noise) for _ in range(count)]
        search = limits.search_from(node)
        search.run(limits.depth, offsets)
        best, steady = self.unpack(search.best), search.steady_score()
        return Found(best, search.score, search.depth, search.nodes, steady)

    def set_up(
        self,
        state: State,
        seat: Seat,
        level: Level,
        rng: random.Random,
        should_stop: Callable[[], bool],
    ) -> Action:
        """Return a setup for the seat, chosen without regard to what the other has set up.

        When it is told to stop, it is the best found so far.
        """
        raise GameError("This game has no setup.")

    @abstractmethod
    def node(self, state: State) -> Node:
        """Return the position for the search to walk from; it may change it at will."""

    @abstractmethod
    def unpack(self, packed: int) -> Action:
        """Return the action that the position's int stands for."""
