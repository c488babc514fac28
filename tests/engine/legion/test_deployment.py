"""What a seat may choose before the first turn, and what the others see of it."""

import pytest

from engine.core import BadChance, IllegalAction, InvalidAction, NotYourTurn, Phase
from engine.events import Ready
from engine.legion.game import LEGION
from engine.legion.state import LegionState
from tests.engine.legion.positions import applied, deployed, unit

ROMANS = {
    **{f"{column}2": "legionnaire defend" for column in "abcdefgh"},
    "a1": "cavalry maneuver",
    "b1": "siege packed",
    "c1": "legionnaire defend",
    "d1": "fortress active",
    "e1": "commander",
    "f1": "legionnaire defend",
    "g1": "siege packed",
    "h1": "cavalry maneuver",
}
EGYPTIANS = {
    square: kind.replace("legionnaire", "infantry")
    .replace("cavalry", "chariot")
    .replace("siege packed", "archer maneuver")
    for square, kind in ROMANS.items()
}
ARMIES = {"rome": ROMANS, "egypt": EGYPTIANS}


def mirrored(square: str) -> str:
    """The square that lies for Red as this one does for Blue."""
    return f"{'hgfedcba'['abcdefgh'.index(square[0])]}{9 - int(square[1])}"


@pytest.mark.parametrize("blue", ARMIES)
@pytest.mark.parametrize("red", ARMIES)
def test_either_seat_fields_either_army_red_turned_by_half_a_turn(blue: str, red: str) -> None:
    state = deployed(armies={"blue": blue, "red": red})
    expected = {square: f"blue {kind} north" for square, kind in ARMIES[blue].items()}
    expected |= {mirrored(square): f"red {kind} south" for square, kind in ARMIES[red].items()}
    assert {square: unit(state.view(None), square) for square in state.view(None).units} == expected
    truth = expected | {"e2": "blue hidden north", "d7": "red hidden south"}
    assert {square: unit(state.truth(), square) for square in state.truth().units} == truth


def test_rome_is_blues_and_egypt_reds_unless_they_choose() -> None:
    assert deployed().truth().armies == {"blue": "rome", "red": "egypt"}
    assert LEGION.complete({"armies": {"blue": "egypt"}})["armies"] == {
        "blue": "egypt",
        "red": "egypt",
    }


def test_a_seat_chooses_states_and_the_assassins_square() -> None:
    state = deployed("deploy c2 a1=charge b1=deployed f1=attack", "deploy a7 b8=volley a8=charge")
    truth = state.truth()
    assert (state.phase, state.to_move, state.ply) == (Phase.PLAY, "blue", 0)
    assert [unit(truth, square) for square in ("c2", "a1", "b1", "f1", "e2")] == [
        "blue hidden north",
        "blue cavalry charge north",
        "blue siege deployed north",
        "blue legionnaire attack north",
        "blue legionnaire defend north",
    ]
    assert [unit(truth, square) for square in ("a7", "b8", "a8", "d7")] == [
        "red hidden south",
        "red archer volley south",
        "red chariot charge south",
        "red infantry defend south",
    ]


def test_a_seat_may_deploy_anew_from_the_beginning_until_both_have() -> None:
    state = applied(LEGION.start({}), "deploy c2 a1=charge", "blue")
    assert state.awaited == ("red",)
    again = applied(state, "deploy d2", "blue")
    assert unit(again.truth(), "a1") == "blue cavalry maneuver north"
    assert unit(again.truth(), "c2") == "blue legionnaire defend north"
    both = applied(again, "deploy", "red")
    for seat in ("blue", "red"):
        with pytest.raises(IllegalAction, match="the game has begun"):
            applied(both, "deploy", seat)


