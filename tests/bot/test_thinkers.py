"""The pool of processes in which the computer thinks, with real processes."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import traceback
from collections.abc import AsyncIterator, Callable

import pytest

from bot.searching import SearchFailed
from bot.thinkers import Thinkers
from engine import thinking
from engine.record import Record
from engine.registry import game
from tests.conftest import ROOT

ENDLESS = 10**12
"""Nodes that no search has looked at before a test is over."""


def record_of(name: str) -> str:
    """A game of which nothing has been played."""
    return json.dumps(Record(name, game(name).complete({}), ()).to_json())


DEFLEXION = record_of("deflexion")


async def becomes(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not holds():
            await asyncio.sleep(0.01)


async def running(thinkers: Thinkers, count: int = 1) -> list[int]:
    """The ids of the pool's processes, as soon as so many are at work."""
    await becomes(lambda: thinkers.at_work == count and len(thinkers.pids) == count)
    return thinkers.pids


@pytest.fixture
async def one() -> AsyncIterator[Thinkers]:
    """A pool with a single place."""
    thinkers = Thinkers(1)
    yield thinkers
    await thinkers.close()


async def test_what_is_chosen_is_what_the_engine_chooses(one: Thinkers) -> None:
    assert await one.choose(DEFLEXION, "easy", 7) == thinking.choose(
        DEFLEXION, "easy", 7, lambda: False
    )


async def test_a_setup_is_chosen_for_its_seat(one: Thinkers) -> None:
    record = record_of("legion")
    first, second = game("legion").seats
    chosen = [await one.choose(record, "easy", 7, seat) for seat in (first, second)]
    assert chosen == [
        thinking.choose(record, "easy", 7, lambda: False, seat) for seat in (first, second)
    ]


async def test_an_analysis_is_the_engines(one: Thinkers) -> None:
    assert await one.analyse(DEFLEXION, 0, 50) == thinking.analyse(DEFLEXION, 0, 50, lambda: False)


async def test_a_search_past_its_time_plays_the_best_so_far() -> None:
    thinkers = Thinkers(1, seconds=0.1)
    worth = json.loads(await thinkers.analyse(DEFLEXION, 0, ENDLESS))
    start = Record.from_json(json.loads(DEFLEXION)).end()
    assert worth["best"] in map(str, start.legal_actions(start.game.seats[0]))
    await thinkers.close()


async def test_a_search_that_nobody_waits_for_any_more_stops(one: Thinkers) -> None:
    endless = asyncio.create_task(one.analyse(DEFLEXION, 0, ENDLESS))
    await running(one)
    endless.cancel()
    with pytest.raises(asyncio.CancelledError):
        await endless
    assert await one.choose(DEFLEXION, "easy", 7)


async def test_searches_asked_at_once_are_done_in_their_order(one: Thinkers) -> None:
    done: list[int] = []

    async def ask(number: int) -> None:
        await one.choose(DEFLEXION, "easy", number)
        done.append(number)

    asked = [asyncio.create_task(ask(number)) for number in range(10)]
    await running(one)
    asked[5].cancel()
    await asyncio.wait(asked)
    assert done == [0, 1, 2, 3, 4, 6, 7, 8, 9]
    assert len(one.pids) == 1


async def test_an_analysis_gives_way_to_a_move_and_goes_on_after_it(one: Thinkers) -> None:
    done = []

    async def analyse() -> None:
        await one.analyse(DEFLEXION, 0, 4_000)
        done.append("analysis")

    analysis = asyncio.create_task(analyse())
    await running(one)
    move = await one.choose(DEFLEXION, "easy", 7)
    done.append(move)
    await analysis
    assert done == [thinking.choose(DEFLEXION, "easy", 7, lambda: False), "analysis"]


async def test_analyses_leave_one_of_two_places_to_moves() -> None:
    thinkers = Thinkers(2)
    endless = [asyncio.create_task(thinkers.analyse(DEFLEXION, 0, ENDLESS)) for _ in range(3)]
    await running(thinkers)
    assert await thinkers.choose(DEFLEXION, "easy", 7)
    assert thinkers.at_work == 1
    await thinkers.close()
    outcomes = await asyncio.gather(*endless, return_exceptions=True)
    assert all(isinstance(outcome, SearchFailed) for outcome in outcomes)


