"""What guards the site: forged requests, headers, and how often one may ask."""

from flask import Flask, Response, request
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from flask_wtf.csrf import CSRFProtect

__all__ = ["install", "limiter"]

limiter = Limiter(get_remote_address)
_csrf = CSRFProtect()

_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
        "object-src 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    # CSRF protection reads the referrer on https, so it may not be dropped altogether.
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


def install(app: Flask) -> None:
    """Guard every request of an app."""
    _csrf.init_app(app)
    limiter.init_app(app)
    app.after_request(_add_headers)


def _add_headers(response: Response) -> Response:
    response.headers.update(_HEADERS)
    if request.is_secure:
        response.headers["Strict-Transport-Security"] = "max-age=31536000"
    return response
