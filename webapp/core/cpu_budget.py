"""A budget of processor time for each visitor, over all that he asks.

Rates count requests, and requests differ a thousandfold. So the seconds of a processor that a
visitor's requests took are added up for a minute, searches included, and who has used up his share
waits for the next one.
"""

import math
import time

from flask import Flask, current_app, g, request
from werkzeug.exceptions import TooManyRequests

from webapp.core.limiter import limiter
from webapp.core.visitor_address import address

__all__ = ["install"]

_WINDOW = 60
"""Seconds in which time adds up."""
_TRIFLE = 0.02
"""Seconds: a request that took less is not written down."""


def install(app: Flask) -> None:
    """Measure the requests of an app, and refuse those of a visitor who has spent his budget."""
    app.before_request(_check)
    app.teardown_request(_charge)


def _check() -> None:
    g.cpu_began = time.thread_time()
    if not limiter.enabled or request.endpoint in ("static", "health.healthz"):
        return
    key, budget = _key(), current_app.config["CPU_SECONDS"]
    try:
        if limiter.storage.get(key) < 1000 * budget:
            return
        ends = limiter.storage.get_expiry(key)
    except limiter.storage.base_exceptions:
        return  # counters out of reach: rates are counted by each process, and the site serves on
    raise TooManyRequests(
        f"Your requests took more than {budget} seconds of processor time in a minute.",
        retry_after=max(1, math.ceil(ends - time.time())),
    )


def _charge(_error: BaseException | None) -> None:
    began = g.pop("cpu_began", None)
    if began is None or not limiter.enabled:
        return
    spent = time.thread_time() - began
    if spent >= _TRIFLE:
        try:
            limiter.storage.incr(_key(), _WINDOW, amount=round(1000 * spent))
        except limiter.storage.base_exceptions:
            return


def _key() -> str:
    return f"cpu/{address()}"
