"""Time: deadlines, reminders, losses on time, and games that nobody plays any more.

Nothing ticks. A deadline follows from the time of the last action and from the outages since.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass

from bot.match.boards import mention
from bot.match.errors import OutOfTime
from bot.match.readable import readable
from bot.posting import Posting
from data import Conflict, Entry, EntryKind, Match, Outage, Status, Store, is_timed
from engine.core import Seat

OUTAGE_SECONDS = 5 * 60
"""The bot notes all the time that it is alive; a longer gap is an outage."""

GRACE_SECONDS = 3600
"""What a player has, at least, after an outage in which or soon after which a deadline fell."""

_ALIVE = "alive:"
"""What the facts begin with that say when each process was last there."""

LAPSE_SECONDS = 30 * 24 * 3600
"""After this long without an entry a game ends by itself."""


def deadline_after(at: int, seconds: int, outages: Iterable[Outage]) -> int:
    """Return the time that ends so many seconds from ``at``, in seconds since 1970.

    In an outage or within an hour after it, it moves to one hour after the outage's end, and
    from there on again if that falls into another.

    >>> deadline_after(0, 7_200, [])
    7200
    >>> deadline_after(0, 7_200, [Outage(3_000, 5_000)])
    8600
    """
    deadline = at + seconds
    for outage in sorted(outages, key=lambda each: each.began_at):
        if outage.began_at <= deadline <= outage.ended_at + GRACE_SECONDS:
            deadline = outage.ended_at + GRACE_SECONDS
    return deadline


@dataclass(frozen=True, slots=True)
class Reminder:
    """What to send once to a player whose time runs low, noted as sent before it is."""

    match: Match
    seat: Seat
    deadline: int

    def posting(self, board: str | None) -> Posting:
        """Return the message; ``board`` is the address of the game's newest board."""
        match = self.match
        asked = match.players[self.seat]
        if not match.is_set_up:
            time, then = "the time to set up", ""
        elif is_timed(match.options):
            time, then = "the whole time", ", and then points decide"
        else:
            time, then = "your time", ""
        text = f"{mention(asked)}, {time} in game {match.id} runs out <t:{self.deadline}:R>{then}."
        return Posting(f"{text} {board or ''}".rstrip(), mentions=(asked,))


@dataclass(frozen=True, slots=True)
class Clocks:
    """The clocks of all games, as this process sees them.

    ``process`` names it among those that share the database; each notes its own life.
    """

    store: Store
    clock: Callable[[], int]
    process: str = ""

    # The bot's own time

    async def note_alive(self, at: int | None = None) -> None:
        """Note that members could act at that time, or now; after a longer gap, an outage."""
        at = self.clock() if at is None else at
        gap = await self._gap(at)
        if gap:
            await self.store.clockwork.note_outage(gap)
        await self.store.keep_fact(self._key, str(at))

    async def _gap(self, now: int) -> Outage | None:
        """Return the outage that ends now, not noted yet; ``None`` while all is well."""
        alive_at = await self._alive_at()
        if alive_at is None or now - alive_at <= OUTAGE_SECONDS:
            return None
        return Outage(alive_at, now)

    async def _alive_at(self) -> int | None:
        """Return when this process was last there, or any if its name is new."""
        noted = await self.store.facts(_ALIVE)
        if own := noted.get(self._key):
            return int(own)
        return max(map(int, noted.values()), default=None)

    @property
    def _key(self) -> str:
        return f"{_ALIVE}{self.process}"

    async def _outages(self, since: int, now: int) -> list[Outage]:
        gap = await self._gap(now)
        return await self.store.clockwork.outages(since) + ([gap] if gap else [])

    # The players' time

    async def deadline(self, match: Match) -> int | None:
        """Return until when who is awaited may act; ``None`` without a clock, or of nobody.

        The clock of a whole game never pauses, also while the bot is not there.
        """
        if match.clock is None or not match.awaited:
            return None
        began_at = match.clock_began.at
        if is_timed(match.options):
            return began_at + match.clock
        return deadline_after(began_at, match.clock, await self._outages(began_at, self.clock()))

    async def insist_on_time(self, match: Match) -> None:
        """Raise ``OutOfTime`` after the deadline, and see to it that the clock has decided."""
        if await self.flag(match):
            raise OutOfTime(match.id)

    async def flag(self, match: Match) -> bool:
        """Decide the game by its clock if the deadline has passed; return whether it has.

        An entry that came first meanwhile stays: whoever made it was in time.
        """
        deadline, now = await self.deadline(match), self.clock()
        if deadline is None or now <= deadline:
            return False
        return await self._enter(match, EntryKind.TIMEOUT, now)

    async def _enter(self, match: Match, kind: EntryKind, now: int) -> bool:
        """Commit an end that nobody asked for, unless somebody acted first."""
        is_shared = is_timed(match.options) and match.is_set_up
        late = match.awaited if kind is EntryKind.TIMEOUT and not is_shared else ()
        seat = late[0] if len(late) == 1 else None
        try:
            await self.store.append(match, Entry(match.seq + 1, kind, now, seat))
        except Conflict:
            return False
        return True

    # What is due

    async def run_down(self, is_here: Callable[[Match], bool]) -> AsyncIterator[Reminder]:
        """Decide every game whose time is over; yield each reminder to send once it is noted.

        Who sends it before asking for the next loses at most those of one game. Games of other
        processes are left to them.
        """
        now = self.clock()
        async for match in self._running(await self.store.clockwork.run_down(now), is_here):
            deadline = await self.deadline(match)
            if await self.flag(match) or deadline is None or match.clock is None:
                continue
            if deadline - match.clock // 4 <= now <= deadline and await self._note(match):
                for seat in match.awaited:
                    yield Reminder(match, seat, deadline)

    async def _note(self, match: Match) -> bool:
        if match.undeliverable:
            return False
        return await self.store.clockwork.note_reminder(match.id, match.clock_began.seq, match.seq)

    async def let_lapse(self, is_here: Callable[[Match], bool]) -> None:
        """End every game in which nobody has acted for 30 days."""
        now = self.clock()
        silent = await self.store.clockwork.silent_since(now - LAPSE_SECONDS)
        async for match in self._running(silent, is_here):
            acted_at = match.entries[-1].at
            outages = await self._outages(acted_at, now)
            if now > deadline_after(acted_at, LAPSE_SECONDS, outages):
                await self._enter(match, EntryKind.LAPSE, now)

    async def _running(
        self, ids: list[int], is_here: Callable[[Match], bool]
    ) -> AsyncIterator[Match]:
        async for match in readable(self.store, ids):
            if match.status is Status.RUNNING and is_here(match):
                yield match
