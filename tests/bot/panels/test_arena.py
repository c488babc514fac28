"""Arena's controls offer what is legal, say what cannot be done and why, and find what is typed."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.panels.arena import ArenaPanel
from bot.panels.panel import LIMIT, Board
from bot.posting import MOST_ROWS, Button, ControlId, Rows, Select
from engine.core import JSON, State
from engine.registry import game

PANEL = ArenaPanel()
ARENA = game("arena")


def board(state: State, seq: int = 4) -> Board:
    seat = state.to_move
    assert seat
    return Board(17, seq, state.view(None), seat, state.legal_actions(seat))


def played(*actions: str, state: State | None = None) -> State:
    """The state after the actions, in an arena that does not stir."""
    still: dict[str, JSON] = {"flips": [], "columns": None, "next_rise": None}
    options = ARENA.complete({"rise_in": 16}, random.Random(1))
    state = state or ARENA.start(options)
    for action in actions:
        state = state.apply(state.to_move or "", ARENA.parse(action), chance=still).state
    return state


def buttons(rows: Rows) -> list[Button]:
    return [button for row in rows if not isinstance(row, Select) for button in row]


def button(rows: Rows, label: str) -> Button:
    (found,) = (each for each in buttons(rows) if each.label == label)
    return found


def options(rows: Rows) -> dict[str, str]:
    (select,) = (row for row in rows if isinstance(row, Select))
    return {option.value: option.label for option in select.options}


@pytest.fixture
def start() -> Board:
    return board(played())


def test_the_buttons_are_the_ankh_under_a_select_in_five_rows(start: Board) -> None:
    rows = PANEL.rows(start, None)
    assert len(rows) == MOST_ROWS
    assert isinstance(rows[0], Select)
    assert [[each.label for each in row] for row in rows[1:] if not isinstance(row, Select)] == [
        ["⟲", "↑", "⟳"],
        ["←", "🪲", "→"],
        ["Pass", "↓", "Fire"],
        ["Menu"],
    ]


def test_without_a_pick_one_can_pass_fire_and_read(start: Board) -> None:
    rows = PANEL.rows(start, None)
    live = [each.label for each in buttons(rows) if not each.is_disabled]
    assert live == ["🪲", "Pass", "Fire", "Menu"]
    assert str(button(rows, "Fire").id) == "rc:17:4:fire:FIRE"
    assert str(button(rows, "Pass").id) == "rc:17:4:pass:PASS"


def test_a_pick_is_the_default_of_the_select_and_in_the_ids(start: Board) -> None:
    rows = PANEL.rows(start, "d3")
    select = rows[0]
    assert isinstance(select, Select)
    assert [option.value for option in select.options if option.is_default] == ["d3"]
    live = {str(each.id) for each in buttons(rows) if each.id.verb in ("go", "turn")}
    assert live == {"rc:17:4:go:d3-c3", "rc:17:4:go:d3-d4", "rc:17:4:turn:d3L", "rc:17:4:turn:d3R"}


def test_an_opponents_square_or_nonsense_is_no_pick(start: Board) -> None:
    for square in ("e8", "a1", "", "Na", "💥", "d3-d4"):
        assert PANEL.rows(start, square) == PANEL.rows(start, None)


def test_every_piece_is_listed_with_what_sets_it_apart(start: Board) -> None:
    listed = options(PANEL.rows(start, None))
    assert len(listed) == 12
    assert listed["b1"] == "b1 Cannon · fires north"
    assert listed["e2"] == "e2 King · no square is free"
    assert listed["e3"] == "e3 Guard Tower"
    listed = options(PANEL.rows(board(played("b1R", "PASS")), None))
    assert listed["b1"] == "b1 Cannon · fires east"
    assert listed["c2"] == "c2 Double Mirror"


def test_king_and_guard_tower_do_not_turn_and_the_cannon_does_not_move(start: Board) -> None:
    assert button(PANEL.rows(start, "e2"), "⟲").is_disabled
    assert button(PANEL.rows(start, "d2"), "⟳").is_disabled
    cannon = PANEL.rows(start, "b1")
    assert not button(cannon, "⟲").is_disabled
    assert all(button(cannon, arrow).is_disabled for arrow in "←↑→↓")


def test_a_locked_double_mirror_says_so_and_can_only_turn() -> None:
    locked = board(played("c2-c3", "PASS"))
    rows = PANEL.rows(locked, "c3")
    assert options(rows)["c3"] == "c3 Double Mirror · locked, can only turn"
    assert all(button(rows, arrow).is_disabled for arrow in "←↑→↓")
    assert not button(rows, "⟲").is_disabled
    freed = PANEL.rows(board(played("c2-c3", "PASS", "d3-d4", "PASS")), "c3")
    assert options(freed)["c3"] == "c3 Double Mirror"


def test_a_dug_in_guard_tower_says_so_and_rests() -> None:
    truth = played().truth().to_json()
    pieces = truth["pieces"]
    assert isinstance(pieces, dict)
    struck = pieces | {"e3": {**pieces["e3"], "hits": ["N"]}}
    state = ARENA.start(ARENA.complete({"state": {**truth, "pieces": struck}}))
    rows = PANEL.rows(board(state), "e3")
    assert options(rows)["e3"] == "e3 Guard Tower · dug in, cannot move"
    assert all(button(rows, label).is_disabled for label in "⟲⟳←↑→↓")
    assert "e3" not in {each.value for each in PANEL.suggestions(board(state), "")}


def test_a_cannon_that_cools_down_says_so_on_its_button() -> None:
    cooling = board(played("FIRE", "PASS"))
    rows = PANEL.rows(cooling, None)
    assert button(rows, "Cooling").is_disabled
    assert "Fire" not in [each.label for each in buttons(rows)]
    assert "FIRE" not in {each.value for each in PANEL.suggestions(cooling, "")}
    ready = PANEL.rows(board(played("FIRE", "PASS", "PASS", "PASS")), None)
    assert not button(ready, "Fire").is_disabled


@given(st.data())
def test_the_live_buttons_are_the_legal_actions(data: st.DataObject) -> None:
    state = ARENA.start(data.draw(st.sampled_from([dict(each) for each in ARENA.samples])))
    chance = random.Random(data.draw(st.integers(0, 2**32)))
    for _ in range(data.draw(st.integers(0, 30))):
        if state.to_move is None:
            return
        action = data.draw(st.sampled_from(state.legal_actions(state.to_move)))
        state = state.apply(state.to_move, action, rng=chance).state
    if state.to_move is None:
        return
    shown = board(state)
    offered: set[str] = set()
    for square in options(PANEL.rows(shown, None)):
        rows = PANEL.rows(shown, square)
        ids = [str(each.id) for each in buttons(rows)]
        assert len(set(ids)) == len(ids)
        assert all(len(id_) <= 100 for id_ in ids)
        for each in buttons(rows):
            if each.id.verb in ("go", "turn", "fire", "pass"):
                action = ARENA.parse(each.id.argument)
                offered.add(str(state.apply(state.to_move, action, rng=chance).action))
    assert offered == {str(action) for action in shown.actions}
    for action in shown.actions:
        pressed = PANEL.rows(shown, PANEL.pick_of(action))
        ids = {each.id for each in buttons(pressed) if not each.is_disabled}
        assert any(each.argument == str(action) for each in ids)


def test_nothing_typed_suggests_each_piece_that_can_act_then_fire_and_pass(start: Board) -> None:
    found = PANEL.suggestions(start, "")
    assert [each.value for each in found[-2:]] == ["FIRE", "PASS"]
    assert found[-2].label == "FIRE the laser, north"
    labels = {each.label for each in found}
    assert {"b1 Cannon", "c2 Double Mirror", "e3 Guard Tower", "d3 Mirror"} <= labels
    assert "e2 King" not in labels, "no square is free beside it"
    assert len(found) <= LIMIT


def test_typed_words_filter_and_the_value_is_the_notation(start: Board) -> None:
    (found,) = PANEL.suggestions(start, "e3 NORTH")
    assert (found.label, found.value) == ("e3-e4 Guard Tower north", "e3-e4")
    assert [each.value for each in PANEL.suggestions(start, "d3 turns")] == ["d3L", "d3R"]
    assert [each.label for each in PANEL.suggestions(start, "c2 turns")] == [
        "c2R Double Mirror turns"
    ]
    assert [each.label for each in PANEL.suggestions(start, "cannon")] == ["b1R Cannon turns east"]
    assert PANEL.suggestions(start, "fi")[0].value == "FIRE"
    assert [each.value for each in PANEL.suggestions(start, "PASS")] == ["PASS"]
    assert PANEL.suggestions(start, "zebra") == []


def test_what_begins_as_typed_comes_first(start: Board) -> None:
    values = [each.value for each in PANEL.suggestions(start, "f")]
    assert values[0] == "FIRE"
    assert values[1].startswith("f2")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("fire", "FIRE"),
        (" Fire! ", "FIRE"),
        ("FIRE the laser, north", "FIRE"),
        ("pass", "PASS"),
        ("PASS and do nothing", "PASS"),
        ("E2 l", "e2L"),
        ("d3r Mirror turns clockwise", "d3R"),
        ("e3 - E4 Guard Tower north", "e3-e4"),
        ("e3e4", "e3-e4"),
        ("E3 E4", "e3-e4"),
    ],
)
def test_what_is_typed_is_read_whatever_its_case_blanks_and_words(typed: str, meant: str) -> None:
    assert PANEL.notation(typed) == meant


def test_a_question_about_fire_or_pass_leads_back_to_no_pick(start: Board) -> None:
    for action in (ARENA.parse("FIRE"), ARENA.parse("PASS")):
        id_ = ControlId(17, 4, "pick", PANEL.pick_of(action))
        assert ControlId.parse(str(id_)) == id_
        assert PANEL.rows(start, id_.argument) == PANEL.rows(start, None)
