"""What time asks of games: whose clock runs down, who has been silent, when the bot was away."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import (
    Column,
    ColumnElement,
    ScalarSelect,
    and_,
    false,
    func,
    insert,
    or_,
    select,
    true,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from data.database import Database
from data.match import TURN_BEGINS, EntryKind, Status
from data.schema import entries, games, outages


@dataclass(frozen=True, slots=True)
class Outage:
    """A time in which the bot was not there for anybody, both ends included."""

    began_at: int
    ended_at: int


class Clockwork:
    """Which games time may have something to do with, and the times when nobody could act."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def outages(self, since: int) -> list[Outage]:
        """Return the outages that ended at that time or later, by when they began."""
        query = select(outages).where(outages.c.ended_at >= since).order_by(outages.c.began_at)
        return [Outage(row.began_at, row.ended_at) for row in await self._database.rows(query)]

    async def note_outage(self, outage: Outage) -> None:
        """Keep an outage; one that began at the same time becomes the longer of the two."""
        row = {"began_at": outage.began_at, "ended_at": outage.ended_at}
        grown = and_(outages.c.began_at == outage.began_at, outages.c.ended_at < outage.ended_at)
        try:
            await self._database.write(insert(outages).values(row))
        except IntegrityError:
            # Noted before, by a process that was stopped again before it had noted its life.
            await self._database.write(update(outages).where(grown).values(row))

    async def run_down(self, now: int) -> list[int]:
        """Return the running games in which a deadline or a reminder is due, but for outages.

        A turn, or a timed game, whose player was reminded is found once more only at its deadline,
        and a game whose channel takes no posts is not found for a reminder.
        """
        # One clock for the whole game goes on through all its turns.
        counts = or_(entries.c.kind == EntryKind.START, ~_is_timed())
        begins = or_(and_(entries.c.kind.in_(TURN_BEGINS), counts), _is_last_setup())
        deadline = _newest(entries.c.at, begins) + games.c.clock
        turn_seq = _newest(entries.c.seq, begins)
        to_remind = and_(
            deadline - games.c.clock // 4 <= now,
            or_(games.c.reminded_seq.is_(None), games.c.reminded_seq != turn_seq),
            ~games.c.undeliverable,
        )
        query = (
            select(games.c.id)
            .where(
                games.c.is_open,
                games.c.status == Status.RUNNING,
                games.c.clock.is_not(None),
                or_(deadline < now, to_remind),
            )
            .order_by(games.c.id)
        )
        return [row.id for row in await self._database.rows(query)]

    async def silent_since(self, at: int) -> list[int]:
        """Return the running games whose newest entry is from before that time."""
        query = (
            select(games.c.id)
            .where(
                games.c.is_open,
                games.c.status == Status.RUNNING,
                _newest(entries.c.at, true()) < at,
            )
            .order_by(games.c.id)
        )
        return [row.id for row in await self._database.rows(query)]

    async def with_computer(self) -> dict[int, int]:
        """Return the running games with the computer whose channels take posts of the bot's own.

        Each is with the number of its newest entry, so that only what has gone on is replayed.
        """
        query = (
            select(games.c.id, _newest(entries.c.seq, true()).label("seq"))
            .where(
                games.c.is_open,
                games.c.status == Status.RUNNING,
                games.c.level.is_not(None),
                games.c.guild_id.is_not(None),
                ~games.c.undeliverable,
            )
            .order_by(games.c.id)
        )
        return {row.id: row.seq for row in await self._database.rows(query)}

    async def note_reminder(self, game_id: int, turn_seq: int, seq: int) -> bool:
        """Note that the turn's player is reminded; return whether nobody did so or acted before.

        ``seq`` is the newest entry with which the game was read.
        """
        acted = select(entries.c.seq).where(entries.c.game_id == game_id, entries.c.seq > seq)
        mine = and_(
            games.c.id == game_id,
            games.c.status == Status.RUNNING,
            or_(games.c.reminded_seq.is_(None), games.c.reminded_seq != turn_seq),
            ~acted.exists(),
        )
        statement = update(games).where(mine).values(reminded_seq=turn_seq)

        async def note(db: AsyncConnection) -> bool:
            return (await db.execute(statement)).rowcount > 0

        return await self._database.transact(note)


def _is_timed() -> ColumnElement[bool]:
    """Return the condition that a game has one clock for the whole of it."""
    return func.coalesce(games.c.options["timed"].as_boolean(), false())


def _is_last_setup() -> ColumnElement[bool]:
    """Return the condition that an entry is the setup with which play began.

    The other seat was ready then: once both are, nobody sets up any more.
    """
    earlier = entries.alias()
    others = select(earlier.c.seq).where(
        earlier.c.game_id == entries.c.game_id,
        earlier.c.kind == EntryKind.SETUP,
        earlier.c.seat != entries.c.seat,
        earlier.c.seq < entries.c.seq,
    )
    return and_(entries.c.kind == EntryKind.SETUP, others.correlate(entries).exists())


def _newest(column: Column[int], wanted: ColumnElement[bool]) -> ScalarSelect[int]:
    """Return the greatest time or number of a game's entries that are wanted."""
    own = select(func.max(column)).where(entries.c.game_id == games.c.id, wanted)
    return own.correlate(games).scalar_subquery()
