"""Counts how often a visitor asked, in an SQLite file that all processes of the site share.

Flask-Limiter finds it by the scheme of `RATELIMIT_STORAGE_URI`: `sqlite:///var/limits.sqlite`.
What Flask-Limiter brings itself either counts in one process or needs a server.
"""

import sqlite3
import time
from pathlib import Path
from threading import Lock

from limits.errors import ConfigurationError
from limits.storage import Storage, storage_from_string

from solver.store import write_ahead
from webapp.core.settings import SettingError

__all__ = ["FileStorage", "counters_at"]

_HIT = """
INSERT INTO hit (key, number, expires) VALUES (:key, :number, :now + :seconds)
ON CONFLICT (key) DO UPDATE SET
    number = CASE WHEN expires <= :now THEN :number ELSE number + :number END,
    expires = CASE WHEN expires <= :now THEN :now + :seconds ELSE expires END
RETURNING number
"""
"""One statement, so that nobody else's hit comes between reading and writing."""

_WAIT = 5.0
"""Seconds that a process waits for its turn."""

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

    @property
    def base_exceptions(self) -> tuple[type[Exception], ...]:
        """What goes wrong with a file."""
        return sqlite3.Error, OSError

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Count `amount` hits in a window of `expiry` seconds; return how many there are now."""
        self._hits += 1
        if self._hits % _SWEEP == 0:
            self._ask("DELETE FROM hit WHERE expires <= :now")
        return int(self._ask(_HIT, key=key, number=amount, seconds=expiry)[0][0])

    def get(self, key: str) -> int:
        """Return the hits in the present window."""
        found = self._ask("SELECT number FROM hit WHERE key = :key AND expires > :now", key=key)
        return int(found[0][0]) if found else 0

    def get_expiry(self, key: str) -> float:
        """Return when the present window ends, in seconds since 1970; now if there is none."""
        found = self._ask("SELECT expires FROM hit WHERE key = :key AND expires > :now", key=key)
        return float(found[0][0]) if found else time.time()

    def check(self) -> bool:
        """Return whether the file can be used."""
        try:
            self._ask("SELECT 1 FROM hit LIMIT 1")
        except self.base_exceptions:
            return False
        return True

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
            found = self._connection().execute(statement, values | {"now": time.time()})
            return found.fetchall()

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
                "(key TEXT PRIMARY KEY, number INTEGER NOT NULL, expires REAL NOT NULL)"
            )
            self._open = opened
        return self._open


def counters_at(address: str) -> Storage:
    """Return the counters at an address; whether they answer shows later. Raises SettingError."""
    try:
        found = storage_from_string(address)
    except (ConfigurationError, ValueError) as error:
        raise SettingError(f"TWIXT_LIMITS cannot be used: {error}") from None
    if not isinstance(found, Storage):
        raise SettingError(f"TWIXT_LIMITS cannot be used: {address} is for asynchronous programs")
    return found
