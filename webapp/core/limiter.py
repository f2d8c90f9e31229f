"""Refuses who asks too often, by the table in `core.rate_limits`."""

from collections.abc import Callable

from flask import Flask, current_app
from flask_limiter import Limiter, RouteLimit

from webapp.core.rate_counters import counters_at
from webapp.core.rate_limits import RATE_LIMITS
from webapp.core.visitor_address import address

__all__ = ["install", "limiter", "rate_limit"]

limiter = Limiter(address)


def rate_limit(
    name: str, key_func: Callable[[], str] | None = None, methods: list[str] | None = None
) -> RouteLimit:
    """Return the decorator of a view that puts the limit with this name on it.

    `key_func` tells for whom a request counts, if not for its address.
    """
    assert name in RATE_LIMITS, name
    return limiter.limit(
        lambda: str(current_app.config["RATE_LIMITS"][name]), key_func=key_func, methods=methods
    )


def install(app: Flask) -> None:
    """Let an app count. Raises SettingError when the counters cannot be used."""
    counters_at(app.config["RATELIMIT_STORAGE_URI"])
    limiter.init_app(app)
