"""What a visitor or a program gets when something fails: words and a remedy, never a trace."""

import logging
import sqlite3
from collections.abc import Iterable
from http import HTTPStatus
from urllib.parse import urlsplit

from flask import (
    Flask,
    Response,
    abort,
    current_app,
    jsonify,
    make_response,
    render_template,
    request,
)
from flask_login import current_user
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.orm.exc import ObjectDeletedError, StaleDataError
from werkzeug.exceptions import (
    BadRequest,
    Conflict,
    HTTPException,
    MethodNotAllowed,
    ServiceUnavailable,
    TooManyRequests,
    UnprocessableEntity,
)

from solver.errors import PuzzleFileError, PuzzleRuleError
from webapp.core.database import session
from webapp.core.disk import is_busy, is_full
from webapp.core.security import safe_next
from webapp.core.sentences import as_sentence

__all__ = [
    "BUSY",
    "UNREAD",
    "BusyError",
    "FaultsError",
    "OutdatedPageError",
    "RefusedError",
    "install",
]

_logger = logging.getLogger(__name__)

BUSY = "twixt.busy"
"""In the WSGI environment of a question that has no place: answer that the solver is busy."""

UNREAD = "twixt.unread"
"""In the WSGI environment of a request that was not read to its end: the status that says why."""

_UNREAD_SECONDS = 20
"""After which the bodies that an address is sending have arrived."""
_BUSY_SECONDS = 10
"""After which a place in front of the solver may be free again: a question takes seconds."""


class RefusedError(Exception):
    """A move or line that cannot be played; the message says why."""


class OutdatedPageError(Exception):
    """A question from a page that shows an earlier text of a puzzle."""


class FaultsError(HTTPException):
    """A request of a program with faults: each a sentence, with the name of what has it."""

    def __init__(self, status: int, faults: Iterable[tuple[str, str]]) -> None:
        """`faults` are pairs of a name and a sentence; the names may repeat."""
        self.code, self.faults = status, [*faults]
        super().__init__(" ".join(said for _, said in self.faults))


class _DiskFull(HTTPException):
    """Nothing can be saved."""

    code = 507


class _LockedError(ServiceUnavailable):
    """Others write to the database."""

    description = "The database is busy, so nothing was saved. Try again in a moment."


class BusyError(Exception):
    """The solver was busy with other questions for too long."""


_WORDS = {
    400: ("Not possible", "The site does not understand this request. Go back, then try again."),
    401: ("Sign in first", "You are not signed in. Sign in, then try again."),
    404: ("Not found", "There is no page at this address. It may have moved or never existed."),
    405: ("Not allowed", "This address does not accept this kind of request."),
    408: ("Too slow", "The request did not arrive in time. Try again."),
    409: (
        "Changed meanwhile",
        "This was changed or deleted at the same moment. Reload the page, then try again.",
    ),
    413: ("Too large", "The request is too large for this site."),
    415: ("Not possible", "This address is for programs: it takes JSON."),
    416: ("Not found", "The file has no such part."),
    422: ("Not possible", "The site cannot do this with what was sent."),
    429: ("Too many requests", "Too many requests in a short time. Wait a while, then try again."),
    500: ("Our mistake", "Something went wrong on our side. It was logged. Please try again."),
    507: (
        "Disk full",
        "The disk of this site is full or read-only, so nothing was saved. You can still "
        "read its pages. Please tell the person who runs this site, and try again later.",
    ),
    503: ("Busy", "The solver is busy with other visitors. Try again in a moment."),
}
"""Of each status: a title and a message. Those of 400 stand in for what is not listed."""

_STOCK = (BadRequest.description, UnprocessableEntity.description)
"""Words of the framework, for an error that was given none."""


def install(app: Flask) -> None:
    """Answer every error of an app; an unexpected one arrives here as status 500."""
    app.before_request(_refuse_unread)
    app.register_error_handler(HTTPException, _answer)
    busy = ServiceUnavailable(retry_after=_BUSY_SECONDS)
    app.register_error_handler(BusyError, lambda _error: _answer(busy))
    app.register_error_handler(RefusedError, _refused)
    app.register_error_handler(OutdatedPageError, _outdated)
    app.register_error_handler(PuzzleRuleError, _too_large)
    app.register_error_handler(PuzzleFileError, _unreadable)
    for kind in (SQLAlchemyError, sqlite3.Error, OSError):
        app.register_error_handler(kind, _failed)
    for crossed in (IntegrityError, ObjectDeletedError, StaleDataError):
        app.register_error_handler(crossed, _crossed)


def _refuse_unread() -> None:
    """Say why a request was not read to its end."""
    status = request.environ.get(UNREAD)
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        said = "Too much of what you send, and of answers that you have not read, is on its way."
        raise TooManyRequests(said, retry_after=_UNREAD_SECONDS)
    if status is not None:
        abort(status)


def _refused(error: RefusedError) -> tuple[Response, int]:
    return jsonify(error="Move not possible", message=as_sentence(str(error))), 422


