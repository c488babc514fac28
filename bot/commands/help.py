"""How to play, in short."""

from __future__ import annotations

from discord import app_commands

from bot.answers import answered, say
from bot.channels import is_guest
from bot.commands.common import Ask, Commands, everywhere

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

HELP_ALONE = (
    "**Ricochet** plays board games of lasers and mirrors. Here you play against the computer; "
    "in a server that I am in you can `/challenge` others.\n"
    "`/play` begins a game at once: the controls under its board are the moves. Pick a piece, then "
    "a direction or a turn; `/rules` tells when a laser fires. Where **Set up** or **Act** stands, "
    "that is done in private. Each move is answered by a new board.\n"
    "`/move` types a move instead, such as `d4-d5`. `/board` shows the board again, also when no "
    "answer came, and with a game it brings that game here. `/undo` takes your last move back, "
    "`/resign` gives up.\n"
    "`/games` lists your games, `/review` shows one move by move. The menu, **☰** or **Menu**, "
    "holds everything else.\n"
    "`/preferences` are yours, with your data."
)


@app_commands.command(name="help", description="How to play with Ricochet")
@everywhere
async def help_(interaction: Ask) -> None:
    """Say in short how to play."""
    await answered(interaction, say(interaction, HELP_ALONE if is_guest(interaction) else HELP))


COMMANDS: Commands = (help_,)
