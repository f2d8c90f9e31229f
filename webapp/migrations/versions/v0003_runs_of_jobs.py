"""How often a job was begun, and that a question is open once.

The number of runs tells a job that is taken up again from one that never ends its process, and
keeps a process that was given up, and still lives, from writing. Two requests at the same moment
must not make two jobs of one question: only an index can see to that.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_OPEN = sa.text("state IN ('QUEUED', 'RUNNING')")


def upgrade() -> None:
    """Count the runs, from 0."""
    with op.batch_alter_table("job") as table:
        table.add_column(sa.Column("runs", sa.Integer(), nullable=False, server_default="0"))
    with op.batch_alter_table("job") as table:
        table.alter_column("runs", server_default=None)
    op.create_index(
        "ix_job_open",
        "job",
        ["content_hash", "seconds"],
        unique=True,
        sqlite_where=_OPEN,
        postgresql_where=_OPEN,
    )


def downgrade() -> None:
    """Forget them."""
    op.drop_index("ix_job_open", "job")
    with op.batch_alter_table("job") as table:
        table.drop_column("runs")