def test_until_both_have_deployed_a_seat_sees_of_the_other_what_is_usual_and_no_assassin() -> None:
    state = applied(LEGION.start({}), "deploy c2 a1=charge d2=attack", "blue")
    for viewer in ("red", None):
        seen = state.view(viewer)
        blue = {square: unit(seen, square) for square in seen.units if square[1] in "12"}
        assert blue == {square: f"blue {kind} north" for square, kind in ROMANS.items()}
    assert unit(state.view("blue"), "c2") == "blue hidden north"
    assert unit(state.view("blue"), "a1") == "blue cavalry charge north"
    assert unit(state.view("blue"), "d7") == "red infantry defend south"
    assert unit(state.view("red"), "d7") == "red hidden south"
    assert state.view(None).ready == {"blue": True, "red": False}


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("deploy", "deploy e2"),
        ("deploy e2", "deploy e2"),
        ("deploy e2=defend", "deploy e2"),
        ("deploy h1=charge a1=maneuver g1=deployed", "deploy e2 g1=deployed h1=charge"),
    ],
)
def test_a_deployment_is_recorded_with_its_square_and_what_is_not_usual(
    text: str, canonical: str
) -> None:
    step = LEGION.start({}).apply("blue", LEGION.parse(text))
    assert str(step.action) == canonical
    assert LEGION.parse(canonical) == step.action
    assert (step.action.public, step.events, step.chance) == ("deploy", (Ready("blue"),), None)


@pytest.mark.parametrize(
    ("seat", "text", "reasons"),
    [
        ("blue", "deploy e3", ["front row, a2 to h2, not on e3"]),
        ("blue", "deploy d7", ["front row, a2 to h2, not on d7"]),
        ("red", "deploy e2", ["front row, a7 to h7, not on e2"]),
        ("blue", "deploy c1", ["not on c1"]),
        ("blue", "deploy c2 c2=attack", ["Assassin, on c2, begins in defend"]),
        ("blue", "deploy e2=attack", ["Assassin, on e2, begins in defend"]),
        ("blue", "deploy a8=charge", ["No unit of Blue begins on a8."]),
        ("blue", "deploy e4=attack", ["No unit of Blue begins on e4."]),
        ("blue", "deploy e1=attack", ["The Commander on e1 has no state to choose"]),
        ("blue", "deploy d1=active", ["The Fortress on d1 has no state to choose"]),
        ("blue", "deploy a1=attack", ["begins in maneuver or in charge, not in attack"]),
        ("blue", "deploy b1=volley", ["The siege on b1 begins in packed or in deployed"]),
        ("red", "deploy b8=packed", ["The archer on b8 begins in maneuver or in volley"]),
        ("blue", "deploy a1=charge a1=charge", ["More than one state is given for a1."]),
        ("red", "deploy e4=attack f5=attack", ["No unit of Red begins on e4 or f5."]),
        ("blue", "deploy a3 a1=attack e1=attack", ["on a3", "cavalry on a1", "Commander on e1"]),
    ],
)
def test_every_fault_of_a_deployment_is_named(seat: str, text: str, reasons: list[str]) -> None:
    state = LEGION.start({})
    with pytest.raises(IllegalAction) as refusal:
        state.apply(seat, LEGION.parse(text))
    for reason in reasons:
        assert reason in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("deploy e9", "“e9” is off the board"),
        ("deploy e2 e3", "“e3” is no choice"),
        ("deploy a1=", "“a1=” is no choice"),
        ("deploy =charge", "“=charge” is no choice"),
        ("deploy a1=flying", "“flying” is no state"),
        ("deploy  a1 =charge", "“=charge” is no choice"),
        ("deploy e2 a9=charge", "“a9” is off the board"),
        ("Deploy e2", "is not a move"),
        ("deploy" + " a1=charge" * 99, "is not a move"),
    ],
)
def test_what_is_no_deployment_is_refused(text: str, reason: str) -> None:
    with pytest.raises(InvalidAction, match=reason):
        LEGION.parse(text)


def test_it_does_not_matter_how_many_spaces_part_the_words_of_a_deployment() -> None:
    assert LEGION.parse("deploy  c2   a1=charge ") == LEGION.parse("deploy c2 a1=charge")


@pytest.fixture(name="fresh")
def a_game_before_deployment() -> LegionState:
    return LEGION.start({})


def test_nothing_else_can_be_done_before_both_have_deployed(fresh: LegionState) -> None:
    for text in ("e2-e3", "pass", "e2!"):
        with pytest.raises(IllegalAction, match="when both have deployed"):
            applied(fresh, text, "blue")
    with pytest.raises(BadChance):
        fresh.apply("blue", LEGION.parse("deploy"), chance={})
    with pytest.raises(NotYourTurn, match="“green”"):
        applied(fresh, "deploy", "green")
    assert (fresh.perft(0), fresh.perft(1)) == (1, 0)
