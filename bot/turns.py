"""The computer's turns: each game that waits for it has one task that thinks, commits and posts."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress

from bot.delivery import Delivery
from bot.match.computer import Computer, question
from bot.match.errors import Refused, Stale
from bot.match.readable import readable
from bot.searching import SearchFailed
from data import Match, Store, StoreError
from engine.core import GameOver

log = logging.getLogger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 30, 900
"""Seconds before a game is thought about again in which the computer failed; they double."""


class Turns:
    """Sees to it that the computer answers in every game that waits for it, once."""

    def __init__(
        self, store: Store, clock: Callable[[], int], computer: Computer, delivery: Delivery
    ) -> None:
        self._store = store
        self._clock = clock
        self._computer = computer
        self._delivery = delivery
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._news: dict[int, asyncio.Event] = {}
        self._seen: dict[int, int] = {}
        """The newest entry of each game with which it was seen to wait for a member."""
        self._pauses: dict[int, tuple[int, int]] = {}
        self._is_stopping = False

    @property
    def tasks(self) -> set[asyncio.Task[None]]:
        """What is under way."""
        return set(self._tasks.values())

    def stop(self) -> None:
        """Begin nothing any more; what is committed is still posted."""
        self._is_stopping = True

    def wake(self, game_id: int) -> None:
        """Look at a game with the computer in which something has happened, and is posted."""
        if self._is_stopping:
            return
        if game_id in self._tasks:
            self._news[game_id].set()
            return
        self._news[game_id] = asyncio.Event()
        self._tasks[game_id] = asyncio.create_task(self._run(game_id))

    def is_at(self, game_id: int) -> bool:
        """Return whether the computer is at work in the game."""
        return game_id in self._tasks

    async def take(self, game_id: int, seconds: float | None = None) -> None:
        """Let the computer answer, and return when it has, or could not, or has not in that time.

        Of a personal game no board is posted by itself: whoever asks shows what came of it.
        """
        self.wake(game_id)
        if task := self._tasks.get(game_id):
            await asyncio.wait({task}, timeout=seconds)

    async def sweep(self) -> None:
        """Wake every game that waits for the computer, after a restart or a failure too."""
        found = await self._store.clockwork.with_computer()
        self._seen = {id_: seq for id_, seq in self._seen.items() if id_ in found}
        self._pauses = {id_: pause for id_, pause in self._pauses.items() if id_ in found}
        now = self._clock()
        due = [
            id_
            for id_, seq in found.items()
            if self._seen.get(id_) != seq and self._pauses.get(id_, (0, 0))[0] <= now
        ]
        # One after the other: after a restart they are many, and each is replayed.
        async for match in readable(self._store, due):
            if self._is_due(match):
                self.wake(match.id)
            else:
                self._seen[match.id] = match.seq

    def _is_due(self, match: Match) -> bool:
        """Return whether the computer is to do something here, and can be seen to do it."""
        is_reached = not match.undeliverable and self._delivery.is_here(match)
        return (match.is_personal or is_reached) and question(match) is not None

    async def _run(self, game_id: int) -> None:
        """Answer until the game waits for somebody else."""
        try:
            await self._answer_all(game_id, self._news[game_id])
            self._pauses.pop(game_id, None)
        except Refused as error:
            # Nothing is lost: what is committed is posted as soon as Discord takes it.
            log.info("game %d: the computer's board is still to be posted: %s", game_id, error)
        except (SearchFailed, StoreError) as error:
            if not self._is_stopping:
                log.error("game %d: the computer found no answer: %s", game_id, error)
                self._pause(game_id)
        except Exception as error:
            # Its words may tell a secret of the game.
            log.error("game %d: the computer failed: %s", game_id, type(error).__name__)
            self._pause(game_id)
        finally:
            del self._tasks[game_id], self._news[game_id]

    async def _answer_all(self, game_id: int, news: asyncio.Event) -> None:
        while not self._is_stopping:
            news.clear()
            match = await self._store.match(game_id)
            if match is None:
                return
            if self._is_due(match):
                await self._answer(match, news)
                # Whatever was committed: an answer that came too late to be heard of may be, too.
                await self._delivery.deliver(game_id)
            elif not news.is_set():
                return

    async def _answer(self, match: Match, news: asyncio.Event) -> None:
        """Answer what the game asks, unless it asks something else meanwhile."""
        thinking = asyncio.create_task(self._computer.answer(match))
        watching = asyncio.create_task(self._watch(match, news))
        try:
            await asyncio.wait({thinking, watching}, return_when=asyncio.FIRST_COMPLETED)
            if thinking.done():
                with suppress(Stale, GameOver):
                    thinking.result()
            else:
                watching.result()
        finally:
            for task in (thinking, watching):
                task.cancel()
            await asyncio.wait({thinking, watching})

    async def _watch(self, match: Match, news: asyncio.Event) -> None:
        """Return once the game no longer asks what it asked."""
        while True:
            await news.wait()
            news.clear()
            newest = await self._store.match(match.id)
            if newest is None or question(newest) != question(match):
                return

    def _pause(self, game_id: int) -> None:
        _, pause = self._pauses.get(game_id, (0, FIRST_PAUSE // 2))
        pause = min(pause * 2, LONGEST_PAUSE)
        self._pauses[game_id] = self._clock() + pause, pause
