"""Puzzles of the day: which one had which day."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Make the table; days before today are not told."""
    op.create_table(
        "daily_puzzle",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("puzzle_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["puzzle_id"], ["puzzle.id"], name="fk_daily_puzzle_puzzle_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("day", name="pk_daily_puzzle"),
    )
    op.create_index("ix_daily_puzzle_puzzle_id", "daily_puzzle", ["puzzle_id"])


def downgrade() -> None:
    """Drop it."""
    op.drop_table("daily_puzzle")
