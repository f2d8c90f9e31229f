"""Repetitions: when a puzzle comes back to the account that failed it."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Make the table; what failed before comes back once it fails again."""
    op.create_table(
        "repetition",
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("puzzle_id", sa.Integer(), nullable=False),
        sa.Column("due", sa.Integer(), nullable=False),
        sa.Column("reviewed", sa.Integer(), nullable=False),
        sa.Column("stability", sa.Double(), nullable=False),
        sa.Column("difficulty", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name="fk_repetition_account_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["puzzle_id"], ["puzzle.id"], name="fk_repetition_puzzle_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("account_id", "puzzle_id", name="pk_repetition"),
    )
    op.create_index("ix_repetition_account_id_due", "repetition", ["account_id", "due"])
    op.create_index("ix_repetition_puzzle_id", "repetition", ["puzzle_id"])


def downgrade() -> None:
    """Drop it."""
    op.drop_table("repetition")
