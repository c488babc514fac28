"""Challenging somebody."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.answers import ALREADY_ANSWERED, answered
from bot.channels import insist_on_permissions
from bot.commands.common import Ask, Choices, Commands
from bot.match.challenges import SIDES
from bot.match.errors import Refused
from bot.messages import mentions_of, view_of
from bot.panels import PANELS
from engine.registry import GAMES


@app_commands.command(description="Challenge a member to a game")
@app_commands.describe(
    opponent="Whom to challenge",
    game="Which game (Deflexion if left out)",
    layout="How the pieces stand at the start",
    side="Which side you play; the first moves first (drawn if left out)",
)
@app_commands.choices(
    game=[app_commands.Choice(name=game.title, value=game.name) for game in GAMES.values()],
    side=[app_commands.Choice(name=side.capitalize(), value=side) for side in SIDES],
)
async def challenge(
    interaction: Ask,
    opponent: discord.User,
    game: str = "deflexion",
    layout: str | None = None,
    side: str = "random",
) -> None:
    """Post a challenge with Accept, Decline and Cancel."""
    await answered(interaction, _challenge(interaction, opponent, game, layout, side))


async def _challenge(
    interaction: Ask,
    opponent: discord.User | discord.Member,
    game: str,
    layout: str | None,
    side: str,
) -> None:
    if opponent.id == interaction.user.id:
        raise Refused("You cannot challenge yourself. Pick somebody else in this server.")
    if opponent.bot:
        raise Refused("Bots cannot accept a challenge. Pick a member of this server.")
    if not isinstance(opponent, discord.Member):
        raise Refused("That person is not in this server. Pick one of its members.")
    insist_on_permissions(interaction)
    bot = interaction.client
    await bot.remember(interaction.user, opponent)
    offer_id, posting = await bot.challenges.offer(
        challenger=interaction.user.id,
        opponent=opponent.id,
        game=game,
        options={"layout": layout} if layout else {},
        side=side,
        guild_id=interaction.guild_id or 0,
        channel_id=interaction.channel_id or 0,
    )
    try:
        await interaction.response.send_message(
            posting.text, view=view_of(posting.rows), allowed_mentions=mentions_of(posting)
        )
    except discord.HTTPException as error:
        # A challenge that nobody can see is withdrawn; one whose reply was lost does stand.
        if error.code != ALREADY_ANSWERED:
            await bot.challenges.cancel(offer_id, interaction.user.id)
            raise


@challenge.autocomplete("layout")
async def _layouts(interaction: Ask, typed: str) -> Choices:
    name = str(getattr(interaction.namespace, "game", None) or "deflexion")
    layouts = PANELS[name].layouts if name in PANELS else ()
    fitting = [layout for layout in layouts if typed.casefold() in layout]
    return [app_commands.Choice(name=layout.capitalize(), value=layout) for layout in fitting]


COMMANDS: Commands = (challenge,)
