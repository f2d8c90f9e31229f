"""Signing up, in and out, and one's own account."""

from flask import (
    Blueprint,
    Response,
    abort,
    flash,
    jsonify,
    redirect,
    render_template,
    request,
    url_for,
)
from flask import session as cookie
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import generate_csrf
from sqlalchemy import select

from webapp.accounts import account_data, api_keys, sessions, sign_in_pace
from webapp.accounts.passwords import AccountError, fits
from webapp.accounts.sessions import current_account
from webapp.core.database import session
from webapp.core.limiter import rate_limit
from webapp.core.security import safe_next
from webapp.models import ApiKey

__all__ = ["blueprint"]

blueprint = Blueprint("account", __name__)

_NEW_KEY = "new_key"
"""Where a cookie has a key to the API that was made and not shown yet."""


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
def enter() -> ResponseReturnValue:
    """Sign in with a name and a password. After too many wrong ones, say how long to wait."""
    name = _field("name")
    if wait := sign_in_pace.seconds_to_wait(name):
        later = f"in {wait} seconds" if wait > 1 else "in a second"
        problem = f"Too many wrong passwords for this name. You can try again {later}."
        page, _ = _again("accounts/sign_in.html", problem)
        return page, 429, {"Retry-After": str(wait)}
    found = sessions.find(session(), name, _field("password"))
    if found is None:
        return _again("accounts/sign_in.html", "Wrong name or password. Try again.")
    sign_in_pace.forget(name)
    sessions.enter(found)
    return redirect(safe_next(_field("next")))


@blueprint.get("/sign-up")
def sign_up() -> ResponseReturnValue:
    """Show the form."""
    if current_account():
        return redirect(safe_next(request.args.get("next")))
    return render_template("accounts/sign_up.html", onward=request.args.get("next", ""))


@blueprint.post("/sign-up")
@rate_limit("sign up")
def join() -> ResponseReturnValue:
    """Create an account and sign in."""
    try:
        made = sessions.sign_up(session(), _field("name"), _field("password"))
    except AccountError as error:
        return _again("accounts/sign_up.html", str(error))
    sessions.enter(made)
    return redirect(safe_next(_field("next")))


@blueprint.post("/sign-out")
def leave() -> ResponseReturnValue:
    """Sign out on this browser."""
    sessions.leave(session())
    return redirect(url_for("browse.index"))


@blueprint.get("/token")
def token() -> Response:
    """Give a page of a visitor the token of his session, where it has that of another one.

    A page that was opened before somebody signed in has to be loaded again: what it shows and
    keeps is not his.
    """
    if current_account():
        abort(409)
    return jsonify(token=generate_csrf())


@blueprint.get("/account/settings")
def settings() -> str:
    """Show what can be changed of one's account, and once the key that was just made."""
    return _show(key=cookie.pop(_NEW_KEY, ""))


@blueprint.get("/account/password")
@blueprint.get("/account/keys")
@blueprint.get("/account/keys/<int(max=1000000000):number>/revoke")
@blueprint.get("/account/sign-out-everywhere")
def show_settings(**_: int) -> ResponseReturnValue:
    """Lead back from an address that a form was sent to and whose answer is opened again."""
    return redirect(url_for("account.settings"))


@blueprint.post("/account/password")
@rate_limit("change password")
def change_password() -> ResponseReturnValue:
    """Take a new password, and lead to the settings; all other browsers are signed out."""
    account = sessions.required()
    if not fits(account.password_hash, _field("password")):
        return _show("This is not your current password. Nothing was changed."), 422
    try:
        sessions.change_password(session(), account, _field("new"))
    except AccountError as error:
        return _show(str(error)), 422
    sessions.enter(account)
    flash("Your password has been changed. All other browsers are signed out.")
    return redirect(url_for("account.settings"), 303)


@blueprint.post("/account/sign-out-everywhere")
def leave_everywhere() -> ResponseReturnValue:
    """End all sessions but this one, and lead to the settings."""
    account = sessions.required()
    sessions.leave_everywhere(session(), account)
    sessions.enter(account)
    flash("All other browsers are signed out.")
    return redirect(url_for("account.settings"), 303)


@blueprint.post("/account/keys")
@rate_limit("make API key")
def make_key() -> ResponseReturnValue:
    """Create a key to the API, and lead to where it is shown: to reload that makes no other one."""
    account = sessions.required()
    try:
        cookie[_NEW_KEY] = api_keys.issue(session(), account, _field("label"))
    except api_keys.ApiKeyError as error:
        return _show(str(error)), 422
    return redirect(url_for("account.settings"), 303)


@blueprint.post("/account/keys/<int(max=1000000000):number>/revoke")
def revoke_key(number: int) -> ResponseReturnValue:
    """Take a key back, and lead to the settings: to reload those takes none back."""
    if not api_keys.revoke(session(), sessions.required(), number):
        abort(404)
    flash("The key has been revoked. It no longer works.")
    return redirect(url_for("account.settings"), 303)


@blueprint.get("/account/data")
@rate_limit("save account data")
def data() -> Response:
    """Give one all that the site keeps of him."""
    response = jsonify(account_data.everything(session(), sessions.required()))
    response.headers["Content-Disposition"] = 'attachment; filename="twixt-account.json"'
    return response


@blueprint.get("/account/delete")
def ask_to_delete() -> str:
    """Show the form."""
    sessions.required()
    return render_template("accounts/delete.html")


@blueprint.post("/account/delete")
@rate_limit("delete account")
def delete() -> ResponseReturnValue:
    """Delete one's account, after asking for the password once more."""
    account = sessions.required()
    if not fits(account.password_hash, _field("password")):
        problem = "This is not your password. Nothing was deleted."
        return render_template("accounts/delete.html", problem=problem), 422
    sessions.leave(session(), for_good=True)
    account_data.remove(session(), account, keep_published=_field("published") != "remove")
    return render_template("accounts/deleted.html", account=None)


def _again(template: str, problem: str) -> tuple[str, int]:
    """Show a form again, with what is wrong."""
    filled = {"onward": _field("next"), "name": _field("name")}
    return render_template(template, **filled, problem=problem), 422


def _show(problem: str = "", key: str = "") -> str:
    query = select(ApiKey).filter_by(account_id=sessions.required().id).order_by(ApiKey.id)
    return render_template(
        "accounts/settings.html",
        problem=problem,
        key=key,
        keys=session().scalars(query).all(),
    )


def _field(name: str) -> str:
    return request.form.get(name, "")
