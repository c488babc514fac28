"""The posting ledger: which entry stands on which board, and which still has to be posted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, and_, func, select, update

from data.database import Database
from data.schema import entries, games, postings


@dataclass(frozen=True, slots=True)
class Posted:
    """Where the board of an entry stands."""

    game_id: int
    seq: int
    channel_id: int
    message_id: int
    has_controls: bool


class Ledger:
    """Where boards stand. An entry without a posting is found again after a restart."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def unposted(self, game_id: int | None = None) -> list[tuple[int, int]]:
        """Return (game, seq) of every entry that stands on no board yet, in order.

        Without a game, those of games that could not be posted to are left out.
        """
        missing = _missing(entries.c.game_id, entries.c.seq)
        if game_id is None:
            missing = missing.where(~games.c.undeliverable)
        else:
            missing = missing.where(entries.c.game_id == game_id)
        in_order = missing.order_by(entries.c.game_id, entries.c.seq)
        return [(row.game_id, row.seq) for row in await self._database.rows(in_order)]

    async def oldest_unposted_at(self) -> int | None:
        """Return when the oldest entry that is still to be posted was committed."""
        oldest = _missing(func.min(entries.c.at).label("at")).where(~games.c.undeliverable)
        return next((row.at for row in await self._database.rows(oldest)), None)

    async def record_posting(self, posted: Posted, at: int) -> None:
        """Keep where an entry's board stands, in place of where it stood before."""
        key = and_(postings.c.game_id == posted.game_id, postings.c.seq == posted.seq)
        row = {
            "game_id": posted.game_id,
            "seq": posted.seq,
            "channel_id": posted.channel_id,
            "message_id": posted.message_id,
            "has_controls": posted.has_controls,
            "at": at,
        }
        await self._database.put(postings, key, row)
        await self._database.write(
            update(games).where(games.c.id == posted.game_id).values(undeliverable=False)
        )

    async def newest_posting(self, game_id: int) -> Posted | None:
        """Return where the game's newest board stands."""
        query = (
            select(postings)
            .where(postings.c.game_id == game_id)
            .order_by(postings.c.seq.desc())
            .limit(1)
        )
        return next((_posted(row) for row in await self._database.rows(query)), None)

    async def stale_postings(self, game_id: int | None = None) -> list[Posted]:
        """Return boards that still carry controls though a newer one is posted."""
        newer = postings.alias()
        newest = (
            select(func.max(newer.c.seq))
            .where(newer.c.game_id == postings.c.game_id)
            .scalar_subquery()
        )
        query = select(postings).where(postings.c.has_controls, postings.c.seq < newest)
        if game_id is not None:
            query = query.where(postings.c.game_id == game_id)
        return [_posted(row) for row in await self._database.rows(query)]

    async def mark_stripped(self, posted: Posted) -> None:
        """Note that a board lost its controls, or that it was tried."""
        key = and_(postings.c.game_id == posted.game_id, postings.c.seq == posted.seq)
        await self._database.write(update(postings).where(key).values(has_controls=False))

    async def mark_undeliverable(self, game_id: int) -> None:
        """Note that the game's channel takes no posts; the next posted board lifts it."""
        await self._database.write(
            update(games).where(games.c.id == game_id).values(undeliverable=True)
        )

    async def mark_channel_gone(self, channel_id: int) -> None:
        """Note that the games of a channel cannot be posted to."""
        here = games.c.channel_id == channel_id
        await self._database.write(update(games).where(here).values(undeliverable=True))

    async def mark_server_gone(self, guild_id: int) -> None:
        """Note that the games of a server cannot be posted to."""
        here = games.c.guild_id == guild_id
        await self._database.write(update(games).where(here).values(undeliverable=True))

    async def mark_server_back(self, guild_id: int) -> None:
        """Let the games of a server be posted to once more, to find out which can be."""
        here = games.c.guild_id == guild_id
        await self._database.write(update(games).where(here).values(undeliverable=False))


def _missing(*columns: ColumnElement[Any]) -> Select[Any]:
    """Return the query for entries that stand on no board."""
    on_board = and_(postings.c.game_id == entries.c.game_id, postings.c.seq == entries.c.seq)
    return (
        select(*columns)
        .select_from(entries)
        .join(games, games.c.id == entries.c.game_id)
        .outerjoin(postings, on_board)
        .where(postings.c.message_id.is_(None))
    )


def _posted(row: Row[Any]) -> Posted:
    return Posted(row.game_id, row.seq, row.channel_id, row.message_id, row.has_controls)
