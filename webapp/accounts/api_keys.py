"""Keys to the API: an account makes them, a program sends them, only their hash is kept."""

import hashlib
import secrets
import time

from flask import abort, g, request
from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from webapp.core.database import session
from webapp.core.disk import is_busy, is_full
from webapp.models import Account, ApiKey

__all__ = ["ApiKeyError", "bearer", "issue", "required_bearer", "revoke"]

_MOST = 10
"""Keys of an account."""
_LONGEST_LABEL = 60
_START = "twixt_"
"""By which tools find a key that was published by mistake."""
_USED = 60
"""Seconds between two notes that a key was used."""


class ApiKeyError(Exception):
    """A key cannot be made; the message says why."""


def issue(database: Session, account: Account, label: str) -> str:
    """Make a key for an account and return it; it cannot be read again. Commits.

    Raises ApiKeyError.
    """
    label = label.strip()
    if not 1 <= len(label) <= _LONGEST_LABEL or not label.isprintable():
        raise ApiKeyError(f"Give the key a name of up to {_LONGEST_LABEL} characters.")
    count = select(func.count()).select_from(ApiKey).filter_by(account_id=account.id)
    if (database.scalar(count) or 0) >= _MOST:
        raise ApiKeyError(f"You have {_MOST} keys, the most allowed. Delete one first.")
    key = _START + secrets.token_urlsafe(32)
    database.add(
        ApiKey(account_id=account.id, label=label, digest=_digest(key), created=int(time.time()))
    )
    database.commit()
    return key


def revoke(database: Session, account: Account, number: int) -> bool:
    """Take a key back; return whether the account had it. Commits."""
    found = database.get(ApiKey, number)
    if found is None or found.account_id != account.id:
        return False
    database.delete(found)
    database.commit()
    return True


def bearer() -> Account | None:
    """Return whose key a request carries, None when it carries none; status 401 for a wrong one.

    A cookie does not count: no other site can make a visitor's browser ask in his name.
    """
    if "bearer" not in g:
        g.bearer = _find(request.headers.get("Authorization", ""))
    found: Account | None = g.bearer
    return found


def required_bearer() -> Account:
    """Return whose key a request carries; status 401 without one."""
    return bearer() or abort(401, "Send a key: Authorization: Bearer twixt_... (see /api).")


def _find(header: str) -> Account | None:
    if not header:
        return None
    kind, _, key = header.partition(" ")
    database = session()
    found = None
    if kind.lower() == "bearer":
        found = database.scalar(select(ApiKey).filter_by(digest=_digest(key.strip())))
    if found is None:
        abort(401, "This key is unknown or has been revoked. Make a new one in your settings.")
    now = int(time.time())
    if now - (found.used or 0) >= _USED:
        found.used = now
        try:
            database.commit()
        except SQLAlchemyError as error:
            # A note is no reason to refuse what is only read.
            database.rollback()
            if not (is_full(error) or is_busy(error)):
                raise
    return database.get_one(Account, found.account_id)


def _digest(key: str) -> str:
    return hashlib.sha256(key.encode(errors="replace")).hexdigest()
