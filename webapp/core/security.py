"""What guards the site: forged requests, headers, and how often one may ask."""

import hashlib
import hmac
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any

from flask import Flask, Response, current_app, request
from flask.json.provider import DefaultJSONProvider
from flask_limiter import Limiter
from flask_wtf.csrf import CSRFProtect
from werkzeug.middleware.proxy_fix import ProxyFix

from webapp.core.counters import counters_at

__all__ = ["address", "address_key", "csrf", "framed", "install", "limiter", "safe_next"]


def address() -> str:
    """Return the network address that a request counts for.

    Of the new kind it is the network of 64 bits, since a visitor has the whole of one.
    """
    try:
        found = ip_address(request.remote_addr or "")
    except ValueError:
        return ""
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        return str(IPv6Network((found, 64), strict=False))
    return str(found)


limiter = Limiter(address)
csrf = CSRFProtect()

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


def safe_next(address: str | None) -> str:
    """Return an address of this site to go on to; the first page for any other one.

    Browsers take `\\` for `/` and leave out control characters, so that neither may be in it.
    """
    plain = address and address.isprintable() and "\\" not in address
    if address and plain and address.startswith("/") and not address.startswith("//"):
        return address
    return "/"


def address_key() -> str:
    """Return what stands for the network address of a request: it tells two apart, not where."""
    key = str(current_app.config["SECRET_KEY"]).encode()
    return hmac.new(key, address().encode(), hashlib.sha256).hexdigest()[:32]


class _Json(DefaultJSONProvider):
    """Reads JSON as Flask does, and takes what is nested too deeply or is no text for no JSON."""

    def loads(self, s: str | bytes, **kwargs: Any) -> Any:
        """Return what a text says. Raises ValueError."""
        try:
            found = super().loads(s, **kwargs)
            if "\\ud" in str(s).lower():
                # Half of a pair of surrogates cannot be written anywhere.
                self.dumps(found, ensure_ascii=False).encode()
            return found
        except RecursionError:
            raise ValueError("nested too deeply") from None


def install(app: Flask) -> None:
    """Guard every request of an app."""
    app.json = _Json(app)
    if proxies := app.config["TWIXT_PROXIES"]:
        proxied = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=proxies)
        app.wsgi_app = proxied  # type: ignore[method-assign]  # as Flask's manual does it
    csrf.init_app(app)
    counters_at(app.config["RATELIMIT_STORAGE_URI"])  # says what is amiss
    limiter.init_app(app)
    app.after_request(_add_headers)


def framed(response: Response) -> Response:
    """Let any site show an answer in a frame, and nothing run in it."""
    response.headers["Content-Security-Policy"] = (
        "default-src 'none'; img-src 'self'; style-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors *"
    )
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


def _add_headers(response: Response) -> Response:
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
    if "frame-ancestors *" in response.headers["Content-Security-Policy"]:
        del response.headers["X-Frame-Options"]  # it knows no way to say yes
    if request.is_secure:
        response.headers["Strict-Transport-Security"] = "max-age=31536000"
    return response
