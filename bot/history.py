"""What stands in a channel already: boards found again by the names of their files."""

from __future__ import annotations

from datetime import UTC, datetime

import discord

SEARCHED_MESSAGES = 1000
"""How many messages are searched, from a time on, for a board that may stand already."""

CLOCK_SLACK = 300
"""Seconds by which this machine's clock may run ahead of Discord's."""


class History:
    """The messages of channels, as far as the bot may read them."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def find(self, channel_id: int, name: str, at: int, newer_than: int = 0) -> int | None:
        """Return the id of the bot's message since that time that carries the file.

        The name is that up to the dot; ids of messages grow with time. Where the history cannot
        be read Discord shows no message, so that is to be asked first.
        """
        began = datetime.fromtimestamp(at - CLOCK_SLACK, UTC)
        channel = self._client.get_partial_messageable(channel_id)
        own = self._client.user
        async for message in channel.history(
            limit=SEARCHED_MESSAGES, after=began, oldest_first=True
        ):
            # A picture or, at the end of a game, one in motion.
            names = {attachment.filename.partition(".")[0] for attachment in message.attachments}
            is_own = own is not None and message.author.id == own.id
            if is_own and name in names and message.id > newer_than:
                return message.id
        return None

    async def can_be_read(self, channel_id: int) -> bool | None:
        """Return whether the bot may read the channel's history; ``None`` until it can know."""
        known = self._client.get_channel(channel_id)
        if known is None:
            # Not connected yet, or a thread that Discord has put away.
            known = await self._client.fetch_channel(channel_id)
        if not isinstance(known, discord.abc.GuildChannel | discord.Thread):
            return True
        user = self._client.user
        own = known.guild.get_member(user.id) if user else None
        return None if own is None else known.permissions_for(own).read_message_history
