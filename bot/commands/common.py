"""What every command shares: the interaction's type, and choices for autocomplete."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import discord
from discord import app_commands

from bot.match.errors import Refused
from bot.match.words import escaped, tidied
from bot.panels import Suggestion
from engine.core import listed

if TYPE_CHECKING:
    from bot.app import Ricochet

    Ask = discord.Interaction[Ricochet]
else:
    Ask = discord.Interaction  # discord.py reads the annotations of commands at run time

Choices = list[app_commands.Choice[str]]
Commands = tuple[
    app_commands.Command[Any, ..., Any] | app_commands.Group | app_commands.ContextMenu, ...
]


Decorated = TypeVar("Decorated", bound=Callable[..., Any])


def everywhere(command: Decorated) -> Decorated:
    """Offer the command also in conversations, and to who installed the app for themselves."""
    anywhere = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    return app_commands.allowed_installs(guilds=True, users=True)(anywhere(command))


def choices(suggestions: list[Suggestion]) -> Choices:
    """Return the suggestions as Discord takes them."""
    return [app_commands.Choice(name=s.label[:100], value=s.value[:100]) for s in suggestions]


def game_id(chosen: str) -> int:
    """Return the number of the game that was chosen or typed. Raises ``Refused``."""
    number = chosen.strip().removeprefix("#")
    if not (number.isascii() and number.isdigit() and len(number) < 16):
        raise Refused("Pick a game from the list, or type its number.")
    return int(number)


def unknown_choice(interaction: Ask) -> str | None:
    """Return what to say of an option whose value is none of its choices, ``None`` if all are.

    Discord itself sends no such value, but a forged app can.
    """
    command, given = interaction.command, interaction.namespace
    for option in command.parameters if isinstance(command, app_commands.Command) else ():
        value = getattr(given, option.display_name, None)
        if option.choices and value not in (None, *(choice.value for choice in option.choices)):
            typed, names = escaped(tidied(str(value))[:40]), listed(c.name for c in option.choices)
            return f"There is no choice “{typed}” for `{option.display_name}`. There is {names}."
    return None
