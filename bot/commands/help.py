"""How to play, in short."""

from __future__ import annotations

from discord import app_commands

from bot.answers import answered, say
from bot.commands.common import Ask, Commands

HELP = (
    "**Ricochet** plays board games of lasers and mirrors in this server.\n"
    "`/challenge` a member, or anybody here: when they accept, the board appears and the "
    "controls under it are the moves. Pick a piece, then a direction or a turn; `/rules` tells "
    "when a laser fires. Where **Set up** or **Act** stands, that is done in private.\n"
    "`/play` lets you play against the computer, at once.\n"
    "**Challenge to a game**, under Apps in a member's menu, asks the same as a form.\n"
    "`/move` types a move instead, such as `d4-d5`. `/board` posts the board again, and with a "
    "game it brings that game here. `/resign` gives up, `/draw` and `/undo` ask your opponent, "
    "`/end` ends a game that nobody plays.\n"
    "`/games` lists games, `/review` shows one move by move, `/layout` builds what is "
    "yours to begin with. "
    "`/rules`, or its button under a board, explains the game; the menu there, **☰** or "
    "**Menu**, holds everything else.\n"
    "`/preferences` are yours, with your data; `/settings` are the server's."
)


@app_commands.command(name="help", description="How to play with Ricochet")
async def help_(interaction: Ask) -> None:
    """Say in short how to play."""
    await answered(interaction, say(interaction, HELP))


COMMANDS: Commands = (help_,)
