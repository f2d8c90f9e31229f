"""Gunicorn's worker on an event loop, with an end to connections that never ask anything."""

import asyncio

from gunicorn.asgi.protocol import ASGIProtocol
from gunicorn.workers import gasgi

__all__ = ["Worker"]

_HEADER_SECONDS = 15.0
"""For the first request's headers to arrive."""


class _Protocol(ASGIProtocol):  # type: ignore[misc]  # gunicorn is published without types
    """A connection that is closed unless its first request comes in time."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Begin to wait."""
        super().connection_made(transport)
        self._deadline = self.worker.loop.call_later(_HEADER_SECONDS, self._end_if_idle)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        if self._deadline is not None:
            self._deadline.cancel()
        super().connection_lost(exc)

    def _end_if_idle(self) -> None:
        if self.req_count <= 1 and self._awaiting_request:
            self._keepalive_timeout()


gasgi.ASGIProtocol = _Protocol  # the worker asks its own module for it


class Worker(gasgi.ASGIWorker):  # type: ignore[misc]  # gunicorn is published without types
    """The worker that makes connections of this kind."""
