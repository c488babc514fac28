"""The slash commands. Each reads the interaction, calls the match service, and sends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.answers import ALREADY_ANSWERED, acknowledge, answered, dismiss, say
from bot.channels import insist_on_permissions
from bot.match.challenges import SIDES
from bot.match.errors import Refused
from bot.match.menu import resign_posting
from bot.match.review import review_posting, suggest_reviews
from bot.messages import mentions_of, view_of
from bot.panels import PANELS, Suggestion
from engine.registry import GAMES

if TYPE_CHECKING:
    from bot.app import Ricochet

    Ask = discord.Interaction[Ricochet]
else:
    Ask = discord.Interaction  # discord.py reads the annotations of commands at run time

Choices = list[app_commands.Choice[str]]

HELP = (
    "**Ricochet** plays board games of lasers and mirrors in this server.\n"
    "`/challenge` a member: when they accept, the board appears and the controls under it are "
    "the moves. Pick a piece, then a direction or a turn; your laser fires by itself.\n"
    "`/move` types a move instead, such as `d4-e5`. `/board` posts the board again, and with a "
    "game it brings that game here. `/resign` gives up. `/review` shows a finished game move by "
    "move. **Rules** under a board explains the game, ☰ holds everything else."
)


def commands() -> list[app_commands.Command[Any, ..., None]]:
    """Return every slash command."""
    return [challenge, move, board, resign, review, help_]


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
    return _choices(await bot.play.suggest(interaction.channel_id or 0, interaction.user.id, typed))


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
            _game_id(chosen), interaction.user.id, interaction.guild_id or 0, channel
        )
    await bot.delivery.repost(match.id)
    await dismiss(interaction)


@board.autocomplete("game")
async def _running_games(interaction: Ask, typed: str) -> Choices:
    bot = interaction.client
    return _choices(
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


@app_commands.command(description="Look at a game again, move by move")
@app_commands.describe(game="A finished game of this server")
async def review(interaction: Ask, game: str) -> None:
    """Show a game position by position."""
    await answered(interaction, _review(interaction, game))


async def _review(interaction: Ask, chosen: str) -> None:
    match = await interaction.client.play.match(_game_id(chosen))
    if match.guild_id != interaction.guild_id:
        raise Refused("That game was not played in this server.")
    posting = review_posting(match, len(match.turns))
    await say(interaction, posting.text, posting)


@review.autocomplete("game")
async def _finished_games(interaction: Ask, typed: str) -> Choices:
    store, guild = interaction.client.store, interaction.guild_id or 0
    return _choices(await suggest_reviews(store, guild, interaction.user.id, typed))


@app_commands.command(name="help", description="How to play with Ricochet")
async def help_(interaction: Ask) -> None:
    """Say in short how to play."""
    await answered(interaction, say(interaction, HELP))


def _choices(suggestions: list[Suggestion]) -> Choices:
    return [app_commands.Choice(name=s.label[:100], value=s.value[:100]) for s in suggestions]


def _game_id(chosen: str) -> int:
    number = chosen.strip().removeprefix("#")
    if not (number.isascii() and number.isdigit() and len(number) < 16):
        raise Refused("Pick a game from the list, or type its number.")
    return int(number)
