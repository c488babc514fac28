"""What is kept about one member: handed out to them, and forgotten when they ask."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, and_, delete, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from data.database import Database
from data.match import EntryKind, Status, is_timed
from data.people import FORMER_MEMBER, STAND_INS, People
from data.schema import (
    drafts,
    entries,
    games,
    layout_shares,
    layouts,
    members,
    players,
    postings,
    preferences,
)
from engine.core import JSON, Seat


class StillPlaying(Exception):
    """The member plays a running game, which has to end before they can be forgotten."""


class Personal:
    """Everything that is kept about one member, across the tables."""

    def __init__(self, database: Database, people: People) -> None:
        self._database = database
        self._people = people

    async def running(self, member_id: int) -> list[int]:
        """Return the ids of the member's running games, wherever they are played."""
        return [row.id for row in await self._database.rows(_running(member_id))]

    async def offered(self, member_id: int) -> list[int]:
        """Return the ids of the open challenges by or to the member."""
        theirs = or_(games.c.challenger_id == member_id, games.c.opponent_id == member_id)
        query = select(games.c.id).where(theirs, games.c.status == Status.OFFERED)
        return [row.id for row in await self._database.rows(query.order_by(games.c.id))]

    async def kept(self, member_id: int) -> dict[str, JSON]:
        """Return all that is kept about the member, in words that a person can read.

        Ids of Discord are texts, since programs that read JSON may round such numbers; of others
        it has the name alone that was kept of an opponent.
        """
        chosen = await self._people.preferences(member_id)

        async def read(db: AsyncConnection) -> dict[str, JSON]:
            name = select(members.c.name).where(members.c.id == member_id)
            return {
                "member": {
                    "id": str(member_id),
                    "name": (await db.execute(name)).scalar_one_or_none(),
                },
                "preferences": asdict(chosen),
                "layouts": await _layouts(db, member_id),
                "drafts": await _drafts(db, member_id),
                "games": await _games(db, member_id),
                "games_from_your_layouts": await _begun_from(db, member_id),
            }

        return await self._database.transact(read)

    async def forget(self, member_id: int) -> None:
        """Remove the member's name, preferences, layouts and drafts, and their traces in games.

        Their games stay, played by ``FORMER_MEMBER``, and no game has the name of a layout of
        theirs any more; open challenges by or to them are closed.
        Raises ``StillPlaying``, with nothing removed, while they play a running game.
        """
        own = select(layouts.c.id).where(layouts.c.owner_id == member_id)
        by_them, to_them = games.c.challenger_id == member_id, games.c.opponent_id == member_id
        offered = games.c.status == Status.OFFERED
        statements = (
            delete(members).where(members.c.id == member_id),
            delete(preferences).where(preferences.c.member_id == member_id),
            delete(drafts).where(drafts.c.member_id == member_id),
            delete(layout_shares).where(layout_shares.c.layout_id.in_(own)),
            delete(layouts).where(layouts.c.owner_id == member_id),
            update(games)
            .where(games.c.layout_owner_id == member_id)
            .values(layout_name=None, layout_owner_id=None),
            update(games).where(offered, by_them).values(status=Status.CANCELLED),
            update(games).where(offered, to_them).values(status=Status.DECLINED),
            update(games).where(by_them).values(challenger_id=FORMER_MEMBER),
            update(games).where(to_them).values(opponent_id=FORMER_MEMBER),
            update(players).where(players.c.member_id == member_id).values(member_id=FORMER_MEMBER),
        )

        async def forget(db: AsyncConnection) -> None:
            for statement in statements:
                await db.execute(statement)
            # Asked last: now no game of theirs can begin any more before this is committed.
            if (await db.execute(_running(FORMER_MEMBER))).first():
                raise StillPlaying

        await self._database.transact(forget)


def _running(member_id: int) -> Select[Any]:
    return (
        select(games.c.id)
        .join(players, players.c.game_id == games.c.id)
        .where(players.c.member_id == member_id, games.c.status == Status.RUNNING)
        .order_by(games.c.id)
    )


