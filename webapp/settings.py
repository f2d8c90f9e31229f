"""Settings of the site, read from the environment, and the secret that signs its cookies."""

import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from solver.answers import judge
from solver.proof import Limits

__all__ = ["SettingError", "make_secret", "settings"]

VAR = Path("var")
"""Folder for all that a running site writes, under the working folder."""


class SettingError(RuntimeError):
    """The site cannot start as it is set; the message says what to set."""


def settings(environ: Mapping[str, str] = os.environ) -> dict[str, Any]:
    """Return Flask's configuration.

    Reads `TWIXT_ENV` (development or production), `TWIXT_DATABASE` (an SQLAlchemy URL) and
    `TWIXT_SECRET`. `SECRET_KEY` is missing when there is neither a secret nor its file.
    Raises SettingError for a value that cannot be.
    """
    kind = environ.get("TWIXT_ENV", "development")
    if kind not in ("development", "production"):
        raise SettingError(f"TWIXT_ENV is {kind!r}: set it to development or production")
    production = kind == "production"
    secret = environ.get("TWIXT_SECRET") or (None if production else _read_secret(VAR))
    found = {
        "TWIXT_PRODUCTION": production,
        "TWIXT_DATABASE": environ.get("TWIXT_DATABASE")
        or f"sqlite:///{(VAR / 'twixt.sqlite').absolute()}",
        "SOLVER_JUDGE": judge,
        # What one question may cost: seconds of a core, and MiB.
        "SOLVER_LIMITS": Limits(nodes=20_000_000, seconds=8.0, memory=512),
        "SOLVER_SLOTS": max(1, os.cpu_count() or 1),
        "JUDGE_RATE": "60 per minute",
        "RATELIMIT_STORAGE_URI": "memory://",
        "RATELIMIT_HEADERS_ENABLED": True,
        "MAX_CONTENT_LENGTH": 64 * 1024,
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",
        "SESSION_COOKIE_SECURE": production,
        # A puzzle page may stay open for days: its token lives as long as the session.
        "WTF_CSRF_TIME_LIMIT": None,
    }
    return found | ({"SECRET_KEY": secret} if secret else {})


def make_secret(environ: Mapping[str, str] = os.environ, var: Path = VAR) -> None:
    """Make sure there is a secret: in development, write one to `var/secret` once.

    Raises SettingError in production when `TWIXT_SECRET` is not set.
    """
    if environ.get("TWIXT_SECRET"):
        return
    if environ.get("TWIXT_ENV") == "production":
        raise SettingError(
            "TWIXT_SECRET is not set: production needs a long random text of its own, as from "
            "python -c 'import secrets; print(secrets.token_urlsafe(32))'"
        )
    var.mkdir(parents=True, exist_ok=True)
    try:
        file = os.open(var / "secret", os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode=0o600)
    except FileExistsError:
        return
    with os.fdopen(file, "w") as stream:
        stream.write(secrets.token_urlsafe(32))


def _read_secret(var: Path) -> str | None:
    try:
        return (var / "secret").read_text(encoding="ascii").strip()
    except FileNotFoundError:
        return None
