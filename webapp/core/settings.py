"""Settings of the site, read from the environment, and the secret that signs its cookies."""

import os
import secrets
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from solver.proof import Limits
from webapp.core.rate_limits import CPU_SECONDS, RATE_LIMITS

__all__ = ["SettingError", "check_secret", "make_folder", "make_secret", "settings", "web_workers"]

VAR = Path("var")
"""Folder for all that a running site writes, under the working folder."""

_PATIENCE = 2
"""Seconds that a Redis has for an answer: visitors wait for it."""

_SHORTEST_SECRET = 32
_FEWEST_CHARACTERS = 5
"""Different ones in a secret: a random one of this length has more."""


class SettingError(RuntimeError):
    """The site cannot start as it is set; the message says what to set."""


_FIXED: Mapping[str, Any] = {
    # MiB for each process of an audit.
    "JOB_MEMORY": 1024,
    # What decides about moves instead of the solver, for tests.
    "SOLVER_JUDGE": None,
    # What one question may cost: seconds of a core, and MiB.
    "SOLVER_LIMITS": Limits(nodes=20_000_000, seconds=8.0, memory=512),
    # How often one may ask for what.
    "RATE_LIMITS": RATE_LIMITS,
    "CPU_SECONDS": CPU_SECONDS,
    # Where the counters cannot be reached, every process counts for itself.
    "RATELIMIT_IN_MEMORY_FALLBACK_ENABLED": True,
    "RATELIMIT_HEADERS_ENABLED": True,
    "MAX_CONTENT_LENGTH": 64 * 1024,
    "SESSION_COOKIE_HTTPONLY": True,
    "SESSION_COOKIE_SAMESITE": "Lax",
    "PERMANENT_SESSION_LIFETIME": timedelta(days=60),
    # Pages let a session last on, `accounts.sessions` says when.
    "SESSION_REFRESH_EACH_REQUEST": False,
    # A puzzle page may stay open for days: its token lives as long as the session.
    "WTF_CSRF_TIME_LIMIT": None,
}
"""What no variable changes."""


