"""The posting ledger: which entry stands on which board, and which still has to be posted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, Update, and_, exists, func, select, update

from data.database import Database
from data.match import Status
from data.schema import entries, games, postings


@dataclass(frozen=True, slots=True)
class Posted:
    """Where the board of an entry stands."""

    game_id: int
    seq: int
    channel_id: int
    message_id: int
    has_controls: bool


_IS_REACHED = (~games.c.undeliverable, games.c.guild_id.is_not(None))
"""The conditions that the bot may post to a game's channel by itself."""


class Ledger:
    """Where boards stand. An entry without a posting is found again after a restart."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def unposted(self, game_id: int | None = None) -> list[tuple[int, int]]:
        """Return (game, seq) of every entry that stands on no board yet, in order.

        Without a game, those of games that could not be posted to are left out, and those of
        personal games, which wait for their player.
        """
        missing = _missing(entries.c.game_id, entries.c.seq)
        if game_id is None:
            missing = missing.where(_in_open_games(entries.c.game_id, *_IS_REACHED))
        else:
            missing = missing.where(entries.c.game_id == game_id)
        in_order = missing.order_by(entries.c.game_id, entries.c.seq)
        return [(row.game_id, row.seq) for row in await self._database.rows(in_order)]

    async def oldest_unposted_at(self) -> int | None:
        """Return when the oldest entry that is still to be posted was committed."""
        oldest = _missing(func.min(entries.c.at).label("at")).where(
            _in_open_games(entries.c.game_id, *_IS_REACHED)
        )
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
        lifted = and_(games.c.id == posted.game_id, games.c.undeliverable)
        await self._database.put(
            postings,
            key,
            row,
            then=(update(games).where(lifted).values(undeliverable=False), _close(posted.game_id)),
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
        """Return boards that still carry controls though a newer one is posted.

        Without a game, those of personal games are left out: the bot cannot reach them.
        """
        own = postings.c.game_id == game_id
        is_in_server = games.c.guild_id.is_not(None)
        here = _in_open_games(postings.c.game_id, is_in_server) if game_id is None else own
        query = select(postings).where(here, _is_stale())
        return [_posted(row) for row in await self._database.rows(query)]

    async def mark_stripped(self, posted: Posted) -> None:
        """Note that a board lost its controls, or that it was tried."""
        key = and_(postings.c.game_id == posted.game_id, postings.c.seq == posted.seq)
        await self._database.write(
            update(postings).where(key).values(has_controls=False), _close(posted.game_id)
        )

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


def _is_stale() -> ColumnElement[bool]:
    """Return the condition that a board still carries controls though a newer one is posted."""
    newer = postings.alias()
    follows = and_(newer.c.game_id == postings.c.game_id, newer.c.seq > postings.c.seq)
    return and_(postings.c.has_controls, exists().where(follows))


def _close(game_id: int) -> Update:
    """Return the statement that closes the game if it is over and nothing is left to be done."""
    is_unposted = ~exists().where(_is_board_of_entry())
    unposted = exists().where(entries.c.game_id == games.c.id, is_unposted)
    unstripped = exists().where(postings.c.game_id == games.c.id, _is_stale())
    is_done = and_(games.c.status == Status.OVER, ~unposted, ~unstripped)
    return (
        update(games).where(games.c.id == game_id, games.c.is_open, is_done).values(is_open=False)
    )


def _missing(*columns: ColumnElement[Any]) -> Select[Any]:
    """Return the query for entries that stand on no board."""
    return select(*columns).select_from(entries).where(~exists().where(_is_board_of_entry()))


def _in_open_games(column: ColumnElement[int], *wanted: ColumnElement[bool]) -> ColumnElement[bool]:
    """Return the condition that a row is of a game in which something may be left to do.

    It names the games first: a join lets SQLite read all that was ever played.
    """
    return column.in_(select(games.c.id).where(games.c.is_open, *wanted))


def _is_board_of_entry() -> ColumnElement[bool]:
    return and_(postings.c.game_id == entries.c.game_id, postings.c.seq == entries.c.seq)


def _posted(row: Row[Any]) -> Posted:
    return Posted(row.game_id, row.seq, row.channel_id, row.message_id, row.has_controls)
