"""Analyses under way: one of a game, one for a member, one at a time, the others in a queue.

What was found is kept when an analysis ends, also when it was called off or the bot stops, so that
the next one goes on from there.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from bot.match.analysis import VERSION, Analysis, question, questions
from bot.match.errors import Refused
from bot.match.records import NO_GAME
from bot.panels import MEASURES, OFFERED
from data import Match, Store
from engine.core import listed

log = logging.getLogger(__name__)

NODES = 6_000_000
"""Positions searched in all for a game, some 30 seconds of a slow core."""

MOST_NODES, FEWEST_NODES = 100_000, 5_000
"""And for each position of the game: the most in a short one, the fewest in a very long one."""

MOST_JOBS = 20
"""How many analyses there may be, at work or waiting."""

NOTHING = Analysis()
"""What is found before anything is."""


class Searches(Protocol):
    """Who looks at one position at a time, beside the bot."""

    async def analyse(self, record: str, ply: int, nodes: int) -> str:
        """Return in JSON what the position is worth, as ``engine.thinking.analyse`` does."""


@dataclass(eq=False)
class Job:
    """The analysis of a game, which those wait for who asked for it."""

    match: Match
    found: Analysis
    members: set[int] = field(default_factory=set)
    task: asyncio.Task[None] | None = None

    @property
    def has_failed(self) -> bool:
        """Whether it ended without being whole."""
        return question(self.match, self.found) is not None


@dataclass(eq=False)
class Watch:
    """A panel that shows how an analysis gets on."""

    job: Job
    member: int
    panel: int
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while the panel is changed."""
    _left: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def has_left(self) -> bool:
        """Whether its member asked for no more of it."""
        return self._left.is_set()

    def leave(self) -> None:
        """Show no more of it."""
        self._left.set()

    @property
    def is_over(self) -> bool:
        """Whether there is nothing more to wait for."""
        return self.has_left or self.job.task is None or self.job.task.done()

    async def wait(self, seconds: float) -> None:
        """Wait for so long, or until there is nothing more to wait for."""
        if self.job.task is None:
            return
        leaving = asyncio.ensure_future(self._left.wait())
        try:
            await asyncio.wait(
                {self.job.task, leaving}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED
            )
        finally:
            leaving.cancel()


