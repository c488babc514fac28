"""Recorded games, played again step by step through the line protocol."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from tests.engine.process import EngineProcess

GAMES = [
    pytest.param(json.loads(line), id=f"{path.stem}-{number}")
    for path in sorted((Path(__file__).parent / "vectors").glob("*.jsonl"))
    for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
]


def digest(value: object) -> str:
    """The first 16 hex digits of the SHA-1 of the value as canonical JSON."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()[:16]


@pytest.mark.parametrize("game", GAMES)
def test_a_recorded_game_goes_the_same_way_again(
    engine_process: EngineProcess, game: dict[str, Any]
) -> None:
    ask = engine_process.ask
    assert ask("new", game=game["game"], options=game["options"])["ok"]
    for step in game["steps"]:
        legal = ask("legal")["actions"]
        assert (len(legal), digest(legal)) == (step["legal_count"], step["legal_digest"])
        answer = ask("apply", action=step["action"])
        assert answer["ok"], answer
        (shot,) = [event for event in answer["events"] if event["event"] == "fired"]
        assert [shot[key] for key in ("path", "end", "at")] == [
            step[key] for key in ("path", "end", "at")
        ]
        assert digest(answer["state"]) == step["state_digest"]
    assert ask("state")["state"] == game["final"]


@pytest.mark.parametrize("game", GAMES[:2] + GAMES[-2:])
def test_a_record_brings_a_game_back_to_its_last_state(
    engine_process: EngineProcess, game: dict[str, Any]
) -> None:
    ask = engine_process.ask
    ask("new", game=game["game"], options=game["options"])
    for step in game["steps"]:
        ask("apply", action=step["action"])
    record = ask("record")["record"]
    ask("new", game=game["game"])
    assert ask("load", record=record)["state"] == game["final"]
    assert ask("record")["record"] == record
