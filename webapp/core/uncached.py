"""Answers that browsers do not keep."""

from flask import Response, make_response
from werkzeug.wrappers import Response as Redirect

__all__ = ["uncached"]


def uncached(page: str | Redirect) -> Response:
    """Return a page or a redirect as one that is asked for again each time, unless it says itself
    how it may be kept."""
    response = make_response(page)
    response.headers.setdefault("Cache-Control", "no-store")
    return response
