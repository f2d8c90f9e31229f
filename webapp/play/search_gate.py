"""The gate for searches: each process runs a few at a time, and the others wait for a place.

A place that gets free goes to another address than the one that had it, if one waits: who asks
much lets others pass.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock, Semaphore

from flask import has_request_context

from webapp.core.errors import BusyError
from webapp.core.visitor_address import address

__all__ = ["SearchGate"]

PATIENCE = 10.0
"""Seconds a question waits for a place."""


@dataclass(eq=False, slots=True)
class _Waiting:
    whose: str
    called: Semaphore = field(default_factory=lambda: Semaphore(0))


class SearchGate:
    """Lets a number of searches run at a time."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting = list[_Waiting]()
        self._lock = Lock()

    @contextmanager
    def place(self) -> Iterator[None]:
        """Hold a place. Raises BusyError when none gets free in time."""
        whose = address() if has_request_context() else ""
        self._enter(_Waiting(whose))
        try:
            yield
        finally:
            self._leave(whose)

    def _enter(self, one: _Waiting) -> None:
        with self._lock:
            if self._free:
                self._free -= 1
                return
            self._waiting.append(one)
        if one.called.acquire(timeout=PATIENCE):
            return
        with self._lock:
            if one in self._waiting:  # else it was called at the last moment
                self._waiting.remove(one)
                raise BusyError

    def _leave(self, whose: str) -> None:
        with self._lock:
            if not self._waiting:
                self._free += 1
                return
            others = (each for each in self._waiting if each.whose != whose)
            chosen = next(others, self._waiting[0])
            self._waiting.remove(chosen)
            chosen.called.release()
