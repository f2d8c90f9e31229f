"""Whether something can be written, and which errors say that it cannot."""

import errno
import os
import sqlite3
import tempfile
from collections.abc import Iterable
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

__all__ = ["has_room", "is_busy", "is_full", "locked_files"]

_ROOM = 1 << 20
"""Bytes that must be free."""
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS})
_POSTGRES_FULL = "53100"


def has_room(folders: Iterable[Path]) -> bool:
    """Return whether something can be written to each of these folders; it is tried."""
    try:
        for folder in set(folders):
            with tempfile.TemporaryFile(dir=folder) as file:
                file.write(bytes(_ROOM))
    except OSError:
        return False
    return True


def locked_files(files: Iterable[Path]) -> str:
    """Say which of these files may only be read, and what to do; nothing if there is none."""
    found = [str(file) for file in files if file.exists() and not os.access(file, os.W_OK)]
    if not found:
        return ""
    return f"{' and '.join(found)} may only be read: give it to the user of the site"


def is_full(error: BaseException | None) -> bool:
    """Return whether the cause of an error of the system or of a database is a disk that takes
    nothing: it is full, or may only be read."""
    match error:
        case SQLAlchemyError():
            return is_full(getattr(error, "orig", None)) or is_full(error.__cause__)
        case sqlite3.Error():
            name = getattr(error, "sqlite_errorname", "")
            return name == "SQLITE_FULL" or name.startswith("SQLITE_READONLY")
        case OSError():
            return error.errno in _FULL
    return getattr(error, "sqlstate", None) == _POSTGRES_FULL


def is_busy(error: BaseException | None) -> bool:
    """Return whether the cause of an error is that others write to a file for too long."""
    if isinstance(error, SQLAlchemyError):
        return is_busy(getattr(error, "orig", None)) or is_busy(error.__cause__)
    return getattr(error, "sqlite_errorname", "").startswith("SQLITE_BUSY")