def settings(environ: Mapping[str, str] = os.environ) -> dict[str, Any]:
    """Return Flask's configuration.

    `docs/operations.md` tells what each variable sets. `SECRET_KEY` is missing when there is
    neither a secret nor its file. Raises SettingError for a value that cannot be.
    """
    kind = environ.get("TWIXT_ENV", "development")
    if kind not in ("development", "production"):
        raise SettingError(f"TWIXT_ENV is {kind!r}: set it to development or production")
    production = kind == "production"
    cores = max(1, os.cpu_count() or 1)
    secret = environ.get("TWIXT_SECRET") or (None if production else _read_secret())
    found = {
        **_FIXED,
        "TWIXT_PRODUCTION": production,
        "SESSION_COOKIE_SECURE": production,
        "TWIXT_DATABASE": _database(environ.get("TWIXT_DATABASE", ""))
        or f"sqlite:///{_in_var('twixt.sqlite')}",
        "TWIXT_STORE": environ.get("TWIXT_STORE") or _in_var("verdicts.sqlite"),
        # What visitors ask for is proved and kept, and they may ask for anything.
        "STORE_BYTES": _number(environ, "TWIXT_STORE_MIB", 4096, range(1, 1 << 24)) << 20,
        # All puzzles as one file to download; `webapp.prepare` writes it.
        "EXPORT": _in_var("twixt-puzzles.zip"),
        "TWIXT_QUEUE": _patient(environ.get("TWIXT_QUEUE", "")) or _in_var("jobs.sqlite"),
        # How many audits run at the same time.
        "JOB_SLOTS": cores,
        # How long an audit that has ended is kept.
        "JOB_DAYS": _number(environ, "TWIXT_JOB_DAYS", 30, range(1, 3651)),
        # Searches at a time in each of the processes that serve.
        "SOLVER_SLOTS": max(1, cores // web_workers(environ)),
        # Who sends it may read /metrics; empty: only this machine.
        "METRICS_TOKEN": environ.get("TWIXT_METRICS_TOKEN", ""),
        "RATELIMIT_STORAGE_URI": _counters(environ.get("TWIXT_LIMITS") or _in_var("limits.sqlite")),
        "TWIXT_PROXIES": _number(environ, "TWIXT_PROXIES", 0, range(10)),
    }
    return found | ({"SECRET_KEY": secret} if secret else {})


def _in_var(name: str) -> str:
    """Return the path of a file that a running site writes."""
    return str((VAR / name).absolute())


def web_workers(environ: Mapping[str, str] = os.environ) -> int:
    """Return how many processes serve, by `WEB_CONCURRENCY`; 2 unless it says otherwise.

    Raises SettingError when it is no number from 1 to 64.
    """
    return _number(environ, "WEB_CONCURRENCY", 2, range(1, 65))


def _database(url: str) -> str:
    """Return the address of a database. Raises SettingError when none can be opened at it."""
    try:
        if url:
            make_url(url).get_dialect().import_dbapi()
    except ArgumentError:  # which names what may be a password
        raise SettingError(
            "TWIXT_DATABASE names no database: set it to a URL such as sqlite:////srv/twixt.sqlite "
            "or postgresql+psycopg://USER@HOST/NAME"
        ) from None
    except ImportError as error:
        raise SettingError(f"TWIXT_DATABASE needs what is not installed: {error}") from None
    return url


def _counters(place: str) -> str:
    """Return the address of counters that are kept in a file, or at an address."""
    return _patient(place) if "://" in place else f"sqlite:///{place}"


def _patient(address: str) -> str:
    """Return the address of a Redis with how long to wait for it; any other one as it is."""
    if not address.startswith(("redis://", "rediss://")):
        return address
    # What the address says itself comes first, and holds.
    joined = "&" if "?" in address else "?"
    return f"{address}{joined}socket_timeout={_PATIENCE}&socket_connect_timeout={_PATIENCE}"


def _number(environ: Mapping[str, str], name: str, default: int, allowed: range) -> int:
    text = environ.get(name) or str(default)
    if not (text.isascii() and text.isdigit() and int(text) in allowed):
        least, most = allowed[0], allowed[-1]
        raise SettingError(f"{name} is {text!r}: set it to a number from {least} to {most}")
    return int(text)


def check_secret(secret: str | None) -> None:
    """Raise SettingError for a secret that production cannot rely on: who guesses it is anybody."""
    if not secret:
        problem = "is not set"
    elif len(secret) < _SHORTEST_SECRET:
        problem = "is too short"
    elif len(set(secret)) < _FEWEST_CHARACTERS:
        problem = "repeats a few characters"
    else:
        return
    raise SettingError(
        f"TWIXT_SECRET {problem}: production needs a random text of at least {_SHORTEST_SECRET} "
        "characters, as from python -c 'import secrets; print(secrets.token_urlsafe(32))'"
    )


def make_secret(environ: Mapping[str, str] = os.environ) -> None:
    """Make sure there is a secret: in development, write one to `var/secret` once.

    Raises SettingError in production when `TWIXT_SECRET` is not set, or can be guessed.
    """
    secret = environ.get("TWIXT_SECRET")
    if environ.get("TWIXT_ENV") == "production":
        check_secret(secret)
    if secret:
        return
    VAR.mkdir(parents=True, exist_ok=True)
    try:
        file = os.open(VAR / "secret", os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode=0o600)
    except FileExistsError:
        return
    with os.fdopen(file, "w") as stream:
        stream.write(secrets.token_urlsafe(32))


def make_folder(name: str, file: Path) -> None:
    """Make the folder of a file that a setting names. Raises SettingError if it cannot be made."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SettingError(f"{name} cannot be used: {error.filename}: {error.strerror}") from None


def _read_secret() -> str | None:
    file = VAR / "secret"
    try:
        return file.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is no ASCII text"
        raise SettingError(
            f"{file.absolute()} cannot be read: {reason}: give it to the user of the site, or set "
            "TWIXT_SECRET"
        ) from None
