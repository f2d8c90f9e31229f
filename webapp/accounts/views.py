"""Signing up, in and out, and one's own account."""

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy import select

from webapp.accounts import sessions as accounts
from webapp.accounts import tokens
from webapp.accounts.sessions import AccountError, current_account
from webapp.core import sentences as words
from webapp.core.database import session
from webapp.core.security import limiter, safe_next
from webapp.models import ApiToken

__all__ = ["blueprint"]

blueprint = Blueprint("account", __name__)

# So many tries from an address, and for a name from everywhere together.
SIGN_IN_RATE = "10 per minute; 100 per day"
NAME_RATE = "100 per hour"
SIGN_UP_RATE = "5 per minute; 20 per day"
PASSWORD_RATE = "10 per hour"


@blueprint.after_request
def _keep_nothing(response: Response) -> Response:
    """Let no browser keep these pages: after signing out, its back button shows none of them."""
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.get("/sign-in")
def sign_in() -> ResponseReturnValue:
    """Show the form; who is signed in goes where he wanted to."""
    if current_account():
        return redirect(safe_next(request.args.get("next")))
    return render_template("accounts/sign_in.html", onward=request.args.get("next", ""))


@blueprint.post("/sign-in")
@limiter.limit(SIGN_IN_RATE)
@limiter.limit(NAME_RATE, key_func=lambda: accounts.name_key(_field("name"))[:40])
def enter() -> ResponseReturnValue:
    """Sign in with a name and a password."""
    found = accounts.find(session(), _field("name"), _field("password"))
    if found is None:
        return render_template(
            "accounts/sign_in.html",
            onward=_field("next"),
            name=_field("name"),
            problem="This name and this password do not belong together. Try again.",
        ), 422
    accounts.enter(found)
    return redirect(safe_next(_field("next")))


@blueprint.get("/sign-up")
def sign_up() -> ResponseReturnValue:
    """Show the form."""
    if current_account():
        return redirect(safe_next(request.args.get("next")))
    return render_template("accounts/sign_up.html", onward=request.args.get("next", ""))


@blueprint.post("/sign-up")
@limiter.limit(SIGN_UP_RATE)
def join() -> ResponseReturnValue:
    """Make an account and sign in."""
    try:
        made = accounts.sign_up(session(), _field("name"), _field("password"))
    except AccountError as error:
        return render_template(
            "accounts/sign_up.html",
            onward=_field("next"),
            name=_field("name"),
            problem=str(error),
        ), 422
    accounts.enter(made)
    return redirect(safe_next(_field("next")))


@blueprint.post("/sign-out")
def leave() -> ResponseReturnValue:
    """Sign out on this browser."""
    accounts.leave()
    return redirect(url_for("browse.index"))


@blueprint.get("/account/settings")
def settings() -> str:
    """Show what can be changed of one's account."""
    return _show()


@blueprint.get("/account/password")
@blueprint.get("/account/keys")
@blueprint.get("/account/sign-out-everywhere")
def show_settings() -> ResponseReturnValue:
    """Lead back from an address that a form was sent to and whose answer is opened again."""
    return redirect(url_for("account.settings"))


@blueprint.post("/account/password")
@limiter.limit(PASSWORD_RATE)
def change_password() -> ResponseReturnValue:
    """Take a new password; all other browsers are signed out."""
    account = accounts.required()
    if not accounts.password_fits(account, _field("password")):
        return _show("This is not your present password. Nothing was changed."), 422
    try:
        accounts.change_password(session(), account, _field("new"))
    except AccountError as error:
        return _show(str(error)), 422
    accounts.enter(account)
    return _show(done="Your password is changed. All other browsers are signed out.")


@blueprint.post("/account/sign-out-everywhere")
def leave_everywhere() -> ResponseReturnValue:
    """End all sessions but this one."""
    account = accounts.required()
    accounts.leave_everywhere(session(), account)
    accounts.enter(account)
    return _show(done="All other browsers are signed out.")


@blueprint.post("/account/keys")
@limiter.limit(PASSWORD_RATE)
def make_key() -> ResponseReturnValue:
    """Make a key to the API, which is shown this once."""
    account = accounts.required()
    try:
        return _show(key=tokens.issue(session(), account, _field("label")))
    except tokens.TokenError as error:
        return _show(str(error)), 422


@blueprint.post("/account/keys/<int(max=1000000000):number>/revoke")
def revoke_key(number: int) -> ResponseReturnValue:
    """Take a key back."""
    if not tokens.revoke(session(), accounts.required(), number):
        abort(404)
    return _show(done="The key is taken back. It opens nothing any more.")


def _show(problem: str = "", done: str = "", key: str = "") -> str:
    query = select(ApiToken).filter_by(account_id=accounts.required().id).order_by(ApiToken.id)
    return render_template(
        "accounts/settings.html",
        problem=problem,
        done=done,
        key=key,
        keys=session().scalars(query).all(),
        words=words,
    )


def _field(name: str) -> str:
    return request.form.get(name, "")