def _outdated(_error: OutdatedPageError) -> tuple[Response, int]:
    message = "This puzzle has a new version. Reload the page."
    return jsonify(error="Page out of date", message=message), 409


def _failed(error: Exception) -> Response:
    if is_busy(error):
        session().rollback()
        _logger.warning("%s waited for others that write, in vain", request.endpoint)
        return _answer(_LockedError(retry_after=_BUSY_SECONDS))
    if not is_full(error):
        raise error
    # Without what was to be saved: logs hold no personal data.
    _logger.error("the disk is full or read-only: %s", getattr(error, "orig", error))
    return _answer(_DiskFull())


def _crossed(error: Exception) -> Response:
    """Answer a request whose rows another one changed, made or deleted at the same moment."""
    session().rollback()
    # Not in its own words: a database may quote what was to be saved.
    _logger.warning("%s was crossed: %s", request.endpoint, type(error).__name__)
    return _answer(Conflict())


def _too_large(error: PuzzleRuleError) -> Response:
    """Say what keeps a puzzle from being drawn or solved: those kept before the limits came."""
    return _answer(UnprocessableEntity(as_sentence(str(error))))


def _unreadable(error: PuzzleFileError) -> Response:
    """Say why a puzzle that can be shown cannot be used for what was asked."""
    said = " ".join(as_sentence(finding.message) for finding in error.findings)
    return _answer(UnprocessableEntity(said))


def _answer(error: HTTPException) -> Response:
    status = error.code or 500
    title, message = _WORDS.get(status, _WORDS[400])
    own = status in (400, 422) or isinstance(error, _LockedError)
    if own and error.description not in _STOCK:
        message = error.description or message
    if status == 413 and request.max_content_length:
        message += f" This address takes {request.max_content_length // 1024:,} KiB at most."
    gone = status == 404 and request.method == "POST" and not request.routing_exception
    if gone:
        message = "This is not there any more; it may have been deleted. Nothing was changed."
    if isinstance(error, CSRFError):
        title, message = "Page out of date", "Reload the page, then try again."
        if not current_user.is_authenticated:
            message = f"You may have been signed out. {message}"
    if _asks_api():
        # A program's author gets the particulars.
        detail = error.description if status in (400, 401, 404, 415, 422, 429) else message
        if error is request.routing_exception:
            detail = _no_operation(error)
        faults = error.faults if isinstance(error, FaultsError) else ()
        response = _problem(status, title, detail or message, faults)
        if status == 401:
            response.headers["WWW-Authenticate"] = "Bearer"
    elif _wants_json():
        response = jsonify(error=title, message=message)
    else:
        page: dict[str, str | None] = {"title": title, "message": message}
        if isinstance(error, CSRFError):
            # To reload this answer would send the same form again.
            page["message"] = "Nothing was changed. Open the form again, then send it."
            page["form"] = _form_address()
        if gone and request.referrer:
            page["back"] = _form_address()
        if status == 404 and request.method == "GET" and not request.routing_exception:
            page["onward"] = request.full_path.removesuffix("?")
        if status in (409, 500, 507) or isinstance(error, _LockedError):
            page["account"] = None  # who is signed in may be what cannot be read
        response = make_response(render_template("error.html", **page))
    response.status_code = status
    for name, value in error.get_headers():
        if name.lower() not in ("content-type", "content-length"):
            response.headers[name] = value
    return response


def _form_address() -> str | None:
    """Return the address of the page whose form was sent, if it is known and can be opened."""
    came = urlsplit(request.referrer or "")
    path = safe_next(came.path if came.netloc == request.host else request.path)
    adapter = current_app.create_url_adapter(request)
    if adapter is None or not adapter.test(path, "GET"):
        return None
    return f"{path}?{came.query}" if came.query and path == came.path else path


def _no_operation(error: HTTPException) -> str:
    """Say what an address of the API takes, if there is such an address."""
    if isinstance(error, MethodNotAllowed):
        methods = sorted({*(error.valid_methods or ())} - {"HEAD", "OPTIONS"})
        return f"{request.path[:80]} takes {' and '.join(methods)}, not {request.method}."
    return f"There is nothing at {request.path[:80]}; /api lists what there is."


def _asks_api() -> bool:
    return f"{request.path}/".startswith("/api/v1/")


def _problem(status: int, title: str, detail: str, faults: Iterable[tuple[str, str]]) -> Response:
    """Return a problem as RFC 9457 writes it, with `errors` where single faults are known."""
    found = {"type": "about:blank", "title": title, "status": status, "detail": detail}
    errors = [{"name": name, "detail": said} for name, said in faults]
    response = jsonify(found | ({"errors": errors} if errors else {}))
    response.mimetype = "application/problem+json"
    return response


def _wants_json() -> bool:
    kinds = ["text/html", "application/json"]
    return request.is_json or request.accept_mimetypes.best_match(kinds) == "application/json"
