"""Logging: to standard error, and never what must stay secret."""

from __future__ import annotations

import logging

import discord

TELLTALES = {
    # Below INFO these print tokens, and whole messages with secret setups.
    "discord.http": logging.INFO,
    "discord.gateway": logging.INFO,
    "discord.webhook": logging.INFO,
    "discord.client": logging.INFO,
    "discord.state": logging.INFO,
    # At INFO these print every statement with its values.
    "sqlalchemy.engine": logging.WARNING,
    "aiosqlite": logging.WARNING,
    "alembic": logging.WARNING,
    "PIL": logging.WARNING,
}
"""The lowest level of loggers of other libraries that say more than anybody should read."""


def set_up(level: str) -> None:
    """Send log lines of at least this level to standard error."""
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    lowest = logging.getLevelNamesMapping()[level]
    for name, floor in TELLTALES.items():
        logging.getLogger(name).setLevel(max(floor, lowest))
    # The bot has no voice, so nothing is amiss without its libraries.
    discord.VoiceClient.warn_nacl = False
    discord.VoiceClient.warn_dave = False
