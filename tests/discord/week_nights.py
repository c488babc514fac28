"""The bot dies in the night: it is then a process of its own, and is killed in a move."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from typing import TypeAlias

from bot.playground.world import Event, Message, Subject
from tests.discord.plain import Heard, PlainGame
from tests.discord.shifted import AHEAD
from tests.discord.test_process import Bot
from tests.discord.week import PATIENCE, Week
from tests.discord.week_troubles import next_move, posts

Death: TypeAlias = Callable[[Week, Bot, PlainGame], Awaitable[None]]


async def killed_before_commit(week: Week, process: Bot, game: PlainGame) -> None:
    """It dies while its commit waits for the database: the move was never made."""
    told, deciding = await next_move(week, game, is_typed=False)
    before = game.seq
    with closing(sqlite3.connect(week.path, timeout=PATIENCE, isolation_level=None)) as database:
        database.execute("BEGIN IMMEDIATE")
        act = deciding()
        assert act
        await act.settled.wait()
        await process.kill()
        database.execute("ROLLBACK")
    game.attempt = told
    await week.take_up(game, Heard.NOTHING)
    assert game.seq == before


async def killed_before_post(week: Week, process: Bot, game: PlainGame) -> None:
    """It dies when the move is committed and its board not yet posted."""
    told, deciding = await next_move(week, game, is_typed=False)
    before, posted = game.seq, len(week.boards(game))
    week.standin.fail("POST", posts(game), 503, delay=2)
    sent = len(week.standin.requests)
    deciding()
    await week.standin.wait_for(
        lambda: any(r.operation == "create_message" for r in week.standin.requests[sent:]), PATIENCE
    )
    await process.kill()
    game.attempt = told
    await week.take_up(game, Heard.NOTHING)
    assert (game.seq, len(week.boards(game))) == (before + 1, posted)


async def killed_before_record(week: Week, process: Bot, game: PlainGame) -> None:
    """It dies when the board is posted and not yet noted: it must not be posted again."""
    told, deciding = await next_move(week, game, is_typed=False)

    def kill_at_once(event: Event, subject: Subject) -> None:
        if event is Event.MESSAGE_CREATE and isinstance(subject, Message) and process.process:
            process.process.kill()

    week.standin.world.listeners.append(kill_at_once)
    deciding()
    await week.standin.wait_for(lambda: week.stands(game), PATIENCE)
    week.standin.world.listeners.remove(kill_at_once)
    await process.kill()
    assert await week.store.ledger.unposted() == [(game.id, game.seq + 1)]
    game.attempt = told
    await week.take_up(game, Heard.DONE)


async def night(week: Week, url: str, death: Death, game: PlainGame) -> None:
    """The bot runs as a process of its own, in the week's time, and is killed in a move."""
    process = Bot(week.standin, url, "tests.discord.shifted")
    ahead = week.standin.clock.now().timestamp() - time.time()
    await process.start(PATIENCE, **{AHEAD: str(ahead)})
    await death(week, process, game)
