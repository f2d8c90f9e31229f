"""What guards the site: tokens against forged requests (CSRF), headers (CSP), strict JSON."""

import json
import re
from typing import Any

from flask import Flask, Response, abort, request
from flask.json.provider import DefaultJSONProvider
from flask_wtf.csrf import CSRFProtect
from werkzeug.exceptions import BadRequest
from werkzeug.middleware.proxy_fix import ProxyFix

__all__ = ["NulError", "csrf", "framed", "install", "safe_next"]

csrf = CSRFProtect()

_NUL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")
"""The character NUL as a text of JSON writes it."""

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


class NulError(BadRequest):
    """A text of a request holds the character NUL."""

    description = (
        "A text of this request holds the character NUL, as a file does that is no plain text. "
        "The site does not take it."
    )


class _Json(DefaultJSONProvider):
    """Reads JSON as Flask does, and takes what is nested too deeply or is no text for no JSON.

    The character NUL is in no text, and is refused: PostgreSQL keeps none that has it.
    """

    def loads(self, s: str | bytes, **kwargs: Any) -> Any:
        """Return what a text says. Raises ValueError."""
        text = s if isinstance(s, str) else s.decode(json.detect_encoding(s))
        if _NUL.search(text):
            raise NulError
        try:
            found = super().loads(text, **kwargs)
            if "\\ud" in text.lower():
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
    app.before_request(_refuse_nul)
    csrf.init_app(app)
    app.after_request(_add_headers)


def _refuse_nul() -> None:
    """Refuse an address or a form with the character NUL, as `_Json` does: nothing has such a name,
    and some databases fail when they are asked for it."""
    if "\0" in request.path:
        abort(404)
    sent = (*request.args.items(multi=True), *request.form.items(multi=True))
    if any("\0" in text for pair in sent for text in pair):
        raise NulError


def framed(response: Response) -> Response:
    """Let any site show an answer in a frame, with this site's own scripts."""
    response.headers["Content-Security-Policy"] = (
        "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; "
        "connect-src 'self'; base-uri 'none'; "
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
