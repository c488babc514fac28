"""What members and servers choose, and the rules to read."""

from __future__ import annotations

from collections.abc import Mapping

from discord import app_commands

from bot.answers import acknowledge, answered, say
from bot.channels import insist_on_managing
from bot.commands.common import Ask, Commands, everywhere
from bot.match.members import (
    CHALLENGES,
    configured,
    forget_posting,
    own_data,
    preferences_posting,
    preferred,
    settings_posting,
    told_change,
)
from bot.match.readable import readable
from bot.match.rulebook import rules_posting
from bot.panels import OFFERED, variant_named, variant_of
from render import THEMES

THEME_PICKS = [app_commands.Choice(name=theme.capitalize(), value=theme) for theme in THEMES]


@app_commands.command(description="Choose how the bot treats you; download or delete your data")
@app_commands.describe(
    theme="How the pictures look that only you see",
    confirm="Whether to be asked before a move is final",
    animate="Whether the last shot of your games is shown in motion",
    notify="Whether boards ping you when you are asked to act",
    challenges="Who may challenge you",
    my_data="Download what is kept about you, or delete it",
)
@app_commands.choices(
    theme=THEME_PICKS,
    challenges=[app_commands.Choice(name=each.capitalize(), value=each) for each in CHALLENGES],
    my_data=[
        app_commands.Choice(name="Download", value="download"),
        app_commands.Choice(name="Delete, after asking once more", value="delete"),
    ],
)
@everywhere
async def preferences(
    interaction: Ask,
    theme: str | None = None,
    confirm: bool | None = None,
    animate: bool | None = None,
    notify: bool | None = None,
    challenges: str | None = None,
    my_data: str | None = None,
) -> None:
    """Set what is given, and show the member's own choices as they then stand."""
    switches = {"confirm": confirm, "animate": animate, "notify": notify}
    given = _given({"theme": theme, "challenges": challenges}, switches)
    await answered(interaction, _preferences(interaction, given, my_data))


async def _preferences(interaction: Ask, given: Mapping[str, str], my_data: str | None) -> None:
    bot, member = interaction.client, interaction.user.id
    people = bot.store.people
    before = await people.preferences(member)
    if given or my_data:
        await acknowledge(interaction, thinking=True)
    for setting, value in given.items():
        await people.prefer(member, preferred(before, setting, value), only=setting)
    if given or not my_data:
        after = await people.preferences(member)
        panel = preferences_posting(after)
        said = f"{told_change(before, after)}\n{panel.text}" if given else panel.text
        await say(interaction, said, panel)
    match my_data:
        case "download":
            kept = await own_data(bot.store, member, interaction.filesize_limit)
            await say(interaction, kept.text, kept)
        case "delete":
            question = await forget_posting(bot.store, member)
            await say(interaction, question.text, question)


@app_commands.command(description="Choose how games look and where they are played in this server")
@app_commands.describe(
    theme="How the boards look that everybody sees",
    thread="Whether every new game gets a thread of its own",
    animate="Whether the last shot of a game is shown in motion",
)
@app_commands.choices(theme=THEME_PICKS)
@app_commands.default_permissions(manage_guild=True)
async def settings(
    interaction: Ask,
    theme: str | None = None,
    thread: bool | None = None,
    animate: bool | None = None,
) -> None:
    """Set what is given, and show the server's choices to those who manage it."""
    given = _given({"theme": theme}, {"thread": thread, "animate": animate})
    await answered(interaction, _settings(interaction, given))


async def _settings(interaction: Ask, given: Mapping[str, str]) -> None:
    insist_on_managing(interaction)
    people, guild = interaction.client.store.people, interaction.guild_id or 0
    before = await people.server(guild)
    if given:
        await acknowledge(interaction, thinking=True)
    for setting, value in given.items():
        await people.set_server(guild, configured(before, setting, value), only=setting)
    after = await people.server(guild)
    panel = settings_posting(after)
    said = f"{told_change(before, after)}\n{panel.text}" if given else panel.text
    await say(interaction, said, panel)


def _given(texts: Mapping[str, str | None], switches: Mapping[str, bool | None]) -> dict[str, str]:
    """Return the options that were given, as the controls of the panels name them."""
    sides = {True: "on", False: "off"}
    turned = {name: sides[is_on] for name, is_on in switches.items() if is_on is not None}
    return {name: text for name, text in texts.items() if text is not None} | turned


@app_commands.command(description="Read the rules of a game, with pictures")
@app_commands.describe(game="Which game (the one played here last if left out)")
@app_commands.choices(
    game=[app_commands.Choice(name=game.title, value=game.name) for game in OFFERED]
)
@everywhere
async def rules(interaction: Ask, game: str | None = None) -> None:
    """Show the rules, page by page."""
    await answered(interaction, _rules(interaction, game))


async def _rules(interaction: Ask, game: str | None) -> None:
    store = interaction.client.store
    if game is None:
        newest = await store.newest_in(interaction.channel_id or 0)
        played = [match async for match in readable(store, [newest] if newest else [])]
        shown = variant_of(played[0].game.name, played[0].options) if played else OFFERED[0]
    else:
        shown = variant_named(game)
    theme = (await store.people.preferences(interaction.user.id)).theme
    posting = rules_posting(shown.name, 0, "", theme)
    await say(interaction, posting.text, posting)


COMMANDS: Commands = (preferences, settings, rules)
