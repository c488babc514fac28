"""The editor of deployments: what each press makes of one, and the controls."""

import random

import pytest

from bot.panels.deployment import DeploymentEditor, DeploymentSetup
from bot.panels.editor import Draft
from bot.posting import Button, ControlId, Rows, Select
from engine.core import GameError
from engine.legion.units import Army
from engine.registry import game

RULES = game("legion")
SETUP = DeploymentSetup()
ENDS = [Button(ControlId(9, 0, "setup", "ready"), "Ready")]


def editor(seat: str = "blue", army: str = "rome") -> DeploymentEditor:
    return DeploymentEditor(seat, Army(army))


def pressed(made: DeploymentEditor, draft: Draft, do: str, chosen: str = "") -> Draft:
    after = made.pressed(draft, do, chosen, random.Random(1))
    assert after is not None
    return after


def rows(made: DeploymentEditor, draft: Draft) -> Rows:
    return made.rows(draft, lambda do: ControlId(10**18, 0, "setup", do), ENDS)


def test_it_begins_with_what_is_usual_and_is_whole_at_once() -> None:
    assert editor().empty.code == "blue rome deploy e2"
    assert editor("red", "egypt").empty.code == "red egypt deploy d7"
    assert not editor().faults(editor().empty.code)


def test_units_flip_back_and_forth_and_the_assassin_does_not() -> None:
    made = editor()
    draft = pressed(made, pressed(made, made.empty, "unit", "a1"), "flip")
    assert draft.code == "blue rome deploy e2 a1=charge"
    assert pressed(made, draft, "flip").code == made.empty.code
    assassin = pressed(made, draft, "unit", "e2")
    assert pressed(made, assassin, "flip") == assassin
    flip = rows(made, assassin)[2][0]  # type: ignore[index]
    assert (flip.label, flip.is_disabled) == ("Flip", True)


def test_a_unit_that_becomes_the_assassin_defends_again() -> None:
    made = editor()
    attacking = pressed(made, pressed(made, made.empty, "unit", "c2"), "flip")
    assert attacking.code == "blue rome deploy e2 c2=attack"
    assert pressed(made, attacking, "assassin", "c2").code == "blue rome deploy c2"


def test_only_ones_own_units_are_picked_and_the_front_row_alone_hides_the_assassin() -> None:
    made = editor()
    for square in ("d1", "e1", "a3", "a7", "zz", ""):
        assert made.pressed(made.empty, "unit", square, random.Random(1)) is None
        assert not made.is_pick(square)
    for square in ("a1", "f1", "a7", "e3"):
        assert made.pressed(made.empty, "assassin", square, random.Random(1)) is None


@pytest.mark.parametrize(("seat", "army"), [("blue", "egypt"), ("red", "rome"), ("red", "egypt")])
def test_the_controls_list_the_side_as_its_picture_shows_it(seat: str, army: str) -> None:
    made = editor(seat, army)
    units, squares, buttons, ends = rows(made, made.empty)
    assert isinstance(units, Select)
    assert isinstance(squares, Select)
    assert len(units.options) == 14
    assert len(squares.options) == 8
    order = [option.value for option in squares.options]
    assert order == sorted(order, reverse=seat == "red")
    assert [option.value for option in units.options][:8] == order
    assert [button.label for button in buttons] == ["Flip", "Random", "Undo", "Reset"]  # type: ignore[union-attr]
    assert ends == ENDS
    assert all(len(str(item.id)) <= 100 for item in (units, squares, *buttons))  # type: ignore[misc, union-attr]


@pytest.mark.parametrize("seat", ["blue", "red"])
def test_whatever_is_drawn_is_a_legal_deployment(seat: str) -> None:
    made, chance = editor(seat), random.Random(4)
    options = RULES.complete({"armies": {"blue": "rome", "red": "rome"}})
    drawn = set()
    for _ in range(30):
        draft = made.pressed(made.empty, "random", "", chance)
        assert draft
        assert made.is_code(draft.code)
        step = RULES.start(options).apply(seat, RULES.parse(SETUP.notation(draft.code)))
        assert SETUP.code(step.action, seat, options) == draft.code
        drawn.add(draft.code.split()[3])
    assert len(drawn) > 4


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("deploy e3", "stands in the front row"),
        ("deploy a1", "stands in the front row"),
        ("deploy e2 a1=volley", "begins in maneuver or in charge"),
        ("deploy e2 a7=attack", "No unit of Blue begins on a7"),
        ("deploy e2 e2=attack", "begins in defend"),
        ("deploy e2 e1=attack", "has no state to choose"),
        ("e2-e3", "is no deployment"),
        ("garbage", "is not a move"),
    ],
)
def test_what_is_no_deployment_is_refused_with_the_reason(text: str, fault: str) -> None:
    with pytest.raises(GameError, match=fault):
        editor().read(text)
    assert not editor().is_code(text)
    assert not editor().is_code(f"blue rome {text}")


def test_the_army_is_that_of_the_games_options() -> None:
    options = RULES.complete({"armies": {"blue": "egypt", "red": "egypt"}})
    assert [SETUP.editor(seat, options).army for seat in ("blue", "red")] == ["egypt", "egypt"]
    assert SETUP.editor("blue", {}).army == "rome"
