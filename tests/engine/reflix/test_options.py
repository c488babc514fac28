"""What a game of Reflix can start from, and the faults of what it cannot."""

import re

import pytest
from hypothesis import given

from engine.core import JSON, BadOption
from engine.reflix.state import REFLIX, ReflixState
from tests.engine.reflix.positions import ASIDE, mirrors, state_of, states


def fault(options: dict[str, JSON]) -> str:
    """The sentences with which the options are refused, by ``complete`` and ``start`` alike."""
    with pytest.raises(BadOption) as refusal:
        REFLIX.start(options)
    with pytest.raises(BadOption, match=re.escape(str(refusal.value))):
        REFLIX.complete(options)
    assert str(refusal.value).endswith(".")
    assert str(refusal.value).isprintable()
    return str(refusal.value)


def test_south_moves_first_unless_north_is_to() -> None:
    assert REFLIX.complete({}) == {"first": "south"}
    assert REFLIX.complete({"first": "north"}) == {"first": "north"}


def test_a_game_begins_with_the_setup_of_both() -> None:
    assert REFLIX.start({}).truth().to_json() == {
        "game": "reflix",
        "phase": "setup",
        "ply": 0,
        "to_move": None,
        "result": None,
        "mirrors": mirrors("b6/S d6\\S f5\\S f4/N d4\\N b5\\N"),
        "fortresses": {"south": None, "north": None},
        "ready": {"south": False, "north": False},
        "round": 1,
        "hits": {"south": None, "north": None},
    }


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"colour": 1}, "There is no option “colour”."),
        ({"layout": "classic"}, "There is no option “layout”."),
        ({"first": "west"}, "The option first is south or north."),
        ({"first": None}, "The option first is south or north."),
        ({"first": ["south"]}, "The option first is south or north."),
        ({"state": None}, "The option state is an object."),
        ({"state": []}, "The option state is an object."),
        ({"state": state_of(), "first": "south"}, "Only one of the options first and state"),
        ({"state": state_of(), "timed": True}, "There is no option “timed”."),
    ],
)
def test_faulty_options_are_refused_with_their_fault(options: dict[str, JSON], reason: str) -> None:
    assert reason in fault(options)


@given(states())
def test_a_state_starts_a_game_where_it_stands(state: ReflixState) -> None:
    whole = state.truth().to_json()
    assert REFLIX.start({"state": whole}).truth().to_json() == whole
    assert REFLIX.complete({"state": whole}) == {"state": whole}


@pytest.mark.parametrize(
    "whole",
    [
        state_of("a4/S b4/S c4/S d4/S e5/N"),
        state_of(south="T d7 W c8 e8 S b7 e7 f7 M a8/ g8\\"),
        state_of(south="T a9 W a8 b9 S b7 d7 f7 M g8/ g9\\"),
        state_of(ply=3, round=9, hits={"south": 3, "north": 0}),
        state_of(ply=1_000_000, round=10, to_move="north"),
    ],
    ids=["mirrors", "front", "sealed", "hits", "late"],
)
def test_how_a_state_could_have_come_about_is_not_asked(whole: dict[str, JSON]) -> None:
    assert REFLIX.start({"state": whole}).truth().to_json() == whole


