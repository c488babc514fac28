"""Reflix's controls in play, its suggestions, and typed moves."""

import random

import pytest

from bot.panels.panel import Board
from bot.panels.reflix import ReflixPanel, action_name
from bot.posting import Select
from engine.core import State
from engine.registry import game

PANEL = ReflixPanel()
RULES = game("reflix")


def begun(first: str = "south") -> State:
    state = RULES.start(RULES.complete({"first": first}))
    for seat, setups in RULES.sample_setups.items():
        state = state.apply(seat, RULES.parse(setups[0])).state
    return state


def board(state: State) -> Board:
    seat = state.to_move
    assert seat
    return Board(7, 3, state.view(None), seat, state.legal_actions(seat))


def select(state: State, pick: str | None, number: int) -> Select:
    found = PANEL.rows(board(state), pick)[number]
    assert isinstance(found, Select)
    return found


def test_the_three_own_mirrors_are_listed_and_rest_until_one_is_picked() -> None:
    state = begun()
    mirrors, slides = select(state, None, 0), select(state, None, 1)
    assert [option.label for option in mirrors.options] == [
        "B6 mirror ╱", "D6 mirror ╲", "F5 mirror ╲",
    ]  # fmt: skip
    assert slides.is_disabled
    assert len(slides.options) == 1, "Discord takes no select without options"
    buttons = PANEL.rows(board(state), None)[2]
    assert not isinstance(buttons, Select)
    assert [(b.label, b.is_disabled) for b in buttons] == [
        ("Turn", True), ("Rules", False), ("Menu", False),
    ]  # fmt: skip


def test_a_picked_mirror_turns_and_slides_wherever_it_may_way_by_way() -> None:
    state = begun()
    mirrors, slides = select(state, "d6", 0), select(state, "d6", 1)
    assert [option.value for option in mirrors.options if option.is_default] == ["d6"]
    assert [option.label for option in slides.options] == [
        "← C6", "→ E6", "→ F6", "→ G6", "↑ D5",
    ]  # fmt: skip
    buttons = PANEL.rows(board(state), "d6")[2]
    assert not isinstance(buttons, Select)
    assert (buttons[0].id.verb, buttons[0].id.argument) == ("turn", "d6R")


def test_an_opponents_mirror_or_nothing_cannot_be_picked() -> None:
    for pick in ("d4", "a1", "zz", ""):
        assert not any(option.is_default for option in select(begun(), pick, 0).options)
        assert select(begun(), pick, 1).is_disabled


@pytest.mark.parametrize("first", ["south", "north"])
def test_the_controls_offer_exactly_what_is_legal_all_game_long(first: str) -> None:
    chance, state = random.Random(5), begun(first)
    while state.result is None:
        shown = board(state)
        offered = set()
        for option in select(state, None, 0).options:
            _, slides, (turn, *_) = PANEL.rows(shown, option.value)  # type: ignore[misc]
            assert isinstance(slides, Select)
            assert len(slides.options) <= 25
            offered |= {o.value for o in slides.options if not slides.is_disabled}
            offered.add(turn.id.argument)  # type: ignore[union-attr]
            ids = [str(slides.id), str(turn.id)]  # type: ignore[union-attr]
            assert all(len(id_) <= 100 for id_ in ids)
        assert offered == {str(action) for action in shown.actions}
        assert state.to_move
        state = state.apply(state.to_move, chance.choice(shown.actions)).state


def test_suggestions_are_mirrors_first_and_then_what_fits() -> None:
    state = begun()
    assert [s.value for s in PANEL.suggestions(board(state), "")] == ["b6", "d6", "f5"]
    assert next(s.value for s in PANEL.suggestions(board(state), "d6")).startswith("d6")
    assert [s.value for s in PANEL.suggestions(board(state), "d6 right")] == [
        "d6-e6", "d6-f6", "d6-g6",
    ]  # fmt: skip
    assert [s.label for s in PANEL.suggestions(board(state), "turns f5")] == ["f5R turns"]
    assert PANEL.suggestions(board(state), "pharaoh") == []
    for suggestion in PANEL.suggestions(board(state), "d"):
        assert str(RULES.parse(PANEL.notation(suggestion.label))) == suggestion.value


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("D6R", "d6R"), ("d6 l", "d6L"), ("D6 - E6", "d6-e6"), ("d6 e6", "d6-e6"), ("d6r now", "d6R")],
)
def test_a_typed_move_is_understood_whatever_its_case_and_blanks(typed: str, meant: str) -> None:
    assert PANEL.notation(typed) == meant


def test_the_pick_of_an_action_is_its_mirror() -> None:
    for action in begun().legal_actions("south"):
        assert PANEL.pick_of(action) == str(action)[:2]
        assert str(action) in action_name(action)
