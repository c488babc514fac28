"""Which games are open, so that searches for work do not grow with finished games."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

OPEN = """
UPDATE games SET is_open = :open
WHERE status = 'running' OR status = 'over' AND (
    EXISTS (
        SELECT 1 FROM entries WHERE entries.game_id = games.id AND NOT EXISTS (
            SELECT 1 FROM postings
            WHERE postings.game_id = entries.game_id AND postings.seq = entries.seq
        )
    )
    OR EXISTS (
        SELECT 1 FROM postings WHERE postings.game_id = games.id AND postings.has_controls
        AND postings.seq < (SELECT max(seq) FROM postings WHERE postings.game_id = games.id)
    )
)
"""


def upgrade() -> None:
    """Mark what is open now."""
    op.add_column(
        "games", sa.Column("is_open", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.execute(sa.text(OPEN).bindparams(open=True))
    op.create_index(
        "ix_open_games",
        "games",
        ["id"],
        sqlite_where=sa.text("is_open = 1"),
        postgresql_where=sa.text("is_open"),
    )


def downgrade() -> None:
    """Refuse: nothing leads back."""
    raise NotImplementedError("a kept game is never thrown away")
