"""Threads for games: named after what is played and by whom, opened, and put away."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Final

import discord

from bot.match.challenges import LONGEST_NAME
from bot.match.errors import Refused
from bot.match.words import tidied
from bot.messages import NOT_TAKEN
from data import Store

log = logging.getLogger(__name__)

THREAD_EXISTS = 160004
ARCHIVE_MINUTES: Final = 10_080


def thread_name(game: str, players: Iterable[str]) -> str:
    """Return what the thread of a game is called: the game, and who plays it.

    Discord shows the letters of such a name as they are, and takes 100.

    >>> thread_name("Deflexion", ["Ada", "Ben"])
    'Deflexion · Ada – Ben'
    """
    shown = [tidied(name)[:LONGEST_NAME] or "?" for name in players]
    return f"{game} · {' – '.join(shown)}"


async def open_thread(
    client: discord.Client, channel_id: int, message_id: int, name: str, otherwise: str
) -> tuple[int, bool]:
    """Return the id of the thread below the message, and whether it was opened now.

    Raises ``Refused`` when Discord does not open it; the words then end with ``otherwise``.
    """
    try:
        await client.http.start_thread_with_message(
            channel_id, message_id, name=name, auto_archive_duration=ARCHIVE_MINUTES
        )
    except discord.HTTPException as error:
        if error.code == THREAD_EXISTS:
            return message_id, False
        log.info("no thread below message %d: %r", message_id, error)
        raise Refused(
            "Discord did not let me open a thread for the game, so nothing has begun. I need "
            f"the permission Create Public Threads{otherwise}."
        ) from error
    return message_id, True


async def put_away(client: discord.Client, thread_id: int) -> None:
    """Archive a thread in which no game began, best effort.

    Deleting it would take Manage Threads, which the bot does not ask for.
    """
    try:
        await client.http.edit_channel(thread_id, archived=True)
    except NOT_TAKEN as error:
        log.info("an empty thread stays open: %r", error)


async def put_away_empty(client: discord.Client, store: Store) -> None:
    """Archive the threads in which a game was to begin, and the bot was stopped before it did.

    One that is accepted or begun after all comes back with its first board.
    """
    for guild in client.guilds:
        for thread in guild.threads:
            is_empty = thread.owner_id == guild.me.id and not thread.message_count
            if is_empty and await store.newest_in(thread.id) is None:
                await put_away(client, thread.id)
