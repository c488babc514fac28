"""Arena through the line protocol: what is drawn, what is given, and what is forged."""

import random
from typing import Any

import pytest

from tests.engine.arena.positions import as_options, start
from tests.engine.test_protocol import Talk


@pytest.fixture
def talk() -> Talk:
    found = Talk()
    assert found.ask("new", game="arena")["ok"]
    return found


def test_a_game_without_options_is_drawn_and_recorded(talk: Talk) -> None:
    state, record = talk.ask("state")["state"], talk.ask("record")["record"]
    assert record["options"] == {"edges": state["edges"], "rise_in": state["rise_in"]}
    other = talk.ask("new", game="arena")["state"]
    assert other["edges"] != state["edges"]


def test_without_chance_it_is_drawn_answered_and_recorded(talk: Talk) -> None:
    rng = random.Random(3)
    for _ in range(60):
        action = rng.choice(talk.ask("legal")["actions"])
        answer = talk.ask(
            "apply", action=action, **({"chance": None} if rng.random() < 0.5 else {})
        )
        assert answer["ok"]
        entry = talk.ask("record")["record"]["entries"][-1]
        assert (entry["action"], entry["chance"]) == (action, answer["chance"])
        if answer["state"]["phase"] == "over":
            break
    state, record = answer["state"], talk.ask("record")["record"]
    again = Talk()
    assert again.ask("load", record=record)["state"] == state
    assert again.ask("record")["record"] == record


def test_a_given_chance_is_used_and_answered(talk: Talk) -> None:
    before = talk.ask("state")["state"]
    chance = {"flips": ["Nc", "W9"], "columns": None, "next_rise": None}
    answer = talk.ask("apply", action="PASS", chance=chance)
    assert answer["chance"] == chance
    after = answer["state"]
    assert {s for s in before["edges"] if before["edges"][s] != after["edges"][s]} == {"Nc", "W9"}
    assert after["rise_in"] == before["rise_in"] - 1
    assert [event["event"] for event in answer["events"]] == ["passed", "edges_flipped"]


@pytest.mark.parametrize(
    "chance",
    [
        {},
        {"flips": ["NE"]},
        {"flips": ["Nj"]},
        {"flips": [], "columns": ["a4", "c4", "d4", "e4"]},
        {"flips": [], "next_rise": 9},
        [],
        "E1",
        7,
    ],
)
def test_a_forged_chance_is_refused_and_nothing_changes(talk: Talk, chance: object) -> None:
    code, message = talk.refusal("apply", action="PASS", chance=chance)
    assert code == "bad_chance"
    assert message


@pytest.mark.parametrize("chance", [{}, {"flips": ["E1"], "columns": None, "next_rise": None}])
def test_chance_where_there_is_none_is_refused(talk: Talk, chance: object) -> None:
    talk.ask("new", game="arena", options=as_options(start("kb5")))
    assert talk.refusal("apply", action="FIRE", chance=chance)[0] == "bad_chance"
    answer = talk.ask("apply", action="FIRE")
    assert (answer["chance"], answer["state"]["result"]) == (
        None,
        {"winner": "white", "reason": "king"},
    )
    assert talk.ask("record")["record"]["entries"][-1]["chance"] is None
    assert talk.refusal("apply", action="PASS")[0] == "game_over"


def test_an_illegal_action_is_refused_before_its_chance_is_looked_at(talk: Talk) -> None:
    assert talk.refusal("apply", action="b1-b2", chance={"flips": ["NE"]})[0] == "illegal_action"
    assert talk.refusal("apply", action="PASS", seat="black", chance={})[0] == "not_your_turn"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"chance": None}, "its chance is missing"),
        ({"chance": {"flips": ["NE"]}}, "NE is a corner"),
        ({"chance": {"flips": [], "next_rise": 9}}, "No columns retract"),
        ({"chance": []}, "neither an object nor null"),
    ],
)
def test_a_record_whose_chance_cannot_be_breaks_there(
    talk: Talk, change: dict[str, Any], reason: str
) -> None:
    for action in ("PASS", "PASS"):
        talk.ask("apply", action=action)
    record = talk.ask("record")["record"]
    record["entries"][1] |= change
    code, message = talk.refusal("load", record=record)
    assert code == "bad_record"
    assert reason in message
    assert "2" in message


def test_a_record_that_leaves_its_start_open_is_refused(talk: Talk) -> None:
    record = talk.ask("record")["record"] | {"options": {}}
    code, message = talk.refusal("load", record=record)
    assert code == "bad_record"
    assert "nothing draws it" in message


def test_events_of_a_shot_are_those_of_the_protocol(talk: Talk) -> None:
    talk.ask("new", game="arena", options=as_options(start("gb4EN mh5NE", rise_in=1)))
    chance = {"flips": [], "columns": ["a4", "c4", "d4", "e4"], "next_rise": None}
    answer = talk.ask("apply", action="FIRE", chance=chance)
    assert answer["events"] == [
        {"event": "fired", "seat": "white", "path": ["b2", "b3", "b4"], "end": "guard", "at": "b4"},
        {"event": "rubble", "seat": "black", "square": "b4", "hits": ["E", "N", "S"],
         "by": "white"},
        {"event": "edges_flipped", "squares": []},
        {"event": "columns_rose", "squares": ["a4", "c4", "d4", "e4"]},
    ]  # fmt: skip
    assert (answer["state"]["columns"], answer["state"]["raised_left"]) == (chance["columns"], 3)
