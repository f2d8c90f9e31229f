"""What collections say of themselves."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Add it; `webapp.prepare` reads it from the shipped collections."""
    op.add_column(
        "collection", sa.Column("description", sa.String(), nullable=False, server_default="")
    )


def downgrade() -> None:
    """Forget it."""
    with op.batch_alter_table("collection") as table:
        table.drop_column("description")
