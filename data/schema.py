"""The tables. Times are whole seconds since 1970, UTC; ids of Discord are big integers."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    text,
)

REVISION = "0001"
"""The newest migration: a database that says so needs none, and no import of Alembic."""

metadata = MetaData()

games = Table(
    "games",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("game", String(32), nullable=False),
    Column("options", JSON, nullable=False),
    Column("status", String(16), nullable=False),
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger, nullable=False),
    Column("challenger_id", BigInteger, nullable=False),
    Column("opponent_id", BigInteger),
    Column("side", String(8), nullable=False),
    Column("winner", String(16)),
    Column("reason", String(32)),
    Column("undeliverable", Boolean, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger),
    # An id names a game in messages for ever, so it never returns.
    sqlite_autoincrement=True,
)
# A channel has at most one running game, whoever accepts at the same moment.
Index(
    "one_running_game_a_channel",
    games.c.channel_id,
    unique=True,
    sqlite_where=text("status = 'running'"),
    postgresql_where=text("status = 'running'"),
)

players = Table(
    "players",
    metadata,
    Column("game_id", Integer, ForeignKey("games.id"), primary_key=True),
    Column("seat", String(16), primary_key=True),
    Column("member_id", BigInteger, nullable=False, index=True),
)

entries = Table(
    "entries",
    metadata,
    Column("game_id", Integer, ForeignKey("games.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    Column("seat", String(16)),
    Column("action", Text),
    Column("chance", JSON(none_as_null=True)),
    Column("at", BigInteger, nullable=False),
)

postings = Table(
    "postings",
    metadata,
    Column("game_id", Integer, primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger, nullable=False),
    Column("has_controls", Boolean, nullable=False),
    Column("at", BigInteger, nullable=False),
)

members = Table(
    "members",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
)

facts = Table(
    "facts",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("value", Text, nullable=False),
)
