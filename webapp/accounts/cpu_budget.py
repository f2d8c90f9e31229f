"""Budgets of processor time for each visitor.

Rates count requests, and requests differ a thousandfold. So the seconds of a processor that a
visitor's requests took are added up for a minute, searches included, and who has used up his share
waits for the next one. Who is signed in has a share of his own. All others share that of their
address, and they may be many: so dear requests and pages have a share each, and pages stay open to
an address from which somebody asks too much of the solver.
"""

import math
import time
from threading import Lock

from flask import Flask, current_app, g, request
from werkzeug.exceptions import TooManyRequests

from webapp.accounts.api_keys import bearer
from webapp.accounts.sessions import current_account
from webapp.core import static_files
from webapp.core.limiter import limiter
from webapp.core.visitor_address import address_key

__all__ = ["install"]

_WINDOW = 60
"""Seconds in which time adds up."""
_TRIFLE = 0.02
"""Seconds: what the requests of a visitor took is written down when it adds up to so much."""
_MOST_UNWRITTEN = 10_000
"""Visitors of whom a process keeps less than a trifle; then it forgets all of them."""


class _Unwritten:
    """Adds up what is too little to be written down."""

    def __init__(self) -> None:
        self._seconds = dict[str, float]()
        self._lock = Lock()

    def add(self, share: str, seconds: float) -> float:
        """Return the seconds that are to be written down now, those of earlier requests too."""
        with self._lock:
            seconds += self._seconds.pop(share, 0.0)
            if seconds >= _TRIFLE:
                return seconds
            if len(self._seconds) >= _MOST_UNWRITTEN:
                self._seconds.clear()
            self._seconds[share] = seconds
            return 0.0


def install(app: Flask) -> None:
    """Measure the requests of an app, and refuse those of a visitor who has spent his budget."""
    app.extensions["unwritten_seconds"] = _Unwritten()
    app.before_request(_check)
    app.teardown_request(_charge)


def _check() -> None:
    began = time.thread_time()
    if not limiter.enabled or request.endpoint in (*static_files.ENDPOINTS, "health.healthz"):
        return
    share, budget = _share(), current_app.config["CPU_SECONDS"]
    g.cpu_share, g.cpu_began = share, began
    try:
        if limiter.storage.get(share) < 1000 * budget:
            return
        ends = limiter.storage.get_expiry(share)
    except limiter.storage.base_exceptions:
        return  # counters out of reach: rates are counted by each process, and the site serves on
    raise TooManyRequests(
        f"Your requests took more than {budget} seconds of processor time in a minute.",
        retry_after=max(1, math.ceil(ends - time.time())),
    )


def _charge(_error: BaseException | None) -> None:
    began = g.pop("cpu_began", None)
    if began is None:
        return
    unwritten: _Unwritten = current_app.extensions["unwritten_seconds"]
    if spent := unwritten.add(g.cpu_share, time.thread_time() - began):
        try:
            limiter.storage.incr(g.cpu_share, _WINDOW, amount=round(1000 * spent))
        except limiter.storage.base_exceptions:
            return


def _share() -> str:
    """Return the name of the counter that a request is charged to."""
    view = current_app.view_functions.get(request.endpoint or "")
    kind = "dear" if getattr(view, "is_dear", False) else "pages"
    account = bearer() if request.blueprint == "api" else current_account()
    return f"cpu/{kind}/" + (f"account {account.id}" if account else address_key())
