"""Refuses who asks too often, by the table in `core.rate_limits`."""

import math
import time
from collections.abc import Callable
from typing import Any, TypeVar, cast

from flask import Flask, Response, current_app, request
from flask_limiter import Limiter, RequestLimit

from solver.plurals import counted
from webapp.core.errors import BUSY, BusyError
from webapp.core.rate_counters import counters_at
from webapp.core.rate_limits import ASKS_SOLVER, DEAR, RATE_LIMITS
from webapp.core.visitor_address import address_key

__all__ = ["install", "limiter", "rate_limit"]

limiter = Limiter(address_key)

_WAIT = "X-RateLimit-Retry-After"
"""The header in which the limiter writes the seconds until a limit begins anew."""


_View = TypeVar("_View", bound=Callable[..., Any])


def rate_limit(name: str, key_func: Callable[[], str] | None = None) -> Callable[[_View], _View]:
    """Return the decorator of a view that puts the limit with this name on it.

    `key_func` tells for whom a request counts, if not for its address. A view that may keep the
    solver busy is marked with `asks_solver`: `webapp.asgi` answers it in another process.
    One that may be dear is marked with `is_dear`: see `webapp.accounts.cpu_budget`.
    """
    assert name in RATE_LIMITS, name
    limit = limiter.limit(
        lambda: str(current_app.config["RATE_LIMITS"][name]),
        key_func=key_func,
        error_message=lambda: _refusal(name),
    )

    def limited(view: _View) -> _View:
        found = limit(view)
        found.__dict__ |= {"asks_solver": name in ASKS_SOLVER, "is_dear": name in DEAR}
        return cast(_View, found)

    return limited


def _refusal(name: str) -> str:
    """Say how often one may do what is refused, and when to ask again."""
    found = limiter.current_limit
    assert found is not None, "a limit was reached"
    times, span = found.limit.amount, counted(found.limit.multiples, found.limit.GRANULARITY.name)
    often = f"You may {name} {counted(times, 'time')} in {span} here."
    return f"{often} Try again in {counted(_wait(found), 'second')}."


def _wait(limit: RequestLimit) -> int:
    """Return the seconds until a limit that was reached may be asked again, rounded up."""
    # Not `reset_at`, which is up to a second late, nor the limiter's own header, as much too soon.
    return max(1, math.ceil(limit.window[0] - time.time()))


def install(app: Flask) -> None:
    """Let an app count. Raises SettingError when the counters cannot be used."""
    counters_at(app.config["RATELIMIT_STORAGE_URI"])
    app.after_request(_keep_wait_of_refused)  # before the limiter's own, so that it comes after
    app.config["RATELIMIT_HEADER_RETRY_AFTER"] = _WAIT
    limiter.init_app(app)
    app.before_request(_refuse_crowd)


def _keep_wait_of_refused(response: Response) -> Response:
    """Tell who is refused when to ask again. The limiter would tell everybody."""
    wait = response.headers.pop(_WAIT, None)
    if wait and limiter.current_limit and limiter.current_limit.breached:
        response.headers["Retry-After"] = str(_wait(limiter.current_limit))
    return response


def _refuse_crowd() -> None:
    """Answer at once where no thread is free for a question. Raises BusyError."""
    if BUSY in request.environ:
        raise BusyError
