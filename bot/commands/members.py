"""What members and servers choose, and the rules to read."""

from __future__ import annotations

from discord import app_commands

from bot.answers import answered, say
from bot.channels import insist_on_managing
from bot.commands.common import Ask, Commands
from bot.match.members import preferences_posting, settings_posting
from bot.match.rulebook import rules_posting
from engine.registry import GAMES


@app_commands.command(description="Choose how the bot treats you; download or delete your data")
async def preferences(interaction: Ask) -> None:
    """Show the member's own choices."""
    await answered(interaction, _preferences(interaction))


async def _preferences(interaction: Ask) -> None:
    chosen = await interaction.client.store.people.preferences(interaction.user.id)
    posting = preferences_posting(chosen)
    await say(interaction, posting.text, posting)


@app_commands.command(description="Choose how games look and where they are played in this server")
@app_commands.default_permissions(manage_guild=True)
async def settings(interaction: Ask) -> None:
    """Show the server's choices to those who manage it."""
    await answered(interaction, _settings(interaction))


async def _settings(interaction: Ask) -> None:
    insist_on_managing(interaction)
    chosen = await interaction.client.store.people.server(interaction.guild_id)
    posting = settings_posting(chosen)
    await say(interaction, posting.text, posting)


@app_commands.command(description="Read the rules of a game, with pictures")
@app_commands.describe(game="Which game (the one of this channel if left out)")
@app_commands.choices(
    game=[app_commands.Choice(name=game.title, value=game.name) for game in GAMES.values()]
)
async def rules(interaction: Ask, game: str | None = None) -> None:
    """Show the rules, page by page."""
    await answered(interaction, _rules(interaction, game))


async def _rules(interaction: Ask, game: str | None) -> None:
    store = interaction.client.store
    if game is None:
        running = await store.running_in(interaction.channel_id or 0)
        match = await store.match(running) if running is not None else None
        game = match.game.name if match else next(iter(GAMES))
    theme = (await store.people.preferences(interaction.user.id)).theme
    posting = rules_posting(game, 0, "", theme)
    await say(interaction, posting.text, posting)


COMMANDS: Commands = (preferences, settings, rules)
