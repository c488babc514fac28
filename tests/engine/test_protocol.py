"""The line protocol: what it answers, and that nothing sent to it does any harm."""

import json
import random
import subprocess
from time import perf_counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.protocol import LONGEST_LINE, Session
from tests.engine.process import COMMAND, ENVIRONMENT, EngineProcess

CLASSIC = "4okop>2/2pv7/3P<6/p^1Pv1d^d>1p>1P</p>1P<1D>D^1p^1Pv/6p>3/7P^2/2P<OKO4"
CODES = {
    "bad_request",
    "unknown_game",
    "bad_option",
    "no_game",
    "illegal_action",
    "not_your_turn",
    "game_over",
    "bad_chance",
    "bad_record",
}


class Talk:
    """A session with a game of Deflexion begun, addressed by requests."""

    def __init__(self) -> None:
        self.session = Session(random.Random(1), perf_counter)
        assert self.ask("new", game="deflexion")["ok"]

    def ask(self, cmd: object, **request: object) -> dict[str, Any]:
        return self.send(json.dumps({"cmd": cmd} | request).encode())

    def send(self, line: bytes) -> dict[str, Any]:
        text = self.session.answer(line)
        assert "\n" not in text
        answer = json.loads(text)
        assert isinstance(answer, dict)
        if not answer["ok"]:
            assert answer["error"] in CODES
            assert answer["message"].endswith(".")
            assert len(answer["message"]) < 400
        return answer

    def refusal(self, cmd: object, **request: object) -> tuple[str, str]:
        """The code and the sentence of a refusal, after which the game is as it was."""
        before = self.ask("record"), self.ask("state")
        answer = self.ask(cmd, **request)
        assert (self.ask("record"), self.ask("state")) == before
        return answer["error"], answer["message"]


@pytest.fixture
def talk() -> Talk:
    return Talk()


def test_games_are_listed_with_their_seats_and_options(talk: Talk) -> None:
    answer = talk.ask("games")
    assert isinstance(answer["compiled"], bool)
    games = {game["name"]: (game["seats"], set(game["options"])) for game in answer["games"]}
    assert games["deflexion"] == (["silver", "gold"], {"layout", "code", "state", "rules"})
    assert games["arena"] == (["white", "black"], {"edges", "rise_in", "state"})
    assert games["reflix"] == (["south", "north"], {"first", "state"})


def test_a_new_game_shows_its_state(talk: Talk) -> None:
    assert talk.ask("new", game="deflexion", options={"layout": "classic"}) == {
        "ok": True,
        "state": {
            "game": "deflexion",
            "phase": "play",
            "ply": 0,
            "to_move": "silver",
            "result": None,
            "code": f"{CLASSIC} s",
            "quiet": 0,
        },
    }


def test_an_action_answers_events_chance_and_state(talk: Talk) -> None:
    answer = talk.ask("apply", action="j5R", seat="silver", view="public")
    assert answer["chance"] is None
    assert [event["event"] for event in answer["events"]] == ["rotated", "fired", "destroyed"]
    assert talk.ask("state", view="gold")["state"] == answer["state"]


def test_a_turn_that_both_ways_give_the_same_is_recorded_as_r(talk: Talk) -> None:
    talk.ask("apply", action="e1L")
    assert talk.ask("record")["record"] == {
        "game": "deflexion",
        "options": {"layout": "classic", "rules": "deflexion"},
        "entries": [{"seat": "silver", "action": "e1R", "chance": None}],
    }


def test_a_loaded_game_that_a_player_gave_up_is_over(talk: Talk) -> None:
    result = {"winner": "gold", "reason": "resignation"}
    record = talk.ask("record")["record"]
    state = talk.ask("load", record=record | {"result": result})["state"]
    assert (state["phase"], state["to_move"], state["result"]) == ("over", None, result)
    assert talk.ask("legal", seat="silver")["actions"] == []
    assert talk.refusal("apply", action="e1R")[0] == "game_over"
    assert talk.ask("record")["record"] == record | {"result": result}
    assert talk.refusal("load", record=record | {"result": result | {"winner": None}})[0] == (
        "bad_record"
    )


