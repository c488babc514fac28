"""The bot as a process of its own: killed, stopped, restarted, asked for its health."""

import asyncio
import os
import random
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

import aiohttp
import pytest

import bot
from bot.playground.server import StandIn
from bot.playground.world import Event, Message, Subject
from data import Store
from engine.core import Seat
from tests.discord.reading import boards, control, until

ROOT = Path(bot.__file__).parent.parent


@dataclass
class Bot:
    """`python -m bot` against the stand-in, with its own database file."""

    standin: StandIn
    url: str
    module: str = "bot"
    process: Process | None = None
    said: list[str] = field(default_factory=list)

    async def start(self, patience: float = 20, **more: str) -> None:
        environment = {**os.environ, **self.standin.environment(), "DATABASE_URL": self.url}
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", self.module, env=environment | more, cwd=ROOT, stderr=PIPE
        )
        await self.standin.wait_online(patience)

    async def kill(self) -> None:
        assert self.process
        self.process.kill()
        await self._ended()

    async def terminate(self) -> int:
        assert self.process
        self.process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(5):
            return await self._ended()

    async def _ended(self) -> int:
        assert self.process
        _, said = await self.process.communicate()
        self.said.append(said.decode())
        await self.standin.wait_for(lambda: not self.standin.gateway.is_online)
        code = self.process.returncode
        self.process = None
        assert code is not None
        return code


@pytest.fixture
async def process(standin: StandIn, url: str) -> AsyncIterator[Bot]:
    process = Bot(standin, url)
    await process.start()
    yield process
    if process.process:
        await process.kill()


@asynccontextmanager
async def kept(url: str) -> AsyncIterator[Store]:
    """The bot's database, looked at from outside."""
    store = await Store.open(url)
    yield store
    await store.close()


async def begin(standin: StandIn, **options: str) -> Message:
    ada, ben, games = standin.member("Ada"), standin.member("Ben"), standin.channel("games")
    asked = await standin.command(ada, games, "challenge", opponent=ben, side="first", **options)
    assert asked.message
    await standin.press(ben, asked.message, control(asked.message, "accept"))
    await standin.wait_for(lambda: boards(games))
    await standin.settle()
    return boards(games)[-1][2]


async def choose(standin: StandIn, board: Message, seat: Seat, action: str) -> str:
    """Pick the action's piece and return the id of the button that then plays it."""
    member = standin.member({"silver": "Ada", "gold": "Ben"}[seat])
    verb = "turn" if action[2:] in ("L", "R") else "go"

    def is_shown() -> bool:
        return any(f":{verb}:{action}" in str(row) for row in board.components)

    if not is_shown():
        await standin.press(member, board, control(board, "pick"), action[:2])
        # A bot that has only just begun is slow to draw, and acknowledges before that.
        await standin.wait_for(is_shown)
    return control(board, f"{verb}:{action}")


def posted_once(standin: StandIn, last: int) -> Callable[[], Awaitable[bool]]:
    async def holds() -> bool:
        seqs = [seq for _, seq, _ in boards(standin.channel("games"))]
        assert len(seqs) == len(set(seqs)), "no board is posted twice"
        return seqs == list(range(last + 1))

    return holds


async def test_a_kill_between_commit_and_post_loses_and_repeats_nothing(
    process: Bot, standin: StandIn, url: str
) -> None:
    board = await begin(standin)
    go = await choose(standin, board, "silver", "h2-h3")
    standin.fail("POST", r"/channels/\d+/messages$", 503, delay=20)
    standin.press_nowait(standin.member("Ada"), board, go)
    async with kept(url) as store:

        async def committed() -> bool:
            match = await store.match(1)
            return match is not None and match.seq == 1

        await until(committed)
        await standin.wait_for(lambda: standin.requests[-1].operation == "create_message")
        await process.kill()
        assert [seq for _, seq, _ in boards(standin.channel("games"))] == [0]
        await process.start()
        await until(posted_once(standin, 1))


async def test_a_kill_between_post_and_record_repeats_nothing(
    process: Bot, standin: StandIn, url: str
) -> None:
    board = await begin(standin)
    go = await choose(standin, board, "silver", "h2-h3")

    def kill_at_once(event: Event, subject: Subject) -> None:
        if event is Event.MESSAGE_CREATE and isinstance(subject, Message) and process.process:
            process.process.kill()

    standin.world.listeners.append(kill_at_once)
    standin.press_nowait(standin.member("Ada"), board, go)
    await standin.wait_for(lambda: len(boards(standin.channel("games"))) == 2)
    standin.world.listeners.remove(kill_at_once)
    await process.kill()
    async with kept(url) as store:
        assert await store.ledger.unposted() == [(1, 1)]
        await process.start()

        async def recorded() -> bool:
            return await store.ledger.unposted() == []

        await until(recorded)
    await until(posted_once(standin, 1))
    newest = boards(standin.channel("games"))[-1][2]
    go = await choose(standin, newest, "gold", "a4-b3")
    await standin.press(standin.member("Ben"), newest, go)
    await until(posted_once(standin, 2))


