"""Deflexion's controls offer what is legal, and the suggestions find it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.panels.deflexion import DeflexionPanel
from bot.panels.panel import LIMIT, Board
from bot.posting import Button, ControlId, Rows, Select
from engine.core import State
from engine.registry import game

PANEL = DeflexionPanel()
DEFLEXION = game("deflexion")


def board(state: State, seq: int = 4) -> Board:
    seat = state.to_move
    assert seat
    return Board(17, seq, state.view(seat), seat, state.legal_actions(seat))


def buttons(rows: Rows) -> list[Button]:
    return [button for row in rows if not isinstance(row, Select) for button in row]


def select(rows: Rows) -> Select:
    (found,) = (row for row in rows if isinstance(row, Select))
    return found


@pytest.fixture
def start() -> Board:
    return board(DEFLEXION.start({}))


def test_the_buttons_line_up_as_a_compass_with_turns_menu_and_rules(start: Board) -> None:
    rows = [row for row in PANEL.rows(start, None) if not isinstance(row, Select)]
    assert [[button.label for button in row] for row in rows] == [
        ["↖", "↑", "↗", "⟲"],
        ["←", "☰", "→", "⟳"],
        ["↙", "↓", "↘", "Rules"],
    ]


def test_without_a_pick_only_menu_and_rules_can_be_pressed(start: Board) -> None:
    live = [button.label for button in buttons(PANEL.rows(start, None)) if not button.is_disabled]
    assert live == ["☰", "Rules"]
    assert not any(option.is_default for option in select(PANEL.rows(start, None)).options)


def test_a_pick_is_the_default_of_the_select_and_in_the_ids(start: Board) -> None:
    rows = PANEL.rows(start, "e4")
    assert [option.value for option in select(rows).options if option.is_default] == ["e4"]
    live = {str(button.id) for button in buttons(rows) if button.id.verb in ("go", "turn")}
    assert "rc:17:4:go:e4-d4" in live
    assert "rc:17:4:turn:e4R" in live


def test_an_opponents_square_or_nonsense_is_no_pick(start: Board) -> None:
    for square in ("a4", "a1", "", "e4:e4", "💥"):
        assert PANEL.rows(start, square) == PANEL.rows(start, None)


@given(st.data())
def test_the_live_buttons_are_the_legal_actions_of_the_pick(data: st.DataObject) -> None:
    state = DEFLEXION.start(data.draw(st.sampled_from(list(DEFLEXION.samples))))
    for _ in range(data.draw(st.integers(0, 12))):
        if state.to_move is None:
            return
        action = data.draw(st.sampled_from(state.legal_actions(state.to_move)))
        state = state.apply(state.to_move, action).state
    if state.to_move is None:
        return
    shown = board(state)
    offered: set[str] = set()
    for option in select(PANEL.rows(shown, None)).options:
        rows = PANEL.rows(shown, option.value)
        ids = [str(button.id) for button in buttons(rows)]
        assert len(set(ids)) == len(ids)
        assert all(len(id_) <= 100 for id_ in ids)
        for button in buttons(rows):
            if button.id.verb in ("go", "turn"):
                step = state.apply(state.to_move, DEFLEXION.parse(button.id.argument))
                offered.add(str(step.action))
    assert offered == {str(action) for action in shown.actions}


def test_nothing_typed_suggests_each_piece_that_can_act(start: Board) -> None:
    labels = [suggestion.label for suggestion in PANEL.suggestions(start, "")]
    assert len(labels) == 12
    assert {"e4 Djed", "e1 Pharaoh", "d1 Obelisk"} <= set(labels)


def test_typed_words_filter_and_the_value_is_the_notation(start: Board) -> None:
    (found,) = PANEL.suggestions(start, "f4 SWAPS")
    assert (found.label, found.value) == (
        "f4xg3 Djed swaps with Gold's Pyramid south-east",
        "f4xg3",
    )
    assert [s.value for s in PANEL.suggestions(start, "j5 turns")] == ["j5L", "j5R"]
    assert PANEL.suggestions(start, "zebra") == []


def test_what_begins_as_typed_comes_before_what_only_names_a_piece_so(start: Board) -> None:
    labels = [suggestion.label for suggestion in PANEL.suggestions(start, "d")]
    assert labels[0].startswith("d1")
    assert not any("Pyramid" in label and "d" not in label.split()[0] for label in labels)
    assert "e4" in {label[:2] for label in labels}, "the Djeds follow"


def test_a_long_list_says_how_many_more_there_are(start: Board) -> None:
    found = PANEL.suggestions(start, "pyramid")
    fitting = sum("Pyramid" in suggestion.label for suggestion in found[:-1])
    assert (len(found), fitting) == (LIMIT, LIMIT - 1)
    assert (
        f"{sum('pyramid' in name for name in all_names(start)) - fitting} more" in found[-1].label
    )
    assert all(len(suggestion.label) <= 100 for suggestion in found)


def all_names(shown: Board) -> list[str]:
    from bot.panels.deflexion import action_name
    from engine.deflexion.notation import parse_code

    pieces = parse_code(shown.view.to_json()["code"]).pieces  # type: ignore[arg-type]
    return [action_name(action, pieces).casefold() for action in shown.actions]


def test_the_rules_fit_one_message() -> None:
    assert len(PANEL.rules) <= 2000


@given(st.text(max_size=120))
def test_any_text_is_a_control_id_or_none(text: str) -> None:
    parsed = ControlId.parse(text)
    assert parsed is None or ControlId.parse(str(parsed)) == parsed
