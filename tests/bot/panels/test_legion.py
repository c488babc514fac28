"""Legion's controls: nothing in public, everything in private, and typed moves."""

import random
from collections.abc import Mapping

import pytest

from bot.panels.act import Choice
from bot.panels.legion import LegionAct, LegionPanel
from bot.panels.legion_rules import COURT, _position
from bot.panels.panel import Board
from bot.posting import Button, ControlId, Rows, Select
from engine.core import State
from engine.registry import game

PANEL, ACT = LegionPanel(), LegionAct()
RULES = game("legion")


def begun(**armies: str) -> State:
    options = {"armies": {"blue": "rome", "red": "egypt", **armies}}
    state: State = RULES.start(RULES.complete(options))
    for seat, text in (("blue", "deploy c2"), ("red", "deploy b7")):
        state = state.apply(seat, RULES.parse(text)).state
    return state


def made(units: Mapping[str, str]) -> State:
    return RULES.start(RULES.complete(_position({**COURT, **units})))


def board(state: State) -> Board:
    seat = state.to_move
    assert seat
    return Board(7, 3, state.view(seat), seat, state.legal_actions(seat))


def rows(state: State, pick: str = "", page: int = 0) -> Rows:
    return ACT.rows(
        board(state), Choice(pick, page), lambda do, about: ControlId(7, 3, "act", f"{do}:{about}")
    )


def selects(shown: Rows) -> tuple[Select, Select]:
    units, targets = (row for row in shown if isinstance(row, Select))
    return units, targets


def buttons(shown: Rows) -> dict[str, Button]:
    return {b.label: b for row in shown if not isinstance(row, Select) for b in row}


def test_the_public_controls_are_the_same_whatever_may_be_done() -> None:
    states = [begun(), made({"c2": "blue cavalry charge"})]
    shown = [PANEL.rows(board(state), pick) for state in states for pick in (None, "c2")]
    assert all(each == shown[0] for each in shown)
    assert list(buttons(shown[0])) == ["Act", "My view", "Rules", "Menu"]


def test_nothing_can_be_done_before_a_unit_is_picked() -> None:
    units, targets = selects(rows(begun()))
    assert len(units.options) == 16
    assert [option.label for option in units.options][2] == "c2 Assassin, hidden · Defend"
    assert not any(option.is_default for option in units.options)
    assert targets.is_disabled
    for pick in ("", "c7", "e5", "z9"):
        shown = buttons(rows(begun(), pick))
        assert all(shown[label].is_disabled for label in ("Flip", "Turn", "Reveal"))


def test_acts_are_grouped_by_move_capture_and_shot_and_after_a_flip() -> None:
    state = made(
        {"d2": "blue legionnaire defend", "c3": "red infantry attack", "d3": "red archer volley"}
    )
    _, targets = selects(rows(state, "d2"))
    assert [option.label for option in targets.options] == [
        "Flip, then capture Infantry on c3",
        "Flip, then capture Archer on d3",
        "Flip, then turn about",
    ]
    _, targets = selects(
        rows(made({"b2": "blue siege deployed", "b5": "red infantry defend"}), "b2")
    )
    assert [option.label for option in targets.options] == ["Shoot Infantry on b5"]
    _, targets = selects(rows(made({"f7": "blue legionnaire attack"}), "f7"))
    assert "Storm Fortress on e8" in [option.label for option in targets.options]


def test_more_than_one_select_holds_are_paged() -> None:
    state = made({"e2": "blue chariot maneuver"} | {"a8": "red infantry defend"})
    listed = []
    _, first = selects(rows(state, "e2"))
    assert len(first.options) == 25
    for page in range(4):
        shown = rows(state, "e2", page)
        _, targets = selects(shown)
        listed += [option.value for option in targets.options]
        turning = buttons(shown)
        assert turning["‹"].is_disabled == (page == 0)
        if turning["›"].is_disabled:
            break
    unlisted = {"e2f", "e2t"}
    assert sorted(listed) == sorted(set(map(str, actions(state, "e2"))) - unlisted)
    assert len(listed) == len(set(listed))


def actions(state: State, square: str) -> list[str]:
    return [str(a) for a in state.legal_actions(state.to_move or "") if str(a)[:2] == square]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("armies", [{}, {"red": "rome"}, {"blue": "egypt"}])
def test_the_panel_offers_exactly_what_is_legal_all_game_long(
    seed: int, armies: Mapping[str, str]
) -> None:
    chance, state = random.Random(seed), begun(**armies)
    for _ in range(60):
        if state.to_move is None:
            break
        legal = set(map(str, state.legal_actions(state.to_move)))
        offered = set()
        for option in selects(rows(state))[0].options if legal != {"pass"} else ():
            for page in range(9):
                shown = rows(state, option.value, page)
                assert len(shown) <= 5
                ids = [
                    str(item.id)
                    for row in shown
                    for item in ([row] if isinstance(row, Select) else row)
                ]
                assert len(ids) == len(set(ids))
                assert all(len(id_) <= 100 for id_ in ids)
                _, targets = selects(shown)
                assert 1 <= len(targets.options) <= 25
                offered |= {o.value for o in targets.options if not targets.is_disabled}
                able = buttons(shown)
                offered |= {
                    able[label].id.argument.removeprefix("go:")
                    for label in ("Flip", "Turn", "Reveal")
                    if not able[label].is_disabled
                }
                if "›" not in able or able["›"].is_disabled:
                    break
        if legal == {"pass"}:
            offered = {buttons(rows(state))["Pass"].id.argument.removeprefix("go:")}
        assert offered == legal
        picked = chance.choice(sorted(legal))
        state = state.apply(state.to_move, RULES.parse(picked)).state


def test_a_seat_that_can_activate_nothing_has_a_button_to_pass() -> None:
    state = begun()
    passing = Board(7, 3, state.view("blue"), "blue", (RULES.parse("pass"),))
    ((button,),) = ACT.rows(passing, Choice(), lambda do, about: ControlId(7, 3, do, about))  # type: ignore[misc]
    assert (button.label, button.id.argument) == ("Pass", "pass")


def test_suggestions_are_units_first_and_then_what_fits() -> None:
    shown = board(begun())
    first = PANEL.suggestions(shown, "")
    assert first[0].value == "a2"
    assert "c2 Assassin, hidden · Defend" in [each.label for each in first]
    assert {each.value for each in PANEL.suggestions(shown, "c2")} == {
        "c2-c3", "c2!", "c2t",
    }  # fmt: skip
    assert [each.value for each in PANEL.suggestions(shown, "e2 flip attack")] == ["e2f"]
    shooting = board(made({"b2": "blue siege deployed", "b5": "red infantry defend"}))
    assert [each.value for each in PANEL.suggestions(shooting, "b5")] == ["b2*b5"]
    assert len(PANEL.suggestions(shown, "move")) <= 25


def test_where_ones_own_assassin_is_hidden_is_said_as_long_as_it_is() -> None:
    assert ACT.secret(board(begun())) == "Your Assassin is hidden on **c2**."
    assert ACT.secret(board(made({"c2": "blue assassin"}))) is None
    shown = begun().apply("blue", RULES.parse("c2!")).state
    assert ACT.secret(board(shown)) == "Your Assassin is hidden on **b7**."
    own = Board(7, 3, shown.view("blue"), "blue", ())
    assert ACT.secret(own) is None


def test_a_choice_is_read_back_or_is_none() -> None:
    assert Choice.parse(str(Choice("e2", 3))) == Choice("e2", 3)
    for text in ("", "e2", "e22.1", "e2.-1", "E2.1", "e2.1000"):
        assert Choice.parse(text) == Choice()
