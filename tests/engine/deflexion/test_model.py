"""The engine and an independent model of Khet 2.0's rules agree on every step of random games."""

import random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.core import State
from engine.deflexion.notation import Position, format_code
from engine.deflexion.rulesets import KHET_RULES
from engine.deflexion.setup import laser_faults
from engine.deflexion.state import DEFLEXION, DeflexionState
from engine.events import Destroyed, Fired
from tests.engine.deflexion import model
from tests.engine.deflexion.positions import positions


def begun(code: str) -> tuple[DeflexionState, model.Game]:
    """The game that starts from a position code, in both."""
    return DEFLEXION.start({"rules": "khet2", "code": code}), model.read(code)


def agree(state: State, game: model.Game, plies: int, rng: random.Random) -> None:
    """Play on at random and compare every step."""
    for _ in range(plies):
        assert isinstance(state, DeflexionState)
        assert state.truth().code == game.code
        assert state.truth().quiet == game.quiet
        result = None if state.result is None else (state.result.winner, state.result.reason)
        assert result == game.result
        if state.to_move is None:
            return
        actions = state.legal_actions(state.to_move)
        assert [str(action) for action in actions] == model.legal(game)
        action = rng.choice(actions)
        step = state.apply(state.to_move, action)
        game, path, end, at = model.apply(game, str(action))
        (shot,) = [event for event in step.events if isinstance(event, Fired)]
        assert (list(shot.path), shot.end, shot.at) == (path, end, at)
        fallen = [event.square for event in step.events if isinstance(event, Destroyed)]
        assert fallen == ([at] if end == "hit" else [])
        state = step.state


@pytest.mark.parametrize("layout", KHET_RULES.layouts)
@pytest.mark.parametrize("seed", range(4))
def test_a_random_game_goes_the_same_way_in_both(layout: str, seed: int) -> None:
    agree(*begun(KHET_RULES.layouts[layout]), 500, random.Random(seed))


@given(positions(KHET_RULES), st.integers(0, 1_000))
@settings(max_examples=150, deadline=None)
def test_a_random_position_goes_on_the_same_way_in_both(position: Position, seed: int) -> None:
    assume(not laser_faults(position, KHET_RULES))
    agree(*begun(format_code(position)), 12, random.Random(seed))


@pytest.mark.parametrize("layout", KHET_RULES.layouts)
def test_the_leaves_of_the_layouts_are_as_many_in_both(layout: str) -> None:
    state, game = begun(KHET_RULES.layouts[layout])
    assert state.perft(2) == model.perft(game, 2)


@given(positions(KHET_RULES))
@settings(max_examples=30, deadline=None)
def test_the_leaves_of_random_positions_are_as_many_in_both(position: Position) -> None:
    assume(not laser_faults(position, KHET_RULES))
    state, game = begun(format_code(position))
    assert state.perft(2) == model.perft(game, 2)
