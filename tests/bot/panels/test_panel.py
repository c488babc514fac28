"""What is common to the panels of the games: how typed actions are read."""

import random

import pytest

from bot.panels import PANELS
from bot.panels.panel import Board
from engine.core import Game, InvalidAction
from engine.registry import GAMES
from tests.engine.beginning import begin


@pytest.mark.parametrize("rules", GAMES.values(), ids=lambda rules: rules.name)
def test_the_label_of_every_suggestion_is_read_as_its_action(rules: Game) -> None:
    panel, rng = PANELS[rules.name], random.Random(1)
    read = 0
    for options in rules.samples:
        state = begin(rules, options)
        for _ in range(15):
            if state.to_move is None:
                break
            actions = state.legal_actions(state.to_move)
            board = Board(1, 1, state.view(state.to_move), state.to_move, actions)
            for typed in ("a", "d", "e", "g", "fire", "pass"):
                for suggestion in panel.suggestions(board, typed):
                    if not suggestion.label.startswith("…"):
                        assert panel.notation(suggestion.label) == suggestion.value
                        read += 1
            state = state.apply(state.to_move, rng.choice(actions), rng=rng).state
    assert read > 100


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("deflexion", "c1L c2L"),
        ("deflexion", "e4 - e5 d4-d5"),
        ("arena", "PASS e2-e3"),
        ("arena", "fire e2L"),
        ("arena", "e2L fire"),
        ("reflix", "d6-e6 d4-e4"),
        ("legion", "e2-e3 d2-d3"),
        ("legion", "e2t pass"),
        ("legion", "pass e2fxe3"),
    ],
)
def test_of_two_actions_none_is_read(name: str, typed: str) -> None:
    with pytest.raises(InvalidAction):
        GAMES[name].parse(PANELS[name].notation(typed))
