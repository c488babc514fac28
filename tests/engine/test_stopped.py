"""What a search plays when it is stopped in the midst of an iteration."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from engine.averaging import Branch, Cases, search_averaged
from engine.protocol import is_compiled
from engine.search import GOES_ON, WIN, WON, Node, Search

pytestmark = pytest.mark.skipif(
    is_compiled(), reason="a class of a test cannot inherit from a compiled one"
)


@dataclass(frozen=True, slots=True)
class Place:
    """A position of a small tree: its worth to the side to move, and where its actions lead."""

    worth: int
    leads: Mapping[int, Place] = field(default_factory=dict)
    """For each action the next position; none where the last action has won."""


class Tree(Node):
    """Walks such a tree."""

    def __init__(self, root: Place) -> None:
        """Begin at the root."""
        self.path = [root]

    def actions(self) -> vec[i64]:
        """The actions of the position."""
        return vec[i64](list(self.path[-1].leads))

    def gains(self, actions: vec[i64]) -> vec[i64]:
        """Nothing is ever taken."""
        return vec[i64]([0] * len(actions))

    def play(self, action: i64) -> i64:
        """Go on to the next position."""
        self.path.append(self.path[-1].leads[action])
        return GOES_ON if self.path[-1].leads or self.path[-1].worth else WON

    def take_back(self) -> None:
        """Go back."""
        self.path.pop()

    def number(self) -> i64:
        """A number of its own for each position."""
        return id(self.path[-1])

    def evaluate(self) -> i64:
        """What it is worth."""
        return self.path[-1].worth


def best(root: Place, most_nodes: int) -> tuple[int, int]:
    """The best action and its worth after two iterations, or as many nodes."""
    search = Search(Tree(root), lambda: False, most_nodes, 0, 0)
    search.run(2, [])
    return search.best, search.score


LOST_AT_ONCE = Place(-50, {1: Place(0)})
"""A position of the other side, which seems bad for it, and in which it wins at once."""
TEMPTING = Place(-50, {1: Place(10)})
SOUND = Place(50, {1: Place(40)})


def test_search_stopped_after_a_sure_loss_plays_what_it_has_not_looked_at() -> None:
    root = Place(0, {1: LOST_AT_ONCE, 2: SOUND})
    assert best(root, 3) == (1, 50)
    assert best(root, 5) == (2, 2 - WIN)
    assert best(root, 0) == (2, 40)


def test_search_stopped_while_it_measures_a_better_action_plays_it() -> None:
    root = Place(0, {1: TEMPTING, 2: SOUND})
    assert best(root, 6) == (1, 10)
    assert best(root, 8) == (2, 10)
    assert best(root, 0) == (2, 40)


def best_on_average(most_nodes: int) -> tuple[int, int]:
    """The same of two actions, each of which leads to one case."""
    search = Search(Tree(SOUND), lambda: False, most_nodes, 0, 0)
    places = {1: LOST_AT_ONCE, 2: SOUND}
    branches = [Branch(action, 0, None, [Tree(place)]) for action, place in places.items()]
    return search_averaged(search, branches, Cases([1], 200), 2)


def test_averaged_search_stopped_after_a_sure_loss_plays_what_it_has_not_looked_at() -> None:
    assert best_on_average(4) == (1, 50)
    assert best_on_average(5) == (2, -50)
    assert best_on_average(0) == (2, 39)
