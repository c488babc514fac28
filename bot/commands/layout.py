"""Layouts of one's own."""

from __future__ import annotations

from collections.abc import Awaitable

from discord import app_commands

from bot.answers import acknowledge, answered, say
from bot.commands.common import Ask, Choices, Commands, choices
from bot.match.bench import Work
from bot.panels import EDITORS, VARIANTS
from bot.panels.panel import shortened
from bot.posting import Posting
from engine.core import listed

GAME_PICKS: Choices = [
    app_commands.Choice(name=VARIANTS[name].title, value=name) for name in EDITORS
]

layout = app_commands.Group(
    name="layout",
    description=f"What you build by yourself for {listed(pick.name for pick in GAME_PICKS)}",
)


async def _answer(interaction: Ask, work: Awaitable[Posting]) -> None:
    """Answer privately with what the work returns."""

    async def answer() -> None:
        await acknowledge(interaction, thinking=True)
        posting = await work
        await say(interaction, posting.text, posting)

    await answered(interaction, answer())


@layout.command(description="Build a layout, or go on with the one you began")
@app_commands.describe(
    start="A layout to begin with; left out, the board is as you left it",
    game=f"For which game ({GAME_PICKS[0].name} if left out)",
)
@app_commands.choices(game=GAME_PICKS)
async def new(interaction: Ask, start: str | None = None, game: str | None = None) -> None:
    """Show the bench for a new layout."""
    bench, member, guild = interaction.client.workbench, interaction.user.id, interaction.guild_id
    await _answer(interaction, bench.begin(member, guild, game, start))


@layout.command(description="Change one of your layouts")
@app_commands.describe(layout="One of your layouts")
async def edit(interaction: Ask, layout: str) -> None:
    """Show the bench for a kept layout."""
    bot, member = interaction.client, interaction.user.id

    async def opened() -> Posting:
        found = await bot.layouts.own(member, layout)
        return await bot.workbench.open(member, Work(found.id, found.game))

    await _answer(interaction, opened())


@layout.command(name="list", description="The layouts that you can use here")
async def list_(interaction: Ask) -> None:
    """List the member's layouts and those shared here."""
    layouts = interaction.client.layouts
    await _answer(interaction, layouts.page(interaction.user.id, interaction.guild_id, 0))


@layout.command(description="Look at a layout and copy its code")
@app_commands.describe(layout="One of your layouts, one shared here, or one of the game's own")
async def show(interaction: Ask, layout: str) -> None:
    """Show a layout with its code."""
    layouts = interaction.client.layouts
    await _answer(interaction, layouts.show(interaction.user.id, interaction.guild_id, layout))


@layout.command(description="Let members of this server use a layout of yours, or no longer")
@app_commands.describe(layout="One of your layouts")
async def share(interaction: Ask, layout: str) -> None:
    """Share a layout in the server, or take it back."""
    layouts, guild = interaction.client.layouts, interaction.guild_id or 0
    await _answer(interaction, layouts.share(interaction.user.id, guild, layout))


@layout.command(name="import", description="Keep a layout that somebody gave you as a code")
@app_commands.describe(name="What to call it", code="The code, or the whole message with it")
async def import_(interaction: Ask, name: str, code: str) -> None:
    """Keep a layout from its code."""
    layouts = interaction.client.layouts
    await _answer(interaction, layouts.take_in(interaction.user.id, name, code))


@layout.command(description="Delete one of your layouts")
@app_commands.describe(layout="One of your layouts")
async def delete(interaction: Ask, layout: str) -> None:
    """Ask whether to delete a layout."""
    layouts = interaction.client.layouts
    await _answer(interaction, layouts.ask_to_delete(interaction.user.id, layout))


@edit.autocomplete("layout")
@share.autocomplete("layout")
@delete.autocomplete("layout")
async def _own(interaction: Ask, typed: str) -> Choices:
    found = await interaction.client.layouts.suggest(interaction.user.id, None, typed)
    return choices(shortened(found, typed))


@show.autocomplete("layout")
@new.autocomplete("start")
async def _any(interaction: Ask, typed: str) -> Choices:
    member, guild = interaction.user.id, interaction.guild_id
    found = await interaction.client.layouts.suggest_any(member, guild, typed)
    return choices(shortened(found, typed))


COMMANDS: Commands = (layout,)
