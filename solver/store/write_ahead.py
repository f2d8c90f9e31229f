"""The journal mode in which readers and a writer use an SQLite file at the same time."""

import sqlite3
import time

__all__ = ["write_ahead"]


def write_ahead(file: sqlite3.Connection, seconds: float) -> None:
    """Set it, for which SQLite does not wait as it does for all else.

    Raises sqlite3.OperationalError when another process keeps the file locked for so long.
    """
    end = time.monotonic() + seconds
    while True:
        try:
            file.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError:
            if time.monotonic() > end:
                raise
            time.sleep(0.01)
        else:
            return
