"""What the bot needs in a channel to play there, and a member in a server to change it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.match.challenges import Place
from bot.match.errors import Refused
from engine.core import listed

if TYPE_CHECKING:
    from bot.app import Ricochet

NEEDED = {
    "view_channel": "View Channel",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
}

FOR_ANSWERS = {"attach_files": "Attach Files"}

FOR_THREADS = {
    "create_public_threads": "Create Public Threads",
    "send_messages_in_threads": "Send Messages in Threads",
}


def is_guest(interaction: discord.Interaction[Ricochet]) -> bool:
    """Return whether the bot can only answer here: in a conversation, or a server without it.

    Discord says whether the server has the app; a server that the bot knows has it in any case.
    """
    if interaction.guild_id is None:
        return True
    is_known = interaction.client.get_guild(interaction.guild_id) is not None
    return not is_known and not interaction.is_guild_integration()


def server_of(interaction: discord.Interaction[Ricochet]) -> int | None:
    """Return the server whose games are meant; where the bot is a guest they are personal."""
    return None if is_guest(interaction) else interaction.guild_id


def place_of(interaction: discord.Interaction[Ricochet]) -> Place:
    """Return where the interaction was made, and what the bot lacks to open a thread there.

    Raises ``Refused`` where the bot is a guest and knows no such channel.
    """
    channel, held = interaction.channel, interaction.app_permissions
    if is_guest(interaction):
        if interaction.channel_id is None:
            raise Refused("I cannot play in a channel of this kind. Write to me in private.")
        return Place(None, interaction.channel_id, holds_threads=False)
    return Place(
        guild_id=interaction.guild_id or 0,
        channel_id=interaction.channel_id or 0,
        parent_id=channel.parent_id if isinstance(channel, discord.Thread) else None,
        holds_threads=isinstance(channel, discord.TextChannel),
        lacking=tuple(name for flag, name in FOR_THREADS.items() if not getattr(held, flag)),
    )


def insist_on_permissions(interaction: discord.Interaction[Ricochet]) -> None:
    """Raise ``Refused`` naming every permission that the bot lacks in this channel.

    Where it is a guest it only answers, for which it needs no more than to attach files.
    """
    in_thread = isinstance(interaction.channel, discord.Thread)
    sending = (
        {"send_messages_in_threads": "Send Messages in Threads"}
        if in_thread
        else {"send_messages": "Send Messages"}
    )
    held = interaction.app_permissions
    needed = FOR_ANSWERS if is_guest(interaction) else NEEDED | sending
    missing = [name for flag, name in needed.items() if not getattr(held, flag)]
    if missing:
        raise Refused(f"To play here I need the permissions {listed(missing)} in this channel.")


def insist_on_managing(interaction: discord.Interaction[Ricochet]) -> None:
    """Raise ``Refused`` unless the member may manage the server."""
    if not interaction.permissions.manage_guild:
        raise Refused("Only members with the permission Manage Server can change its settings.")
