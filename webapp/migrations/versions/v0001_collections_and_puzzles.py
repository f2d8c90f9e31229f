"""Collections and their puzzles."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the first tables."""
    op.create_table(
        "collection",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("slug", sa.String(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("author", sa.String(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("licence", sa.String(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_collection"),
        sa.UniqueConstraint("slug", name="uq_collection_slug"),
    )
    op.create_table(
        "puzzle",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(), nullable=False),
        sa.Column("collection_id", sa.Integer(), nullable=False),
        sa.Column("slug", sa.String(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("goal", sa.String(10), nullable=False),
        sa.Column("side", sa.String(5), nullable=False),
        sa.Column("sgf", sa.String(), nullable=False),
        sa.Column("content_hash", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_puzzle"),
        sa.ForeignKeyConstraint(
            ["collection_id"],
            ["collection.id"],
            name="fk_puzzle_collection_id",
            ondelete="CASCADE",
        ),
        sa.UniqueConstraint("public_id", name="uq_puzzle_public_id"),
        sa.UniqueConstraint("collection_id", "slug", name="uq_puzzle_collection_id_slug"),
    )


def downgrade() -> None:
    """Remove them."""
    op.drop_table("puzzle")
    op.drop_table("collection")