async def test_a_move_whose_process_is_killed_is_asked_once_more(one: Thinkers) -> None:
    asked = asyncio.create_task(one.choose(DEFLEXION, "medium", 7))
    [pid] = await running(one)
    os.kill(pid, signal.SIGKILL)
    assert await asked == await one.choose(DEFLEXION, "medium", 7)


async def test_a_process_that_is_killed_while_it_rests_costs_nothing(one: Thinkers) -> None:
    first = await one.choose(DEFLEXION, "easy", 7)
    os.kill(one.pids[0], signal.SIGKILL)
    assert await one.choose(DEFLEXION, "easy", 7) == first


async def test_a_search_whose_processes_are_killed_twice_fails_and_the_next_works(
    one: Thinkers,
) -> None:
    asked = asyncio.create_task(one.analyse(DEFLEXION, 0, ENDLESS))
    [first] = await running(one)
    os.kill(first, signal.SIGKILL)
    await becomes(lambda: one.pids not in ([], [first]))
    os.kill(one.pids[0], signal.SIGKILL)
    with pytest.raises(SearchFailed):
        await asked
    assert await one.choose(DEFLEXION, "easy", 7)


async def test_a_fault_tells_its_kind_and_nothing_of_the_game(one: Thinkers) -> None:
    entries = [{"seat": game("legion").seats[0], "action": "the secret"}]
    fields = {**json.loads(record_of("legion")), "entries": entries}
    with pytest.raises(SearchFailed) as failed:
        await one.choose(json.dumps(fields), "easy", 7)
    assert str(failed.value) == "BadRecord"
    assert "secret" not in "".join(traceback.format_exception(failed.value))


async def test_a_closed_pool_has_no_processes_and_takes_no_searches() -> None:
    thinkers = Thinkers(2)
    asked = [asyncio.create_task(thinkers.choose(DEFLEXION, "hard", n)) for n in range(5)]
    pids = await running(thinkers, 2)
    await thinkers.close()
    assert all(
        isinstance(outcome, SearchFailed)
        for outcome in await asyncio.gather(*asked, return_exceptions=True)
    )
    with pytest.raises(SearchFailed):
        await thinkers.choose(DEFLEXION, "easy", 7)
    await becomes(lambda: all(map(is_gone, pids)))


def test_a_process_that_searches_loads_the_engine_alone() -> None:
    heavy = "{'discord', 'aiohttp', 'PIL', 'sqlalchemy', 'pydantic'} & set(sys.modules)"
    told = subprocess.run(
        [sys.executable, "-c", f"import sys, bot.searching; print({heavy})"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.strip() == "set()"


ALONE = f"""
import asyncio
from bot.thinkers import Thinkers

async def think():
    thinkers = Thinkers(1)
    asked = asyncio.create_task(thinkers.analyse({DEFLEXION!r}, 0, {ENDLESS}))
    while not thinkers.pids:
        await asyncio.sleep(0.01)
    print(*thinkers.pids, flush=True)
    try:
        await asked
    finally:
        await thinkers.close()

if __name__ == "__main__":
    try:
        asyncio.run(think())
    except KeyboardInterrupt:
        print("interrupted")
"""


async def alone() -> tuple[asyncio.subprocess.Process, int]:
    """A program with such a pool in a session of its own, and the id of its process at work."""
    program = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        ALONE,
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,
    )
    assert program.stdout
    return program, int(await program.stdout.readline())


def is_gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


async def test_no_process_outlives_a_bot_that_is_killed() -> None:
    program, pid = await alone()
    program.kill()
    # Whoever still had its end of the pipe open would keep this waiting.
    await program.communicate()
    await becomes(lambda: is_gone(pid))


async def test_ctrl_c_ends_the_pool_without_a_traceback() -> None:
    program, pid = await alone()
    os.killpg(program.pid, signal.SIGINT)
    said, complaints = await program.communicate()
    assert (said, complaints) == (b"interrupted\n", b"")
    await becomes(lambda: is_gone(pid))
