"""What a search remembers of positions and actions."""

import random

from engine.memory import (
    AT_MOST,
    EXACT,
    MOST_HISTORY,
    Order,
    Table,
    action_of,
    depth_of,
    meaning_of,
    packed,
    place_of,
    score_of,
)
from engine.search import WIN


def test_an_entry_keeps_what_is_packed_into_it() -> None:
    rng = random.Random(4)
    for _ in range(200):
        score, depth, action = rng.randint(-WIN, WIN), rng.randrange(65), rng.randrange(1 << 24)
        entry = packed(score, AT_MOST, depth, action)
        assert entry > 0
        found = (score_of(entry), meaning_of(entry), depth_of(entry), action_of(entry))
        assert found == (score, AT_MOST, depth, action)


def test_a_table_finds_what_it_keeps_and_keeps_it_when_it_grows() -> None:
    table = Table(1 << 16)
    kept = {number * 7919: packed(number, EXACT, 3, number + 1) for number in range(1, 200)}
    for number, entry in kept.items():
        table.keep(number, entry)
    assert table.grow(9_000, lambda: False)
    assert table.size == 1 << 16
    assert all(table.find(number) == entry for number, entry in kept.items())
    assert table.find(5) == 0


def test_a_table_that_grows_far_is_told_to_stop_in_the_middle() -> None:
    table = Table(1 << 18)
    answers = iter([False] * 3 + [True])
    assert not table.grow(1 << 18, lambda: next(answers))
    assert next(answers, None) is None


def test_of_positions_that_share_a_place_the_deepest_and_the_last_stay() -> None:
    table = Table(1 << 12)
    deep, other, last = (packed(depth, EXACT, depth, 1) for depth in (9, 2, 3))
    numbers = [5 + (place << 20) for place in range(1, 4)]
    for number, entry in zip(numbers, (deep, other, last), strict=True):
        table.keep(number, entry)
    assert [table.find(number) for number in numbers] == [deep, 0, last]


def test_a_deeper_entry_takes_the_place_of_a_shallower_which_stays_beside_it() -> None:
    table = Table(1 << 12)
    shallow, deep = packed(1, EXACT, 1, 1), packed(2, EXACT, 6, 1)
    table.keep(5, shallow)
    table.keep(5 + (1 << 20), deep)
    assert (table.find(5), table.find(5 + (1 << 20))) == (shallow, deep)


def test_no_table_keeps_nothing() -> None:
    table = Table(0)
    table.keep(5, packed(1, EXACT, 1, 1))
    assert table.grow(1_000_000, lambda: False)
    assert (table.find(5), table.size) == (0, 0)


def test_the_history_of_an_action_stays_in_bounds_and_apart_for_each_side() -> None:
    order = Order(8)
    for _ in range(200):
        order.adjust(77, 5_000_000, 2)
        order.adjust(77, -5_000_000, 3)
    assert 0 < order.history[place_of(77, 0)] <= MOST_HISTORY
    assert 0 > order.history[place_of(77, 1)] >= -MOST_HISTORY


def test_the_last_two_killers_of_a_ply_are_kept() -> None:
    order = Order(8)
    for action in (1, 2, 2, 3):
        order.note_cut(action, 9, 1, 4)
    assert list(order.killers[8:10]) == [3, 2]
    assert order.replies[place_of(9, 5)] == 3