def test_a_record_of_a_game_that_its_rules_ended_has_no_result_of_its_own(talk: Talk) -> None:
    talk.ask("new", game="deflexion", options={"code": "4k5/10/10/10/10/8K1/10/10 s"})
    state = talk.ask("apply", action="i3-j3")["state"]
    record = talk.ask("record")["record"]
    assert record.keys() == {"game", "options", "entries"}
    loaded = talk.ask("load", record=record | {"result": state["result"]})
    assert loaded["state"] == state
    assert talk.ask("record")["record"] == record


@pytest.mark.parametrize("identity", [0, "a", None, [1, {"b": []}], {"c": 1.5}, "\ud800"])
def test_the_id_comes_back_with_answers_and_errors(talk: Talk, identity: object) -> None:
    assert talk.ask("games", id=identity)["id"] == identity
    assert talk.ask("nonsense", id=identity)["id"] == identity
    assert "id" not in talk.ask("games")


@pytest.mark.parametrize("cmd", ["legal", "state", "perft", "adjudicate", "best", "record"])
def test_without_a_game_there_is_nothing_to_ask(cmd: str) -> None:
    answer = json.loads(
        Session(random.Random(1), perf_counter).answer(json.dumps({"cmd": cmd}).encode())
    )
    assert (answer["ok"], answer["error"]) == (False, "no_game")


def test_legal_is_empty_for_the_other_seat(talk: Talk) -> None:
    assert talk.ask("legal", seat="silver") == talk.ask("legal")
    assert talk.ask("legal", seat="gold") == {"ok": True, "actions": []}


def test_a_finished_game_has_no_actions_no_verdict_and_no_leaves(talk: Talk) -> None:
    talk.ask("new", game="deflexion", options={"code": "4k5/10/10/10/10/8K1/10/10 s"})
    state = talk.ask("apply", action="i3-j3")["state"]
    assert state["result"] == {"winner": "gold", "reason": "pharaoh"}
    assert talk.ask("legal")["actions"] == []
    assert talk.ask("perft", depth=0)["nodes"] == 1
    assert talk.ask("perft", depth=1)["nodes"] == 0
    assert talk.ask("adjudicate")["result"] is None
    assert talk.refusal("apply", action="e8-e7")[0] == "game_over"


def test_without_time_the_seat_to_move_loses(talk: Talk) -> None:
    assert talk.ask("adjudicate")["result"] == {"winner": "gold", "reason": "time"}


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ({"cmd": "nonsense"}, "bad_request"),
        ({"cmd": None}, "bad_request"),
        ({"cmd": []}, "bad_request"),
        ({"cmd": "new"}, "bad_request"),
        ({"cmd": "new", "game": 1}, "bad_request"),
        ({"cmd": "new", "game": "chess"}, "unknown_game"),
        ({"cmd": "new", "game": "x" * 10_000}, "unknown_game"),
        ({"cmd": "new", "game": "deflexion", "options": []}, "bad_request"),
        ({"cmd": "new", "game": "deflexion", "options": None}, "bad_request"),
        ({"cmd": "new", "game": "deflexion", "options": {"colour": 1}}, "bad_option"),
        ({"cmd": "legal", "seat": "white"}, "bad_request"),
        ({"cmd": "legal", "seat": {}}, "bad_request"),
        ({"cmd": "state", "view": "white"}, "bad_request"),
        ({"cmd": "state", "view": []}, "bad_request"),
        ({"cmd": "apply"}, "bad_request"),
        ({"cmd": "apply", "action": 5}, "bad_request"),
        ({"cmd": "apply", "action": "banana"}, "illegal_action"),
        ({"cmd": "apply", "action": "x" * 1_000_000}, "illegal_action"),
        ({"cmd": "apply", "action": "j5R", "seat": "white"}, "bad_request"),
        ({"cmd": "apply", "action": "f8R", "seat": "gold"}, "not_your_turn"),
        ({"cmd": "apply", "action": "j5R", "view": "white"}, "bad_request"),
        ({"cmd": "apply", "action": "j5R", "chance": {}}, "bad_chance"),
        ({"cmd": "apply", "action": "j5R", "chance": 1}, "bad_chance"),
        ({"cmd": "perft"}, "bad_request"),
        ({"cmd": "perft", "depth": -1}, "bad_request"),
        ({"cmd": "perft", "depth": 1.0}, "bad_request"),
        ({"cmd": "perft", "depth": True}, "bad_request"),
        ({"cmd": "perft", "depth": "2"}, "bad_request"),
        ({"cmd": "perft", "depth": 10**90}, "bad_request"),
        ({"cmd": "best", "level": "expert"}, "bad_request"),
        ({"cmd": "search", "depth": 0}, "bad_request"),
        ({"cmd": "load"}, "bad_request"),
        ({"cmd": "load", "record": None}, "bad_record"),
        ({"cmd": "load", "record": {"game": "chess", "options": {}, "entries": []}}, "bad_record"),
    ],
)
def test_a_request_that_cannot_be_met_changes_nothing(
    talk: Talk, request_: dict[str, object], code: str
) -> None:
    talk.ask("apply", action="e1R")
    talk.ask("apply", action="f8R")
    assert talk.refusal(request_.pop("cmd"), **request_)[0] == code


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b" ",
        b"banana",
        b"[]",
        b"null",
        b'"new"',
        b"{",
        b'{"cmd":"games"}}',
        b'{"cmd":"games","cmd":"games"}',
        b'{"cmd":"new","game":"deflexion","options":{"layout":"classic","layout":"imhotep"}}',
        b'{"cmd":"games","id":NaN}',
        b'{"cmd":"games","id":-Infinity}',
        b'{"cmd":"games","id":1e999}',
        b'{"cmd":"games","id":' + b"9" * 5_000 + b"}",
        b'{"cmd":"games","id":"\xff"}',
        b"\xef\xbb\xbf{}",
        b'{"cmd":"games","id":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b'{"cmd":"' + b"x" * 1_000_000 + b'"}',
        b"x" * 1_000_000,
        b" " * (LONGEST_LINE + 1),
        b"\x00" * 100,
    ],
    ids=lambda line: repr(line[:30]),
)
def test_a_line_that_is_no_request_gets_an_error_from_a_process_that_goes_on(
    engine_process: EngineProcess, line: bytes
) -> None:
    engine_process.ask("new", game="deflexion")
    before = engine_process.ask("state")
    answer = engine_process.send(line)
    assert (answer["ok"], answer["error"]) == (False, "bad_request")
    assert len(answer["message"]) < 200
    assert engine_process.ask("state") == before


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)
KEYS = st.sampled_from(["game", "options", "action", "seat", "view", "chance", "record"])


