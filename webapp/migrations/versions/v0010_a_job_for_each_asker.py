"""Two people may have the same question open: whoever cancels takes nothing from the other."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

_OPEN = sa.text("state IN ('QUEUED', 'RUNNING')")


def upgrade() -> None:
    """Drop the index that lets a question be open once."""
    op.drop_index("ix_job_open", "job")


def downgrade() -> None:
    """Make it again; of jobs with the same question one stays open."""
    op.execute(
        "UPDATE job SET state = 'CANCELLED', cancel = true, ended = created"
        f" WHERE {_OPEN} AND id NOT IN"
        f" (SELECT min(id) FROM job WHERE {_OPEN} GROUP BY content_hash, seconds)"
    )
    op.create_index(
        "ix_job_open",
        "job",
        ["content_hash", "seconds"],
        unique=True,
        sqlite_where=_OPEN,
        postgresql_where=_OPEN,
    )
