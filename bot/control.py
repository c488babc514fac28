"""The one class of every control under every message."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Self

import discord

if TYPE_CHECKING:
    from bot.app import Ricochet


class Control(discord.ui.DynamicItem[discord.ui.Item[Any]], template=r"rc:.*"):
    """A button or select that works over restarts: its id says all that a press needs.

    A view that holds only these keeps its pattern for ever; one component of another class
    beside them would take the pattern of all of them down when discord.py ends a private view.
    """

    @classmethod
    async def from_custom_id(
        cls,
        interaction: discord.Interaction[Ricochet],  # type: ignore[override]
        item: discord.ui.Item[Any],
        match: re.Match[str],
        /,
    ) -> Self:
        """Return the control; what its id means is read in the callback, where faults show."""
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Ricochet]) -> None:  # type: ignore[override]
        """Hand the press to the bot."""
        await interaction.client.press(interaction)
