"""Recorded games, played again step by step through the line protocol."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.engine.process import EngineProcess

GAMES = [
    pytest.param(json.loads(line), id=f"{path.stem}-{number}")
    for path in sorted((Path(__file__).parent / "vectors").glob("*.jsonl"))
    for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
]


SOME = [game for game in GAMES if str(game.id).endswith(("-1", "-2"))]


def digest(value: object) -> str:
    """The first 16 hex digits of the SHA-1 of the value as canonical JSON."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()[:16]


def play(process: EngineProcess, game: dict[str, Any]) -> Iterator[tuple[dict[str, Any], Any]]:
    """Play the recorded game; before each step, and with its answer after it, give the step."""
    ask = process.ask
    assert ask("new", game=game["game"], options=game["options"])["ok"]
    for setup in game["setup"]:
        assert ask("apply", **setup)["ok"]
    for step in game["steps"]:
        yield step, None
        answer = ask("apply", action=step["action"], **chance_of(step))
        assert answer["ok"], answer
        yield step, answer


def chance_of(step: dict[str, Any]) -> dict[str, Any]:
    """What the request adds for the recorded chance, which not every game has."""
    return {} if step.get("chance") is None else {"chance": step["chance"]}


@pytest.mark.parametrize("game", GAMES)
def test_a_recorded_game_goes_the_same_way_again(
    engine_process: EngineProcess, game: dict[str, Any]
) -> None:
    ask = engine_process.ask
    for step, answer in play(engine_process, game):
        if answer is None:
            legal = ask("legal")["actions"]
            assert (len(legal), digest(legal)) == (step["legal_count"], step["legal_digest"])
            continue
        shots = [event for event in answer["events"] if event["event"] == "fired"]
        assert [[shot[key] for key in ("path", "end", "at")] for shot in shots] == (
            [[step[key] for key in ("path", "end", "at")]] if "path" in step else []
        )
        assert digest(answer["state"]) == step["state_digest"]
        if "public_units" in step:
            seen = ask("state", view="public")["state"]
            assert seen.pop("units") == step["public_units"]
            assert "assassin" not in json.dumps(seen)
    assert ask("state")["state"] == game["final"]


@pytest.mark.parametrize("game", SOME)
def test_a_record_brings_a_game_back_to_its_last_state(
    engine_process: EngineProcess, game: dict[str, Any]
) -> None:
    ask = engine_process.ask
    for _ in play(engine_process, game):
        pass
    record = ask("record")["record"]
    ask("new", game=game["game"])
    assert ask("load", record=record)["state"] == game["final"]
    assert ask("record")["record"] == record
