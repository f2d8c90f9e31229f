"""No index on when a puzzle was published: nearly all are, and lists were slower by it."""

from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Drop it: the newest are found in the index of the authors' order, without reading rows."""
    op.drop_index("ix_puzzle_published", "puzzle")


def downgrade() -> None:
    """Make it again."""
    op.create_index("ix_puzzle_published", "puzzle", ["published"])
