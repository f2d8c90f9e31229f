"""The SQLite file of a verdict store: its tables, made or checked."""

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import TypeVar

from solver.errors import StoreError
from solver.store.write_ahead import write_ahead

__all__ = ["add_from", "copy_store", "opened", "unusable"]

_Result = TypeVar("_Result")

_APPLICATION = 0x54777874
_FORMAT = 1
_PATIENCE = 60.0
"""Seconds to wait for another process that writes."""

_REMEDIES = {
    sqlite3.SQLITE_NOTADB: "name another file",
    sqlite3.SQLITE_CORRUPT: "name another file",
    sqlite3.SQLITE_CANTOPEN: "name a file in a folder where you may write",
    sqlite3.SQLITE_READONLY: "copy it to a folder where you may write",
    sqlite3.SQLITE_FULL: "make room on its disk",
    sqlite3.SQLITE_IOERR: "the disk may be full",
    sqlite3.SQLITE_BUSY: "another program is writing to it: try again later",
}
"""By SQLite's primary codes of errors, the lowest byte of each code."""

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


def unusable(path: Path, error: sqlite3.Error | OSError) -> StoreError:
    """Return the error of a store that SQLite or the file system refuses, with a remedy."""
    remedy = _REMEDIES.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)
    said = f"the verdict store {path} cannot be used: {error}"
    return StoreError(f"{said} ({remedy})" if remedy else said)


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


def add_from(file: sqlite3.Connection, path: Path, statement: str) -> int:
    """Execute a statement that adds rows of another store, named `other`; return how many.

    Raises StoreError when it is something else, and what SQLite and the file system raise.
    """
    return _at_one_moment(path, partial(_added, file, path, statement))


def copy_store(path: Path, copy: Path) -> None:
    """Copy the file of a store that others may be writing. Raises StoreError."""
    try:
        with closing(sqlite3.connect(copy)) as target:
            _at_one_moment(path, partial(_copied, target))
    except (sqlite3.Error, OSError) as error:
        said = f"the verdict store {path} cannot be used: {error}"
        raise StoreError(f"{said} (its copy goes to {copy.parent})") from None


def _at_one_moment(path: Path, read: Callable[[str], AbstractContextManager[_Result]]) -> _Result:
    """Read a file by its address; where it has no locks, again if others wrote it meanwhile.

    A reading that is not of one moment ends with an error, and is to undo what it did.
    """
    end = time.monotonic() + _PATIENCE
    disturbed = StoreError(f"the verdict store {path} is being written: try again later")
    while True:
        before = _state(path)
        address, locked = _address(path)
        try:
            with read(address) as result:
                if not locked and before != _state(path):
                    raise disturbed
        except (sqlite3.Error, StoreError):
            if locked or before == _state(path):
                raise
        else:
            return result
        if time.monotonic() > end:
            raise disturbed


@contextmanager
def _added(file: sqlite3.Connection, path: Path, statement: str, address: str) -> Iterator[int]:
    file.execute("ATTACH ? AS other", (address,))
    try:
        (application,) = file.execute("PRAGMA other.application_id").fetchone()
        (version,) = file.execute("PRAGMA other.user_version").fetchone()
        _check(path, application, version)
        with file:
            file.execute("BEGIN")
            yield file.execute(statement).rowcount
    finally:
        file.execute("DETACH other")


@contextmanager
def _copied(target: sqlite3.Connection, address: str) -> Iterator[None]:
    with closing(sqlite3.connect(address, timeout=_PATIENCE, uri=True)) as file:
        file.backup(target)
    yield


def _address(path: Path) -> tuple[str, bool]:
    """Return the address of a file that is only read, and whether it is read with locks.

    SQLite keeps its locks in files beside it, which it takes away again if it may write the file
    too. Where it can have none the address is that of a file that never changes.
    """
    file = path.resolve()
    if os.access(file.parent, os.W_OK) and os.access(file, os.W_OK):
        return f"{file.as_uri()}?mode=rw", True
    if _waiting(path).exists():
        return f"{file.as_uri()}?mode=ro", True
    return f"{file.as_uri()}?mode=ro&immutable=1", False


def _waiting(path: Path) -> Path:
    """Return where a writer, also one that was killed, leaves what he has not moved into a file."""
    return Path(f"{path.resolve()}-wal")


def _state(path: Path) -> tuple[int, int, bool]:
    """Return what differs after someone else wrote a file."""
    found = path.stat()
    return found.st_mtime_ns, found.st_size, _waiting(path).exists()


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
