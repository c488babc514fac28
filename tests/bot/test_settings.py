"""Settings that are wrong or missing are named in one sentence that shows no value."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import bot
from bot.settings import BadSettings, Settings, load, wants_playground

ROOT = Path(bot.__file__).parent.parent


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("HEALTH_PORT", "seven-secret"),
        ("HEALTH_PORT", "70000"),
        ("SHARD_COUNT", "0"),
        ("SHARD_IDS", "1,secret"),
        ("DEV_GUILD", "my-secret"),
        ("LOG_LEVEL", "SECRET"),
        ("DISCORD_GATEWAY_URL", "http://secret"),
        ("DISCORD_API_BASE", "secret"),
        ("DISCORD_GATEWAY_URL", "ws://["),
        ("DISCORD_API_BASE", "https://secret:port"),
    ],
)
def test_a_wrong_setting_is_named_without_its_value(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(BadSettings) as error:
        load()
    assert name in str(error.value)
    assert "secret" not in str(error.value).casefold().replace("my-", "")
    assert "\n" not in str(error.value)


def test_every_wrong_setting_is_named_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEALTH_PORT", "x")
    monkeypatch.setenv("DEV_GUILD", "y")
    with pytest.raises(BadSettings, match=r"DEV_GUILD.*HEALTH_PORT|HEALTH_PORT.*DEV_GUILD"):
        load()


def test_shard_ids_need_their_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHARD_IDS", "0,1")
    with pytest.raises(BadSettings, match="SHARD_COUNT"):
        load()
    monkeypatch.setenv("SHARD_COUNT", "1")
    with pytest.raises(BadSettings, match="below"):
        load()
    monkeypatch.setenv("SHARD_COUNT", "2")
    assert load().shard_ids == (0, 1)


def test_settings_come_from_a_file_and_empty_ones_are_absent(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / ".env").write_text("HEALTH_PORT=8080\nDISCORD_TOKEN=\nOTHER=1\n")
    monkeypatch.setenv("DEV_GUILD", "")
    settings = load()
    assert (settings.health_port, settings.dev_guild) == (8080, None)
    with pytest.raises(BadSettings, match="DISCORD_TOKEN"):
        _ = settings.token


def test_the_playground_is_for_whom_lacks_nothing_but_a_token(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert wants_playground()
    monkeypatch.setenv("LOG_LEVEL", "loud")
    assert not wants_playground(), "the bot names what is wrong"
    monkeypatch.delenv("LOG_LEVEL")
    monkeypatch.setenv("DISCORD_TOKEN", "t0ken")
    assert not wants_playground()


def run_bot(folder: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **settings}
    return subprocess.run(
        [sys.executable, "-m", "bot"], capture_output=True, text=True, env=environment, cwd=folder
    )


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({}, "make play"),
        ({"DISCORD_TOKEN": "t0ken\x07"}, "DISCORD_TOKEN"),
        ({"DISCORD_TOKEN": "t0ken", "LOG_LEVEL": "loud"}, "LOG_LEVEL"),
        ({"DISCORD_TOKEN": "t0ken", "DATABASE_URL": "postgres:pa55word"}, "DATABASE_URL"),
        ({"DISCORD_TOKEN": "t0ken", "DATABASE_URL": "sqlite+aiosqlite:////"}, "must name a file"),
    ],
)
def test_the_bot_ends_with_code_2_and_one_sentence(
    tmp_path: Path, settings: dict[str, str], said: str
) -> None:
    run = run_bot(tmp_path, **settings)
    assert run.returncode == 2
    assert said in run.stderr
    assert run.stderr.count("\n") == 1
    assert not {"t0ken", "pa55word", "Traceback"} & set(run.stderr.replace(":", " ").split())
    assert not run.stdout


@pytest.mark.parametrize("module", ["bot", "bot.playground"])
def test_a_word_that_no_program_takes_starts_nothing(module: str) -> None:
    command = [sys.executable, "-m", module]
    told = subprocess.run(
        [*command, "--help"], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert told.returncode == 0
    assert f"usage: python -m {module}" in told.stdout
    wrong = subprocess.run(
        [*command, "--port=1"], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert wrong.returncode == 2
    assert "unrecognized arguments: --port=1" in wrong.stderr
