"""The SQLite file of a verdict store: its tables, made or checked."""

import os
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
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
    with ExitStack() as stack:
        address = _with_locks(path)
        if address is None:
            copy = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "copy.sqlite"
            copy_store(path, copy)
            address = copy.as_uri()
        file.execute("ATTACH ? AS other", (address,))
        stack.callback(file.execute, "DETACH other")
        (application,) = file.execute("PRAGMA other.application_id").fetchone()
        (version,) = file.execute("PRAGMA other.user_version").fetchone()
        _check(path, application, version)
        yield


def copy_store(path: Path, copy: Path) -> None:
    """Copy the file of a store that others may be writing. Raises StoreError."""
    end = time.monotonic() + _PATIENCE
    try:
        with closing(sqlite3.connect(copy)) as target:
            while not _copied(path, target):
                if time.monotonic() > end:
                    raise StoreError(f"the verdict store {path} is being written: try again later")
    except (sqlite3.Error, OSError) as error:
        raise StoreError(f"the verdict store {path} cannot be used: {error}") from None


def _copied(path: Path, target: sqlite3.Connection) -> bool:
    """Copy a file into another; tell whether all of it is of the same moment."""
    before = _state(path)
    locked = _with_locks(path)
    address = locked or f"{path.resolve().as_uri()}?mode=ro&immutable=1"
    try:
        with closing(sqlite3.connect(address, timeout=_PATIENCE, uri=True)) as file:
            file.backup(target)
    except sqlite3.Error:
        if locked or before == _state(path):
            raise
        return False
    return locked is not None or before == _state(path)


def _with_locks(path: Path) -> str | None:
    """Return the address of a file that is only read, while others write it.

    SQLite keeps its locks in files beside it, which it takes away again if it may write the file
    too. None where it can have no such files.
    """
    file = path.resolve()
    if os.access(file.parent, os.W_OK) and os.access(file, os.W_OK):
        return f"{file.as_uri()}?mode=rw"
    return f"{file.as_uri()}?mode=ro" if _waiting(file).exists() else None


def _waiting(file: Path) -> Path:
    """Return where a writer, also one that was killed, leaves what he has not moved into a file."""
    return file.with_name(f"{file.name}-wal")


def _state(path: Path) -> tuple[int, int, bool]:
    """Return what differs after someone else wrote a file."""
    file = path.resolve()
    found = file.stat()
    return found.st_mtime_ns, found.st_size, _waiting(file).exists()


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
