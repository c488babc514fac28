"""Logging: to standard error, and never what must stay secret."""

from __future__ import annotations

import logging

# Below INFO these print tokens, and whole messages with secret setups.
TELLTALES = ("discord.http", "discord.gateway", "discord.webhook", "discord.client")


def set_up(level: str) -> None:
    """Send log lines of at least this level to standard error."""
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    for name in TELLTALES:
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLevelNamesMapping()[level]))
    # At INFO these print every statement with its values.
    for name in ("aiosqlite", "alembic", "sqlalchemy", "PIL"):
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLevelNamesMapping()[level]))
