"""When something breaks, the member reads a sentence, and nothing is changed or lost."""

import logging
import re
import time

import pytest
from sqlalchemy import text

from bot import app, verbs
from bot.app import now
from bot.health import _fault
from bot.playground import interactions
from data import Entry, EntryKind, Status
from tests.discord.conftest import Club


async def test_a_database_that_takes_nothing_changes_nothing(club: Club) -> None:
    match = await club.begin()
    await club.press(club.ada, club.newest(), "pick", "h2")
    write = club.store._database.write
    await write(text("ALTER TABLE entries RENAME TO hidden"))
    await club.press(club.ada, club.newest(), "go:h2-h3")
    said = await club.said_privately(club.ada)
    assert "could not be saved" in said
    assert "nothing has changed" in said
    await write(text("ALTER TABLE hidden RENAME TO entries"))
    assert await club.store.match(match.id) == match
    await club.press(club.ada, club.newest(), "go:h2-h3")
    await club.standin.wait_for(lambda: len(club.boards()) == 2)


async def test_an_unforeseen_fault_gets_an_id_that_is_in_the_log(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(_press: verbs.Press) -> None:
        raise ZeroDivisionError

    await club.begin()
    monkeypatch.setattr(verbs, "VERBS", {**verbs.VERBS, "rules": broken})
    with caplog.at_level(logging.ERROR):
        press = await club.press(club.ada, club.newest(), "rules")
        said = await club.said_privately(club.ada)
    assert press.status is interactions.Status.ANSWERED
    fault = re.search(r"fault ([0-9a-f]{8})", said)
    assert fault
    assert f"fault {fault[1]}" in caplog.text
    assert "ZeroDivisionError" in caplog.text


async def test_presses_and_commands_are_refused_in_words_while_the_bot_stops(club: Club) -> None:
    await club.begin()
    board = club.newest()
    club.bot._stopping.set()
    await club.press(club.ada, board, "pick", "h2")
    assert "being restarted" in await club.said_privately(club.ada)
    await club.standin.command(club.ben, club.games, "board")
    assert "being restarted" in await club.said_privately(club.ben)
    assert len(club.boards()) == 1


async def test_health_tells_a_silent_gateway_a_lost_store_and_old_unposted_boards(
    club: Club,
) -> None:
    bot = club.bot
    assert await _fault(bot) is None
    match = await club.begin()
    late = Entry(1, EntryKind.ACTION, now() - 400, "silver", "h2-h3")
    await club.store.append(match, late)
    assert "unposted" in (await _fault(bot) or "")
    await club.store.ledger.mark_undeliverable(match.id)
    assert await _fault(bot) is None
    bot.heard_at = time.monotonic() - 100
    assert "gateway" in (await _fault(bot) or "")
    bot.heard_at = time.monotonic()
    await club.store._database.write(text("DROP TABLE postings"))
    assert "database" in (await _fault(bot) or "")


async def test_what_is_done_again_and_again_goes_on_after_an_unforeseen_fault(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(app, "SWEEP_SECONDS", 0.01)
    times = 0

    async def broken() -> None:
        nonlocal times
        times += 1
        raise ZeroDivisionError

    club.bot._start(club.bot._repeat(broken))
    await club.standin.wait_for(lambda: times > 2)
    assert "broken failed" in caplog.text


async def test_a_stale_pick_is_answered_in_time_however_slow_the_post_is(club: Club) -> None:
    match = await club.begin()
    await club.bot.play.act(match.id, 0, club.ada.id, "h2-h3")
    club.standin.fail("POST", r"/channels/\d+/messages$", 500, times=2)
    press = await club.press(club.ben, club.newest(), "pick", "h2")
    assert press.status is interactions.Status.ANSWERED
    await club.standin.wait_for(lambda: len(club.boards()) == 2, 10)
    assert "gone on since" in await club.said_privately(club.ben)


async def test_a_command_that_this_version_does_not_know_is_answered_in_words(club: Club) -> None:
    known = club.standin.members.global_commands
    known.append({**known[0], "name": "polish", "options": []})
    asked = await club.standin.command(club.ada, club.games, "polish")
    assert asked.message
    assert "has changed" in asked.message.content


async def test_a_challenge_whose_answer_was_not_taken_does_not_stay_open(club: Club) -> None:
    club.standin.fail("POST", "/interactions/.*/callback", 404, code=10062)
    await club.standin.command(club.ada, club.games, "challenge", opponent=club.ben)
    await club.settle()
    offer = await club.store.offers.find(1)
    assert offer
    assert offer.status is Status.CANCELLED


async def test_a_challenge_whose_reply_was_lost_stands(club: Club) -> None:
    club.standin.fail("POST", "/interactions/.*/callback", 500, apply_anyway=True)
    asked = await club.standin.command(club.ada, club.games, "challenge", opponent=club.ben)
    assert asked.message
    await club.standin.wait_for(lambda: club.standin.requests[-1].status == 400, 10)
    await club.press(club.ben, asked.message, "accept")
    await club.standin.wait_for(club.boards)


async def test_a_bot_that_was_stopped_tries_to_post_nothing_more(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    match = await club.begin()
    await club.bot.stop()
    await club.store.append(match, Entry(1, EntryKind.ACTION, now(), "silver", "h2-h3"))
    await club.bot._recover()
    assert "could not be posted" not in caplog.text


async def test_the_log_tells_when_the_bot_is_ready_and_in_how_many_servers(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    await club.bot.on_ready()
    assert "in 1 server(s)" in caplog.text
