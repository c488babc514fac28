"""Playing with the computer."""

from __future__ import annotations

from discord import app_commands

from bot.answers import answered
from bot.channels import insist_on_permissions, place_of
from bot.commands.challenge import ARMED, ARMY_PICKS, GAME_PICKS, SIDE_PICKS, choices_of, fitting
from bot.commands.common import Ask, Choices, Commands, everywhere
from bot.direct import answer_with_board, attending
from bot.match.terms import Terms
from bot.panels import OFFERED
from bot.solo import begin
from engine.computer import LEVELS

USUAL_LEVEL = "medium"

LEVEL_PICKS = [(level.capitalize(), level) for level in LEVELS]


@app_commands.command(description="Play a game against the computer, at once")
@app_commands.describe(
    game=f"Which game ({OFFERED[0].title} if left out)",
    level=f"How well the computer plays ({USUAL_LEVEL.capitalize()} if left out)",
    layout="How the pieces stand at the start",
    side="Which side you play; the first moves first (drawn if left out)",
    army=f"Only for {ARMED}: your army",
)
@app_commands.choices(
    game=choices_of(GAME_PICKS),
    level=choices_of(LEVEL_PICKS),
    side=choices_of(SIDE_PICKS),
    army=choices_of(ARMY_PICKS),
)
@everywhere
async def play(
    interaction: Ask,
    game: str = OFFERED[0].name,
    level: str = USUAL_LEVEL,
    layout: str | None = None,
    side: str = "random",
    army: str = "",
) -> None:
    """Begin a game with the computer."""
    await answered(interaction, _play(interaction, level, Terms(game, layout, side, army=army)))


async def _play(interaction: Ask, level: str, terms: Terms) -> None:
    insist_on_permissions(interaction)
    async with attending(interaction):
        solo, place = interaction.client.solo, place_of(interaction)
        plan = await solo.plan(interaction.user.id, level, terms, place)
        await answer_with_board(interaction, await begin(interaction, plan))


@play.autocomplete("layout")
async def _layouts(interaction: Ask, typed: str) -> Choices:
    return await fitting(interaction, typed)


COMMANDS: Commands = (play,)
