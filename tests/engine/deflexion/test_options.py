"""What a game can start from, and the faults of what it cannot."""

import re

import pytest
from hypothesis import assume, given

from engine.core import JSON, BadOption
from engine.deflexion.notation import Position, format_code
from engine.deflexion.rulesets import DEFLEXION_RULES
from engine.deflexion.setup import laser_faults
from engine.deflexion.state import DEFLEXION
from tests.engine.deflexion.positions import code, positions, start


def fault(options: dict[str, JSON]) -> str:
    """The sentences with which the options are refused, by ``complete`` and ``start`` alike."""
    with pytest.raises(BadOption) as refusal:
        DEFLEXION.start(options)
    with pytest.raises(BadOption, match=re.escape(str(refusal.value))):
        DEFLEXION.complete(options)
    assert len(str(refusal.value)) < 500
    return str(refusal.value)


def test_the_defaults_are_filled_in() -> None:
    assert DEFLEXION.complete({}) == {"layout": "classic", "rules": "deflexion"}
    text = code("Kf1 kf8")
    assert DEFLEXION.complete({"code": text}) == {"code": text, "rules": "deflexion"}


def test_a_code_says_who_moves_first_and_may_hold_any_number_of_pieces() -> None:
    many = " ".join(f"P>{column}{row}" for column in "bcdefg" for row in (3, 4, 5))
    state = start(many, "gold")
    assert (state.to_move, state.ply, len(state.position.pieces)) == ("gold", 0, 20)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"colour": 1}, "There is no option “colour”."),
        ({"layout": "moon"}, "The option layout is one of classic, imhotep and dynasty."),
        ({"layout": []}, "The option layout is one of"),
        ({"layout": None}, "The option layout is one of"),
        ({"rules": "chess"}, "The option rules is “deflexion” or “khet2”."),
        ({"rules": ["deflexion"]}, "The option rules is"),
        ({"code": 5}, "A position code is a text."),
        ({"code": "x" * 10_000}, "this one has 10000"),
        ({"code": "banana"}, "8 ranks"),
        ({"code": code("Kf1 kf8"), "layout": "classic"}, "Only one of the options layout and code"),
        ({"code": code("Kf1 Ke1 kf8")}, "Silver has 2 Pharaohs and may have only one."),
        ({"code": code("Kf1")}, "Gold has no Pharaoh and needs one."),
        ({"code": code("Kf1 kf8 Oa4 Oi8")}, "Silver has a piece on a4 and i8, reserved for Gold."),
        ({"code": code("Kf1 kf8 oj4")}, "Gold has a piece on j4, reserved for Silver."),
        ({"code": code("Kj4 kf8")}, "Silver's laser strikes Silver's Pharaoh as it stands."),
        ({"code": code("Kf1 kd4 D^j4")}, "Silver's laser strikes Gold's Pharaoh as it stands."),
        ({"code": code("Kd4 kf8 d^a4")}, "Gold's laser strikes Silver's Pharaoh as it stands."),
        ({"state": None}, "The option state is an object."),
        ({"state": "play"}, "The option state is an object."),
    ],
)
def test_faulty_options_are_refused_with_their_fault(options: dict[str, JSON], reason: str) -> None:
    assert reason in fault(options)


def test_every_fault_of_a_code_is_named() -> None:
    text = fault({"code": code("Kf1 Kj2 oj4 Oa4"), "colour": 1, "rules": 2})
    assert [text.count(part) for part in ("colour", "rules", "2 Pharaohs", "no Pharaoh")] == [1] * 4
    assert "a4, reserved" in text
    assert "j4, reserved" in text
    assert "laser strikes" in text


def test_a_thousand_unknown_options_make_a_short_sentence() -> None:
    assert "995 more" in fault({f"option{number}" * 9: 1 for number in range(1_000)})


@given(positions())
def test_a_code_is_accepted_unless_a_laser_strikes_a_pharaoh(position: Position) -> None:
    assume(not laser_faults(position, DEFLEXION_RULES))
    assert DEFLEXION.start({"code": format_code(position)}).position == position


STATE: dict[str, JSON] = {
    "game": "deflexion",
    "phase": "play",
    "ply": 7,
    "to_move": "gold",
    "result": None,
    "code": code("Kf1 kf8 Pvd4", "gold"),
    "quiet": 3,
}


def test_a_state_starts_a_game_where_it_stands() -> None:
    assert DEFLEXION.start({"state": STATE, "rules": "deflexion"}).truth().to_json() == STATE


def test_a_state_may_have_a_laser_on_a_pharaoh() -> None:
    exposed = STATE | {"code": code("Kf1 kd4 D^j4"), "to_move": "silver"}
    assert DEFLEXION.start({"state": exposed}).to_move == "silver"


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"extra": 1}, "The state has no key “extra”."),
        ({"game": "arena"}, "The state is not one of deflexion."),
        ({"phase": "over"}, "The state's phase is not play"),
        ({"phase": []}, "The state's phase is not play"),
        ({"result": {"winner": None, "reason": "quiet"}}, "The state has a result"),
        ({"ply": -1}, "The state's ply is a whole number"),
        ({"ply": True}, "The state's ply is a whole number"),
        ({"ply": 1.0}, "The state's ply is a whole number"),
        ({"ply": 10**80}, "The state's ply is a whole number"),
        ({"quiet": 100}, "The state's quiet is a whole number from 0 to 99."),
        ({"quiet": None}, "The state's quiet is a whole number from 0 to 99."),
        ({"to_move": None}, "neither silver nor gold"),
        ({"to_move": "silver"}, "to_move and the last letter of its code differ"),
        ({"code": None}, "A position code is a text."),
        ({"code": "banana"}, "8 ranks"),
        ({"code": code("kf8", "gold")}, "Silver has no Pharaoh and needs one."),
        ({"code": code("Kf1 kf8 Oa4", "gold")}, "on a4, reserved for Gold"),
    ],
)
def test_a_faulty_state_is_refused_with_its_fault(changes: dict[str, JSON], reason: str) -> None:
    assert reason in fault({"state": STATE | changes})


def test_every_fault_of_a_state_is_named() -> None:
    text = fault({"state": {"ply": -1, "quiet": "x", "code": code("Kf1 Ke1")}})
    for part in ("game", "phase", "to_move", "result", "ply", "quiet", "2 Pharaohs"):
        assert part in text


def test_no_other_start_comes_with_a_state() -> None:
    assert "layout and state" in fault({"state": STATE, "layout": "classic"})
    assert "timed" in fault({"state": STATE, "timed": True})
