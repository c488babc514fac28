"""The computer's turn and the bot as a process of its own: killed, stopped, and started again."""

import os
import random
import signal
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.playground.server import StandIn
from bot.playground.world import Event, Message, Subject
from data import EntryKind
from tests.discord.reading import boards, until
from tests.discord.test_process import Bot, kept, posted_once, process

__all__ = ["process"]

SPAWNED = b"multiprocessing.spawn"
"""What the command line of a process that searches says."""


def searching(bot: Bot) -> list[int]:
    """The ids of the bot's processes that search."""
    assert bot.process
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            parent = (entry / "stat").read_text().rpartition(")")[2].split()[1]
            command = (entry / "cmdline").read_bytes()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(parent) == bot.process.pid and SPAWNED in command:
            found.append(int(entry.name))
    return found


def is_gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


async def think(standin: StandIn, bot: Bot, level: str = "hard") -> list[int]:
    """Let the computer begin to think for long; the processes in which it does."""
    ada, games = standin.member("Ada"), standin.channel("games")
    await standin.command(ada, games, "play", level=level, side="first")
    await until(posted_once(standin, 0))
    await standin.command(ada, games, "move", action="h2-h3")
    await until(posted_once(standin, 1))
    await standin.wait_for(lambda: searching(bot))
    return searching(bot)


def newest(standin: StandIn) -> Message:
    return boards(standin.channel("games"))[-1][2]


async def make_easy(url: str) -> None:
    """Let the game go on at a level that answers at once."""
    async with kept(url) as store:
        await store._database.write(text("UPDATE games SET level = 'easy'"))


async def test_a_kill_while_it_thinks_loses_nothing_and_leaves_no_process(
    process: Bot, standin: StandIn, url: str
) -> None:
    pids = await think(standin, process)
    await process.kill()
    await standin.wait_for(lambda: all(map(is_gone, pids)))
    await make_easy(url)
    await process.start()
    await until(posted_once(standin, 2))
    async with kept(url) as store:
        match = await store.match(1)
        assert match
        assert [entry.kind for entry in match.entries[1:]] == [EntryKind.ACTION] * 2
    assert newest(standin).content.endswith(f"Silver to move: <@{standin.member('Ada').id}>")


async def test_sigterm_while_it_thinks_ends_in_time_and_the_next_start_goes_on(
    process: Bot, standin: StandIn, url: str
) -> None:
    pids = await think(standin, process)
    assert await process.terminate() == 0
    await standin.wait_for(lambda: all(map(is_gone, pids)))
    assert "Traceback" not in process.said[0]
    assert "ERROR" not in process.said[0]
    async with kept(url) as store:
        match = await store.match(1)
        assert match
        assert match.seq == 1, "nothing half thought out was played"
    await make_easy(url)
    await process.start()
    await until(posted_once(standin, 2))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_a_signal_to_all_its_processes_ends_them_without_a_traceback(
    process: Bot, standin: StandIn, number: signal.Signals
) -> None:
    pids = await think(standin, process)
    assert process.process
    # As a terminal does for Ctrl-C, and whoever stops a service.
    for pid in (*pids, process.process.pid):
        os.kill(pid, number)
    _, said = await process.process.communicate()
    assert process.process.returncode == 0
    process.process = None
    assert "Traceback" not in said.decode()
    await standin.wait_for(lambda: all(map(is_gone, pids)))


async def test_a_killed_search_is_asked_once_more(process: Bot, standin: StandIn, url: str) -> None:
    (pid,) = await think(standin, process, "medium")
    os.kill(pid, signal.SIGKILL)
    await until(posted_once(standin, 2), 60)
    await process.terminate()
    assert "a process has died" in process.said[0]
    assert "Traceback" not in process.said[0]


async def test_a_kill_before_it_has_set_up_loses_nothing(
    process: Bot, standin: StandIn, url: str
) -> None:
    ada, games = standin.member("Ada"), standin.channel("games")
    await standin.command(ada, games, "play", game="reflix", level="easy", side="first")
    async with kept(url) as store:

        async def has_begun() -> bool:
            return await store.match(1) is not None

        await until(has_begun)
        await process.kill()
        await process.start()
        await standin.wait_for(
            lambda: (
                [(s, bool(m.components)) for _, s, m in boards(games)] == [(0, False), (1, True)]
            ),
            60,
        )
        match = await store.match(1)
        assert match
        assert [entry.kind for entry in match.entries] == [EntryKind.START, EntryKind.SETUP]


async def test_a_kill_between_its_commit_and_its_post_repeats_nothing(
    process: Bot, standin: StandIn, url: str
) -> None:
    ada, games = standin.member("Ada"), standin.channel("games")

    def hold_back(event: Event, subject: Subject) -> None:
        if event is Event.MESSAGE_CREATE and isinstance(subject, Message) and boards(games):
            standin.fail("POST", r"/channels/\d+/messages$", 503, delay=20)
            standin.world.listeners.remove(hold_back)

    standin.world.listeners.append(hold_back)
    await standin.command(ada, games, "play", level="easy", side="second")
    async with kept(url) as store:

        async def committed() -> bool:
            match = await store.match(1)
            return match is not None and match.seq == 1

        await until(committed)
        await process.kill()
        assert [seq for _, seq, _ in boards(games)] == [0]
        standin.faults.pending.clear()
        await process.start()
        await until(posted_once(standin, 1))
        match = await store.match(1)
        assert match
        assert match.seq == 1


async def test_kills_at_random_moments_lose_and_repeat_nothing(
    process: Bot, standin: StandIn, url: str
) -> None:
    chance = random.Random(2026)
    ada, games = standin.member("Ada"), standin.channel("games")
    await standin.command(ada, games, "play", level="easy", side="first")
    await until(posted_once(standin, 0))
    found = set()
    for _ in range(6):
        async with kept(url) as store:
            before = await store.match(1)
            assert before
            if before.result:
                break
            action = str(chance.choice(before.state.legal_actions("silver")))
            # What the bot posts is held back for a moment, so that a kill can come before it.
            standin.fail("POST", r"/channels/\d+/messages$", None, delay=chance.uniform(0, 0.5))
            await standin.command(ada, games, "move", action=action)

            async def committed(seq: int = before.seq + chance.choice((1, 2))) -> bool:
                match = await store.match(1)
                return match is not None and (match.seq >= seq or match.result is not None)

            await until(committed)
            await process.kill()
            standin.faults.pending.clear()
            killed = await store.match(1)
            assert killed
            found.add((killed.seq - before.seq, len(boards(games)) - before.seq - 1))
            await process.start()
            last = killed.seq if killed.result else before.seq + 2
            await until(posted_once(standin, last), 60)
            after = await store.match(1)
            assert after
            new = after.turns[len(before.turns) :]
            assert new[0].action == action
            assert [turn.seat for turn in new] == ["silver", "gold"][: len(new)]
    assert len(found) > 1, "kills before and after the computer's answer"
