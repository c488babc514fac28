"""Where an interaction happens, and by whose installation of the app it may.

An app can be installed in a server and for an account. A command says for which of the two it is
(`integration_types`) and where it may be typed (`contexts`); both must fit. Where the app is there
for an account alone, nothing reaches the place but answers to interactions.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from bot.playground.errors import Json
from bot.playground.world import Channel, ChannelKind, Member, Permission, World

MOST_FOLLOWUPS: Final = 5
"""How often an interaction is followed up where the app is there for an account alone."""

_ANSWERING = Permission.ATTACH_FILES | Permission.EMBED_LINKS
_IN_CONVERSATIONS = _ANSWERING | Permission.MENTION_EVERYONE


class Context(IntEnum):
    """Discord's numbers for the places of interactions."""

    GUILD = 0
    BOT_DM = 1
    PRIVATE_CHANNEL = 2


class Install(IntEnum):
    """Discord's numbers for where an app is installed."""

    GUILD = 0
    USER = 1


def context_of(channel: Channel) -> Context:
    """Return what kind of place a channel is."""
    if channel.guild_id is not None:
        return Context.GUILD
    return Context.BOT_DM if channel.kind is ChannelKind.DM else Context.PRIVATE_CHANNEL


def app_permissions(world: World, channel: Channel) -> Permission:
    """Return what answers to interactions may hold in a channel, whether or not the bot is there.

    In the bot's server that is what the bot may do. Where it is no member Discord lets answers
    carry files and embeds, and in conversations mentions; of the right to see a channel or to
    send there by itself it says nothing, in the bot's own conversations neither.
    """
    match context_of(channel):
        case Context.BOT_DM:
            return _IN_CONVERSATIONS | Permission.USE_EXTERNAL_EMOJIS
        case Context.PRIVATE_CHANNEL:
            return _IN_CONVERSATIONS
        case Context.GUILD if channel.guild_id == world.guild_id and world.bot.present:
            return world.permissions(world.bot, channel)
        case Context.GUILD:
            return _ANSWERING


def owners_of(world: World, command: Json, member: Member, channel: Channel) -> dict[str, str]:
    """Return by whose installations the member may use the command in the channel; none: not.

    A server's own commands are for that server alone. Without `contexts` a command is for
    servers and the bot's conversations, without `integration_types` for servers' installations:
    so Discord takes what discord.py then sends.
    """
    here = context_of(channel)
    is_servers_own = "guild_id" in command
    contexts = {Context.GUILD} if is_servers_own else command.get("contexts")
    installs = {Install.GUILD} if is_servers_own else command.get("integration_types")
    if here not in (contexts or {Context.GUILD, Context.BOT_DM}):
        return {}
    owners = {}
    if Install.GUILD in (installs or {Install.GUILD}) and world.bot.present:
        if channel.guild_id == world.guild_id:
            owners[str(int(Install.GUILD))] = str(world.guild_id)
        elif here is Context.BOT_DM and member.present:
            owners[str(int(Install.GUILD))] = "0"
    if Install.USER in (installs or ()) and member.has_app:
        owners[str(int(Install.USER))] = str(member.id)
    return owners


def owners_here(world: World, channel: Channel) -> dict[str, str]:
    """Return by whose installation the bot posts in a channel by itself."""
    guild = "0" if channel.guild_id is None else str(channel.guild_id)
    return {str(int(Install.GUILD)): guild} if world.permissions(world.bot, channel) else {}


def is_guest(owners: dict[str, str]) -> bool:
    """Tell whether an interaction came about by the installation for an account alone."""
    return str(int(Install.GUILD)) not in owners
