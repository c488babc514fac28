"""What the bot needs in a channel to play there, and a member in a server to change it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.match.challenges import Place
from bot.match.errors import Refused

if TYPE_CHECKING:
    from bot.app import Ricochet

NEEDED = {
    "view_channel": "View Channel",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
}

FOR_THREADS = {
    "create_public_threads": "Create Public Threads",
    "send_messages_in_threads": "Send Messages in Threads",
}


def place_of(interaction: discord.Interaction[Ricochet]) -> Place:
    """Return where the interaction was made, and what the bot lacks to open a thread there."""
    channel, held = interaction.channel, interaction.app_permissions
    return Place(
        guild_id=interaction.guild_id or 0,
        channel_id=interaction.channel_id or 0,
        parent_id=channel.parent_id if isinstance(channel, discord.Thread) else None,
        holds_threads=isinstance(channel, discord.TextChannel),
        lacking=tuple(name for flag, name in FOR_THREADS.items() if not getattr(held, flag)),
    )


def insist_on_permissions(interaction: discord.Interaction[Ricochet]) -> None:
    """Raise ``Refused`` naming every permission that the bot lacks in this channel."""
    in_thread = isinstance(interaction.channel, discord.Thread)
    sending = (
        {"send_messages_in_threads": "Send Messages in Threads"}
        if in_thread
        else {"send_messages": "Send Messages"}
    )
    held = interaction.app_permissions
    missing = [name for flag, name in (NEEDED | sending).items() if not getattr(held, flag)]
    if missing:
        raise Refused(f"To play here I need the permissions {', '.join(missing)} in this channel.")


def insist_on_managing(interaction: discord.Interaction[Ricochet]) -> None:
    """Raise ``Refused`` unless the member may manage the server."""
    if not interaction.permissions.manage_guild:
        raise Refused("Only members with the permission Manage Server can change its settings.")