async def _layouts(db: AsyncConnection, member_id: int) -> list[JSON]:
    own = layouts.c.owner_id == member_id
    shares = select(layout_shares).join(layouts, layouts.c.id == layout_shares.c.layout_id)
    servers = defaultdict(list)
    for row in await db.execute(shares.where(own)):
        servers[row.layout_id].append(str(row.guild_id))
    return [
        {
            "game": row.game,
            "name": row.name,
            "code": row.code,
            "saved_at": _time(row.at),
            "shared_in_servers": servers[row.id],
        }
        for row in await db.execute(select(layouts).where(own).order_by(layouts.c.id))
    ]


async def _drafts(db: AsyncConnection, member_id: int) -> list[JSON]:
    query = select(drafts).where(drafts.c.member_id == member_id).order_by(drafts.c.kind)
    return [
        {"kind": row.kind, "text": row.text, "saved_at": _time(row.at)}
        for row in await db.execute(query)
    ]


async def _games(db: AsyncConnection, member_id: int) -> list[JSON]:
    """Return the challenges and games of the member with every entry, oldest first."""
    playing = select(players.c.game_id).where(players.c.member_id == member_id)
    theirs = or_(
        games.c.id.in_(playing),
        games.c.challenger_id == member_id,
        games.c.opponent_id == member_id,
    )
    seats = {
        row.game_id: row.seat
        for row in await db.execute(select(players).where(players.c.member_id == member_id))
    }
    opponents = await _opponents(db, member_id, theirs)
    played = await _entries(db, theirs, seats)
    return [
        {
            "id": row.id,
            "game": row.game,
            "options": row.options,
            "layout": row.layout_name,
            "status": row.status,
            "server": _id(row.guild_id),
            "channel": _id(row.channel_id),
            "challenged_by_you": row.challenger_id == member_id,
            "your_side": seats.get(row.id),
            "opponent": opponents.get(row.id),
            "level_of_the_computer": row.level,
            "side_asked_for": row.side,
            "seconds_a_move": None if is_timed(row.options) else row.clock,
            "seconds_for_the_game": row.clock if is_timed(row.options) else None,
            "created_at": _time(row.created_at),
            "ended_at": _time(row.ended_at),
            "winner": row.winner,
            "reason": row.reason,
            "entries": played[row.id],
        }
        for row in await db.execute(select(games).where(theirs).order_by(games.c.id))
    ]


async def _begun_from(db: AsyncConnection, member_id: int) -> list[JSON]:
    """Return which games, of whomever, know the name of a layout of the member."""
    theirs = select(games).where(games.c.layout_owner_id == member_id).order_by(games.c.id)
    return [{"id": row.id, "layout": row.layout_name} for row in await db.execute(theirs)]


async def _opponents(
    db: AsyncConnection, member_id: int, theirs: ColumnElement[bool]
) -> dict[int, str]:
    query = (
        select(players.c.game_id, players.c.member_id, members.c.name)
        .join(games, games.c.id == players.c.game_id)
        .outerjoin(members, members.c.id == players.c.member_id)
        .where(theirs, players.c.member_id != member_id)
    )
    return {row.game_id: STAND_INS.get(row.member_id, row.name) for row in await db.execute(query)}


async def _entries(
    db: AsyncConnection, theirs: ColumnElement[bool], seats: Mapping[int, Seat]
) -> Mapping[int, list[dict[str, JSON]]]:
    stands = and_(postings.c.game_id == entries.c.game_id, postings.c.seq == entries.c.seq)
    query = (
        select(entries, postings.c.message_id)
        .join(games, games.c.id == entries.c.game_id)
        .outerjoin(postings, stands)
        .where(theirs)
        .order_by(entries.c.game_id, entries.c.seq)
    )
    found: dict[int, list[dict[str, JSON]]] = defaultdict(list)
    for row in await db.execute(query):
        found[row.game_id].append(_entry(row, seats.get(row.game_id)))
    return found


def _entry(row: Row[Any], own: Seat | None) -> dict[str, JSON]:
    # How the opponent set up is the opponent's data, and may still be a secret.
    is_secret = row.kind == EntryKind.SETUP and row.seat != own
    return {
        "number": row.seq,
        "kind": row.kind,
        "side": row.seat,
        "action": None if is_secret else row.action,
        "chance": row.chance,
        "at": _time(row.at),
        "message": _id(row.message_id),
    }


def _id(number: int | None) -> str | None:
    return None if number is None else str(number)


def _time(seconds: int | None) -> str | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC).isoformat()
