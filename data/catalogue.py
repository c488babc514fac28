"""Lists of games: a server's, or those of one of its members, by page."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import ColumnElement, and_, func, select

from data.database import Database
from data.match import Status
from data.schema import games, players


class Catalogue:
    """Which games a server has, without replaying them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def count(
        self, guild_id: int | None, member_id: int | None, statuses: Collection[Status]
    ) -> int:
        """Return how many games the server has, or the member in it, in one of the statuses."""
        query = select(func.count().label("games")).where(_fits(guild_id, member_id, statuses))
        return sum(int(row.games) for row in await self._database.rows(query))

    async def page(
        self,
        guild_id: int | None,
        member_id: int | None,
        statuses: Collection[Status],
        *,
        offset: int,
        limit: int,
    ) -> list[int]:
        """Return the ids of a page of them: running games first, then those that ended last."""
        is_running = games.c.status == Status.RUNNING
        query = (
            select(games.c.id)
            .where(_fits(guild_id, member_id, statuses))
            .order_by(is_running.desc(), games.c.ended_at.desc(), games.c.id.desc())
            .offset(offset)
            .limit(limit)
        )
        return [row.id for row in await self._database.rows(query)]

    async def with_computer(self, guild_id: int | None, member_id: int) -> list[int]:
        """Return the member's running games with the computer in the server, the newest first."""
        fits = and_(_fits(guild_id, member_id, [Status.RUNNING]), games.c.level.is_not(None))
        query = select(games.c.id).where(fits).order_by(games.c.id.desc())
        return [row.id for row in await self._database.rows(query)]


def _fits(
    guild_id: int | None, member_id: int | None, statuses: Collection[Status]
) -> ColumnElement[bool]:
    """Return the condition that a game belongs in the list."""
    here = and_(games.c.guild_id == guild_id, games.c.status.in_(statuses))
    if member_id is None:
        # What belongs to no server is nobody's but its player's.
        return and_(here, games.c.guild_id.is_not(None))
    own = select(players.c.game_id).where(players.c.member_id == member_id)
    return and_(here, games.c.id.in_(own))
