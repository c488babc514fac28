"""How the arena moves by itself: drawn as the rules say, recorded, and checked when given."""

import math
import random
from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.arena import chance as arena
from engine.arena.board import Board
from engine.arena.notation import RING, Position, parse_action
from engine.arena.samples import BEGINNING
from engine.arena.setup import PERIODS, board_of
from engine.arena.state import ARENA, ArenaState
from engine.core import JSON, BadChance, State
from engine.events import ColumnsRetracted, ColumnsRose, EdgesFlipped
from tests.engine.arena.positions import CALM, calm, play, positions, start

DRAWS = 100_000
FOUR = ["a4", "c4", "d4", "e4"]
DEVIATIONS = 5.5
"""How far from its mean a count may be: by chance it is so once in some ten million."""


def within(count: int, tries: int, probability: float) -> bool:
    """Whether so many successes are what a binomial distribution gives."""
    deviation = math.sqrt(tries * probability * (1 - probability))
    return abs(count - tries * probability) < DEVIATIONS * deviation


# Drawing


@pytest.fixture(scope="module")
def flips() -> list[frozenset[str]]:
    calm_board, rng = board_of(BEGINNING), random.Random(2005)
    return [frozenset(arena.draw(calm_board, rng).flips) for _ in range(DRAWS)]


def test_a_quarter_of_the_mirrors_flip_each_of_them_and_all_together(
    flips: list[frozenset[str]],
) -> None:
    count = Counter(square for flipped in flips for square in flipped)
    assert count.keys() == set(RING)
    assert all(within(count[square], DRAWS, 0.25) for square in RING)
    assert within(count.total(), DRAWS * len(RING), 0.25)


def test_mirrors_flip_independently_of_each_other(flips: list[frozenset[str]]) -> None:
    together = Counter(pair for flipped in flips for pair in combinations(sorted(flipped), 2))
    assert all(within(together[pair], DRAWS, 0.25**2) for pair in combinations(RING, 2))
    sizes = Counter(map(len, flips))
    mean = sum(size * number for size, number in sizes.items()) / DRAWS
    variance = sum((size - mean) ** 2 * number for size, number in sizes.items()) / DRAWS
    assert variance == pytest.approx(36 * 0.25 * 0.75, rel=0.03)


def test_mirrors_flip_independently_of_how_they_flipped_before(
    flips: list[frozenset[str]],
) -> None:
    again = Counter(square for before, now in pairwise(flips) for square in before & now)
    assert all(within(again[square], DRAWS - 1, 0.25**2) for square in RING)


