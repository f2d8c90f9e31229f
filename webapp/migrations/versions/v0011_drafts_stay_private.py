"""With which text a puzzle was published: those before it are drafts, which nobody else may see."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Take the last text from before the puzzle was published."""
    op.add_column(
        "puzzle", sa.Column("first_public", sa.Integer(), nullable=False, server_default="1")
    )
    op.execute(
        "UPDATE puzzle SET first_public = coalesce((SELECT max(number) FROM revision"
        " WHERE puzzle_id = puzzle.id AND revision.created <= puzzle.published), 1)"
    )


def downgrade() -> None:
    """Forget it."""
    with op.batch_alter_table("puzzle") as table:
        table.drop_column("first_public")
