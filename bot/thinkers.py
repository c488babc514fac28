"""The pool of processes in which the computer thinks, so that the bot itself never waits for it."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import logging
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import IntEnum
from multiprocessing import resource_tracker

from bot import searching
from bot.searching import PID, STOP, SearchFailed, Shared

log = logging.getLogger(__name__)

MOST_PLACES = 2
"""How many searches run at once at most; one core is left to the bot where there are several."""

MOST_SECONDS = 15.0
"""After so long a search plays the best that it has found, on however slow a machine."""

CLOSED = "the bot is being stopped"

CLOSE_SECONDS = 1.0
"""How long searches may take to stop themselves when the pool is closed."""


class Urgency(IntEnum):
    """Which of those that wait for a place comes first."""

    MOVE = 0
    ANALYSIS = 1


@dataclass(frozen=True, slots=True)
class Work:
    """A search as it crosses to a process: the function there, and texts and numbers for it."""

    function: Callable[..., str]
    arguments: tuple[str | float, ...]


class Place:
    """Room for one search at a time, with a process for it that begins when it is needed.

    Each has a pool of its own, so that a process that dies takes no other search with it.
    """

    def __init__(self) -> None:
        self._shared: Shared = [0, 0]
        self._pool: ProcessPoolExecutor | None = None

    @property
    def pid(self) -> int:
        """The id of its process, 0 until one has begun."""
        return self._shared[PID]

    def begin(self, work: Work) -> asyncio.Future[str]:
        """Begin the search and return what will hold its outcome."""
        self._shared[STOP] = 0
        with suppress(BrokenProcessPool):
            return self._submit(work)
        # Its process died while it had nothing to do.
        self.forsake()
        return self._submit(work)

    def _submit(self, work: Work) -> asyncio.Future[str]:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._shared = context.RawArray("l", 2)
            self._pool = ProcessPoolExecutor(
                1, context, initializer=searching.begin, initargs=(self._shared,)
            )
        with _no_interrupts():
            return asyncio.wrap_future(self._pool.submit(work.function, *work.arguments))

    def stop(self) -> None:
        """Tell the search to stop soon with the best that it has."""
        self._shared[STOP] = 1

    def forsake(self) -> None:
        """Let go of a process that died; the next search gets another."""
        if self._pool:
            self._pool.shutdown(wait=False)
            self._pool = None

    def close(self) -> None:
        """Let the process end as soon as it has stopped."""
        self.stop()
        if self._pool:
            self._pool.shutdown(wait=False, cancel_futures=True)

    def kill(self) -> None:
        """End the process at once, if it has begun."""
        if self.pid:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)


@contextmanager
def _no_interrupts() -> Iterator[None]:
    """Let a process that begins now never hear of Ctrl-C, which is for the bot to deal with."""
    # What it starts before the first process, and after which it lets Ctrl-C through.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@dataclass(slots=True, eq=False)
class Search:
    """A search that runs in its place; one that gave way to a move is to be begun again."""

    place: Place
    outcome: asyncio.Future[str]
    urgency: Urgency
    gave_way: bool = False

    def give_way(self) -> None:
        """Stop it for a move that needs the place."""
        self.gave_way = True
        self.place.stop()


class Thinkers:
    """What the computer would do, thought out in other processes.

    Searches asked at once wait for a place in their order, moves before analyses; an analysis
    never takes the last of several places, and leaves the only one to a move that comes. Who
    stops waiting for a search, by asyncio's cancelling, stops the search as well.
    """

    def __init__(self, places: int | None = None, seconds: float = MOST_SECONDS) -> None:
        count = places or max(1, min(MOST_PLACES, (os.cpu_count() or 1) - 1))
        self._seconds = seconds
        self._places = [Place() for _ in range(count)]
        self._idle = list(self._places)
        self._analyses = asyncio.Semaphore(max(1, count - 1))
        self._waiting: list[tuple[Urgency, int, asyncio.Future[Place]]] = []
        self._numbers = itertools.count()
        self._running: set[Search] = set()
        self._is_closed = False

    @property
    def at_work(self) -> int:
        """How many searches run now."""
        return len(self._running)

    @property
    def pids(self) -> list[int]:
        """The ids of the processes that have begun."""
        return [pid for place in self._places if (pid := place.pid)]

    async def choose(self, record: str, level: str, seed: int, seat: str = "") -> str:
        """Return the notation of what the level does next, a setup if it is one for its seat.

        ``record`` is the record's JSON. Raises ``SearchFailed``.
        """
        work = Work(searching.choose, (record, level, seed, seat, self._seconds))
        return await self._think(Urgency.MOVE, work)

    async def analyse(self, record: str, ply: int, nodes: int) -> str:
        """Return in JSON what the position after so many entries is worth: see ``engine.thinking``.

        ``record`` is the record's JSON. Raises ``SearchFailed``.
        """
        work = Work(searching.analyse, (record, ply, nodes, self._seconds))
        async with self._analyses:
            return await self._think(Urgency.ANALYSIS, work)

    async def close(self) -> None:
        """Stop every search and end every process; who waits for one gets ``SearchFailed``."""
        self._is_closed = True
        for _, _, waiter in self._waiting:
            if not waiter.done():
                waiter.set_exception(SearchFailed(CLOSED))
        self._waiting.clear()
        for place in self._places:
            place.close()
        if running := [search.outcome for search in self._running]:
            _, unfinished = await asyncio.wait(running, timeout=CLOSE_SECONDS)
            if unfinished:
                for place in self._places:
                    place.kill()

    async def _think(self, urgency: Urgency, work: Work) -> str:
        """Do the work in a place; again if it gave way to a move, and once if its process died."""
        has_died = False
        while True:
            search = self._begin(await self._place(urgency), urgency, work)
            try:
                # Its place is free only when the process has noticed that nobody waits any more.
                found = await asyncio.shield(search.outcome)
            except asyncio.CancelledError:
                if not search.outcome.done():
                    search.place.stop()
                raise
            except BrokenProcessPool:
                log.warning("a process has died that searched")
                if has_died:
                    raise SearchFailed("its process has died twice") from None
                has_died = True
                continue
            if self._is_closed:
                raise SearchFailed(CLOSED)
            if not search.gave_way:
                return found

    async def _place(self, urgency: Urgency) -> Place:
        """Return a place that is free, once those that came first or are more urgent have one."""
        if self._is_closed:
            raise SearchFailed(CLOSED)
        waiter: asyncio.Future[Place] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (urgency, next(self._numbers), waiter))
        self._hand_out()
        if urgency is Urgency.MOVE and not waiter.done():
            for search in self._running:
                if search.urgency is Urgency.ANALYSIS:
                    search.give_way()
        try:
            return await waiter
        except asyncio.CancelledError:
            if waiter.done() and not waiter.cancelled() and not waiter.exception():
                self._take_back(waiter.result())
            raise

    def _begin(self, place: Place, urgency: Urgency, work: Work) -> Search:
        try:
            search = Search(place, place.begin(work), urgency)
        except BaseException:
            self._take_back(place)
            raise
        self._running.add(search)
        search.outcome.add_done_callback(lambda _: self._end(search))
        return search

    def _end(self, search: Search) -> None:
        self._running.discard(search)
        if not search.outcome.cancelled() and isinstance(
            search.outcome.exception(), BrokenProcessPool
        ):
            search.place.forsake()
        self._take_back(search.place)

    def _take_back(self, place: Place) -> None:
        self._idle.append(place)
        self._hand_out()

    def _hand_out(self) -> None:
        """Give idle places to those that wait, the most urgent first."""
        while self._idle and self._waiting:
            _, _, waiter = heapq.heappop(self._waiting)
            if not waiter.done():
                # The place that was used last has a process that runs already.
                waiter.set_result(self._idle.pop())
