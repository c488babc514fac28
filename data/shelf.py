"""Layouts of one's own: who made them, under which name, and where they are shared."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Row,
    and_,
    delete,
    func,
    insert,
    literal,
    or_,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from data.database import Database
from data.schema import layout_shares, layouts

MOST_LAYOUTS = 50
"""How many layouts of a game a member can keep."""


class NameTaken(Exception):
    """The member has another layout of that name."""


class ShelfFull(Exception):
    """The member keeps ``MOST_LAYOUTS`` already."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A kept layout; ``guilds`` are the servers whose members may use it."""

    id: int
    owner_id: int
    game: str
    name: str
    code: str
    guilds: frozenset[int] = frozenset()

    def is_shared_in(self, guild_id: int | None) -> bool:
        """Tell whether the members of the server may use the layout."""
        return guild_id in self.guilds

    def is_usable_by(self, member_id: int, guild_id: int | None) -> bool:
        """Tell whether the member may use the layout in the server."""
        return member_id == self.owner_id or self.is_shared_in(guild_id)


class Shelf:
    """The layouts that members keep. A name is the owner's own, and unique among theirs."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, layout_id: int) -> Layout | None:
        """Return the layout, ``None`` when there is none of that number any more."""
        return next(iter(await self._layouts(layouts.c.id == layout_id)), None)

    async def of(self, owner_id: int, game: str) -> list[Layout]:
        """Return the member's own layouts by name."""
        return await self._layouts(_owned(owner_id, game))

    async def usable(
        self, member_id: int, guild_id: int | None, game: str, typed: str
    ) -> list[Layout]:
        """Return what the member may use in the server and fits the typed words, own ones first."""
        here = select(layout_shares.c.layout_id).where(layout_shares.c.guild_id == guild_id)
        usable = and_(
            layouts.c.game == game,
            or_(layouts.c.owner_id == member_id, layouts.c.id.in_(here)),
        )
        # Fitted here, since databases differ in what they hold for the same letter.
        words = typed.casefold().split()
        fitting = [
            layout
            for layout in await self._layouts(usable)
            if all(word in layout.name.casefold() for word in words)
        ]
        return sorted(fitting, key=lambda layout: layout.owner_id != member_id)

    async def _layouts(self, wanted: ColumnElement[bool]) -> list[Layout]:
        query = select(layouts).where(wanted).order_by(layouts.c.name, layouts.c.id)
        shares = select(layout_shares).join(layouts, layouts.c.id == layout_shares.c.layout_id)

        async def read(db: AsyncConnection) -> list[Layout]:
            rows = (await db.execute(query)).all()
            guilds: defaultdict[int, set[int]] = defaultdict(set)
            for share in await db.execute(shares.where(wanted)):
                guilds[share.layout_id].add(share.guild_id)
            return [_layout(row, guilds[row.id]) for row in rows]

        return await self._database.transact(read)

    async def add(self, owner_id: int, game: str, name: str, code: str, at: int) -> int:
        """Keep a new layout and return its id. Raises ``NameTaken`` or ``ShelfFull``."""
        own = select(func.count()).select_from(layouts).where(_owned(owner_id, game))
        # Counted by the statement that inserts, so that two at once cannot both be the last.
        row = select(
            literal(owner_id), literal(game), literal(name), literal(code), literal(at)
        ).where(own.scalar_subquery() < MOST_LAYOUTS)
        columns = ["owner_id", "game", "name", "code", "at"]
        statement = insert(layouts).from_select(columns, row).returning(layouts.c.id)

        async def add(db: AsyncConnection) -> int | None:
            added: int | None = (await db.execute(statement)).scalar_one_or_none()
            return added

        try:
            layout_id = await self._database.transact(add)
        except IntegrityError as error:
            raise NameTaken from error
        if layout_id is None:
            raise ShelfFull
        return layout_id

    async def change(self, layout_id: int, owner_id: int, code: str, at: int) -> bool:
        """Give the member's layout another code; return whether it was still there."""
        statement = update(layouts).where(_own(layout_id, owner_id)).values(code=code, at=at)

        async def change(db: AsyncConnection) -> bool:
            return (await db.execute(statement)).rowcount > 0

        return await self._database.transact(change)

    async def share(self, layout_id: int, guild_id: int) -> None:
        """Let the members of the server use the layout, if it is still there."""
        row = {"layout_id": layout_id, "guild_id": guild_id}
        # Taken twice at once it is shared all the same; deleted meanwhile it cannot be.
        with suppress(IntegrityError):
            await self._database.write(insert(layout_shares).values(row))

    async def unshare(self, layout_id: int, guild_id: int) -> None:
        """Keep the layout from the members of the server again."""
        share = and_(layout_shares.c.layout_id == layout_id, layout_shares.c.guild_id == guild_id)
        await self._database.write(delete(layout_shares).where(share))

    async def remove(self, layout_id: int, owner_id: int) -> None:
        """Delete the member's layout; games that began with it keep its code."""
        gone = select(layouts.c.id).where(_own(layout_id, owner_id))
        await self._database.write(
            delete(layout_shares).where(layout_shares.c.layout_id.in_(gone)),
            delete(layouts).where(_own(layout_id, owner_id)),
        )


def _layout(row: Row[Any], guilds: Collection[int]) -> Layout:
    return Layout(row.id, row.owner_id, row.game, row.name, row.code, frozenset(guilds))


def _owned(owner_id: int, game: str) -> ColumnElement[bool]:
    return and_(layouts.c.owner_id == owner_id, layouts.c.game == game)


def _own(layout_id: int, owner_id: int) -> ColumnElement[bool]:
    return and_(layouts.c.id == layout_id, layouts.c.owner_id == owner_id)
