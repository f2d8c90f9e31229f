"""Who is who: names, passwords and signed-in sessions.

An account is a name and a password. There is no e-mail address, so that only who runs the site can
replace a forgotten password (`twixt password`); the pages say so.
"""

import re
import time

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from flask import Flask, abort, redirect, request, url_for
from flask import session as cookie
from flask_login import LoginManager, current_user, login_user, logout_user
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session
from werkzeug.local import LocalProxy

from webapp.core.database import session
from webapp.models import Account
from webapp.progress.glicko import UNRATED

__all__ = [
    "AccountError",
    "change_password",
    "current_account",
    "enter",
    "find",
    "install",
    "leave",
    "leave_everywhere",
    "name_key",
    "password_fits",
    "required",
    "sign_up",
]

SHORTEST_PASSWORD = 10
LONGEST_PASSWORD = 200
"""Characters, both; the pages say so too."""

# Letters without accents only, so that no name looks like another.
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{2,23}", re.ASCII)

# What OWASP's password storage page asks at least (2024), since every thread may hash at a time.
_hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
_NOBODYS_HASH = _hasher.hash("the hash of a password that nobody has")


class AccountError(Exception):
    """A name or password cannot be taken; the message says why and what would do."""


def install(app: Flask) -> None:
    """Let an app know who is signed in."""
    manager = LoginManager(app)
    # A telephone changes its address all the time: the epoch ends sessions, not the address.
    manager.session_protection = None
    manager.user_loader(_load)
    # Not asked before a page needs it: one that says that the database is gone must not.
    app.context_processor(lambda: {"account": LocalProxy(current_account)})


def current_account() -> Account | None:
    """Return who is signed in, None for a visitor."""
    found = current_user._get_current_object()
    return found if isinstance(found, Account) else None


def required() -> Account:
    """Return who is signed in; a visitor is sent to the form, and comes back from there."""
    found = current_account()
    if found is None and request.method == "GET":
        abort(redirect(url_for("account.sign_in", next=request.full_path.rstrip("?"))))
    return found or abort(401)


def name_key(name: str) -> str:
    """Return what two names share that count as the same."""
    return name.strip().casefold()


def sign_up(database: Session, name: str, password: str) -> Account:
    """Make an account and keep it. Raises AccountError."""
    name = name.strip()
    if not _NAME.fullmatch(name):
        raise AccountError(
            "A name has 3 to 24 letters (a to z), digits, - or _, and starts with a letter."
        )
    _check_password(password, name)
    account = Account(
        name=name,
        name_key=name_key(name),
        password_hash=_hasher.hash(password),
        created=int(time.time()),
        epoch=0,
        **UNRATED._asdict(),
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
    if account is None:
        _verify(_NOBODYS_HASH, password)
        return None
    if not password_fits(account, password):
        return None
    if _hasher.check_needs_rehash(account.password_hash):
        account.password_hash = _hasher.hash(password)
        database.commit()
    return account


def password_fits(account: Account, password: str) -> bool:
    """Return whether this is the account's password."""
    return _verify(account.password_hash, password)


def change_password(database: Session, account: Account, new: str) -> None:
    """Give an account another password; all its sessions end. Raises AccountError."""
    _check_password(new, account.name)
    account.password_hash = _hasher.hash(new)
    leave_everywhere(database, account)


def enter(account: Account) -> None:
    """Sign an account in on this browser, with a session that holds nothing of the one before."""
    cookie.clear()
    cookie.permanent = True
    login_user(account)


def leave() -> None:
    """Sign out on this browser."""
    logout_user()
    cookie.clear()


def leave_everywhere(database: Session, account: Account) -> None:
    """End all sessions of an account."""
    account.epoch += 1
    database.commit()


def _check_password(password: str, name: str) -> None:
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise AccountError(
            f"A password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters. "
            "Four unrelated words are a good one."
        )
    if name.casefold() in password.casefold() or len(set(password)) < 5:
        raise AccountError("This password is easily guessed. Choose another one.")


def _verify(password_hash: str, password: str) -> bool:
    try:
        return len(password) <= LONGEST_PASSWORD and _hasher.verify(password_hash, password)
    except VerificationError:
        return False


def _load(text: str) -> Account | None:
    """Return the account of a session, None when the session is of an earlier epoch."""
    number, _, epoch = text.partition(".")
    account = session().get(Account, int(number))
    return account if account and str(account.epoch) == epoch else None
