"""Posting what is committed: each entry on one board, in order, none twice."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from weakref import WeakValueDictionary

import discord

from bot.match.boards import board_name, board_posting
from bot.match.errors import Refused
from bot.messages import NOBODY, NOT_TAKEN, file_of, mentions_of, view_of
from bot.posting import Posting
from data import Match, Posted, Store

log = logging.getLogger(__name__)

SEARCHED_MESSAGES = 50
"""How far back a channel is searched for a board that may have been posted already."""


class Delivery:
    """Posts the boards of committed entries and keeps the ledger of where they stand."""

    def __init__(self, client: discord.Client, store: Store, clock: Callable[[], int]) -> None:
        self._client = client
        self._store = store
        self._clock = clock
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def deliver(self, game_id: int) -> None:
        """Post every entry of the game that stands on no board, and strip older boards.

        Raises ``Refused`` with what the member should know when Discord does not take it; the
        entries stay committed and are posted at the next press or start.
        """
        async with self._lock(game_id):
            unposted = [seq for _, seq in await self._store.ledger.unposted(game_id)]
            match = await self._store.match(game_id)
            if match is None:
                return
            for seq in unposted:
                # Only the newest entry can be fresh; an older one may have been posted by an
                # earlier try whose answer was lost.
                may_stand = len(unposted) > 1 or match.entries[-1].at < self._clock() - 60
                await self._post(match, seq, may_stand=may_stand)
            for stale in await self._store.ledger.stale_postings(game_id):
                await self._strip(stale)

    async def repost(self, game_id: int) -> None:
        """Post the newest board once more, at the end of the game's channel."""
        await self.deliver(game_id)
        async with self._lock(game_id):
            match = await self._store.match(game_id)
            if match is None:
                return
            before = await self._store.ledger.newest_posting(game_id)
            async with self._in_plain_words(game_id):
                posting = board_posting(match, await self._theme(match))
                await self._send(match, posting, nonce=secrets.token_hex(8))
            if before:
                await self._remove_controls(before)

    async def recover(self) -> None:
        """Post what a crash, a lost connection or a failing Discord left unposted."""
        for game_id in sorted({game_id for game_id, _ in await self._store.ledger.unposted()}):
            try:
                await self._recover_game(game_id)
            except Refused as error:
                log.warning("game %d is still to be posted: %s", game_id, error)
            except Exception:
                log.exception("game %d could not be posted", game_id)
        for stale in await self._store.ledger.stale_postings():
            await self._strip(stale)

    async def _recover_game(self, game_id: int) -> None:
        async with self._lock(game_id):
            match = await self._store.match(game_id)
            for _, seq in await self._store.ledger.unposted(game_id):
                if match:
                    await self._post(match, seq, may_stand=True)

    def _lock(self, game_id: int) -> asyncio.Lock:
        lock = self._locks.get(game_id)
        if lock is None:
            lock = self._locks[game_id] = asyncio.Lock()
        return lock

    async def _post(self, match: Match, seq: int, *, may_stand: bool) -> None:
        shown = match.as_of(seq)
        posting = board_posting(shown, await self._theme(match))
        if seq != match.seq:
            posting = replace(posting, rows=(), mentions=())
        name = board_name(match.id, seq)
        async with self._in_plain_words(match.id):
            found = await self._find(match.channel_id, name) if may_stand else None
            if found is None:
                await self._send(shown, posting, nonce=name.removesuffix(".png"))
            else:
                await self._record(shown, found, has_controls=bool(posting.rows))

    @asynccontextmanager
    async def _in_plain_words(self, game_id: int) -> AsyncIterator[None]:
        """Turn what Discord refuses into what the member should know."""
        try:
            yield
        except (discord.Forbidden, discord.NotFound) as error:
            await self._store.ledger.mark_undeliverable(game_id)
            raise Refused(
                "The game is kept, but I cannot post its board: in its channel I need to see it, "
                "send messages, attach files and read the history. When I can, use /board."
            ) from error
        except NOT_TAKEN as error:
            log.warning("game %d: a board was not posted: %r", game_id, error)
            raise Refused(
                "The game is kept, but Discord did not take the board. I post it as soon as "
                "Discord does; /board tries again."
            ) from error

    async def _theme(self, match: Match) -> str:
        return (await self._store.people.server(match.guild_id)).theme

    async def _find(self, channel_id: int, name: str) -> int | None:
        """Return the id of the bot's message that carries the file."""
        own = self._client.user
        channel = self._client.get_partial_messageable(channel_id)
        async for message in channel.history(limit=SEARCHED_MESSAGES):
            names = {attachment.filename for attachment in message.attachments}
            if own and message.author.id == own.id and name in names:
                return message.id
        return None

    async def _send(self, match: Match, posting: Posting, *, nonce: str) -> None:
        channel = self._client.get_partial_messageable(match.channel_id)
        message = await channel.send(
            posting.text,
            files=[file_of(posting.picture)] if posting.picture else [],
            view=view_of(posting.rows) if posting.rows else discord.utils.MISSING,
            allowed_mentions=mentions_of(posting),
            nonce=nonce,
        )
        await self._record(match, message.id, has_controls=bool(posting.rows))

    async def _record(self, match: Match, message_id: int, *, has_controls: bool) -> None:
        posted = Posted(match.id, match.seq, match.channel_id, message_id, has_controls)
        await self._store.ledger.record_posting(posted, self._clock())

    async def _strip(self, posted: Posted) -> None:
        """Take the controls off an older board, once: a board that keeps them only says so."""
        await self._store.ledger.mark_stripped(posted)
        await self._remove_controls(posted)

    async def _remove_controls(self, posted: Posted) -> None:
        channel = self._client.get_partial_messageable(posted.channel_id)
        try:
            await channel.get_partial_message(posted.message_id).edit(
                view=None, allowed_mentions=NOBODY
            )
        except NOT_TAKEN as error:
            log.info("a board of game %d keeps its controls: %s", posted.game_id, type(error))
