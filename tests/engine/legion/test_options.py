"""The options of a game of Legion, and states to start from."""

from typing import Any

import pytest

from engine.core import JSON, BadOption, Result
from engine.legion.game import LEGION
from tests.engine.legion.positions import applied, position, start


def test_what_is_not_given_is_filled_in() -> None:
    assert LEGION.complete({}) == {"armies": {"blue": "rome", "red": "egypt"}, "timed": False}
    complete = LEGION.complete({"state": position(), "timed": True})
    assert complete == {"state": position(), "timed": True}


@pytest.mark.parametrize(
    ("options", "reasons"),
    [
        ({"army": "rome"}, ["no option “army”"]),
        ({"rules": "legion"}, ["no option “rules”"]),
        ({"timed": 1}, ["timed is true or false"]),
        ({"armies": "rome"}, ["armies is an object"]),
        ({"armies": {"green": "rome"}}, ["no seat “green”"]),
        ({"armies": {"blue": "gaul", "red": 7}}, ["blue's is rome or egypt", "red's is rome or"]),
        ({"armies": {}, "state": position()}, ["Only one of the options armies and state"]),
        ({"state": None}, ["The option state is an object"]),
        ({"state": []}, ["The option state is an object"]),
        ({"state": {}}, ["lacks the key armies", "lacks the key units", "lacks the key quiet"]),
    ],
)
def test_a_wrong_option_is_refused_with_every_fault(
    options: dict[str, JSON], reasons: list[str]
) -> None:
    with pytest.raises(BadOption) as refusal:
        LEGION.start(options)
    for reason in reasons:
        assert reason in str(refusal.value)


@pytest.mark.parametrize(
    ("keys", "reason"),
    [
        ({"game": "arena"}, "not one of legion"),
        ({"phase": "setup"}, "phase is not play"),
        ({"result": {"winner": "blue", "reason": "points"}}, "has a result"),
        ({"to_move": None}, "to_move is neither blue nor red"),
        ({"to_move": 7}, "to_move is neither blue nor red"),
        ({"ply": -1}, "ply is a whole number"),
        ({"quiet": 80}, "quiet is a whole number from 0 to 79"),
        ({"quiet": True}, "quiet is a whole number"),
        ({"code": "x"}, "no key “code”"),
        ({"armies": {"blue": "rome"}}, "armies lack red"),
        ({"armies": ["rome", "egypt"]}, "armies is an object"),
        ({"armies": {"blue": "rome", "red": "gaul"}}, "red's is rome or egypt"),
        ({"score": {"blue": 1}}, "score for red is a whole number"),
        ({"score": {"blue": 1, "red": -1}}, "score for red is a whole number"),
        ({"score": {"blue": 1.5, "red": 1}}, "score for blue is a whole number"),
        ({"score": {"blue": 1, "red": 1, "green": 1}}, "score has no seat “green”"),
        ({"score": 7}, "score is an object"),
        ({"ready": {"blue": True, "red": False}}, "ready is true for blue and red"),
        ({"ready": None}, "ready is true for blue and red"),
        ({"units": []}, "units are an object"),
        ({"units": {}}, "Blue has no Commander instead of exactly one."),
        ({"units": {}}, "Red has no Fortress instead of exactly one."),
    ],
)
def test_a_state_with_a_wrong_key_is_refused_by_name(keys: dict[str, JSON], reason: str) -> None:
    with pytest.raises(BadOption) as refusal:
        start(**keys)
    assert reason in str(refusal.value)


UNIT: dict[str, JSON] = {
    "seat": "blue",
    "kind": "infantry",
    "state": "attack",
    "facing": "north",
}


@pytest.mark.parametrize(
    ("square", "unit", "reason"),
    [
        ("d9", UNIT, "“d9” is off the board"),
        ("D4", UNIT, "“D4” is off the board"),
        ("d4", None, "The unit on d4 is not an object"),
        ("d4", {}, "The unit on d4 lacks the key seat"),
        ("d4", UNIT | {"seat": "green"}, "The seat of the unit on d4 is blue or red"),
        ("d4", UNIT | {"kind": "elephant"}, "The kind of the unit on d4 is one of legionnaire"),
        ("d4", UNIT | {"kind": ["infantry"]}, "The kind of the unit on d4 is one of"),
        ("d4", UNIT | {"facing": "east"}, "The facing of the unit on d4 is north or south"),
        ("d4", UNIT | {"state": "volley"}, "The state of the infantry on d4 is defend or attack"),
        ("d4", UNIT | {"state": None}, "The state of the infantry on d4 is defend or attack"),
        ("d4", UNIT | {"state": {}}, "The state of the infantry on d4 is defend or attack"),
        ("d4", UNIT | {"kind": "assassin"}, "The state of the Assassin on d4 is null"),
        ("d4", UNIT | {"hidden": True}, "The key hidden of the unit on d4 is true, and an"),
        (
            "d4",
            UNIT | {"kind": "assassin", "hidden": True},
            "The state of the Assassin on d4 is defend",
        ),
        (
            "d4",
            UNIT | {"kind": "assassin", "state": "defend", "hidden": False},
            "The key hidden of the unit on d4 is true, and an",
        ),
        ("d4", UNIT | {"points": 1}, "The unit on d4 has no key “points”"),
        ("d4", UNIT | {"kind": "commander", "state": None}, "Blue has more than one Commander"),
        ("d4", UNIT | {"kind": "fortress", "state": "disabled"}, "Blue has more than one Fortress"),
    ],
)
def test_a_state_with_a_wrong_unit_is_refused_by_its_square(
    square: str, unit: JSON, reason: str
) -> None:
    state: dict[str, Any] = position()
    with pytest.raises(BadOption) as refusal:
        LEGION.start({"state": state | {"units": state["units"] | {square: unit}}})
    assert reason in str(refusal.value)


def test_many_wrong_units_are_refused_in_a_few_sentences() -> None:
    units = {f"x{number}": UNIT for number in range(1_000)}
    with pytest.raises(BadOption) as refusal:
        start(units=units)
    assert len(str(refusal.value)) < 1_000


def test_how_a_state_came_about_is_not_asked() -> None:
    state = start(
        "blue hidden c4",
        "blue hidden d4",
        "red assassin e4",
        "red legionnaire attack f8 north",
        ply=3,
        to_move="blue",
        score={"blue": 99, "red": 0},
        quiet=79,
    )
    truth = state.truth()
    assert (truth.ply, truth.quiet, truth.score) == (3, 79, {"blue": 99, "red": 0})
    assert applied(state, "c4!").result == Result("blue", "points")
