"""The store: the only place with SQL. What it commits, a restart finds."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Insert, Row, and_, delete, insert, or_, select, true, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from data.analyses import Analyses
from data.catalogue import Catalogue
from data.clockwork import Clockwork
from data.database import Database, StoreError, open_database
from data.ledger import Ledger
from data.match import Entry, EntryKind, LayoutName, Match, Status
from data.offers import Conflict, Offer, Offers, keep_offer, leave_offered
from data.people import People, act_draft, setup_draft
from data.personal import Personal
from data.schema import drafts, entries, facts, games, players
from data.shelf import Shelf
from engine.core import JSON, Result, Seat
from engine.registry import game as find_game

KEPT_MATCHES = 100
"""How many replayed games stay in memory, the least recently used leaving first."""

_PLAYED = (Status.RUNNING, Status.OVER)
"""Where a game stands that was accepted."""


class ChannelBusy(Conflict):
    """A game is running in the channel already."""


@dataclass(frozen=True, slots=True)
class Played:
    """A line of a list of games: ``result`` and ``ended_at`` are ``None`` while one runs."""

    game_id: int
    game: str
    options: Mapping[str, JSON]
    layout: LayoutName | None
    players: Mapping[Seat, int]
    result: Result | None
    begun_at: int
    ended_at: int | None
    level: str | None = None


class Store:
    """Games, with the ledger of what was posted, the people who play, and a few facts."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.analyses = Analyses(database)
        self.catalogue = Catalogue(database)
        self.clockwork = Clockwork(database)
        self.ledger = Ledger(database)
        self.offers = Offers(database)
        self.people = People(database)
        self.personal = Personal(database, self.people)
        self.shelf = Shelf(database)
        self._matches: OrderedDict[int, Match] = OrderedDict()

    @classmethod
    async def open(cls, url: str) -> Store:
        """Return a store on the database at the address. Raises ``StoreError``."""
        return cls(await open_database(url))

    async def close(self) -> None:
        """Give back every connection."""
        await self._database.close()

    # Games

    async def start(
        self,
        game_id: int,
        options: Mapping[str, JSON],
        seats: Mapping[Seat, int],
        at: int,
        channel_id: int | None = None,
    ) -> Match:
        """Turn an open challenge into a running game with its entry 0, there or elsewhere.

        Raises ``Conflict`` when it is no longer open, ``ChannelBusy`` when another game runs.
        """

        async def begin(db: AsyncConnection) -> None:
            values: dict[str, object] = {
                "status": Status.RUNNING,
                "options": options,
                "is_open": True,
            }
            if channel_id is not None:
                values["channel_id"] = channel_id
            await leave_offered(db, game_id, values)
            await _seat(db, game_id, seats, at)

        try:
            await self._database.transact(begin)
        except IntegrityError as error:
            raise ChannelBusy("a game is running in this channel") from error
        return await self._begun(game_id)

    async def begin(
        self, offer: Offer, seats: Mapping[Seat, int], *, rematch_of: int | None = None
    ) -> Match:
        """Keep a game that nobody has to accept, running with its entry 0.

        Raises ``ChannelBusy`` when another game runs there, ``Conflict`` when the game that it is
        the rematch of has another one.
        """

        async def begin(db: AsyncConnection) -> int:
            game_id = await keep_offer(db, offer, rematch_of, Status.RUNNING)
            await _seat(db, game_id, seats, offer.at)
            return game_id

        try:
            game_id = await self._database.transact(begin)
        except IntegrityError as error:
            raise ChannelBusy("a game is running in this channel") from error
        return await self._begun(game_id)

    async def _begun(self, game_id: int) -> Match:
        match = await self.match(game_id)
        if match is None:
            raise StoreError("The database lost a game that it had just kept.")
        return match

    async def match(self, game_id: int) -> Match | None:
        """Return the game replayed up to its newest entry; ``None`` when it never began."""
        return await self._database.transact(lambda db: self._read(db, game_id))

    async def _read(self, db: AsyncConnection, game_id: int) -> Match | None:
        row = (await db.execute(select(games).where(games.c.id == game_id))).first()
        if row is None:
            return None
        seated = await db.execute(select(players).where(players.c.game_id == game_id))
        seats = {seat.seat: seat.member_id for seat in seated}
        if not seats:
            return None
        kept = self._matches.get(game_id) or self._unplayed(row, seats)
        newer = select(entries).where(entries.c.game_id == game_id, entries.c.seq > kept.seq)
        found = (await db.execute(newer.order_by(entries.c.seq))).all()
        placed = replace(
            kept,
            # Read anew, as a player may have asked to be forgotten.
            players={seat: seats[seat] for seat in kept.players},
            layout=LayoutName.read(row.layout_name, row.layout_owner_id),
            channel_id=row.channel_id,
            undeliverable=row.undeliverable,
        )
        return self._keep(placed.extended(_entry(entry) for entry in found))

    @staticmethod
    def _unplayed(row: Row[Any], seats: Mapping[Seat, int]) -> Match:
        game = find_game(row.game)
        return Match(
            id=row.id,
            game=game,
            options=row.options,
            status=Status(row.status),
            guild_id=row.guild_id,
            channel_id=row.channel_id,
            players={seat: seats[seat] for seat in game.seats},
            start=game.start(row.options),
            clock=row.clock,
            level=row.level,
        )

    def _keep(self, match: Match) -> Match:
        self._matches[match.id] = match
        self._matches.move_to_end(match.id)
        while len(self._matches) > KEPT_MATCHES:
            self._matches.popitem(last=False)
        return match

    async def append(self, match: Match, entry: Entry) -> Match:
        """Commit an entry on top of the match as it was read, and the end it may bring.

        What was begun in private for something that can be done no more, or was just done, goes.
        Raises ``Conflict`` when another entry took its number.
        """
        after = match.extended((entry,))
        done = [
            and_(drafts.c.kind == kind, drafts.c.member_id.in_(members))
            for kind, members in (
                (setup_draft(match.id), _done_setting_up(match, entry, after)),
                (act_draft(match.id), _done_acting(match, entry, after)),
            )
            if members
        ]

        async def commit(db: AsyncConnection) -> None:
            await db.execute(_insertion(match.id, entry))
            if done:
                await db.execute(delete(drafts).where(or_(*done)))
            if after.result:
                await db.execute(
                    update(games)
                    .where(games.c.id == match.id)
                    .values(
                        status=Status.OVER,
                        winner=after.result.winner,
                        reason=after.result.reason,
                        ended_at=entry.at,
                        # Nothing is left to be done for it: only its player's acts show it.
                        **({"is_open": False} if match.is_personal else {}),
                    )
                )

        try:
            await self._database.transact(commit)
        except IntegrityError as error:
            raise Conflict("another entry came first") from error
        return self._keep(after)

    async def running_in(self, channel_id: int) -> int | None:
        """Return the id of the game that runs in the channel."""
        running = and_(games.c.channel_id == channel_id, games.c.status == Status.RUNNING)
        return next(
            (row.id for row in await self._database.rows(select(games.c.id).where(running))), None
        )

    async def running_of(self, member_id: int, guild_id: int | None) -> list[int]:
        """Return the ids of the member's running games in the server, newest first."""
        query = (
            select(games.c.id)
            .join(players, players.c.game_id == games.c.id)
            .where(
                players.c.member_id == member_id,
                games.c.guild_id == guild_id,
                games.c.status == Status.RUNNING,
            )
            .order_by(games.c.id.desc())
        )
        return [row.id for row in await self._database.rows(query)]

    async def newest_in(self, channel_id: int) -> int | None:
        """Return the id of the newest game in the channel, whether it runs or is over."""
        here = and_(games.c.channel_id == channel_id, games.c.status.in_(_PLAYED))
        query = select(games.c.id).where(here).order_by(games.c.id.desc()).limit(1)
        return next((row.id for row in await self._database.rows(query)), None)

    async def played_in(self, guild_id: int | None, member_id: int, limit: int) -> list[Played]:
        """Return games of the server, the member's own first, then the newest first.

        Of games that belong to no server they are the member's own alone.
        """
        own = (
            select(players.c.game_id)
            .where(players.c.game_id == games.c.id, players.c.member_id == member_id)
            .exists()
        )
        query = (
            select(games)
            .where(games.c.guild_id == guild_id, games.c.status.in_(_PLAYED))
            .where(own if guild_id is None else true())
            .order_by(own.desc(), games.c.id.desc())
            .limit(limit)
        )
        rows = await self._database.rows(query)
        ids = [row.id for row in rows]
        seats: dict[int, dict[Seat, int]] = {id_: {} for id_ in ids}
        for row in await self._database.rows(select(players).where(players.c.game_id.in_(ids))):
            seats[row.game_id][row.seat] = row.member_id
        return [_played(row, seats[row.id]) for row in rows]

    async def move_game(self, game_id: int, channel_id: int) -> None:
        """Bring a running game to another channel. Raises ``ChannelBusy``."""
        try:
            await self._database.write(
                update(games).where(games.c.id == game_id).values(channel_id=channel_id)
            )
        except IntegrityError as error:
            raise ChannelBusy("a game is running in this channel") from error
        self._matches.pop(game_id, None)

    # Facts

    async def fact(self, key: str) -> str | None:
        """Return what was kept under the key."""
        rows = await self._database.rows(select(facts.c.value).where(facts.c.key == key))
        return next((row.value for row in rows), None)

    async def facts(self, prefix: str) -> Mapping[str, str]:
        """Return what was kept under all keys that begin so."""
        query = select(facts).where(facts.c.key.startswith(prefix, autoescape=True))
        return {row.key: row.value for row in await self._database.rows(query)}

    async def keep_fact(self, key: str, value: str) -> None:
        """Keep a value under the key."""
        await self._database.put(facts, facts.c.key == key, {"key": key, "value": value})

    async def drop_fact(self, key: str) -> None:
        """Forget what was kept under the key."""
        await self._database.write(delete(facts).where(facts.c.key == key))


