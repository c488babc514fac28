"""The engine and an independent model of the same rules agree on every step of random games."""

import itertools
import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core import State
from engine.legion.game import LEGION
from tests.engine.legion import model
from tests.engine.legion.positions import SQUARES

ARMIES = [{"blue": b, "red": r} for b, r in itertools.product(sorted(model.FRONT), repeat=2)]
FORMS = [(kind, state) for kind, states in model.STATES.items() for state in states]


def read(shown: object) -> model.State:
    """STATE as another program reads it."""
    found = json.loads(json.dumps(shown))
    assert isinstance(found, dict)
    return found


def compare(state: State, expected: model.State) -> None:
    """Hold the actions, the truth and what everybody sees to the model."""
    assert read(state.truth().to_json()) == expected
    for seat in ("blue", "red"):
        assert read(state.view(seat).to_json()) == model.view(expected, seat)
        actions = model.legal(expected) if seat == expected["to_move"] else []
        assert [str(action) for action in state.legal_actions(seat)] == actions
    assert read(state.view(None).to_json()) == model.view(expected, "public")


def agree(state: State, expected: model.State, plies: int, rng: random.Random) -> None:
    """Play on at random, rather a capture than not, and compare every step."""
    compare(state, expected)
    for _ in range(plies):
        actions = model.legal(expected)
        if not actions:
            break
        captures = [action for action in actions if "x" in action or "*" in action]
        text = rng.choice(captures if captures and rng.random() < 0.4 else actions)
        state = state.apply(expected["to_move"], LEGION.parse(text)).state
        expected = model.apply(expected, text)
        compare(state, expected)


def deployment(seat: str, army: str, rng: random.Random) -> str:
    """Any deployment of the seat, with the Assassin's square or on the usual one."""
    units = model.home(seat, army)
    assassin = rng.choice(
        [None, *(f"{column}{2 if seat == 'blue' else 7}" for column in "abcdefgh")]
    )
    hides = assassin or model.ASSASSIN[seat]
    choices = [
        f"{square}={rng.choice(model.STATES[unit['kind']])}"
        for square, unit in units.items()
        if unit["kind"] in model.STATES and square != hides and rng.random() < 0.5
    ]
    return " ".join(["deploy", *([assassin] if assassin else []), *choices])


@pytest.mark.parametrize("armies", ARMIES, ids=lambda armies: "-".join(armies.values()))
@pytest.mark.parametrize("seed", range(2))
def test_a_random_game_goes_the_same_way_in_both(armies: dict[str, str], seed: int) -> None:
    rng = random.Random(seed)
    state: State = LEGION.start({"armies": dict(armies)})
    expected = model.start(armies)
    first, second = rng.sample(["blue", "red"], 2)
    for seat in (first, first, second):  # who has deployed may do so again until both have
        compare(state, expected)
        text = deployment(seat, armies[seat], rng)
        state, expected = (
            state.apply(seat, LEGION.parse(text)).state,
            model.deploy(expected, seat, text),
        )
    agree(state, expected, 150, rng)


def scattered(rng: random.Random) -> model.State:
    """A position of all units in all states, of mixed armies too, crowded or nearly empty."""
    squares = rng.sample(SQUARES, 64)
    units = {}

    def put(seat: str, kind: str, state: str | None, *, hidden: bool = False) -> None:
        facing = rng.choice(sorted(model.OPPOSITE))
        unit = {"seat": seat, "kind": kind, "state": state, "facing": facing}
        units[squares.pop()] = unit | ({"hidden": True} if hidden else {})

    for seat in model.OTHER:
        put(seat, "commander", None)
        put(seat, "fortress", rng.choice(["active", "disabled"]))
        match rng.randrange(3):
            case 0:
                put(seat, "assassin", None)
            case 1:
                put(seat, "assassin", "defend", hidden=True)
    # Few kinds at a time, so that Legionnaires meet Legionnaires, and shots what blocks them.
    forms = rng.sample(FORMS, rng.randint(2, len(FORMS)))
    for _ in range(rng.choice([4, 10, 20, 30, 45])):
        put(rng.choice(["blue", "red"]), *rng.choice(forms))
    return {
        "game": "legion",
        "phase": "play",
        "ply": 7,
        "to_move": rng.choice(["blue", "red"]),
        "result": None,
        "armies": rng.choice(ARMIES),
        "units": units,
        "score": {"blue": rng.randrange(9), "red": rng.randrange(9)},
        "quiet": rng.choice([0, 40, 77, 79]),
        "ready": {"blue": True, "red": True},
    }


@given(st.integers(0, 1_000_000))
@settings(max_examples=150, deadline=None)
def test_a_random_position_goes_on_the_same_way_in_both(seed: int) -> None:
    rng = random.Random(seed)
    position = scattered(rng)
    agree(LEGION.start({"state": position}), position, 6, rng)


@given(st.integers(0, 1_000_000))
@settings(max_examples=12, deadline=None)
def test_the_leaves_of_random_positions_are_as_many_in_both(seed: int) -> None:
    position = scattered(random.Random(seed))
    state = LEGION.start({"state": position})
    assert [state.perft(depth) for depth in range(3)] == [
        model.perft(position, depth) for depth in range(3)
    ]


@given(st.integers(0, 1_000_000), st.booleans())
@settings(max_examples=20, deadline=None)
def test_when_time_runs_out_the_same_seat_wins_in_both(seed: int, timed: bool) -> None:
    position = scattered(random.Random(seed))
    result = LEGION.start({"state": position, "timed": timed}).adjudicate()
    assert result is not None
    slower = model.OTHER[position["to_move"]]
    assert (result.winner, result.reason) == (model.leader(position) if timed else slower, "time")
