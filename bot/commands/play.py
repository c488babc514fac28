"""Playing: moving, the board once more, giving up."""

from __future__ import annotations

from discord import app_commands

from bot.answers import acknowledge, answered, dismiss, say
from bot.channels import insist_on_permissions
from bot.commands.common import Ask, Choices, Commands, choices, game_id
from bot.match.menu import resign_posting


@app_commands.command(description="Make a move in this channel's game")
@app_commands.describe(action="The move, such as d4-e5, d4xe5, d4L or d4R")
async def move(interaction: Ask, action: str) -> None:
    """Carry out a typed move."""
    await answered(interaction, _move(interaction, action))


async def _move(interaction: Ask, action: str) -> None:
    await acknowledge(interaction, thinking=True)
    bot = interaction.client
    match = await bot.play.move(interaction.channel_id or 0, interaction.user.id, action)
    await bot.delivery.deliver(match.id)
    await dismiss(interaction)


@move.autocomplete("action")
async def _actions(interaction: Ask, typed: str) -> Choices:
    bot = interaction.client
    return choices(await bot.play.suggest(interaction.channel_id or 0, interaction.user.id, typed))


@app_commands.command(description="Post the board of this channel's game again")
@app_commands.describe(game="One of your running games, to bring it to this channel")
async def board(interaction: Ask, game: str | None = None) -> None:
    """Post the current board and its controls again."""
    await answered(interaction, _board(interaction, game))


async def _board(interaction: Ask, chosen: str | None) -> None:
    insist_on_permissions(interaction)
    await acknowledge(interaction, thinking=True)
    bot = interaction.client
    channel = interaction.channel_id or 0
    if chosen is None:
        match = await bot.play.running(channel)
    else:
        match = await bot.play.bring(
            game_id(chosen), interaction.user.id, interaction.guild_id or 0, channel
        )
    await bot.delivery.repost(match.id)
    await dismiss(interaction)


@board.autocomplete("game")
async def _running_games(interaction: Ask, typed: str) -> Choices:
    bot = interaction.client
    return choices(
        await bot.play.suggest_running(interaction.user.id, interaction.guild_id or 0, typed)
    )


@app_commands.command(description="Give up this channel's game")
async def resign(interaction: Ask) -> None:
    """Ask whether to give up."""
    await answered(interaction, _resign(interaction))


async def _resign(interaction: Ask) -> None:
    match = await interaction.client.play.running(interaction.channel_id or 0)
    posting = resign_posting(match, interaction.user.id)
    await say(interaction, posting.text, posting)


COMMANDS: Commands = (move, board, resign)