def _played(row: Row[Any], seats: Mapping[Seat, int]) -> Played:
    result = Result(row.winner, row.reason) if row.status == Status.OVER else None
    layout = LayoutName.read(row.layout_name, row.layout_owner_id)
    return Played(
        row.id,
        row.game,
        row.options,
        layout,
        seats,
        result,
        row.created_at,
        row.ended_at,
        row.level,
    )


def _done_setting_up(match: Match, entry: Entry, after: Match) -> list[int]:
    """Return the players of whom nothing is to be kept any more that they began for a setup."""
    if match.is_set_up:
        return []
    if after.is_set_up or after.result:
        return list(match.players.values())
    return [match.players[entry.seat]] if entry.kind is EntryKind.SETUP and entry.seat else []


def _done_acting(match: Match, entry: Entry, after: Match) -> list[int]:
    """Return the players of whom nothing is to be kept any more that they picked for an action."""
    if not match.game.has_secrets:
        return []
    if after.result:
        return list(match.players.values())
    return [match.players[entry.seat]] if entry.kind is EntryKind.ACTION and entry.seat else []


async def _seat(db: AsyncConnection, game_id: int, seats: Mapping[Seat, int], at: int) -> None:
    """Give a game that begins its players and its first entry, in a transaction."""
    rows = [
        {"game_id": game_id, "seat": seat, "member_id": member} for seat, member in seats.items()
    ]
    await db.execute(insert(players), rows)
    await db.execute(_insertion(game_id, Entry(0, EntryKind.START, at)))


def _insertion(game_id: int, entry: Entry) -> Insert:
    return insert(entries).values(
        game_id=game_id,
        seq=entry.seq,
        kind=entry.kind,
        seat=entry.seat,
        action=entry.action,
        chance=entry.chance,
        at=entry.at,
    )


def _entry(row: Row[Any]) -> Entry:
    return Entry(row.seq, EntryKind(row.kind), row.at, row.seat, row.action, row.chance)
