"""Challenges: who asks whom for what, and what became of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Row, and_, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from data.database import Database
from data.match import LayoutName, Status
from data.schema import facts, games
from engine.core import JSON

REMATCHED = (Status.OFFERED, Status.RUNNING, Status.OVER)
"""What a rematch can be after which there is no other of the same game."""


class Conflict(Exception):
    """Somebody else was first: the entry's number, the offer or the rematch is taken."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A challenge: who asks whom for what, and where. Without an opponent it is for anybody.

    With a level it is to the computer, which needs not be asked.
    """

    game: str
    options: Mapping[str, JSON]
    side: str
    guild_id: int | None
    channel_id: int
    challenger_id: int
    opponent_id: int | None
    at: int
    clock: int | None = None
    wants_thread: bool = False
    id: int = 0
    status: Status = Status.OFFERED
    message_id: int | None = None
    layout: LayoutName | None = None
    level: str | None = None


class Offers:
    """The challenges. One that is accepted goes on as the game of the same number."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, offer: Offer, *, rematch_of: int | None = None) -> int:
        """Keep a challenge and return its id, which the game keeps.

        Raises ``Conflict`` when the game that it is the rematch of has another one already.
        """
        try:
            return await self._database.transact(lambda db: keep_offer(db, offer, rematch_of))
        except IntegrityError as error:
            raise Conflict("the rematch is offered already") from error

    async def find(self, offer_id: int) -> Offer | None:
        """Return the challenge that the game began with, whatever became of it."""
        return next(iter(await self._offers(games.c.id == offer_id)), None)

    async def rematch_of(self, game_id: int) -> Offer | None:
        """Return the newest challenge to a rematch of the game, whatever became of it."""
        query = select(facts.c.value).where(facts.c.key == _rematch(game_id))
        offer_id = next((row.value for row in await self._database.rows(query)), None)
        return None if offer_id is None else await self.find(int(offer_id))

    async def open_of(self, challenger_id: int, since: int) -> list[Offer]:
        """Return the member's open challenges that were made after that time, oldest first."""
        return await self._offers(
            games.c.status == Status.OFFERED,
            games.c.challenger_id == challenger_id,
            games.c.created_at > since,
        )

    async def unanswered(self, challenger_id: int, opponent_id: int, since: int) -> Offer | None:
        """Return the newest challenge to that opponent after that time that was seen, not taken."""
        seen = or_(games.c.message_id.is_not(None), games.c.status != Status.CANCELLED)
        found = await self._offers(
            games.c.challenger_id == challenger_id,
            games.c.opponent_id == opponent_id,
            games.c.created_at > since,
            games.c.status.not_in((Status.RUNNING, Status.OVER)),
            seen,
        )
        return found[-1] if found else None

    async def open_until(self, at: int) -> list[Offer]:
        """Return the open challenges that were made at that time or before."""
        return await self._offers(games.c.status == Status.OFFERED, games.c.created_at <= at)

    async def _offers(self, *wanted: ColumnElement[bool]) -> list[Offer]:
        query = select(games).where(and_(*wanted)).order_by(games.c.id)
        return [_offer(row) for row in await self._database.rows(query)]

    async def note_message(self, offer_id: int, message_id: int) -> None:
        """Keep where the challenge stands."""
        await self._database.write(
            update(games).where(games.c.id == offer_id).values(message_id=message_id)
        )

    async def close(self, offer_id: int, status: Status) -> None:
        """Set an open challenge to declined, cancelled or lapsed. Raises ``Conflict``."""
        await self._database.transact(lambda db: leave_offered(db, offer_id, {"status": status}))


async def keep_offer(
    db: AsyncConnection, offer: Offer, rematch_of: int | None, status: Status = Status.OFFERED
) -> int:
    """Keep a challenge, or the game that begins with it, in a transaction; return its id.

    Raises ``Conflict`` when the game that it is the rematch of has another one already.
    """
    row = {
        "game": offer.game,
        "options": offer.options,
        "status": status,
        "guild_id": offer.guild_id,
        "channel_id": offer.channel_id,
        "challenger_id": offer.challenger_id,
        "opponent_id": offer.opponent_id,
        "side": offer.side,
        "undeliverable": False,
        "created_at": offer.at,
        "clock": offer.clock,
        "wants_thread": offer.wants_thread,
        "layout_name": offer.layout.name if offer.layout else None,
        "layout_owner_id": offer.layout.owner_id if offer.layout else None,
        "is_open": status is Status.RUNNING,
        "level": offer.level,
    }
    statement = insert(games).values(row).returning(games.c.id)
    offer_id = int((await db.execute(statement)).scalar_one())
    if rematch_of is not None:
        await _link(db, rematch_of, offer_id)
    return offer_id


async def leave_offered(db: AsyncConnection, offer_id: int, values: Mapping[str, object]) -> None:
    """Change a challenge that is still open, in a transaction. Raises ``Conflict``."""
    offered = and_(games.c.id == offer_id, games.c.status == Status.OFFERED)
    result = await db.execute(update(games).where(offered).values(**values))
    if result.rowcount != 1:
        raise Conflict("the challenge is no longer open")


async def _link(db: AsyncConnection, game_id: int, offer_id: int) -> None:
    """Make the challenge the one rematch of the game, unless it has one."""
    key = facts.c.key == _rematch(game_id)
    before = (await db.execute(select(facts.c.value).where(key))).scalar_one_or_none()
    if before is None:
        await db.execute(insert(facts).values(key=_rematch(game_id), value=str(offer_id)))
        return
    status = select(games.c.status).where(games.c.id == int(before))
    if (await db.execute(status)).scalar_one_or_none() in REMATCHED:
        raise Conflict("the rematch is offered already")
    await db.execute(update(facts).where(key).values(value=str(offer_id)))


def _rematch(game_id: int) -> str:
    return f"rematch:{game_id}"


def _offer(row: Row[Any]) -> Offer:
    return Offer(
        row.game,
        row.options,
        row.side,
        row.guild_id,
        row.channel_id,
        row.challenger_id,
        row.opponent_id,
        row.created_at,
        row.clock,
        row.wants_thread,
        row.id,
        Status(row.status),
        row.message_id,
        LayoutName.read(row.layout_name, row.layout_owner_id),
        row.level,
    )
