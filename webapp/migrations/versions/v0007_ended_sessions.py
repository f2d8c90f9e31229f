"""Sessions that were signed out: a copy of their cookie signs nobody in any more."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Make the table; nobody has signed out of a session with an id yet."""
    op.create_table(
        "ended_session",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("expires", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_ended_session"),
    )


def downgrade() -> None:
    """Drop it."""
    op.drop_table("ended_session")
