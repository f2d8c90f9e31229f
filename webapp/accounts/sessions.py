"""Who is who: names and signed-in sessions.

An account is a name and a password. There is no e-mail address, so that only who runs the site can
replace a forgotten password (`twixt password`); the pages say so.
"""

import re
import secrets
import time

from flask import Flask, Response, abort, current_app, redirect, request, url_for
from flask import session as cookie
from flask.sessions import SecureCookieSessionInterface, SessionMixin
from flask_login import LoginManager, current_user, login_user, logout_user
from sqlalchemy import delete, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session
from werkzeug.local import LocalProxy

from webapp.accounts.passwords import (
    AccountError,
    check_password,
    fits,
    hash_password,
    is_outdated,
)
from webapp.core.database import session
from webapp.models import Account, EndedSession
from webapp.progress.glicko import NEWCOMER

__all__ = [
    "change_password",
    "current_account",
    "enter",
    "find",
    "install",
    "leave",
    "leave_everywhere",
    "name_key",
    "required",
    "sign_up",
    "signed_in_before",
]

# Letters without accents only, so that no name looks like another.
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{2,23}", re.ASCII)

_ID = "sid"
"""Where the cookie of a signed-in session has its id."""
_BEFORE = "before"
"""Where a cookie has the account that its browser signed in to last, and the session's id."""
_RENEWED = "day"
"""Where a cookie has the day on which it was set anew to last on."""
_DAY = 24 * 3600
"""Seconds."""
_MARGIN = 3600
"""Seconds: a request that signing out crosses may still hand out a cookie of the session."""


class _Cookies(SecureCookieSessionInterface):
    """Cookies of sessions. An answer for everybody comes without one, and rests on none."""

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Write the cookie of a session if it has changed, and note that an answer rests on it."""
        if not response.cache_control.public:
            super().save_session(app, session, response)


def install(app: Flask) -> None:
    """Let an app know who is signed in."""
    app.session_interface = _Cookies()
    manager = LoginManager(app)
    # A telephone changes its address all the time: the epoch ends sessions, not the address.
    manager.session_protection = None
    manager.user_loader(_load)
    app.after_request(_last_on)
    # Not asked before a page needs it: one that says that the database is gone must not.
    app.context_processor(lambda: {"account": LocalProxy(current_account)})


def current_account() -> Account | None:
    """Return who is signed in, None for a visitor."""
    found = current_user._get_current_object()
    return found if isinstance(found, Account) else None


def required() -> Account:
    """Return who is signed in; a visitor is sent to the form, and comes back from there."""
    found = current_account()
    if found is None and request.method in ("GET", "HEAD"):
        abort(redirect(url_for("account.sign_in", next=request.full_path.rstrip("?"))))
    return found or abort(401)


def name_key(name: str) -> str:
    """Return what two names share that count as the same."""
    return name.strip().casefold()


def sign_up(database: Session, name: str, password: str) -> Account:
    """Create an account and keep it. Raises AccountError."""
    name = name.strip()
    if not _NAME.fullmatch(name):
        raise AccountError(
            "A name has 3 to 24 letters (a to z), digits, - or _, and starts with a letter."
        )
    check_password(password, name)
    account = Account(
        name=name,
        name_key=name_key(name),
        password_hash=hash_password(password),
        created=int(time.time()),
        epoch=secrets.randbelow(1 << 30),
        **NEWCOMER._asdict(),
    )
    database.add(account)
    try:
        database.commit()
    except IntegrityError:
        database.rollback()
        raise AccountError(f"The name {name} is taken. Choose another one.") from None
    return account


def find(database: Session, name: str, password: str) -> Account | None:
    """Return the account with this name and password.

    It takes as long for a name that nobody has, so that the time tells no stranger who has one.
    """
    account = database.scalar(select(Account).filter_by(name_key=name_key(name)))
    if not fits(account.password_hash if account else None, password) or account is None:
        return None
    if is_outdated(account.password_hash):
        account.password_hash = hash_password(password)
        database.commit()
    return account


def change_password(database: Session, account: Account, new: str) -> None:
    """Give an account another password; all its sessions end. Raises AccountError."""
    check_password(new, account.name)
    account.password_hash = hash_password(new)
    leave_everywhere(database, account)


def enter(account: Account) -> None:
    """Sign an account in on this browser, with a session that holds nothing of the one before."""
    cookie.clear()
    cookie.permanent = True
    cookie[_ID] = secrets.token_urlsafe(16)
    cookie[_BEFORE] = [account.name_key, cookie[_ID]]
    cookie[_RENEWED] = _today()
    login_user(account)


def leave(database: Session, *, for_good: bool = False) -> None:
    """Sign out on this browser; no copy of its cookie is of use any more. Commits.

    The browser stays one that signed in to the account before, unless it is `for_good`.
    """
    account, mark, before = current_account(), cookie.get(_ID), cookie.get(_BEFORE)
    logout_user()
    cookie.clear()
    if before and not for_good:
        cookie.permanent, cookie[_BEFORE] = True, before
    if account is None:
        return
    if not mark:
        # One from before sessions had ids, as all of its kind: they can only end together.
        leave_everywhere(database, account)
        return
    now, lifetime = int(time.time()), current_app.permanent_session_lifetime
    ended = EndedSession(id=mark, expires=now + int(lifetime.total_seconds()) + _MARGIN)
    database.execute(delete(EndedSession).where(EndedSession.expires < now))
    # It may be there: two tabs may sign out at the same time.
    database.merge(ended)
    try:
        database.commit()
    except IntegrityError:
        database.rollback()


def signed_in_before(name: str) -> str | None:
    """Return what tells this browser from others, if it was the named account that it signed in to
    last; else None."""
    account, mark = cookie.get(_BEFORE) or ("", None)
    return mark if account == name_key(name) else None


def leave_everywhere(database: Session, account: Account) -> None:
    """End all sessions of an account."""
    account.epoch += 1
    database.commit()


def _load(text: str) -> Account | None:
    """Return the account of a session, None when the session has ended."""
    number, _, epoch = text.partition(".")
    account = session().get(Account, int(number))
    if account is None or str(account.epoch) != epoch:
        return None
    mark = cookie.get(_ID)
    return None if mark and session().get(EndedSession, mark) else account


def _today() -> int:
    return int(time.time()) // _DAY


def _last_on(response: Response) -> Response:
    """Let the session of somebody who looks at a page last on, once a day.

    An answer to a script never does so: it may come late, and its cookie would undo what another
    tab did to the session meanwhile.
    """
    page = request.method == "GET" and response.mimetype == "text/html"
    if page and cookie.permanent and cookie.get(_RENEWED) != _today():
        cookie[_RENEWED] = _today()
    return response
