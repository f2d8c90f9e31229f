"""Logs: a line of JSON each, tied together by the id of the request.

They hold no personal data: of an address only its keyed hash, of a request neither its query nor
what it sent.
"""

import json
import logging
import re
import time
import uuid
from datetime import UTC, datetime

from flask import Flask, Response, g, has_request_context, request

from webapp.core.visitor_address import address_key

__all__ = ["JsonFormatter", "install"]

_logger = logging.getLogger(__name__)
_GIVEN = re.compile(r"[A-Za-z0-9._-]{1,64}")


class JsonFormatter(logging.Formatter):
    """Writes a record as a line of JSON; `extra={"fields": {...}}` adds to it."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if has_request_context() and "request_id" in g:
            line["request"] = g.request_id
        line |= getattr(record, "fields", {})
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def install(app: Flask) -> None:
    """Name each request of an app, in the answer's `X-Request-ID` too, and log how it ended."""
    app.before_request(_begin)
    app.after_request(_end)


def _begin() -> None:
    # A proxy in front may have named it already.
    given = request.headers.get("X-Request-ID", "")
    g.request_id = given if _GIVEN.fullmatch(given) else uuid.uuid4().hex
    g.began = time.perf_counter()


def _end(response: Response) -> Response:
    if "request_id" in g:
        response.headers["X-Request-ID"] = g.request_id
        fields = {
            "method": request.method,
            "path": request.path,
            "status": response.status_code,
            "seconds": round(time.perf_counter() - g.began, 4),
            "bytes": response.calculate_content_length(),
            "from": address_key(),
        }
        _logger.info("request", extra={"fields": fields})
    return response
