"""How well the computer plays in a game, if it does."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the level, which games between two members do not have."""
    op.add_column("games", sa.Column("level", sa.String(16)))


def downgrade() -> None:
    """Refuse: nothing leads back."""
    raise NotImplementedError("a kept game is never thrown away")
