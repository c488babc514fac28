"""Looking at a game again."""

from __future__ import annotations

from discord import app_commands

from bot.answers import answered, say
from bot.commands.common import Ask, Choices, Commands, choices, game_id
from bot.match.errors import Refused
from bot.match.review import review_posting, suggest_reviews


@app_commands.command(description="Look at a game again, move by move")
@app_commands.describe(game="A finished game of this server")
async def review(interaction: Ask, game: str) -> None:
    """Show a game position by position."""
    await answered(interaction, _review(interaction, game))


async def _review(interaction: Ask, chosen: str) -> None:
    match = await interaction.client.play.match(game_id(chosen))
    if match.guild_id != interaction.guild_id:
        raise Refused("That game was not played in this server.")
    theme = (await interaction.client.store.people.preferences(interaction.user.id)).theme
    posting = review_posting(match, len(match.turns), "open", theme)
    await say(interaction, posting.text, posting)


@review.autocomplete("game")
async def _finished_games(interaction: Ask, typed: str) -> Choices:
    store, guild = interaction.client.store, interaction.guild_id or 0
    return choices(await suggest_reviews(store, guild, interaction.user.id, typed))


COMMANDS: Commands = (review,)
