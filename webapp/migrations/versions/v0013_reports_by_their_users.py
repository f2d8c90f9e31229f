"""Who shows a report is found at once when it is deleted."""

from alembic import op

revision = "0013"
down_revision = "0012"

_TABLES = ("puzzle", "job")


def upgrade() -> None:
    """Index it."""
    for table in _TABLES:
        op.create_index(f"ix_{table}_report_id", table, ["report_id"])


def downgrade() -> None:
    """Forget the indexes."""
    for table in _TABLES:
        op.drop_index(f"ix_{table}_report_id", table)