def test_every_period_and_every_empty_square_is_drawn_equally_often() -> None:
    rng = random.Random(2005)
    retracting = board(start(columns=("a4", "c4", "d4", "e4"), raised_left=1))
    periods = Counter(arena.draw(retracting, rng).next_rise for _ in range(DRAWS // 5))
    assert periods.keys() == set(PERIODS) == set(range(8, 17))
    assert all(within(number, DRAWS // 5, 1 / 9) for number in periods.values())
    state = start("Ma1NE gd8", rise_in=1, rubble=("e5", "f5"))
    rising = board(state)
    taken = {*state.truth().pieces, "e5", "f5"}
    squares: Counter[str] = Counter()
    for _ in range(DRAWS // 5):
        columns = arena.draw(rising, rng).columns
        assert columns is not None
        assert len(set(columns)) == 4
        squares.update(columns)
    assert len(squares) == 81 - len(taken)
    assert not squares.keys() & taken
    assert all(within(number, DRAWS // 5, 4 / len(squares)) for number in squares.values())


def board(state: ArenaState) -> Board:
    """The board of a state, to draw for."""
    return state._board.copy()


def test_columns_stand_for_three_actions_and_rise_again_after_their_period() -> None:
    rng, state = random.Random(11), ARENA.start(ARENA.complete({}, random.Random(11)))
    wait, periods, rises = state.truth().rise_in, set(), 0
    assert wait in PERIODS
    for _ in range(40):
        for left in range(wait, 0, -1):
            view = state.truth()
            assert (view.rise_in, view.raised_left, view.columns) == (left, 0, ())
            state, columns, period = step(state, rng)
            assert (columns is None, period) == (left > 1, None)
        assert columns is not None
        rises += 1
        for left in (3, 2, 1):
            view = state.truth()
            assert (view.rise_in, view.raised_left, view.columns) == (None, left, columns)
            assert not {*columns} & {*view.pieces, *view.rubble}
            state, risen, period = step(state, rng)
            assert (risen, period is None) == (None, left > 1)
        assert period in PERIODS
        wait = period
        periods.add(period)
    assert rises == 40
    assert len(periods) == len(PERIODS)


def step(
    state: ArenaState, rng: random.Random
) -> tuple[ArenaState, tuple[str, ...] | None, int | None]:
    """Play on without an end, and tell what the columns did."""
    texts = [str(action) for action in state.legal_actions(state.to_move or "")]
    text = rng.choice([text for text in texts if text != "FIRE"])
    after = state.apply(state.to_move or "", parse_action(text), rng=rng)
    assert after.chance is not None
    events = {type(event): event for event in after.events}
    rose, retracted = events.get(ColumnsRose), events.get(ColumnsRetracted)
    columns = rose.squares if isinstance(rose, ColumnsRose) else None
    if isinstance(retracted, ColumnsRetracted):
        assert retracted.squares == state.truth().columns
    period = after.chance["next_rise"]
    assert (period is None) is (retracted is None)
    whole = dict(after.state.truth().to_json()) | {"quiet": 0, "phase": "play", "result": None}
    whole["to_move"] = "white" if state.to_move == "black" else "black"
    return ARENA.start({"state": whole}), columns, period  # type: ignore[return-value]


def test_what_is_drawn_happens_and_is_told() -> None:
    state = start(rise_in=1)
    after = state.apply("white", parse_action("PASS"), rng=random.Random(3))
    assert after.chance is not None
    flipped = {
        square
        for square in RING
        if state.truth().edges[square] != after.state.truth().edges[square]  # type: ignore[attr-defined]
    }
    assert sorted(flipped) == after.chance["flips"]
    assert after.events[1:] == (
        EdgesFlipped(tuple(sorted(flipped))),
        ColumnsRose(tuple(after.chance["columns"])),  # type: ignore[arg-type]
    )
    again = state.apply("white", parse_action("PASS"), chance=after.chance)
    assert again.state.truth() == after.state.truth()
    assert again.events == after.events


def test_a_shot_meets_the_mirrors_and_columns_of_before_the_arenas_move() -> None:
    state = start(rise_in=1)
    chance = {"flips": ["Nb"], "columns": ["b4", "c4", "d4", "e4"], "next_rise": None}
    after = play(state, "FIRE", chance=chance)
    (shot,) = [event for event in after.events if event.to_json()["event"] == "fired"]
    assert shot.to_json()["path"] == (*(f"b{row}" for row in range(2, 10)), "Nb", "Nc")


@given(positions(), st.integers(0, 1_000))
def test_columns_never_rise_on_anything(position: Position, seed: int) -> None:
    at = board_of(position)
    move = arena.draw(at, random.Random(seed))
    assert (move.columns is not None) is (position.rise_in == 1)
    assert (move.next_rise is not None) is (position.raised_left == 1)
    if move.columns is not None:
        assert len(set(move.columns)) == 4
        assert not {*move.columns} & {*position.pieces, *position.rubble}
    assert arena.read(at, move.to_json()) == move


# Given


def refusal(state: State, chance: object) -> str:
    """Why the chance is refused, after which the state is as it was."""
    before = state.truth()
    with pytest.raises(BadChance) as refused:
        state.apply(state.to_move or "", parse_action("PASS"), chance=chance)  # type: ignore[arg-type]
    assert state.truth() == before
    return str(refused.value)


QUIET, RISING = start(), start("Ma1NE", rise_in=1, rubble=("b8",))
RETRACTING = start(columns=("a4", "c4", "d4", "e4"), raised_left=1)


@pytest.mark.parametrize(
    ("state", "change", "reason"),
    [
        (QUIET, {"flips": ["Nj"]}, "The flips have an unknown square “Nj”."),
        (QUIET, {"flips": ["E1", "e4"]}, "The flips have an unknown square “e4”."),
        (QUIET, {"flips": ["E10", "W0"]}, "The flips have an unknown square “E10” or “W0”."),
        (QUIET, {"flips": ["NE"]}, "NE is a corner of the ring, whose mirror never flips."),
        (QUIET, {"flips": ["E1", "Na", "E1"]}, "The flips name E1 more than once."),
        (QUIET, {"flips": "E1"}, "The flips are a list of squares."),
        (QUIET, {"flips": None}, "The flips are a list of squares."),
        (QUIET, {"flips": {"E1": True}}, "The flips are a list of squares."),
        (QUIET, {"flips": [1, None, ["E1"]]}, "The flips name something that is no text."),
        (QUIET, {"columns": FOUR}, "No columns rise after this action."),
        (QUIET, {"columns": []}, "No columns rise after this action."),
        (QUIET, {"next_rise": 8}, "No columns retract after this action"),
        (QUIET, {"next_rise": 0}, "No columns retract after this action"),
        (QUIET, {"luck": 7}, "The chance of an action has no key “luck”."),
        (RISING, {"columns": None}, "Columns rise after this action, and the chance does not say"),
        (RISING, {"columns": FOUR[:3]}, "Four columns rise together, and the chance has 3."),
        (RISING, {"columns": [*FOUR, "f4"]}, "Four columns rise together, and the chance has 5."),
        (RISING, {"columns": []}, "Four columns rise together, and the chance has 0."),
        (RISING, {"columns": [*FOUR[:3], "a4"]}, "The columns name a4 more than once."),
        (RISING, {"columns": [*FOUR[:3], "a1"]}, "No column can rise on a1, where a piece stands."),
        (RISING, {"columns": [*FOUR[:3], "b8"]}, "No column can rise on b8, where rubble lies."),
        (RISING, {"columns": [*FOUR[:3], "Na"]}, "The columns have an unknown square “Na”."),
        (RISING, {"columns": [*FOUR[:3], 4]}, "The columns name something that is no text."),
        (RISING, {"columns": "a4c4"}, "The columns are a list of squares."),
        (RISING, {"columns": FOUR, "next_rise": 9}, "No columns retract after this action"),
        (RETRACTING, {"next_rise": None}, "Columns retract after this action, and the chance"),
        (RETRACTING, {"next_rise": 7}, "The chance's next_rise is a whole number from 8 to 16."),
        (RETRACTING, {"next_rise": 17}, "The chance's next_rise is a whole number from 8 to 16."),
        (RETRACTING, {"next_rise": 8.0}, "The chance's next_rise is a whole number from 8 to 16."),
        (RETRACTING, {"next_rise": True}, "The chance's next_rise is a whole number from 8 to 16."),
        (RETRACTING, {"next_rise": "9"}, "The chance's next_rise is a whole number from 8 to 16."),
        (RETRACTING, {"next_rise": 9, "columns": FOUR}, "No columns rise after this action."),
    ],
)  # fmt: skip
def test_a_chance_that_cannot_be_is_refused_with_the_reason(
    state: ArenaState, change: dict[str, JSON], reason: str
) -> None:
    assert reason in refusal(state, dict(CALM) | change)


def test_every_fault_of_a_chance_is_named() -> None:
    chance = {"flips": ["NE", "Nj", "E1", "E1"], "columns": ["a1", "b8", "j1"], "next_rise": 3}
    text = refusal(RISING, chance)
    for part in ("NE is a corner", "“Nj”", "E1 more", "on a1", "on b8", "“j1”", "has 3", "retract"):
        assert part in text
    assert "flips" in refusal(QUIET, {})


def test_no_chance_at_all_is_refused_when_nothing_draws_it() -> None:
    assert "missing" in refusal(QUIET, None)


def test_a_square_that_a_shot_has_just_emptied_may_take_a_column_and_new_rubble_may_not() -> None:
    columns = {"flips": [], "columns": ["a4", "b4", "c4", "d4"], "next_rise": None}
    mirror, guard = start("mb4NE", rise_in=1), start("gb4EW", rise_in=1)
    after = mirror.apply("white", parse_action("FIRE"), chance=columns)
    assert after.state.truth().columns == ("a4", "b4", "c4", "d4")  # type: ignore[attr-defined]
    with pytest.raises(BadChance, match="b4, where rubble lies"):
        guard.apply("white", parse_action("FIRE"), chance=columns)


def test_a_square_that_a_move_has_just_left_may_take_a_column_and_its_target_may_not() -> None:
    state = start("Mb4NE", rise_in=1)
    chance: dict[str, JSON] = {"flips": [], "columns": ["a4", "b4", "c4", "d4"], "next_rise": None}
    assert state.apply("white", parse_action("b4-b5"), chance=chance).chance == chance
    with pytest.raises(BadChance, match="c4, where a piece stands"):
        state.apply("white", parse_action("b4-c4"), chance=chance)


def test_columns_may_rise_again_where_they_stood() -> None:
    state = play(RETRACTING, "PASS", chance=dict(CALM) | {"next_rise": 8}).state
    assert isinstance(state, ArenaState)
    for _ in range(7):
        following = play(state, "PASS").state
        assert isinstance(following, ArenaState)
        state = following
    again = play(state, "PASS", chance=dict(CALM) | {"columns": FOUR})
    assert again.state.truth().columns == tuple(FOUR)  # type: ignore[attr-defined]


def test_no_chance_belongs_to_an_action_in_which_a_king_falls() -> None:
    state = start("kb5")
    for chance in (CALM, {}, {"flips": ["E1"]}):
        with pytest.raises(BadChance, match="king fell"):
            state.apply("white", parse_action("FIRE"), chance=chance)
    assert calm(state, "FIRE") is None


def test_a_chance_is_recorded_sorted_and_complete() -> None:
    chance = {"flips": ["W9", "E1"]}
    assert QUIET.apply("white", parse_action("PASS"), chance=chance).chance == {
        "flips": ["E1", "W9"],
        "columns": None,
        "next_rise": None,
    }
