"""The slash commands, each thin: it reads the interaction, asks the match service, and sends.

Each module here has the commands of one part; a new part is a new module and its name below.
"""

from __future__ import annotations

from bot.commands import challenge, games, help, layout, members, play, review, solo
from bot.commands.common import Commands

COMMANDS: Commands = (
    challenge.COMMANDS
    + solo.COMMANDS
    + play.COMMANDS
    + games.COMMANDS
    + review.COMMANDS
    + layout.COMMANDS
    + members.COMMANDS
    + help.COMMANDS
)
