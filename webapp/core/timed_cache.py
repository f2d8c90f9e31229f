"""A cache with a lifetime of a minute: each process has one, for all who ask the same."""

import time
from collections.abc import Callable, Hashable
from typing import TypeVar, cast

from flask import current_app

__all__ = ["cached"]

SECONDS = 60.0
MOST = 1000
"""Names that are held: some are as many as visitors think of. The one made first goes first."""

_T = TypeVar("_T")


def cached(name: Hashable, make: Callable[[], _T]) -> _T:
    """Return what `make` returned for this name within the last minute, or make it now.

    It must hold nothing of one visitor, and no row of the database.
    """
    store: dict[Hashable, tuple[float, object]] = current_app.extensions.setdefault(
        "timed_cache", {}
    )
    now = time.monotonic()
    made, value = store.get(name, (0.0, None))
    if not made or made + SECONDS < now:
        value = make()
        store.pop(name, None)
        store[name] = now, value
        for old in [*store][:-MOST]:
            store.pop(old, None)
    return cast(_T, value)
