"""What analyses of finished games have found, so that nobody waits for one twice."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "analyses",
        sa.Column("game_id", sa.BigInteger, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("version", sa.String(32), nullable=False),
        sa.Column("found", sa.JSON, nullable=False),
    )


def downgrade() -> None:
    """Refuse: nothing leads back."""
    raise NotImplementedError("a kept game is never thrown away")
