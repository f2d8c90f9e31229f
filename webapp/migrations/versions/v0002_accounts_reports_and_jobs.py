"""Accounts and attempts, reports, revisions and jobs; what lists need to know of a puzzle."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_ENUM = sa.String(20)
_PUZZLE: tuple[tuple[str, sa.types.TypeEngine[Any], str | None], ...] = (
    ("published", sa.Integer(), None),
    ("created", sa.Integer(), "0"),
    ("revision", sa.Integer(), "0"),
    ("author", sa.String(), ""),
    ("ruleset", _ENUM, "STD"),
    ("columns", sa.Integer(), "0"),
    ("rows", sa.Integer(), "0"),
    ("report_id", sa.Integer(), None),
    ("soundness", _ENUM, None),
    ("pegs", sa.Integer(), None),
    ("difficulty", sa.Double(), None),
    ("rating", sa.Double(), "1500"),
    ("deviation", sa.Double(), "350"),
    ("volatility", sa.Double(), "0.06"),
)
"""New columns with what the rows of old get: their texts are read again at the next start."""


def upgrade() -> None:
    """Make the new tables, then refer to them."""
    _people()
    _table(
        "report",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("content_hash", sa.String(), nullable=False, index=True),
        sa.Column("soundness", _ENUM, nullable=False),
        sa.Column("body", sa.String(), nullable=False),
        sa.Column("created", sa.Integer(), nullable=False),
    )
    with op.batch_alter_table("collection") as table:
        table.add_column(sa.Column("owner_id", sa.Integer()))
        table.create_foreign_key(
            "fk_collection_owner_id", "account", ["owner_id"], ["id"], ondelete="CASCADE"
        )
        table.create_index("ix_collection_owner_id", ["owner_id"])
    with op.batch_alter_table("puzzle") as table:
        for name, kind, default in _PUZZLE:
            table.add_column(
                sa.Column(name, kind, nullable=default is None, server_default=default)
            )
        table.alter_column("goal", type_=_ENUM)
        table.alter_column("side", type_=_ENUM)
        table.create_foreign_key(
            "fk_puzzle_report_id", "report", ["report_id"], ["id"], ondelete="SET NULL"
        )
        table.create_index("ix_puzzle_published", ["published"])
        table.create_index("ix_puzzle_content_hash", ["content_hash"])
    with op.batch_alter_table("puzzle") as table:
        for name, _, default in _PUZZLE:
            if default is not None:
                table.alter_column(name, server_default=None)
    op.execute("UPDATE puzzle SET content_hash = ''")
    _of_puzzles()
    _job()


def downgrade() -> None:
    """Remove them; what they held is lost."""
    for name in ("job", "attempt", "cook_note", "tag", "revision"):
        op.drop_table(name)
    with op.batch_alter_table("puzzle") as table:
        table.drop_index("ix_puzzle_content_hash")
        table.drop_index("ix_puzzle_published")
        table.drop_constraint("fk_puzzle_report_id", type_="foreignkey")
        for name, _, _ in _PUZZLE:
            table.drop_column(name)
    with op.batch_alter_table("collection") as table:
        table.drop_index("ix_collection_owner_id")
        table.drop_constraint("fk_collection_owner_id", type_="foreignkey")
        table.drop_column("owner_id")
    for name in ("report", "api_token", "account"):
        op.drop_table(name)


def _table(name: str, *columns: sa.schema.SchemaItem) -> None:
    """Make a table with a named primary key."""
    key = [
        column.name for column in columns if isinstance(column, sa.Column) and column.primary_key
    ]
    op.create_table(name, *columns, sa.PrimaryKeyConstraint(*key, name=f"pk_{name}"))


def _refers(table: str, column: str, to: str, ondelete: str = "CASCADE") -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        [column], [f"{to}.id"], name=f"fk_{table}_{column}", ondelete=ondelete
    )


def _people() -> None:
    _table(
        "account",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("name_key", sa.String(), nullable=False),
        sa.Column("password_hash", sa.String(), nullable=False),
        sa.Column("created", sa.Integer(), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("volatility", sa.Double(), nullable=False),
        sa.UniqueConstraint("name_key", name="uq_account_name_key"),
    )
    _table(
        "api_token",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("account_id", sa.Integer(), nullable=False, index=True),
        sa.Column("label", sa.String(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("created", sa.Integer(), nullable=False),
        sa.Column("used", sa.Integer()),
        _refers("api_token", "account_id", "account"),
        sa.UniqueConstraint("digest", name="uq_api_token_digest"),
    )


def _of_puzzles() -> None:
    _table(
        "revision",
        sa.Column("puzzle_id", sa.Integer(), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("sgf", sa.String(), nullable=False),
        sa.Column("content_hash", sa.String(), nullable=False, index=True),
        sa.Column("created", sa.Integer(), nullable=False),
        _refers("revision", "puzzle_id", "puzzle"),
    )
    _table(
        "tag",
        sa.Column("puzzle_id", sa.Integer(), primary_key=True),
        sa.Column("name", sa.String(), primary_key=True, index=True),
        _refers("tag", "puzzle_id", "puzzle"),
    )
    _table(
        "cook_note",
        sa.Column("puzzle_id", sa.Integer(), primary_key=True),
        sa.Column("revision", sa.Integer(), primary_key=True),
        sa.Column("move", sa.String(), primary_key=True),
        sa.Column("found", sa.Integer(), nullable=False),
        _refers("cook_note", "puzzle_id", "puzzle"),
    )
    _table(
        "attempt",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("account_id", sa.Integer(), nullable=False, index=True),
        sa.Column("puzzle_id", sa.Integer(), nullable=False, index=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("first", sa.Boolean(), nullable=False),
        sa.Column("ending", _ENUM),
        sa.Column("hints", sa.Integer(), nullable=False),
        sa.Column("started", sa.Integer(), nullable=False),
        sa.Column("ended", sa.Integer()),
        sa.Column("rating_before", sa.Double()),
        sa.Column("rating_after", sa.Double()),
        _refers("attempt", "account_id", "account"),
        _refers("attempt", "puzzle_id", "puzzle"),
    )
    op.create_index(
        "ix_attempt_first",
        "attempt",
        ["account_id", "puzzle_id"],
        unique=True,
        sqlite_where=sa.text("first"),
        postgresql_where=sa.text("first"),
    )


def _job() -> None:
    _table(
        "job",
        sa.Column("id", sa.String(), primary_key=True),
        sa.Column("content_hash", sa.String(), nullable=False, index=True),
        sa.Column("sgf", sa.String(), nullable=False),
        sa.Column("seconds", sa.Double(), nullable=False),
        sa.Column("account_id", sa.Integer(), index=True),
        sa.Column("address", sa.String(), nullable=False, index=True),
        sa.Column("state", _ENUM, nullable=False, index=True),
        sa.Column("cancel", sa.Boolean(), nullable=False),
        sa.Column("decided", sa.Integer(), nullable=False),
        sa.Column("first_moves", sa.Integer(), nullable=False),
        sa.Column("partial", sa.String()),
        sa.Column("message", sa.String()),
        sa.Column("report_id", sa.Integer()),
        sa.Column("created", sa.Integer(), nullable=False),
        sa.Column("started", sa.Integer()),
        sa.Column("beat", sa.Integer()),
        sa.Column("ended", sa.Integer()),
        _refers("job", "account_id", "account"),
        _refers("job", "report_id", "report", "SET NULL"),
    )
