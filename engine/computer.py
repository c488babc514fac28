"""What a computer player of any game is: its levels, a search within limits, and its setups."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from engine.core import Action, GameError, Seat, State
from engine.search import DEEPEST, QUIESCENCE_PLIES, SURE, WIN, Node, Search

LEVELS: Final = ("easy", "medium", "hard")

_SURE_TO_AVERAGE: Final = 5_000
"""What a win that comes about in some cases only counts in their average."""


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
    """

    should_stop: Callable[[], bool]
    depth: int = 0
    nodes: int = 0
    quiescence_plies: int = QUIESCENCE_PLIES


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found: the best action, its worth to the mover, how deep it saw, and nodes.

    A won game is worth ``search.WIN`` less the number of actions that lead there.
    """

    action: Action
    score: int
    depth: int
    nodes: int


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
        search = Search(node, limits.should_stop, limits.nodes, limits.quiescence_plies)
        search.run(limits.depth, offsets)
        return Found(self.unpack(search.best), search.score, search.depth, search.nodes)

    def set_up(self, state: State, seat: Seat, level: Level, rng: random.Random) -> Action:
        """Return a setup for the seat, chosen without regard to what the other has set up."""
        raise GameError("This game has no setup.")

    @abstractmethod
    def node(self, state: State) -> Node:
        """Return the position for the search to walk from; it may change it at will."""

    @abstractmethod
    def unpack(self, packed: int) -> Action:
        """Return the action that the position's int stands for."""


@dataclass(slots=True)
class Branch:
    """An action at the root of a search over several cases: what chance does, or what is hidden.

    ``end`` is what it is worth if it ends the game; ``nodes`` are the positions that it leads to
    otherwise, one for each case; ``noise`` is a level's.
    """

    action: int
    noise: int
    end: int | None
    nodes: Sequence[Node]
    score: int = 0


def search_averaged(search: Search, branches: list[Branch], most_depth: int) -> tuple[int, int]:
    """Return the action that is best on average and its worth, deeper and deeper as ``run`` does.

    The depth of the last finished iteration is left in ``search.depth``.
    """
    best, score = branches[0].action, int(search.node.evaluate())
    for depth in range(1, (most_depth or DEEPEST) + 1):
        # The best of the last iteration comes first, and stays best among equals.
        branches.sort(key=lambda branch: -branch.score)
        for branch in branches:
            branch.score = _average(search, branch, depth)
            if search.has_stopped:
                return best, score
        found = max(branches, key=lambda branch: branch.score)
        best, score = found.action, found.score
        search.depth = depth
        if not most_depth and WIN - abs(score) <= depth:
            break
    return best, score


def _average(search: Search, branch: Branch, depth: int) -> int:
    """Return what an action is worth on average; when it surely wins or loses, when it does."""
    if branch.end is not None:
        return branch.end
    scores = [-search.look(node, depth - 1) for node in branch.nodes]
    if min(scores) > SURE or max(scores) < -SURE:
        return min(scores)
    limited = (max(-_SURE_TO_AVERAGE, min(_SURE_TO_AVERAGE, score)) for score in scores)
    return sum(limited) // len(scores) + branch.noise
