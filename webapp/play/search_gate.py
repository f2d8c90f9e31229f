"""The gate for searches: each process runs a few at a time, and the others wait for a place."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from webapp.core.errors import BusyError

__all__ = ["SearchGate"]

PATIENCE = 10.0
"""Seconds a question waits for a place."""


class SearchGate:
    """Lets a number of searches run at a time."""

    def __init__(self, places: int) -> None:
        self._free = BoundedSemaphore(places)

    @contextmanager
    def place(self) -> Iterator[None]:
        """Hold a place. Raises BusyError when none gets free in time."""
        if not self._free.acquire(timeout=PATIENCE):
            raise BusyError
        try:
            yield
        finally:
            self._free.release()