@given(
    st.sampled_from(["new", "legal", "apply", "state", "perft", "record", "load", "search"]),
    st.dictionaries(KEYS, JSON_VALUES | st.just("deflexion") | st.just("silver")),
)
def test_whatever_stands_in_a_request_an_answer_comes(cmd: str, request: dict[str, object]) -> None:
    Talk().ask(cmd, **request)


@given(st.binary(max_size=60))
def test_whatever_bytes_are_sent_an_answer_comes(line: bytes) -> None:
    Talk().send(line)


def run(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """The finished `python -m engine` with these arguments and this input."""
    return subprocess.run(
        [*COMMAND, *arguments],
        env=ENVIRONMENT,
        input=text,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_a_last_line_without_its_end_is_answered() -> None:
    finished = run(text='{"cmd":"games","id":1}\n{"cmd":"games","id":2}')
    assert [json.loads(line)["id"] for line in finished.stdout.splitlines()] == [1, 2]
    assert (finished.returncode, finished.stderr) == (0, "")


def test_an_endless_line_gets_one_answer() -> None:
    finished = run(text="x" * (2 * LONGEST_LINE + 9) + '\n{"cmd":"games"}\n')
    first, second = (json.loads(line)["ok"] for line in finished.stdout.splitlines())
    assert (first, second) == (False, True)


def test_perft_on_the_command_line_writes_a_count_for_each_depth() -> None:
    assert run("perft", "deflexion", "classic", "2").stdout == "1 75\n2 5616\n"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("perft", "chess", "classic", "2"), "There is no game “chess”"),
        (("perft", "deflexion", "chess", "2"), "classic, imhotep and dynasty"),
        (("perft", "deflexion", "classic", "0"), "invalid choice"),
        (("dance",), "invalid choice"),
    ],
)
def test_a_wrong_command_line_is_refused_with_its_reason(
    arguments: tuple[str, ...], reason: str
) -> None:
    finished = run(*arguments)
    assert finished.returncode == 2
    assert reason in finished.stderr
    assert "Traceback" not in finished.stderr


def test_bench_says_how_fast_the_rules_are_and_whether_they_are_compiled() -> None:
    assert "perft leaves per second" in run("bench").stdout
