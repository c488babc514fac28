"""Posting what is committed: each entry on one board, in order, none twice."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from typing import NoReturn

import discord

from bot.history import History
from bot.locks import Locks
from bot.match.boards import board_name, board_posting
from bot.match.clocks import Clocks, Reminder
from bot.match.endings import in_motion
from bot.match.errors import Refused
from bot.match.members import heeded
from bot.messages import NOBODY, NOT_TAKEN, files_of, mentions_of, view_of
from bot.posting import Posting, message_link
from bot.reposts import Repost, noted
from data import Match, Posted, Store, StoreError

log = logging.getLogger(__name__)

REMIND_SECONDS = 15.0
"""How long a reminder may take before it counts as lost."""

RECOVERED_AT_ONCE = 4
FIRST_PAUSE, LONGEST_PAUSE = 30, 900
"""Seconds before a board that Discord's own fault kept back is tried again; they double."""

NO_ACCESS = (
    "I cannot post its board: in its channel I need to see it, send messages, attach files and "
    "read the history. When I can, use /board."
)
REFUSED = (
    "Discord refuses its board as it is. /board tries again; if it goes on, tell the person who "
    "runs me."
)


class Delivery:
    """Posts the boards of committed entries and keeps the ledger of where they stand."""

    def __init__(
        self, client: discord.Client, store: Store, clock: Callable[[], int], clocks: Clocks
    ) -> None:
        self._client = client
        self._store = store
        self._clock = clock
        self._clocks = clocks
        self._started_at = clock()
        self._tried: set[tuple[int, int]] = set()
        self._pauses: dict[int, tuple[int, int]] = {}
        self._locks = Locks()
        self._held_back: set[int] = set()
        self._history = History(client)
        self._follow: Callable[[int], None] = lambda _: None

    def followed_by(self, follow: Callable[[int], None]) -> None:
        """Call this with each game with the computer whose boards all stand."""
        self._follow = follow

    @contextmanager
    def holding_back(self, game_id: int) -> Iterator[None]:
        """Let no search for unposted boards find those of the game: who holds them back posts."""
        self._held_back.add(game_id)
        try:
            yield
        finally:
            self._held_back.discard(game_id)

    async def deliver(self, game_id: int) -> None:
        """Post every entry of the game that stands on no board, and strip older boards.

        Raises ``Refused`` with what the member should know when Discord does not take it; the
        entries stay committed and are posted at a later press, sweep or start.
        """
        async with self._locks.of(game_id), self._in_plain_words(game_id):
            await self._deliver(game_id)

    async def repost(self, game_id: int) -> None:
        """Post the newest board once more, at the end of the game's channel; it pings nobody."""
        async with self._locks.of(game_id), self._in_plain_words(game_id):
            if await self._deliver(game_id):
                return
            match = await self._store.match(game_id)
            if match is None or match.is_personal:
                return
            for earlier in await noted(self._store):
                if earlier.before.game_id == game_id:
                    await self._see_to(earlier)
            before = await self._store.ledger.newest_posting(game_id)
            posting = await self._board(match)
            repost = Repost(before, match.channel_id, self._clock()) if before else None
            if repost:
                await repost.note(self._store)
            # A nonce of its own: with the entry's, Discord would answer with the first board.
            await self._send(match, replace(posting, mentions=()), nonce=secrets.token_hex(8))
            if match.computer:
                self._follow(game_id)
            if before and repost:
                await self._remove_controls(before)
                await self._point_on(match, before)
                await repost.forget(self._store)

    async def recover(self) -> None:
        """Post what a crash, a lost connection or a failing Discord left unposted."""
        waiting = {game_id for game_id, _ in await self._store.ledger.unposted()} - self._held_back
        places = asyncio.Semaphore(RECOVERED_AT_ONCE)

        async def recover(game_id: int) -> None:
            async with places:
                try:
                    await self.deliver(game_id)
                except Refused as error:
                    log.warning("game %d is still to be posted: %s", game_id, error)
                except Exception:
                    log.exception("game %d could not be posted", game_id)
                    self._pause(game_id)

        now = self._clock()
        due = [id_ for id_ in sorted(waiting) if self._pauses.get(id_, (0, 0))[0] <= now]
        await asyncio.gather(*map(recover, due))
        for game_id in sorted({each.game_id for each in await self._store.ledger.stale_postings()}):
            async with self._locks.of(game_id):
                await self._strip_all(game_id)
        for repost in await noted(self._store):
            game_id = repost.before.game_id
            try:
                async with self._locks.of(game_id):
                    await self._see_to(repost)
            except Exception:
                # One game that does not replay must not keep the others waiting.
                log.exception("a second board of game %d was not looked for", game_id)

    async def remind(self, reminder: Reminder) -> None:
        """Send a reminder, which was noted before, so that it is lost rather than sent twice."""
        match = reminder.match
        try:
            newest = await self._store.ledger.newest_posting(match.id)
            posting = await heeded(self._store, reminder.posting(_address(match, newest)))
            channel = self._client.get_partial_messageable(match.channel_id)
            # A Discord that is slow to take it shall not hold up the other games' clocks.
            async with asyncio.timeout(REMIND_SECONDS):
                await channel.send(
                    posting.text,
                    allowed_mentions=mentions_of(posting),
                    nonce=f"{match.id}-{match.clock_began.seq}-{reminder.seat}",
                )
        except (*NOT_TAKEN, StoreError) as error:
            log.warning("game %d: a reminder was not sent: %r", match.id, error)

    async def _deliver(self, game_id: int) -> bool:
        """Do what ``deliver`` says, under the game's lock; return whether anything was posted."""
        # In this order: whatever is unposted now, the match read after it has it.
        unposted = [seq for _, seq in await self._store.ledger.unposted(game_id)]
        match = await self._store.match(game_id)
        if match is None or match.is_personal or not self.is_here(match):
            return False
        before = await self._store.ledger.newest_posting(game_id) if unposted else None
        for seq in unposted:
            await self._post(match.as_of(seq), is_newest=seq == match.seq)
        self._pauses.pop(game_id, None)
        await self._strip_all(game_id)
        if before:
            await self._point_on(match, before)
        if match.computer:
            self._follow(game_id)
        return bool(unposted)

    async def _point_on(self, match: Match, before: Posted) -> None:
        """Say in the channel that the game has left, if it has, where it goes on; best effort."""
        if match.channel_id == before.channel_id:
            return
        newest = await self._store.ledger.newest_posting(match.id)
        try:
            await self._client.get_partial_messageable(before.channel_id).send(
                f"Game {match.id} goes on here: {_address(match, newest)}",
                allowed_mentions=NOBODY,
                nonce=f"{match.id}-{before.message_id}",
            )
        except NOT_TAKEN as error:
            log.info("game %d left a channel without a word: %r", match.id, error)

    async def _see_to(self, repost: Repost) -> None:
        """Leave controls under one board, after a kill while it was posted once more.

        The second one may stand without being noted: it is found by the name of its file.
        """
        before = repost.before
        name = board_name(before.game_id, before.seq)
        match = await self._store.match(before.game_id)
        if match is None or not self.is_here(match):
            return
        try:
            if not await self._history.can_be_read(repost.channel_id):
                return  # What stands there is seen when the servers, or more of them, are known.
            second = await self._history.find(repost.channel_id, name, repost.at, before.message_id)
        except NOT_TAKEN as error:
            if isinstance(error, discord.HTTPException) and _is_final(error):
                await repost.forget(self._store)
            log.info("a second board of game %d was not looked for: %r", match.id, error)
            return
        newest = await self._store.ledger.newest_posting(before.game_id)
        both = [before]
        if second is not None:
            found = replace(before, channel_id=repost.channel_id, message_id=second)
            both.append(found)
            if newest and newest.message_id == before.message_id:
                await self._store.ledger.record_posting(found, self._clock())
                newest = found
        for each in both:
            if newest and each.message_id != newest.message_id:
                await self._remove_controls(each)
        if newest and newest.message_id != before.message_id:
            await self._point_on(match, before)
        await repost.forget(self._store)

    def is_here(self, match: Match) -> bool:
        """Return whether the game's server is one of this process's shards."""
        shards, count = getattr(self._client, "shard_ids", None), self._client.shard_count
        return not (shards and count) or ((match.guild_id or 0) >> 22) % count in shards

    async def _post(self, shown: Match, *, is_newest: bool) -> None:
        """Post the board of the match's newest entry, unless an earlier try got it there."""
        key = shown.id, shown.seq
        name = board_name(shown.id, shown.seq)
        found = await self._find(shown, name) if self._may_stand(shown) else None
        if found is not None:
            await self._record(shown, found, has_controls=True)
        else:
            self._tried.add(key)
            if is_newest:
                posting = await heeded(self._store, await self._board(shown))
            else:
                board = board_posting(shown, await self._theme(shown))
                posting = replace(board, rows=(), mentions=())
            await self._send(shown, posting, nonce=name)
        self._tried.discard(key)

    def _may_stand(self, shown: Match) -> bool:
        """Return whether this process or an earlier one may have posted the board already."""
        return (shown.id, shown.seq) in self._tried or shown.entries[-1].at <= self._started_at

    async def _find(self, shown: Match, name: str) -> int | None:
        """Return the id of the bot's message that carries the file.

        Raises ``Refused`` where the history cannot be read: Discord then shows no message, and
        the board may stand or not.
        """
        reads = await self._history.can_be_read(shown.channel_id)
        if reads is None:
            raise Refused("The game is kept, and I post its board as soon as I know this server.")
        if not reads:
            await self._give_up(shown.id, NO_ACCESS)
        return await self._history.find(shown.channel_id, name, shown.entries[-1].at)

    async def _send(self, match: Match, posting: Posting, *, nonce: str) -> None:
        channel = self._client.get_partial_messageable(match.channel_id)
        message = await channel.send(
            posting.text,
            files=await files_of(posting),
            view=view_of(posting.rows) if posting.rows else discord.utils.MISSING,
            allowed_mentions=mentions_of(posting),
            nonce=nonce,
        )
        await self._record(match, message.id, has_controls=bool(posting.rows))

    async def _record(self, match: Match, message_id: int, *, has_controls: bool) -> None:
        posted = Posted(match.id, match.seq, match.channel_id, message_id, has_controls)
        await self._store.ledger.record_posting(posted, self._clock())

    async def _board(self, match: Match) -> Posting:
        """Return the game's newest board, with the time that its player has."""
        theme = await self._theme(match)
        board = board_posting(match, theme, await self._clocks.deadline(match))
        return await in_motion(self._store, match, board, theme)

    async def _theme(self, match: Match) -> str:
        return (await self._store.people.server(match.guild_id)).theme

    async def _strip_all(self, game_id: int) -> None:
        for stale in await self._store.ledger.stale_postings(game_id):
            await self._strip(stale)

    async def _strip(self, posted: Posted) -> None:
        """Take the controls off an older board; one that Discord refuses keeps them.

        It is noted afterwards: a kill in between makes it be done again, not left out.
        """
        await self._remove_controls(posted)
        await self._store.ledger.mark_stripped(posted)

    async def _remove_controls(self, posted: Posted) -> None:
        channel = self._client.get_partial_messageable(posted.channel_id)
        try:
            await channel.get_partial_message(posted.message_id).edit(
                view=None, allowed_mentions=NOBODY
            )
        except NOT_TAKEN as error:
            log.info("a board of game %d keeps its controls: %r", posted.game_id, error)

    # What Discord refuses

    @asynccontextmanager
    async def _in_plain_words(self, game_id: int) -> AsyncIterator[None]:
        """Turn what Discord or the store refuses into what the member should know."""
        try:
            yield
        except NOT_TAKEN as error:
            log.warning("game %d: a board was not posted: %r", game_id, error)
            if isinstance(error, discord.HTTPException) and _is_final(error):
                await self._give_up(game_id, REFUSED if error.status in (400, 413) else NO_ACCESS)
            self._pause(game_id)
            raise Refused(
                "The game is kept, but Discord did not take the board. I post it as soon as "
                "Discord does; /board tries again."
            ) from error
        except StoreError as error:
            log.error("game %d: the ledger was not written", game_id, exc_info=error)
            raise Refused(
                "The game is kept, but I could not note where its board stands. /board shows it."
            ) from error

    async def _give_up(self, game_id: int, why: str) -> NoReturn:
        """Leave the game until the next press. Raises ``Refused``."""
        await self._store.ledger.mark_undeliverable(game_id)
        raise Refused(f"The game is kept, but {why}")

    def _pause(self, game_id: int) -> None:
        _, pause = self._pauses.get(game_id, (0, FIRST_PAUSE // 2))
        pause = min(pause * 2, LONGEST_PAUSE)
        self._pauses[game_id] = self._clock() + pause, pause


def _address(match: Match, posted: Posted | None) -> str | None:
    """Return the link that leads members to the board."""
    if posted is None:
        return None
    return message_link(match.guild_id, posted.channel_id, posted.message_id)


def _is_final(error: discord.HTTPException) -> bool:
    """Return whether the same request would be refused again: all of 4xx but the rate limit."""
    return 400 <= error.status < 500 and error.status != 429
