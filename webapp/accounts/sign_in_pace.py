"""How often a password may be tried: nobody is locked out, and guessing is slow.

Wrong tries at an account are counted for each place that they come from: a browser that signed in
to it before, which its cookie tells, or else an address. Beyond the allowance one more may be made
every few seconds from there. So a stranger slows down neither the owner of an account, nor who
signs in to another one from the same address. The numbers stand in `core.rate_limits`.
"""

import hashlib
import math
import time
from collections.abc import Callable
from typing import TypeVar

from flask import Flask, current_app
from limits.storage import MemoryStorage, Storage

from webapp.accounts.sessions import name_key, signed_in_before
from webapp.core.limiter import limiter
from webapp.core.rate_limits import (
    CALM_TRIES,
    FREE_TRIES,
    PACE,
    PACE_UNDER_ATTACK,
    TRIES_WINDOW,
)
from webapp.core.visitor_address import address_key

__all__ = ["forget", "install", "seconds_to_wait"]

_T = TypeVar("_T")


def install(app: Flask) -> None:
    """Let an app count by itself while the common counters are out of reach."""
    app.extensions["sign_in_counters"] = MemoryStorage()


def seconds_to_wait(name: str) -> int:
    """Return how long to wait before the next try at an account, which may not exist.

    0 admits a try: it is counted as a wrong one until `forget` is told that it was right.
    """
    if not limiter.enabled:
        return 0
    account, known = _digest(name_key(name)), signed_in_before(name)
    return _asked(lambda counters: _wait(counters, account, _place(name), known=known is not None))


def forget(name: str) -> None:
    """Forget the tries at an account from here, since the last one was right."""
    if limiter.enabled:
        tries, pace = _keys(_digest(name_key(name)), _place(name))
        _asked(lambda counters: (counters.clear(tries), counters.clear(pace)))


def _wait(counters: Storage, account: str, place: str, *, known: bool) -> int:
    tries, pace = _keys(account, place)
    everywhere = f"sign-in/{account}"
    calm = known or counters.get(everywhere) < CALM_TRIES
    paced = counters.incr(tries, TRIES_WINDOW) >= (FREE_TRIES if calm else 1)
    # The first one in each span of time is admitted.
    if paced and counters.incr(pace, PACE if calm else PACE_UNDER_ATTACK) > 1:
        return max(1, math.ceil(counters.get_expiry(pace) - time.time()))
    if not known:
        counters.incr(everywhere, TRIES_WINDOW)
    return 0


def _keys(account: str, place: str) -> tuple[str, str]:
    """Return the names of two counters: of tries, and of those in the present span of time."""
    return f"sign-in/{account}/{place}", f"sign-in/{account}/{place}/pace"


def _place(name: str) -> str:
    """Return what tries at an account are counted for, beside the account."""
    return _digest(signed_in_before(name) or address_key())


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()[:24]


def _asked(ask: Callable[[Storage], _T]) -> _T:
    """Ask the counters of all processes, or this one's while they cannot be reached."""
    try:
        return ask(limiter.storage)
    except limiter.storage.base_exceptions:
        spare: Storage = current_app.extensions["sign_in_counters"]
        return ask(spare)
