"""Clocks, preferences, servers' settings, layouts, drafts and outages."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Add what surrounds a game."""
    op.add_column("games", sa.Column("clock", sa.Integer))
    op.add_column(
        "games",
        sa.Column("wants_thread", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.add_column("games", sa.Column("message_id", sa.BigInteger))
    op.add_column("games", sa.Column("reminded_seq", sa.Integer))
    op.create_table(
        "preferences",
        sa.Column("member_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("theme", sa.String(16), nullable=False),
        sa.Column("confirm", sa.Boolean, nullable=False),
        sa.Column("animate", sa.Boolean, nullable=False),
        sa.Column("notify", sa.Boolean, nullable=False),
        sa.Column("challenges", sa.String(16), nullable=False),
    )
    op.create_table(
        "servers",
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("theme", sa.String(16), nullable=False),
        sa.Column("thread", sa.Boolean, nullable=False),
        sa.Column("animate", sa.Boolean, nullable=False),
    )
    op.create_table(
        "layouts",
        sa.Column("id", NUMBER, primary_key=True, autoincrement=True),
        sa.Column("owner_id", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("owner_id", "game", "name", name="one_layout_of_a_name"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "layout_shares",
        sa.Column("layout_id", sa.BigInteger, sa.ForeignKey("layouts.id"), primary_key=True),
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
    )
    op.create_table(
        "drafts",
        sa.Column("member_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(32), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "outages",
        sa.Column("began_at", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("ended_at", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Refuse: nothing leads back."""
    raise NotImplementedError("a kept game is never thrown away")
