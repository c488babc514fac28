"""Playing: moving, the board once more, and every way to end a game or to go back."""

from __future__ import annotations

from discord import app_commands

from bot.answers import acknowledge, answered, dismiss, say
from bot.channels import insist_on_permissions, server_of
from bot.commands.common import Ask, Choices, Commands, choices, everywhere, game_id
from bot.direct import answer_with_board, ask_to_resign, attending
from bot.match.play import REASON_LIMIT
from bot.panels.panel import number_first


@app_commands.command(description="Make a move in this channel's game")
@app_commands.describe(
    action="The move, such as d4-d5 or d4R; pick it from the list, or type to narrow the list"
)
@everywhere
async def move(interaction: Ask, action: str) -> None:
    """Carry out a typed move."""
    await answered(interaction, _move(interaction, action))


async def _move(interaction: Ask, action: str) -> None:
    bot, channel, member = interaction.client, interaction.channel_id or 0, interaction.user.id
    async with attending(interaction):
        await bot.direct.insist_on_answered(channel)
        if (await bot.store.people.preferences(member)).confirm:
            question = await bot.play.ask_typed(channel, member, action)
            await say(interaction, question.text, question)
            return
        await answer_with_board(interaction, await bot.play.move(channel, member, action))


@move.autocomplete("action")
async def _actions(interaction: Ask, typed: str) -> Choices:
    bot = interaction.client
    return choices(await bot.play.suggest(interaction.channel_id or 0, interaction.user.id, typed))


@app_commands.command(description="Post the board of this channel's game again")
@app_commands.describe(game="One of your running games, to bring it to this channel")
@everywhere
async def board(interaction: Ask, game: str | None = None) -> None:
    """Post the current board and its controls again."""
    await answered(interaction, _board(interaction, game))


async def _board(interaction: Ask, chosen: str | None) -> None:
    insist_on_permissions(interaction)
    bot, channel = interaction.client, interaction.channel_id or 0
    async with attending(interaction):
        if chosen is None:
            match = await bot.play.running(channel)
        else:
            member, server = interaction.user.id, server_of(interaction)
            match = await bot.play.bring(game_id(chosen), member, server, channel)
        if match.is_personal:
            await bot.direct.deliver(interaction, match.id)
            return
        await bot.delivery.repost(match.id)
        await dismiss(interaction)


@board.autocomplete("game")
async def _running_games(interaction: Ask, typed: str) -> Choices:
    bot = interaction.client
    running = await bot.play.suggest_running(interaction.user.id, server_of(interaction), typed)
    return choices(number_first(running, typed))


@app_commands.command(description="Give up this channel's game")
@everywhere
async def resign(interaction: Ask) -> None:
    """Ask whether to give up."""
    await answered(interaction, _resign(interaction))


async def _resign(interaction: Ask) -> None:
    match = await interaction.client.play.running(interaction.channel_id or 0)
    await ask_to_resign(interaction, match)


@app_commands.command(description="Offer a draw in this channel's game, or accept one")
async def draw(interaction: Ask) -> None:
    """Offer a draw, or accept the one that is offered."""
    await answered(interaction, _draw(interaction))


async def _draw(interaction: Ask) -> None:
    await acknowledge(interaction, thinking=True)
    bot = interaction.client
    match = await bot.play.running(interaction.channel_id or 0)
    offered = await bot.agreements.draw(match.id, interaction.user.id)
    await answer_with_board(interaction, offered)


@app_commands.command(description="Ask to take your last move back, or let your opponent who asks")
@everywhere
async def undo(interaction: Ask) -> None:
    """Ask to go back to before one's own last move, or let the other who asks do so."""
    await answered(interaction, _undo(interaction))


async def _undo(interaction: Ask) -> None:
    bot = interaction.client
    async with attending(interaction):
        match = await bot.play.running(interaction.channel_id or 0)
        undone = await bot.agreements.undo(match.id, interaction.user.id)
        await answer_with_board(interaction, undone)


# Seen by all, as players may end a game in which nobody acts; who else may is asked in the code.
@app_commands.command(description="End this channel's game without a winner")
@app_commands.describe(reason="Why; everybody in the channel sees it")
async def end(interaction: Ask, reason: app_commands.Range[str, 1, REASON_LIMIT]) -> None:
    """End the game for a moderator, or for a player when nobody acts any more."""
    await answered(interaction, _end(interaction, reason))


async def _end(interaction: Ask, reason: str) -> None:
    await acknowledge(interaction, thinking=True)
    match = await interaction.client.play.end(
        interaction.channel_id or 0,
        interaction.user.id,
        reason,
        is_moderator=interaction.permissions.manage_messages,
    )
    await answer_with_board(interaction, match)


COMMANDS: Commands = (move, board, resign, draw, undo, end)
