"""Reflix through the line protocol: who may set up what when, and who is told of it."""

import json
import random
from time import perf_counter
from typing import Any

import pytest

from engine.protocol import Session
from tests.engine.reflix.positions import CLASSIC_TEXT

SETUPS = {seat: f"setup {text}" for seat, text in CLASSIC_TEXT.items()}
OTHER_SETUP = "setup T b9 W a7 g7 S b8 c8 d8 M b7\\ f9/"


class Talk:
    """A session with a game of Reflix begun, addressed by requests."""

    def __init__(self) -> None:
        self.session = Session(random.Random(1), perf_counter)
        assert self.ask("new", game="reflix")["ok"]

    def ask(self, cmd: str, **request: object) -> dict[str, Any]:
        answer = json.loads(self.session.answer(json.dumps({"cmd": cmd} | request).encode()))
        assert isinstance(answer, dict)
        return answer


@pytest.fixture
def talk() -> Talk:
    return Talk()


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ({"action": SETUPS["south"]}, "bad_request"),
        ({"action": "d6R"}, "bad_request"),
        ({"action": "d6R", "seat": "south"}, "illegal_action"),
        ({"action": SETUPS["south"], "seat": "west"}, "bad_request"),
        ({"action": SETUPS["north"], "seat": "south"}, "illegal_action"),
        ({"action": "setup T d8", "seat": "south"}, "illegal_action"),
        ({"action": "setup", "seat": "south"}, "illegal_action"),
        ({"action": "setup " + "T d8 " * 9_999, "seat": "south"}, "illegal_action"),
        ({"action": SETUPS["south"], "seat": "south", "chance": {}}, "bad_chance"),
    ],
)
def test_a_setup_that_cannot_be_changes_nothing(
    talk: Talk, request_: dict[str, object], code: str
) -> None:
    before = talk.ask("state"), talk.ask("record")
    answer = talk.ask("apply", **request_)
    assert (answer["error"], answer["message"][-1]) == (code, ".")
    assert (talk.ask("state"), talk.ask("record")) == before


def test_nobody_is_to_move_while_fortresses_are_set_up(talk: Talk) -> None:
    for seat in ("south", None):
        assert talk.ask("legal", seat=seat)["actions"] == []
    assert talk.ask("adjudicate")["result"] is None
    assert talk.ask("perft", depth=1)["nodes"] == 0
    for request in ({"cmd": "best", "level": "easy"}, {"cmd": "search", "depth": 1}):
        assert talk.ask(**request)["error"] == "bad_request"


@pytest.mark.parametrize("view", ["north", "public"])
def test_a_fortress_is_told_to_nobody_else_until_both_are_ready(talk: Talk, view: str) -> None:
    answers = [
        talk.ask("apply", action=action, seat="south", view=view)
        for action in (SETUPS["south"], OTHER_SETUP, SETUPS["south"])
    ]
    assert answers[0] == answers[1] == answers[2]
    assert answers[0]["events"] == [{"event": "ready", "seat": "south"}]
    assert answers[0]["state"]["fortresses"] == {"south": None, "north": None}
    assert talk.ask("state", view="south")["state"]["fortresses"]["south"]["d8"] == "T"
    answer = talk.ask("apply", action=SETUPS["north"], seat="north", view=view)
    assert answer["state"] == talk.ask("state")["state"]
    assert answer["state"]["fortresses"]["south"]["d8"] == "T"
    assert (answer["state"]["phase"], answer["state"]["to_move"]) == ("play", "south")


def test_a_record_holds_every_setup_in_canonical_form_and_replays(talk: Talk) -> None:
    talk.ask("apply", action=OTHER_SETUP, seat="south")
    talk.ask("apply", action="setup M g8\\ a8/ S f7 d7 b7 T d8 W e8 c8", seat="south")
    talk.ask("apply", action=SETUPS["north"], seat="north")
    talk.ask("apply", action="d6L")
    record = talk.ask("record")["record"]
    assert record["options"] == {"first": "south"}
    assert [entry["action"] for entry in record["entries"]] == [
        OTHER_SETUP,
        SETUPS["south"],
        SETUPS["north"],
        "d6R",
    ]
    state = talk.ask("state")
    assert talk.ask("load", record=record)["state"] == state["state"]
    assert talk.ask("record")["record"] == record


def test_a_game_given_up_before_both_are_ready_keeps_its_secret(talk: Talk) -> None:
    talk.ask("apply", action=SETUPS["south"], seat="south")
    record = talk.ask("record")["record"]
    talk.ask("load", record=record | {"result": {"winner": "north", "reason": "resignation"}})
    state = talk.ask("state", view="north")["state"]
    assert (state["phase"], state["fortresses"]["south"]) == ("over", None)


def test_who_is_out_of_time_loses(talk: Talk) -> None:
    for seat, action in SETUPS.items():
        talk.ask("apply", action=action, seat=seat)
    assert talk.ask("adjudicate")["result"] == {"winner": "north", "reason": "time"}
