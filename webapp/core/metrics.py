"""Figures of the running site for Prometheus.

With several processes `PROMETHEUS_MULTIPROC_DIR` must name an empty folder before this module is
loaded, as `webapp/gunicorn.conf.py` does.
"""

import os
import time
from collections.abc import Iterable
from hmac import compare_digest
from ipaddress import ip_address

from flask import Flask, Request, Response, g, request
from prometheus_client import REGISTRY, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from webapp.models import Account, Job, PuzzleRow

__all__ = ["REFUSED", "exposition", "install", "may_read"]

REFUSED = Counter("twixt_refused_questions_total", "Questions refused as too many waited already.")
"""Most of them reach no app, and so are not among the requests."""

_REQUESTS = Counter("twixt_requests_total", "Requests answered.", ["method", "endpoint", "status"])
_SECONDS = Histogram(
    "twixt_request_seconds",
    "How long requests took.",
    ["endpoint"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def install(app: Flask) -> None:
    """Count and time each request of an app."""
    app.before_request(_begin)
    app.after_request(_end)


def exposition(session: Session) -> bytes:
    """Return all figures, those of the other processes too, as Prometheus reads them."""
    registry = REGISTRY
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        registry = CollectorRegistry()
        MultiProcessCollector(registry)
    kept = CollectorRegistry()
    kept.register(_Kept(session))
    return generate_latest(registry) + generate_latest(kept)


def may_read(request: Request, token: str) -> bool:
    """Return whether a request may see the figures.

    With a token only who sends it as bearer may; without one only who asks from this very
    machine, and not through a proxy that stands on it.
    """
    if token:
        sent = request.authorization
        given = sent.token if sent is not None and sent.type == "bearer" else None
        return compare_digest((given or "").encode(), token.encode())
    if any(name in request.headers for name in ("X-Forwarded-For", "Forwarded", "X-Real-IP")):
        return False
    return ip_address(request.remote_addr or "0.0.0.0").is_loopback


class _Kept(Collector):
    """What the database holds."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def collect(self) -> Iterable[GaugeMetricFamily]:
        """Count it."""
        for name, said, table in (
            ("twixt_puzzles", "Puzzles, drafts too.", PuzzleRow),
            ("twixt_accounts", "Accounts.", Account),
        ):
            count = self.session.scalar(select(func.count()).select_from(table))
            yield GaugeMetricFamily(name, said, value=count)
        jobs = GaugeMetricFamily("twixt_jobs", "Audits asked for.", labels=["state"])
        states = select(Job.state, func.count()).group_by(Job.state)
        for state, count in self.session.execute(states):
            jobs.add_metric([state.value], count)
        yield jobs


def _begin() -> None:
    g.metrics_began = time.perf_counter()


def _end(response: Response) -> Response:
    # An address that nobody serves has no endpoint, and a method that nobody knows no name: what
    # strangers try makes no new figures.
    endpoint = request.endpoint or "none"
    method = request.method if request.method in _METHODS else "other"
    _REQUESTS.labels(method, endpoint, response.status_code).inc()
    if "metrics_began" in g:
        _SECONDS.labels(endpoint).observe(time.perf_counter() - g.metrics_began)
    return response
