"""Indexes for lists: a page in the authors' order, and counts of collections, read no rows."""

from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make them."""
    op.create_index("ix_collection_place", "collection", ["place"])
    op.create_index("ix_puzzle_in_order", "puzzle", ["collection_id", "place", "published"])


def downgrade() -> None:
    """Drop them."""
    op.drop_index("ix_puzzle_in_order", "puzzle")
    op.drop_index("ix_collection_place", "collection")
