"""The SQLite file of a verdict store: its tables, made or checked."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from solver.errors import StoreError
from solver.store.write_ahead import write_ahead

__all__ = ["attached", "copy_store", "opened"]

_APPLICATION = 0x54777874
_FORMAT = 1
_PATIENCE = 60.0
"""Seconds to wait for another process that writes."""

_SCHEMA = """
CREATE TABLE verdicts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key BLOB NOT NULL,
    aim TEXT NOT NULL,
    prover TEXT NOT NULL,
    but TEXT,
    winning TEXT,
    reached TEXT,
    pegs INTEGER,
    strategy BLOB,
    nodes INTEGER NOT NULL,
    seconds REAL NOT NULL,
    limit_nodes INTEGER,
    limit_seconds REAL,
    limit_memory INTEGER,
    version TEXT NOT NULL,
    position TEXT NOT NULL
) STRICT;
CREATE INDEX verdicts_by_key ON verdicts (key);
"""
"""`aim` and `prover`: the claim that `strategy` proves, or that was asked and stayed undecided
because `reached` was. Side, holes and strategy are those of the canonical position; `position` is
the one that was asked about. `but` is not null for other first moves: those the strategy leaves
out, `winning` among them."""


def opened(path: Path) -> sqlite3.Connection:
    """Open the file of a store, or make it.

    Raises StoreError when it is something else, and what SQLite raises.
    """
    file = sqlite3.connect(
        path.absolute().as_uri(),
        timeout=_PATIENCE,
        isolation_level=None,
        check_same_thread=False,
        uri=True,
    )
    try:
        _prepare(file, path)
    except (sqlite3.Error, StoreError):
        file.close()
        raise
    return file


@contextmanager
def attached(file: sqlite3.Connection, path: Path) -> Iterator[None]:
    """Let another store be read under the name `other`.

    Raises StoreError when it is something else, and what SQLite raises.
    """
    file.execute("ATTACH ? AS other", (_to_read(path),))
    try:
        (application,) = file.execute("PRAGMA other.application_id").fetchone()
        (version,) = file.execute("PRAGMA other.user_version").fetchone()
        _check(path, application, version)
        yield
    finally:
        file.execute("DETACH other")


def copy_store(path: Path, copy: Path) -> None:
    """Copy the file of a store that others may be writing. Raises StoreError."""
    try:
        with (
            closing(sqlite3.connect(_to_read(path), timeout=_PATIENCE, uri=True)) as file,
            closing(sqlite3.connect(copy)) as target,
        ):
            file.backup(target)
    except sqlite3.Error as error:
        raise StoreError(f"the verdict store {path} cannot be used: {error}") from None


def _to_read(path: Path) -> str:
    """Return the address of a file that is only read.

    What its writer has not moved into it yet lies beside it, also when he was killed. To read that
    SQLite needs files for its locks; where there is none of it, the folder need not be writable.
    """
    file = path.resolve()
    waiting = file.with_name(f"{file.name}-wal").exists()
    return f"{file.as_uri()}?mode=ro" + ("" if waiting else "&immutable=1")


def _check(path: Path, application: int, version: int) -> None:
    if application != _APPLICATION:
        raise StoreError(f"{path} is no verdict store; name another file")
    if version != _FORMAT:
        raise StoreError(
            f"{path} was written by a newer version of twixt (its form is {version}, this version "
            f"knows {_FORMAT}): install the newer version again, or name another file"
        )


def _prepare(file: sqlite3.Connection, path: Path) -> None:
    file.execute("BEGIN IMMEDIATE")
    (application,) = file.execute("PRAGMA application_id").fetchone()
    (version,) = file.execute("PRAGMA user_version").fetchone()
    if not file.execute("SELECT 1 FROM sqlite_schema").fetchone():
        file.execute(f"PRAGMA application_id = {_APPLICATION}")
        file.execute(f"PRAGMA user_version = {_FORMAT}")
        for statement in filter(str.strip, _SCHEMA.split(";")):
            file.execute(statement)
    else:
        _check(path, application, version)
    file.execute("COMMIT")
    write_ahead(file, _PATIENCE)
    file.execute("PRAGMA synchronous = NORMAL")
