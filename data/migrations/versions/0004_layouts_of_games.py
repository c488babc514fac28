"""What the layout of a game was called when it was agreed, and whose it was."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the name, which games begun before do not know."""
    op.add_column("games", sa.Column("layout_name", sa.String(64)))
    op.add_column("games", sa.Column("layout_owner_id", sa.BigInteger))


def downgrade() -> None:
    """Refuse: nothing leads back."""
    raise NotImplementedError("a kept game is never thrown away")
