"""When the ratings of accounts and puzzles were worked out last.

It used to be read from the rated attempts. Those go with an account or a puzzle that is deleted:
days that the other's rating had paid for already would have been counted again.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

_LAST = (
    "UPDATE {table} SET rated = (SELECT max(ended) FROM attempt"
    " WHERE {table}_id = {table}.id AND rating_after IS NOT NULL{more})"
)


def upgrade() -> None:
    """Take it from the attempts that are left; a puzzle's from those at its present text."""
    for table, more in (("account", ""), ("puzzle", " AND attempt.revision = puzzle.revision")):
        op.add_column(table, sa.Column("rated", sa.Integer()))
        op.execute(_LAST.format(table=table, more=more))


def downgrade() -> None:
    """Forget it."""
    for table in ("account", "puzzle"):
        with op.batch_alter_table(table) as batch:
            batch.drop_column("rated")
