"""Which games there are."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.answers import acknowledge, answered, say
from bot.commands.common import Ask, Commands, everywhere
from bot.lists import listed
from bot.match.games import Listing, Which
from data import COMPUTER


@app_commands.command(
    description="Running and finished games of this server, or of a member; elsewhere your own"
)
@app_commands.describe(
    member="Whose games (everybody's if left out)", status="Which games (all if left out)"
)
@app_commands.choices(
    status=[
        app_commands.Choice(name="Running", value=Which.RUNNING),
        app_commands.Choice(name="Finished", value=Which.FINISHED),
    ]
)
@everywhere
async def games(
    interaction: Ask, member: discord.User | None = None, status: str = Which.ALL
) -> None:
    """List games, a page at a time."""
    await answered(interaction, _games(interaction, member, Which(status)))


async def _games(
    interaction: Ask, member: discord.User | discord.Member | None, which: Which
) -> None:
    await acknowledge(interaction, thinking=True)
    is_computer = member is not None and member == interaction.client.user
    whose = COMPUTER if is_computer else member.id if member else None
    posting = await listed(interaction, Listing(which, whose), 0, "first")
    await say(interaction, posting.text, posting)


COMMANDS: Commands = (games,)