SHORT = {"d8": "T", "c8": "W", "b7": "S", "d7": "S", "f7": "S", "a8": "/", "g8": "\\"}
NORTHS = state_of()["fortresses"]["north"]  # type: ignore[call-overload,index]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"extra": 1}, "The state has no key “extra”."),
        ({"game": "arena"}, "The state is not one of reflix."),
        ({"phase": "setup"}, "The state's phase is not play"),
        ({"phase": "over"}, "The state's phase is not play"),
        ({"result": {"winner": None, "reason": "rounds"}}, "The state has a result"),
        ({"to_move": None}, "neither south nor north"),
        ({"to_move": ["south"]}, "neither south nor north"),
        ({"ply": -1}, "The state's ply is a whole number"),
        ({"ply": 1.5}, "The state's ply is a whole number"),
        ({"round": 0}, "The state's round is a whole number from 1 to 10."),
        ({"round": 11}, "The state's round is a whole number from 1 to 10."),
        ({"round": True}, "The state's round is a whole number from 1 to 10."),
        ({"mirrors": None}, "Under mirrors a state has an object of squares."),
        ({"mirrors": []}, "Under mirrors a state has an object of squares."),
        ({"mirrors": {}}, "South has no mirror to move. North has no mirror to move."),
        ({"mirrors": mirrors("a4/S b4\\S")}, "North has no mirror to move."),
        ({"mirrors": mirrors(f"{ASIDE} d7/S d3/N")}, "rows 4 to 6, not on “d3” or “d7”."),
        ({"mirrors": mirrors(ASIDE) | {"z9": None}}, "rows 4 to 6, not on “z9”."),
        (
            {"mirrors": {"a4": {"seat": "west", "diagonal": "/"}}},
            "The state's mirror on “a4” is not a seat, south or north, and a diagonal, “/” or “\\”",
        ),
        ({"mirrors": {"a4": {"seat": "south", "diagonal": "|"}}}, "mirror on “a4” is not a seat"),
        ({"mirrors": {"a4": {"seat": "south"}}}, "mirror on “a4” is not a seat"),
        (
            {"mirrors": {"a4": {"seat": "south", "diagonal": "/", "kind": 1}}},
            "mirror on “a4” is not a seat",
        ),
        ({"mirrors": {"a4": "/"}}, "mirror on “a4” is not a seat"),
        ({"fortresses": None}, "Under fortresses a state has an object with south and north."),
        ({"fortresses": {}}, "Under fortresses a state has an object with south and north."),
        (
            {"fortresses": {"south": {}}},
            "Under fortresses a state has an object with south and north.",
        ),
        (
            {"fortresses": {"south": None, "north": NORTHS}},
            "South's fortress in the state is not an object of squares.",
        ),
        (
            {"fortresses": {"south": SHORT, "north": NORTHS}},
            "South's fortress has 1 wall instead of 2.",
        ),
        (
            {"fortresses": {"south": SHORT | {"e8": "K"}, "north": NORTHS}},
            "What South's fortress has on “e8” is none of T, W, S, / and \\.",
        ),
        (
            {"fortresses": {"south": SHORT | {"e8": ["W"]}, "north": NORTHS}},
            "What South's fortress has on “e8” is none of",
        ),
        (
            {"fortresses": {"south": SHORT | {"e6": "W"}, "north": NORTHS}},
            "South's objects stand on rows 7 to 9, not on e6.",
        ),
        (
            {"fortresses": {"south": SHORT | {"h8": "W"}, "north": NORTHS}},
            "The board has columns a to g, rows 1 to 9, and no “h8”.",
        ),
        ({"ready": None}, "Under ready a state has an object with south and north."),
        ({"ready": {"south": True}}, "Under ready a state has an object with south and north."),
        ({"ready": {"south": True, "north": False}}, "ready is true for both seats"),
        ({"ready": {"south": True, "north": 1}}, "ready is true for both seats"),
        ({"hits": []}, "Under hits a state has an object with south and north."),
        ({"hits": {"south": 4, "north": None}}, "South's hits in the state are null or a whole"),
        ({"hits": {"south": 1, "north": True}}, "North's hits in the state are null or a whole"),
        ({"hits": {"south": 1, "north": "0"}}, "North's hits in the state are null or a whole"),
    ],
)
def test_a_faulty_state_is_refused_with_its_fault(changes: dict[str, JSON], reason: str) -> None:
    assert reason in fault({"state": state_of() | changes})


def test_every_fault_of_a_state_is_named() -> None:
    text = fault(
        {
            "state": {
                "ply": -1,
                "round": 0,
                "mirrors": mirrors("a4/S d9/N"),
                "fortresses": {"south": SHORT, "north": {"d8": "Q"}},
                "ready": {},
            }
        }
    )
    for part in (
        *("lacks the key game", "lacks the key phase", "lacks the key hits", "ply is", "round is"),
        *("not on “d9”", "1 wall instead of 2", "on “d8” is none of", "Under ready a state"),
    ):
        assert part in text


def test_a_thousand_wrong_squares_make_a_short_sentence() -> None:
    many: dict[str, JSON] = {f"square{number}" * 9: {} for number in range(1_000)}
    assert len(fault({"state": state_of(mirrors=many)})) < 600
    assert len(fault({"state": state_of(fortresses={"south": many, "north": many})})) < 600
    walls: dict[str, JSON] = dict.fromkeys(many, "W")
    assert len(fault({"state": state_of(fortresses={"south": walls, "north": walls})})) < 1_200
