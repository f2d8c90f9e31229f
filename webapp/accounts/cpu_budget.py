"""Budgets of processor time for each visitor.

Rates count requests, and requests differ a thousandfold. So the seconds of a processor that a
visitor's requests took are added up for a minute, searches included, and who has used up his share
waits for the next one. Who is signed in has a share of his own. All others share that of their
address, and they may be many: so dear requests and pages have a share each, and pages stay open to
an address from which somebody asks too much of the solver.
"""

import math
import time

from flask import Flask, current_app, g, request
from werkzeug.exceptions import TooManyRequests

from webapp.accounts.api_keys import bearer
from webapp.accounts.sessions import current_account
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
    began = time.thread_time()
    if not limiter.enabled or request.endpoint in ("static", "health.healthz"):
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
    spent = time.thread_time() - began
    if spent >= _TRIFLE:
        try:
            limiter.storage.incr(g.cpu_share, _WINDOW, amount=round(1000 * spent))
        except limiter.storage.base_exceptions:
            return


def _share() -> str:
    """Return the name of the counter that a request is charged to."""
    view = current_app.view_functions.get(request.endpoint or "")
    kind = "dear" if getattr(view, "is_dear", False) else "pages"
    account = bearer() if request.blueprint == "api" else current_account()
    return f"cpu/{kind}/" + (f"account {account.id}" if account else address())
