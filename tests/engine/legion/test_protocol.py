"""Legion through the line protocol: what each viewer is answered, and what is refused."""

import json
import random
from time import perf_counter
from typing import Any

import pytest

from engine.protocol import Session
from tests.engine.legion.positions import position


class Talk:
    """A session with a game of Legion begun."""

    def __init__(self, **options: object) -> None:
        self.session = Session(random.Random(1), perf_counter)
        assert self.ask("new", game="legion", options=options)["ok"]

    def ask(self, cmd: str, **request: object) -> dict[str, Any]:
        answer = json.loads(self.session.answer(json.dumps({"cmd": cmd} | request).encode()))
        assert isinstance(answer, dict)
        return answer


@pytest.fixture(name="talk")
def a_game_in_which_both_have_deployed() -> Talk:
    talk = Talk()
    assert talk.ask("apply", seat="red", action="deploy b7 b8=volley")["ok"]
    assert talk.ask("apply", seat="blue", action="deploy c2 a1=charge")["ok"]
    return talk


def test_legion_is_listed_with_its_seats_and_options() -> None:
    games = {game["name"]: game for game in Talk().ask("games")["games"]}
    assert games["legion"]["seats"] == ["blue", "red"]
    assert games["legion"]["options"].keys() == {"armies", "timed", "state"}


def test_before_both_have_deployed_nobody_is_to_move() -> None:
    talk = Talk(armies={"blue": "egypt"})
    answer = talk.ask("apply", seat="blue", action="deploy h2 a1=charge", view="red")
    state = answer["state"]
    assert (state["phase"], state["to_move"], state["ply"]) == ("setup", None, 0)
    assert state["ready"] == {"blue": True, "red": False}
    assert state["armies"] == {"blue": "egypt", "red": "egypt"}
    assert answer["events"] == [{"event": "ready", "seat": "blue"}]
    assert talk.ask("legal")["actions"] == talk.ask("legal", seat="red")["actions"] == []
    assert talk.ask("adjudicate")["result"] is None
    assert talk.ask("apply", action="deploy")["error"] == "bad_request"
    assert talk.ask("apply", seat="red", action="e7-e6")["error"] == "illegal_action"


def test_each_viewer_sees_its_own_assassin_and_the_referee_both(talk: Talk) -> None:
    seen = {
        view: talk.ask("state", **({"view": view} if view else {}))["state"]["units"]
        for view in ("", "blue", "red", "public")
    }
    hidden = {"kind": "assassin", "state": "defend", "hidden": True}
    shown = {"c2": {"seat": "blue", "facing": "north"}, "b7": {"seat": "red", "facing": "south"}}
    covers = {"c2": "legionnaire", "b7": "infantry"}
    for view, known in (("", "c2 b7"), ("blue", "c2"), ("red", "b7"), ("public", "")):
        for square, common in shown.items():
            cover = {"kind": covers[square], "state": "defend"}
            assert seen[view][square] == common | (hidden if square in known else cover)
    assert seen["public"]["a1"]["state"] == "charge"


def test_a_step_of_the_assassin_is_answered_as_its_viewer_may_see_it(talk: Talk) -> None:
    for view, event in (
        ("public", {"kind": "legionnaire"}),
        ("red", {"kind": "legionnaire"}),
        ("blue", {"kind": "assassin", "hidden": True}),
        (None, {"kind": "assassin", "hidden": True}),
    ):
        record = talk.ask("record")["record"]
        request = {} if view is None else {"view": view}
        answer = talk.ask("apply", action="c2-c3", **request)
        assert answer["events"] == [
            {"event": "moved", "seat": "blue", "origin": "c2", "target": "c3"} | event
        ]
        assert answer["state"] == talk.ask("state", **request)["state"]
        talk.ask("load", record=record)


def test_a_record_with_its_deployments_brings_the_game_back(talk: Talk) -> None:
    talk.ask("apply", action="c2!")
    record = talk.ask("record")["record"]
    assert record["options"] == {"armies": {"blue": "rome", "red": "egypt"}, "timed": False}
    assert [(entry["seat"], entry["action"]) for entry in record["entries"]] == [
        ("red", "deploy b7 b8=volley"),
        ("blue", "deploy c2 a1=charge"),
        ("blue", "c2!"),
    ]
    state = talk.ask("state")["state"]
    assert Talk().ask("load", record=record)["state"] == state


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ({"action": "deploy", "seat": "red"}, "illegal_action"),
        ({"action": "e7-e6", "seat": "red"}, "not_your_turn"),
        ({"action": "e2-e4"}, "illegal_action"),
        ({"action": "pass"}, "illegal_action"),
        ({"action": "e2-e9"}, "illegal_action"),
        ({"action": "e2-e3", "chance": {}}, "bad_chance"),
        ({"action": "e2-e3", "view": "green"}, "bad_request"),
    ],
)
def test_a_request_that_cannot_be_met_changes_nothing(
    talk: Talk, request_: dict[str, object], code: str
) -> None:
    before = talk.ask("record"), talk.ask("state")
    assert talk.ask("apply", **request_)["error"] == code
    assert (talk.ask("record"), talk.ask("state")) == before


def test_time_goes_by_points_only_in_a_timed_game() -> None:
    ahead = {"state": position(score={"blue": 4, "red": 3})}
    assert Talk(**ahead).ask("adjudicate")["result"] == {"winner": "red", "reason": "time"}
    timed = Talk(**ahead, timed=True)
    assert timed.ask("adjudicate")["result"] == {"winner": "blue", "reason": "time"}
    entries = timed.ask("record")["record"] | {"result": {"winner": "blue", "reason": "time"}}
    assert timed.ask("load", record=entries)["state"]["phase"] == "over"
