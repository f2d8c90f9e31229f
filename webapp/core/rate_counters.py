"""Counts how often a visitor asked, in an SQLite file that all processes of the site share.

Flask-Limiter finds it by the scheme of `RATELIMIT_STORAGE_URI`: `sqlite:///var/limits.sqlite`.
What Flask-Limiter brings itself either counts in one process or needs a server.
"""

import os
import sqlite3
import time
from contextlib import suppress
from pathlib import Path
from threading import Lock

from limits.errors import ConfigurationError
from limits.storage import Storage, storage_from_string

from solver.store import write_ahead
from webapp.core.settings import SettingError

__all__ = ["FileStorage", "counters_at"]

_WAIT = 5.0
"""Seconds that a process waits for its turn."""

_OVER = f"(expires <= :now OR coalesce(began, 0) > :now + {2 * _WAIT})"
"""A window that began in the future began before the clock was set back: it would last for as long
as the clock was ahead. One that another process began while this one waited is none of these."""

_HIT = f"""
INSERT INTO hit (key, number, expires, began) VALUES (:key, :number, :now + :seconds, :now)
ON CONFLICT (key) DO UPDATE SET
    number = CASE WHEN {_OVER} THEN :number ELSE number + :number END,
    expires = CASE WHEN {_OVER} THEN :now + :seconds ELSE expires END,
    began = CASE WHEN {_OVER} THEN :now ELSE began END
RETURNING number
"""
"""One statement, so that nobody else's hit comes between reading and writing."""

_SWEEP = 1000
"""Hits of a process between two sweeps of what has expired."""


class FileStorage(Storage):
    """Counters in a file; each lasts for its window and starts anew afterwards."""

    STORAGE_SCHEME = ["sqlite"]  # noqa: RUF012 - declared so by the base class

    def __init__(
        self, uri: str | None = None, wrap_exceptions: bool = False, **options: float | str | bool
    ) -> None:
        super().__init__(uri, wrap_exceptions, **options)
        self._path = Path((uri or "").removeprefix("sqlite:///"))
        self._open: sqlite3.Connection | None = None
        self._turn = Lock()
        self._hits = 0
        self._is_whole = False

    @property
    def base_exceptions(self) -> tuple[type[Exception], ...]:
        """What goes wrong with a file."""
        return sqlite3.Error, OSError

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Count `amount` hits in a window of `expiry` seconds; return how many there are now."""
        self._hits += 1
        if self._hits % _SWEEP == 0:
            self._ask(f"DELETE FROM hit WHERE {_OVER}")
        return int(self._ask(_HIT, key=key, number=amount, seconds=expiry)[0][0])

    def get(self, key: str) -> int:
        """Return the hits in the present window."""
        found = self._ask(f"SELECT number FROM hit WHERE key = :key AND NOT {_OVER}", key=key)
        return int(found[0][0]) if found else 0

    def get_expiry(self, key: str) -> float:
        """Return when the present window ends, in seconds since 1970; now if there is none."""
        found = self._ask(f"SELECT expires FROM hit WHERE key = :key AND NOT {_OVER}", key=key)
        return float(found[0][0]) if found else time.time()

    def check(self) -> bool:
        """Return whether hits can be counted; a file of an earlier version stays as it is."""
        try:
            with self._turn:
                self._connection().execute("SELECT 1 FROM hit LIMIT 1")
        except self.base_exceptions:
            return False
        return os.access(self._path, os.W_OK)

    def reset(self) -> int:
        """Forget all hits; return how many counters there were."""
        return len(self._ask("DELETE FROM hit RETURNING key"))

    def clear(self, key: str) -> None:
        """Forget the hits of one counter."""
        self._ask("DELETE FROM hit WHERE key = :key", key=key)

    def _ask(self, statement: str, **values: str | float) -> list[tuple[str | float, ...]]:
        # One thread at a time: between the change and its end a thread may wait for the others,
        # and a file that many threads of a busy process ask for at once stays locked too long.
        with self._turn:
            opened = self._connection()
            if not self._is_whole:
                self._complete(opened)
            return opened.execute(statement, values | {"now": time.time()}).fetchall()

    def _complete(self, opened: sqlite3.Connection) -> None:
        """Give a file of an earlier version the column that it lacks."""
        columns = [name for _, name, *_ in opened.execute("PRAGMA table_info(hit)")]
        if "began" not in columns:
            with suppress(sqlite3.OperationalError):  # another process may be faster
                opened.execute("ALTER TABLE hit ADD COLUMN began REAL")
        else:
            self._is_whole = True

    def _connection(self) -> sqlite3.Connection:
        """Return the connection of this process."""
        if self._open is None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            opened = sqlite3.connect(
                self._path, timeout=_WAIT, isolation_level=None, check_same_thread=False
            )
            write_ahead(opened, _WAIT)
            # A power cut may lose the counters, and nothing else.
            opened.execute("PRAGMA synchronous=OFF")
            opened.execute(
                "CREATE TABLE IF NOT EXISTS hit "
                "(key TEXT PRIMARY KEY, number INTEGER NOT NULL, expires REAL NOT NULL, began REAL)"
            )
            self._open = opened
        return self._open


def counters_at(address: str) -> Storage:
    """Return the counters at an address; whether they answer shows later. Raises SettingError."""
    with suppress(ConfigurationError, ValueError):  # they quote what may be a password
        found = storage_from_string(address)
        if isinstance(found, Storage):  # and not one for asynchronous programs
            return found
    raise SettingError(
        "TWIXT_LIMITS cannot be used: set it to a file, or to the address of a Redis such as "
        "redis://HOST/1, which needs the extra redis"
    )
