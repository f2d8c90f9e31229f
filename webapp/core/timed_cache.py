"""A cache with a lifetime of a minute: each process has one, for all who ask the same."""

import time
from collections.abc import Callable, Hashable
from threading import RLock
from typing import Any, TypeVar, cast

from flask import current_app

__all__ = ["cached"]

SECONDS = 60.0
MOST = 1000
"""Names that are held: some are as many as visitors think of. The one made first goes first."""

_T = TypeVar("_T")


def cached(name: Hashable, make: Callable[[], _T]) -> _T:
    """Return what `make` returned for this name within the last minute, or make it now.

    Who asks while another thread makes it waits for that. It must hold nothing of one visitor, and
    no row of the database.
    """
    store: dict[Hashable, tuple[float, object]] = _part("timed_cache")
    if (found := _fresh(store, name)) is not None:
        return cast(_T, found[1])
    making: dict[Hashable, RLock] = _part("timed_cache_making")
    with making.setdefault(name, RLock()):
        if (found := _fresh(store, name)) is not None:
            return cast(_T, found[1])
        try:
            now, value = time.monotonic(), make()
            store.pop(name, None)
            store[name] = now, value
            for old in [*store][:-MOST]:
                store.pop(old, None)
        finally:
            making.pop(name, None)
    return value


def _part(name: str) -> Any:
    return current_app.extensions.setdefault(name, {})


def _fresh(
    store: dict[Hashable, tuple[float, object]], name: Hashable
) -> tuple[float, object] | None:
    found = store.get(name)
    return found if found and time.monotonic() <= found[0] + SECONDS else None
