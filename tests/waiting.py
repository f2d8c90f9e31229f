"""Waiting until something holds, as long as a machine that is busy with other work may need."""

import time
from collections.abc import Callable

__all__ = ["DEADLINE", "until"]

DEADLINE = 120.0
"""Seconds: many times as long as anything takes that is waited for here. Only failures last so."""


def until(holds: Callable[[], bool]) -> bool:
    """Wait until something holds; return whether it did before the deadline."""
    end = time.monotonic() + DEADLINE
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True
