"""The search over several cases: what it averages, what it leaves out, and when it stops."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from engine.averaging import Branch, Cases, search_averaged
from engine.protocol import is_compiled
from engine.search import GOES_ON, SURE, WIN, Node, Search

pytestmark = pytest.mark.skipif(
    is_compiled(), reason="a class of a test cannot inherit from a compiled one"
)

EVEN = Cases([1, 1], 200)


class Waiting(Node):
    """A position in which nothing happens: it stays worth what it is worth to its first side."""

    def __init__(self, worth: int) -> None:
        """Begin with the side to move to which it is worth so much."""
        self.worth = worth

    def actions(self) -> vec[i64]:
        """Waiting is all there is."""
        return vec[i64]([1])

    def gains(self, actions: vec[i64]) -> vec[i64]:
        """Nothing is ever taken."""
        return vec[i64]([0] * len(actions))

    def play(self, action: i64) -> i64:
        """The other side is to move."""
        self.worth = -self.worth
        return GOES_ON

    def take_back(self) -> None:
        """The same again."""
        self.worth = -self.worth

    def number(self) -> i64:
        """A number of its own for each of these positions."""
        return id(self) * 2 + (self.worth < 0)

    def evaluate(self) -> i64:
        """What it is worth."""
        return self.worth


def branch(action: int, *worths: int, end: int | None = None) -> Branch:
    """An action that is worth so much to who takes it, case by case."""
    return Branch(action, 0, end, [Waiting(-worth) for worth in worths])


def found(
    branches: list[Branch], cases: Cases = EVEN, depth: int = 1, stop_after: int = 0
) -> tuple[int, int]:
    """The best action and its worth; the search is told to stop after so many positions."""
    search = Search(Waiting(0), lambda: False, stop_after, 0, 0)
    return search_averaged(search, branches, cases, depth)


@given(st.integers(-SURE + 1, SURE - 1), st.integers(-SURE + 1, SURE - 1))
def test_a_prospect_grows_with_the_worth_and_lies_between_loss_and_win(one: int, two: int) -> None:
    low, high = sorted((one, two))
    assert EVEN.prospect(low) <= EVEN.prospect(high)
    assert -1_000_000 == EVEN.prospect(1 - WIN) <= EVEN.prospect(low)
    assert EVEN.prospect(high) <= EVEN.prospect(WIN - 1) == 1_000_000


@given(st.integers(-1_000, 1_000))
def test_a_worth_is_found_again_from_its_prospect(worth: int) -> None:
    assert abs(EVEN.worth(EVEN.prospect(worth)) - worth) <= 1
    assert EVEN.prospect(EVEN.scale) == 500_000


def test_the_cases_count_as_they_are_likely() -> None:
    both = [branch(1, 300, -100), branch(2, -100, 300)]
    assert found(both, Cases([3, 1], 200))[0] == 1
    both = [branch(1, 300, -100), branch(2, -100, 300)]
    assert found(both, Cases([1, 3], 200))[0] == 2


def test_to_lose_in_one_case_is_worse_than_a_little_and_better_than_to_lose_in_both() -> None:
    lost = 2 - WIN
    assert found([branch(1, 250, lost), branch(2, 0, 0)])[0] == 2
    assert found([branch(1, 250, lost), branch(2, -400, -400)])[0] == 1
    assert found([branch(1, lost, lost), branch(2, 0, lost)])[0] == 2


def test_what_more_cases_have_shown_corrects_the_average_but_no_sure_end() -> None:
    unlucky, even = branch(1, -50, -50), branch(2, 0, 0)
    unlucky.luck = 300_000
    assert found([even, unlucky])[0] == 1
    lost = branch(3, 2 - WIN, 2 - WIN)
    lost.luck = 2_000_000
    assert found([even, lost])[0] == 2


def test_a_sure_win_counts_to_its_end_and_one_at_once_comes_first() -> None:
    later = branch(1, WIN - 3, WIN - 5)
    assert found([branch(2, 500, 500), later]) == (1, WIN - 5)
    assert found([later, branch(3, end=WIN - 1)]) == (3, WIN - 1)


@pytest.mark.parametrize("seed", range(8))
def test_what_is_left_out_was_not_the_best(seed: int) -> None:
    rng = random.Random(seed)
    worths = [[rng.randint(-600, 600) + luck for luck in (0, 40, -40)] for _ in range(40)]
    for place, each in enumerate(worths):
        each[:] = [worth + rng.randint(-30, 30) + place for worth in each]
    cases = Cases([2, 1, 1], 200)
    averages = [cases.average(each) for each in worths]
    best = averages.index(max(averages))
    for depth in (1, 2, 3, 6):
        branches = [branch(place, *each) for place, each in enumerate(worths)]
        action, score = found(branches, cases, depth)
        assert (action, score) == (best, averages[best])
        assert len(branches) < (41 if depth < 3 else 17)


def test_stopped_in_an_iteration_it_plays_the_best_that_it_has_looked_at_in_it() -> None:
    for stop_after in range(1, 30):
        search = Search(Waiting(0), lambda: False, stop_after, 0, 0)
        branches = [branch(action, action, action) for action in range(5)]
        action, score = search_averaged(search, branches, EVEN, 4)
        assert abs(action - score) <= 1
        assert action == 4
        assert 1 <= search.depth <= 4
