"""Members and servers: display names, what each prefers, and drafts of private panels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import ColumnElement, Row, and_, delete, select

from data.database import Database
from data.match import COMPUTER, COMPUTER_NAME
from data.schema import drafts, members, preferences, servers

FORMER_MEMBER = 0
"""Stands in games for everybody who asked to be forgotten; Discord gives nobody this id."""

FORMER_NAME = "a former player"

STAND_INS: Mapping[int, str] = {FORMER_MEMBER: FORMER_NAME, COMPUTER: COMPUTER_NAME}
"""What those are called in games who are no members of a server."""


def setup_draft(game_id: int) -> str:
    """Return the kind of the drafts in which the players of a game set up."""
    return f"setup:{game_id}"


def act_draft(game_id: int) -> str:
    """Return the kind of the drafts of what a game's players have picked, and not done."""
    return f"act:{game_id}"


@dataclass(frozen=True, slots=True)
class Preferences:
    """What a member chose: the theme of private pictures, and how the bot treats them.

    ``confirm`` asks before a move is final, ``notify`` mentions when the turn comes,
    ``challenges`` is ``everyone`` or ``nobody``.
    """

    theme: str = "papyrus"
    confirm: bool = False
    animate: bool = True
    notify: bool = True
    challenges: str = "everyone"


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """What a server chose: the theme of public boards, threads for games, moving pictures."""

    theme: str = "papyrus"
    thread: bool = False
    animate: bool = True


class People:
    """What is kept of members and servers."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def remember(self, names: Mapping[int, str]) -> None:
        """Keep members' display names, for places that cannot show a mention."""
        for id_, name in names.items():
            await self._database.put(members, members.c.id == id_, {"id": id_, "name": name})

    async def names(self, ids: Sequence[int]) -> dict[int, str]:
        """Return the display names known of these members."""
        rows = await self._database.rows(select(members).where(members.c.id.in_(ids)))
        return {row.id: row.name for row in rows} | {
            id_: name for id_, name in STAND_INS.items() if id_ in ids
        }

    async def preferences(self, member_id: int) -> Preferences:
        """Return what the member chose, or what holds for everybody."""
        query = select(preferences).where(preferences.c.member_id == member_id)
        rows = await self._database.rows(query)
        return next((Preferences(*_chosen(row, "member_id")) for row in rows), Preferences())

    async def prefer(self, member_id: int, chosen: Preferences, only: str | None = None) -> None:
        """Keep what the member chose; with ``only`` just that one choice, the others as kept."""
        every = {"member_id": member_id, **asdict(chosen)}
        key = preferences.c.member_id == member_id
        await self._database.put(preferences, key, _one(every, only), every)

    async def server(self, guild_id: int | None) -> ServerSettings:
        """Return what the server chose, or what holds for every one."""
        rows = await self._database.rows(select(servers).where(servers.c.guild_id == guild_id))
        return next((ServerSettings(*_chosen(row, "guild_id")) for row in rows), ServerSettings())

    async def set_server(
        self, guild_id: int, chosen: ServerSettings, only: str | None = None
    ) -> None:
        """Keep what the server chose; with ``only`` just that one choice, the others as kept."""
        every = {"guild_id": guild_id, **asdict(chosen)}
        key = servers.c.guild_id == guild_id
        await self._database.put(servers, key, _one(every, only), every)

    async def draft(self, member_id: int, kind: str) -> str | None:
        """Return what the member has begun in a private panel of that kind."""
        query = select(drafts.c.text).where(_draft(member_id, kind))
        return next((row.text for row in await self._database.rows(query)), None)

    async def keep_draft(self, member_id: int, kind: str, text: str, at: int) -> None:
        """Keep what the member has begun, so that its message may vanish."""
        row = {"member_id": member_id, "kind": kind, "text": text, "at": at}
        await self._database.put(drafts, _draft(member_id, kind), row)

    async def drop_draft(self, member_id: int, kind: str) -> None:
        """Forget what the member had begun."""
        await self._database.write(delete(drafts).where(_draft(member_id, kind)))


def _chosen(row: Row[Any], key: str) -> list[Any]:
    """Return the values of a row without its key, in the order of the table's columns."""
    return [value for name, value in row._mapping.items() if name != key]


def _one(every: Mapping[str, object], only: str | None) -> Mapping[str, object]:
    """Return the one value of that name, or all of them."""
    return every if only is None else {only: every[only]}


def _draft(member_id: int, kind: str) -> ColumnElement[bool]:
    return and_(drafts.c.member_id == member_id, drafts.c.kind == kind)
