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
    UniqueConstraint,
    false,
    text,
)

REVISION = "0006"
"""The newest migration: a database that says so needs none, and no import of Alembic."""

metadata = MetaData()

Number = BigInteger().with_variant(Integer, "sqlite")
"""A key that counts up by itself; SQLite does that for its own integers alone."""

games = Table(
    "games",
    metadata,
    Column("id", Number, primary_key=True, autoincrement=True),
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
    # Seconds for each move; none: no clock.
    Column("clock", Integer),
    # Whether accepting opens a thread for the game.
    Column("wants_thread", Boolean, nullable=False, server_default=false()),
    # Where the challenge stands, to take its controls off when it lapses.
    Column("message_id", BigInteger),
    # What a layout of a member's own was called when it was agreed, and whose it was.
    Column("layout_name", String(64)),
    Column("layout_owner_id", BigInteger),
    # The entry whose mover was reminded of the clock.
    Column("reminded_seq", Integer),
    # Running, or over with a board to be posted or stripped: what is searched again and again.
    Column("is_open", Boolean, nullable=False, server_default=false()),
    # How well the computer plays, whose seat has COMPUTER as its member; none: two members play.
    Column("level", String(16)),
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

Index(
    "ix_open_games",
    games.c.id,
    sqlite_where=text("is_open = 1"),
    postgresql_where=text("is_open"),
)

players = Table(
    "players",
    metadata,
    Column("game_id", BigInteger, ForeignKey("games.id"), primary_key=True),
    Column("seat", String(16), primary_key=True),
    Column("member_id", BigInteger, nullable=False, index=True),
)

entries = Table(
    "entries",
    metadata,
    Column("game_id", BigInteger, ForeignKey("games.id"), primary_key=True),
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
    Column("game_id", BigInteger, primary_key=True),
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

preferences = Table(
    "preferences",
    metadata,
    Column("member_id", BigInteger, primary_key=True, autoincrement=False),
    Column("theme", String(16), nullable=False),
    Column("confirm", Boolean, nullable=False),
    Column("animate", Boolean, nullable=False),
    Column("notify", Boolean, nullable=False),
    Column("challenges", String(16), nullable=False),
)

servers = Table(
    "servers",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("theme", String(16), nullable=False),
    Column("thread", Boolean, nullable=False),
    Column("animate", Boolean, nullable=False),
)

layouts = Table(
    "layouts",
    metadata,
    Column("id", Number, primary_key=True, autoincrement=True),
    Column("owner_id", BigInteger, nullable=False),
    Column("game", String(32), nullable=False),
    Column("name", String(64), nullable=False),
    Column("code", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("owner_id", "game", "name", name="one_layout_of_a_name"),
    sqlite_autoincrement=True,
)

layout_shares = Table(
    "layout_shares",
    metadata,
    Column("layout_id", BigInteger, ForeignKey("layouts.id"), primary_key=True),
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
)

drafts = Table(
    "drafts",
    metadata,
    Column("member_id", BigInteger, primary_key=True, autoincrement=False),
    Column("kind", String(32), primary_key=True),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)

outages = Table(
    "outages",
    metadata,
    Column("began_at", BigInteger, primary_key=True, autoincrement=False),
    Column("ended_at", BigInteger, nullable=False),
)

analyses = Table(
    "analyses",
    metadata,
    Column("game_id", BigInteger, ForeignKey("games.id"), primary_key=True),
    # Of what made it: another would find something else.
    Column("version", String(32), nullable=False),
    Column("found", JSON, nullable=False),
)