class Moment(StrEnum):
    """When in the course of a move the bot is killed."""

    PRESSED = "as soon as it is pressed"
    ACKNOWLEDGED = "once it is acknowledged"
    POSTING = "while its board is on the way"


async def wait_for_moment(standin: StandIn, moment: Moment, chance: random.Random) -> None:
    """Return at the moment, or up to 20 ms after it; of a press, at once."""
    made = len(standin.requests)
    operation = {
        Moment.ACKNOWLEDGED: "create_interaction_response",
        Moment.POSTING: "create_message",
    }.get(moment)
    if operation is None:
        return
    await standin.wait_for(lambda: any(r.operation == operation for r in standin.requests[made:]))
    await asyncio.sleep(chance.uniform(0, 0.02))


async def test_ten_kills_at_random_moments_lose_and_repeat_nothing(
    process: Bot, standin: StandIn, url: str
) -> None:
    chance = random.Random(2026)
    games = standin.channel("games")
    await begin(standin)
    outcomes = set()
    moments = [*Moment, *chance.choices(list(Moment), k=7)]
    for moment in moments:
        async with kept(url) as store:
            match = await store.match(1)
            assert match
            assert match.to_move
            action = str(chance.choice(match.state.legal_actions(match.to_move)))
            board = boards(games)[-1][2]
            go = await choose(standin, board, match.to_move, action)
            member = standin.member({"silver": "Ada", "gold": "Ben"}[match.to_move])
            # What the bot posts is held back for a moment, so that a kill can come before it.
            standin.fail("POST", r"/channels/\d+/messages$", None, delay=1)
            standin.press_nowait(member, board, go)
            await wait_for_moment(standin, moment, chance)
            await process.kill()
            standin.faults.pending.clear()
            after = await store.match(1)
            assert after
            assert after.seq - match.seq in (0, 1)
            outcomes.add((after.seq - match.seq, len(boards(games)) == after.seq + 1))
            await process.start()
            await until(posted_once(standin, after.seq))
            if after.result:
                break

            async def stripped(seq: int = after.seq) -> bool:
                return [s for _, s, m in boards(games) if m.components] == [seq]

            await until(stripped)
    assert {(0, True), (1, False)} <= outcomes, "kills before the commit and before the post"


async def test_sigterm_finishes_what_is_committed_and_ends_in_time(
    process: Bot, standin: StandIn, url: str
) -> None:
    board = await begin(standin)
    go = await choose(standin, board, "silver", "h2-h3")
    standin.fail("POST", r"/channels/\d+/messages$", None, delay=1)
    press = standin.press_nowait(standin.member("Ada"), board, go)
    assert press
    await press.settled.wait()
    assert await process.terminate() == 0
    assert [seq for _, seq, _ in boards(standin.channel("games"))] == [0, 1]
    async with kept(url) as store:
        assert await store.ledger.unposted() == []
    assert "Traceback" not in process.said[0]


async def test_commands_are_synced_only_when_they_changed(process: Bot, standin: StandIn) -> None:
    await process.terminate()
    await process.start()
    synced = [r for r in standin.requests if r.operation == "bulk_set_application_commands"]
    assert len(synced) == 1


async def test_the_log_tells_neither_token_nor_interaction_tokens(
    process: Bot, standin: StandIn
) -> None:
    await process.terminate()
    await process.start(LOG_LEVEL="DEBUG")
    await begin(standin)
    await process.terminate()
    said = process.said[-1]
    assert "has connected to Gateway" in said
    assert standin.token not in said
    assert not [i.token for i in standin.interactions.every.values() if i.token in said]


async def test_health_answers_while_the_bot_is_well(
    process: Bot, standin: StandIn, unused_tcp_port: int
) -> None:
    await process.terminate()
    await process.start(HEALTH_PORT=str(unused_tcp_port))
    async with (
        aiohttp.ClientSession() as http,
        http.get(f"http://127.0.0.1:{unused_tcp_port}/") as answer,
    ):
        assert (answer.status, await answer.text()) == (200, "ok")


async def test_a_development_server_without_the_bot_is_named(process: Bot) -> None:
    await process.terminate()
    with pytest.raises(TimeoutError):
        await process.start(1, DEV_GUILD="123456789")
    assert process.process
    _, said = await process.process.communicate()
    assert (process.process.returncode, "DEV_GUILD" in said.decode()) == (2, True)
    process.process = None


async def test_a_wrong_token_is_said_in_a_sentence(standin: StandIn, url: str) -> None:
    environment = {**os.environ, **standin.environment(), "DATABASE_URL": url}
    run = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", env=environment | {"DISCORD_TOKEN": "wrong-token"},
        cwd=ROOT, stderr=PIPE,
    )  # fmt: skip
    _, said = await run.communicate()
    assert run.returncode == 2
    assert "DISCORD_TOKEN" in said.decode()
    assert "wrong-token" not in said.decode()
    assert "Traceback" not in said.decode()
