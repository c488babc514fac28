"""Logging: to standard error, and never what must stay secret."""

from __future__ import annotations

import logging

LOWEST = {
    # Below INFO these print tokens, and whole messages with secret setups.
    "discord.http": logging.INFO,
    "discord.gateway": logging.INFO,
    "discord.webhook": logging.INFO,
    "discord.client": logging.INFO,
    # Below WARNING these print every statement with its values.
    "aiosqlite": logging.WARNING,
    "alembic": logging.WARNING,
    "sqlalchemy": logging.WARNING,
    "PIL": logging.WARNING,
}


def set_up(level: str) -> None:
    """Send log lines of at least this level to standard error."""
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    asked = logging.getLevelNamesMapping()[level]
    for name, lowest in LOWEST.items():
        logging.getLogger(name).setLevel(max(lowest, asked))