class Analysts:
    """Every analysis under way, and those that are kept."""

    def __init__(
        self, store: Store, searches: Searches, nodes: int = NODES, most_nodes: int = MOST_NODES
    ) -> None:
        self._store = store
        self._searches = searches
        self._nodes = nodes
        self._most_nodes = most_nodes
        self._jobs: dict[int, Job] = {}
        self._watches: dict[int, Watch] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._turn = asyncio.Semaphore()
        self._has_stopped = False

    @property
    def version(self) -> str:
        """What makes an analysis: another would find something else."""
        return f"{VERSION}.{self._nodes}.{self._most_nodes}"

    @property
    def under_way(self) -> Sequence[int]:
        """The games whose analyses are at work, or wait in this order."""
        return tuple(self._jobs)

    async def kept(self, match: Match) -> Analysis | None:
        """Return the whole analysis of the game, ``None`` when there is none."""
        found = await self.found(match)
        return found if question(match, found) is None else None

    async def found(self, match: Match) -> Analysis:
        """Return what is kept of an analysis of the game: all, a part or nothing."""
        return Analysis.from_json(await self._store.analyses.found(match.id, self.version))

    def watch(
        self, match: Match, member: int, panel: int, found: Analysis = NOTHING
    ) -> Watch | None:
        """Return a watch over the game's analysis, begun for the member if it is not under way.

        One that begins shows what was ``found`` before, until its turn comes. ``None`` when the
        panel watches already. Raises ``Refused`` when the member has another analysis under way,
        or too many wait.
        """
        insist_on_analysable(match)
        if panel in self._watches:
            return None
        for job in self._jobs.values():
            if member in job.members and job.match.id != match.id:
                raise Refused(
                    f"Your analysis of game {job.match.id} is still at work, and there is one at a "
                    "time for each member. Wait for it, or press Analyse there and then Cancel."
                )
        job = self._jobs.get(match.id) or self._begin(match, found)
        job.members.add(member)
        self._watches[panel] = watch = Watch(job, member, panel)
        return watch

    def end(self, watch: Watch) -> None:
        """Let the panel watch no more; the analysis goes on."""
        if self._watches.get(watch.panel) is watch:
            del self._watches[watch.panel]

    def leave(self, panel: int) -> Watch | None:
        """Let the panel's member out of the analysis, and call it off when nobody else is in it.

        Return the watch that the panel had, if it had one.
        """
        watch = self._watches.get(panel)
        if watch is None:
            return None
        watch.leave()
        self.end(watch)
        job = watch.job
        if not any(w.job is job and w.member == watch.member for w in self._watches.values()):
            job.members.discard(watch.member)
        if not job.members:
            self._call_off(job)
        return watch

    def ahead_of(self, job: Job) -> int:
        """Return how many analyses come first."""
        return next((n for n, other in enumerate(self._jobs.values()) if other is job), 0)

    @property
    def tasks(self) -> Collection[asyncio.Task[None]]:
        """What ends when the analyses have, those called off included, and is kept."""
        return self._tasks

    def stop(self) -> None:
        """Call every analysis off, each keeps what it has found; and begin no more."""
        self._has_stopped = True
        for job in list(self._jobs.values()):
            self._call_off(job)

    def _begin(self, match: Match, found: Analysis) -> Job:
        if self._has_stopped:
            raise Refused("I am being restarted. Try again in a minute.")
        if len(self._jobs) >= MOST_JOBS:
            raise Refused("Too many analyses are waiting already. Try again in a few minutes.")
        job = Job(match, found)
        self._jobs[match.id] = job
        job.task = asyncio.create_task(self._work(job))
        self._tasks.add(job.task)
        job.task.add_done_callback(lambda task: self._finish(job, task))
        return job

    def _call_off(self, job: Job) -> None:
        """End the job soon; who asks for the analysis from now on begins another."""
        self._forget(job)
        if job.task:
            job.task.cancel()

    def _forget(self, job: Job) -> None:
        # The game may have another one by now.
        if self._jobs.get(job.match.id) is job:
            del self._jobs[job.match.id]

    def _finish(self, job: Job, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._forget(job)
        if not task.cancelled() and (error := task.exception()):
            log.error("the analysis of game %d failed", job.match.id, exc_info=error)

    async def _work(self, job: Job) -> None:
        """Look at one position after the other, and keep what was found whatever happens."""
        async with self._turn:
            job.found = kept = await self.found(job.match)
            try:
                await self._look(job)
            finally:
                if job.found != kept:
                    await self._store.analyses.keep(job.match.id, self.version, job.found.to_json())

    async def _look(self, job: Job) -> None:
        nodes = min(self._most_nodes, max(FEWEST_NODES, self._nodes // questions(job.match)))
        while asked := question(job.match, job.found):
            worth, best = asked.worth, ""
            if worth is None:
                text, ply = json.dumps(asked.record.to_json()), len(asked.record.entries)
                seen = json.loads(await self._searches.analyse(text, ply, nodes))
                worth, best = int(seen["score"]), str(seen["best"])
            if asked.is_instead:
                job.found = job.found.with_instead(asked.move, worth)
            else:
                job.found = job.found.with_position(worth, best)


def insist_on_analysable(match: Match) -> None:
    """Raise ``Refused`` with the reason when the game cannot be analysed."""
    if match.id == NO_GAME:
        raise Refused("A replay out of a file is not kept, and so it is not analysed.")
    if match.game.name not in MEASURES:
        titles = listed(game.title for game in OFFERED if game.game.name in MEASURES)
        raise Refused(f"Only games without chance and hidden units are analysed: {titles}.")
    if match.result is None:
        raise Refused("A game is analysed when it is over: before, that would be help in it.")
    if not match.is_disclosed:
        raise Refused("This game never began, so there is nothing to analyse.")
    if not match.turns:
        raise Refused("No move was made in this game, so there is nothing to analyse.")
