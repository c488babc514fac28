"""Looking at a game again."""

from __future__ import annotations

from dataclasses import replace

import discord
from discord import app_commands

from bot.answers import acknowledge, answered, say
from bot.channels import server_of
from bot.commands.common import Ask, Choices, Commands, choices, everywhere, game_id
from bot.match.errors import Refused
from bot.match.records import LARGEST, RECORD_NAME, replay_file, too_large
from bot.match.review import Review, review_posting, suggest_reviews
from bot.posting import Attachment, Posting
from data import Match


@app_commands.command(description="Look at a game again, move by move")
@app_commands.describe(
    game="A game of this server, or one of your own (this channel's newest if left out)",
    move="The move to begin with; 0 is the start",
    file="A record to replay in private; it is not kept",
)
@everywhere
async def review(
    interaction: Ask,
    game: str | None = None,
    move: app_commands.Range[int, 0, 99_999] | None = None,
    file: discord.Attachment | None = None,
) -> None:
    """Show a game position by position."""
    await answered(interaction, _review(interaction, game, move, file))


async def _review(
    interaction: Ask, chosen: str | None, move: int | None, file: discord.Attachment | None
) -> None:
    await acknowledge(interaction, thinking=True)
    if file is None:
        posting = await _panel(interaction, await _kept(interaction, chosen), move)
    elif chosen is not None:
        raise Refused("Pick a game or send a record, not both.")
    else:
        if file.size > LARGEST:
            raise too_large()
        data = await file.read()
        posting = await _panel(interaction, await replay_file(data), move)
        posting = replace(posting, attachments=(Attachment(data, RECORD_NAME),))
    await say(interaction, posting.text, posting)


async def _panel(interaction: Ask, match: Match, move: int | None) -> Posting:
    theme = (await interaction.client.store.people.preferences(interaction.user.id)).theme
    return review_posting(Review(match, 0, theme).at(len(match.turns) if move is None else move))


async def _kept(interaction: Ask, chosen: str | None) -> Match:
    """Return the game that was chosen, else the newest one of the channel."""
    bot = interaction.client
    if chosen is not None:
        match = await bot.play.match(game_id(chosen))
        if match.is_personal and match.seat_of(interaction.user.id) is None:
            raise Refused("That game is another member's own.")
        if match.guild_id != server_of(interaction):
            raise Refused(
                "That game was not played in this server."
                if server_of(interaction)
                else "That game was played in a server. Review it there."
            )
        return match
    newest = await bot.store.newest_in(interaction.channel_id or 0)
    if newest is None:
        raise Refused("No game was played in this channel yet. Pick one with `game`.")
    return await bot.play.match(newest)


@review.autocomplete("game")
async def _games(interaction: Ask, typed: str) -> Choices:
    store, server = interaction.client.store, server_of(interaction)
    return choices(await suggest_reviews(store, server, interaction.user.id, typed))


COMMANDS: Commands = (review,)
