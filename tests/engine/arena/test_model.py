"""The engine and an independent model of the same rules agree on every step of random games."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.arena.notation import Position
from engine.arena.setup import board_of
from engine.arena.state import ARENA, ArenaState
from engine.core import State
from engine.events import Fired
from tests.engine.arena import model
from tests.engine.arena.positions import positions


def truth(state: State) -> model.State:
    """STATE as another program reads it."""
    found = json.loads(json.dumps(state.truth().to_json()))
    assert isinstance(found, dict)
    return found


def agree(state: State, plies: int, rng: random.Random) -> None:
    """Play on at random, half of the shots that are possible fired, and compare every step."""
    expected = truth(state)
    for _ in range(plies):
        assert state.to_move == expected["to_move"]
        if state.to_move is None:
            return
        actions = state.legal_actions(state.to_move)
        assert [str(action) for action in actions] == model.legal(expected)
        shots = [action for action in actions if str(action) == "FIRE"]
        action = rng.choice(shots if shots and rng.random() < 0.5 else actions)
        step = state.apply(state.to_move, action, rng=rng)
        for event in step.events:
            if isinstance(event, Fired):
                path, end, at, _ = model.shoot(expected, state.to_move)
                assert (list(event.path), event.end, event.at) == (path, end, at)
        chance = None if step.chance is None else dict(step.chance)
        state, expected = step.state, model.apply(expected, str(action), chance)
        assert truth(state) == expected


@pytest.mark.parametrize("seed", range(12))
def test_a_random_game_goes_the_same_way_in_both(seed: int) -> None:
    rng = random.Random(seed)
    agree(ARENA.start(ARENA.complete({}, rng)), 400, rng)


@given(positions(), st.integers(0, 1_000))
@settings(max_examples=150, deadline=None)
def test_a_random_position_goes_on_the_same_way_in_both(position: Position, seed: int) -> None:
    agree(ArenaState(board_of(position), 7, None), 12, random.Random(seed))


@pytest.mark.parametrize("options", list(ARENA.samples), ids=["beginning", "middle"])
def test_the_leaves_are_as_many_in_both(options: dict[str, object]) -> None:
    state = ARENA.start(options)  # type: ignore[arg-type]
    for depth in range(3):
        assert state.perft(depth) == model.perft(truth(state), depth)


@given(positions())
@settings(max_examples=30, deadline=None)
def test_the_leaves_of_random_positions_are_as_many_in_both(position: Position) -> None:
    state = ArenaState(board_of(position), 7, None)
    assert state.perft(2) == model.perft(truth(state), 2)
