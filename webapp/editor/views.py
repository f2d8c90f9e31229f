"""The editor: where puzzles are drawn, read from files, checked and kept."""

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from flask import (
    Blueprint,
    Response,
    abort,
    jsonify,
    render_template,
    request,
    url_for,
)

from solver.errors import Finding, PuzzleFileError
from solver.files import Record, read_text
from solver.game import Move, Ruleset, link_text
from solver.plurals import counted
from solver.puzzle import Puzzle
from webapp.accounts.sessions import current_account, required
from webapp.catalog.puzzle_texts import puzzle_from, puzzle_in
from webapp.catalog.visibility import puzzle_at
from webapp.core import sentences
from webapp.core.database import session
from webapp.core.limiter import rate_limit
from webapp.core.uncached import uncached
from webapp.editor import (
    BOARD_CHOICES,
    Drawing,
    DrawingError,
    change,
    chosen,
    drawing_of,
    findings,
    fitted,
)
from webapp.editor.alarm import alarm
from webapp.editor.drafts import (
    DraftError,
    own_collection,
    own_collections,
    own_puzzle,
    save,
    text_of,
)
from webapp.editor.drawing import LONGEST, TEXTS
from webapp.editor.drawing_changes import addable_links
from webapp.editor.files import Download, for_page, handed_out, read_any
from webapp.jobs import CapError, seconds_of
from webapp.jobs.views import submit
from webapp.models import PuzzleRow
from webapp.pictures import page_board
from webapp.play.board_json import pegs_and_links
from webapp.play.gated_solver import solver_here
from webapp.progress import attempts
from webapp.reports.report_page import AUDIT_SECONDS

__all__ = ["blueprint"]

blueprint = Blueprint("editor", __name__, url_prefix="/draw")

_LARGEST_FILE = 1 << 20
"""Bytes of a file that is read; the reader says so when there are more."""

_DELETED = "This draft was deleted. Save the drawing as a new draft."

_CHANGED = (
    "This puzzle was saved elsewhere meanwhile. Save again to replace that version by yours, or "
    "reload the page to see it; Undo leads back to yours."
)


@blueprint.get("")
def show() -> str | Response | tuple[str, int]:
    """Show the editor: on what this browser drew last, on a copy (`from`) or an own puzzle
    (`edit`).

    Of a puzzle that was deleted the browser may keep a drawing still.
    """
    account = current_account()
    drawing: Drawing | None = None
    row: PuzzleRow | None = None
    lost: list[Finding] = []
    edited = request.args.get("edit")
    try:
        if edited:
            row = own_puzzle(session(), required(), edited)
            drawing = _drawing_of_row(row) if row else None
        elif public_id := request.args.get("from"):
            copied = puzzle_at(public_id)
            record = read_text(copied.sgf)
            if puzzle_in(record).keys:  # refuses one with the Privilege, which is not drawn
                attempts.peeked(session(), account, copied)
            drawing, lost = _drawing_of_record(record, _tags_of(copied))
    except DrawingError as error:
        return render_template(
            "error.html",
            title="The editor cannot show this",
            message=sentences.as_sentence(str(error)),
        )
    gone = edited and row is None
    page = render_template(
        "editor/editor.html",
        drawing=drawing.as_json() if drawing else None,
        left_out=[sentences.as_sentence(each.message) for each in lost],
        row=row,
        edited=edited,
        gone=_DELETED if gone else None,
        rulesets={ruleset.value: sentences.rules(ruleset) for ruleset in Ruleset},
        boards=BOARD_CHOICES,
        choices=AUDIT_SECONDS,
        collections=own_collections(session(), account) if account else [],
    )
    if gone:
        return page, 404
    return uncached(page) if row else page


@blueprint.post("/position")
@rate_limit("change a drawing")
def position() -> tuple[Response, int]:
    """Return a drawing after a change, and what the page shows of it.

    `{"drawing": ..., "action": a change or null, "draw": "window", "whole" or null}`. A change
    that the rules forbid is an ordinary answer: `refused` says why.
    """
    body = _object()
    try:
        drawing = Drawing.read(body.get("drawing"))
        action = body.get("action")
        if isinstance(action, dict):
            drawing = change(drawing, action)
    except DrawingError as error:
        return jsonify(refused=sentences.as_sentence(str(error))), 200
    return jsonify(_shown(drawing, body.get("draw"))), 200


@blueprint.post("/alarm")
@rate_limit("ask the solver")
def check_live() -> tuple[Response, int]:
    """Return what a short search finds of a drawing's first moves; see `alarm`."""
    try:
        return jsonify(alarm(Drawing.read(_object().get("drawing")), solver_here())), 200
    except (DraftError, DrawingError) as error:
        return _refused(str(error))


@blueprint.url_value_preprocessor
def _allow_files(endpoint: str | None, _: dict[str, Any] | None) -> None:
    """Let a file be larger than other requests, before the protection against forgery looks."""
    if endpoint == f"{blueprint.name}.file":
        request.max_content_length = _LARGEST_FILE + 1


@blueprint.post("/file")
@rate_limit("read a file")
def file() -> tuple[Response, int]:
    """Read a file of any format, its bytes the request's body, as a drawing.

    `size` and `rules` in the query are those of the drawing, for a file that does not say them.
    `told` is what is to be known of the file; when it cannot be read there is no drawing.
    """
    try:
        size, rules = chosen(request.args.get("size", ""), request.args.get("rules", ""))
        record = read_any(request.get_data(), size, rules)
        if record.puzzle and record.puzzle.privilege:
            raise PuzzleFileError([Finding("a side holds the Privilege (PV): no drawing has that")])
        drawing, lost = _drawing_of_record(record)
    except PuzzleFileError as error:
        return jsonify(told=_finding_list(error.findings)), 200
    except DrawingError as error:
        return jsonify(told=_finding_list([Finding(str(error))])), 200
    told = _finding_list([*record.findings, *lost])
    return jsonify(_shown(drawing, "window") | {"told": told}), 200


@blueprint.post("/download")
@rate_limit("change a drawing")
def download() -> Response | tuple[str, int]:
    """Give a drawing as a file: `drawing`, in JSON, and `format`, a `Download`."""
    forms = {each.value: each for each in Download}
    form = forms.get(request.form.get("format", "sgf")) or abort(
        422, f"A drawing can be had as {', '.join(forms)}."
    )
    try:
        drawing = Drawing.of_form(request.form.get("drawing", ""))
        written = handed_out(drawing, form)
    except (DraftError, DrawingError) as error:
        page = render_template(
            "error.html", title="Not a puzzle yet", message=sentences.as_sentence(str(error))
        )
        return page, 422
    name = "".join(letter if letter.isalnum() else "-" for letter in drawing.title.lower())[:40]
    name = name.encode("ascii", "ignore").decode().strip("-") or "puzzle"
    response = Response(written, mimetype=form.type)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.{form.value}"'
    return response


@blueprint.post("/check")
@rate_limit("ask for an audit")
def check() -> tuple[Response, int]:
    """Ask for a check of a drawing within `seconds`; return the address of its page.

    That leads back to the `puzzle` that is edited, if one is.
    """
    account = current_account()
    body = _object()
    try:
        drawing = Drawing.read(body.get("drawing"))
        job = submit(text_of(drawing), seconds_of(body.get("seconds", 60)), account)
    except CapError as error:
        return jsonify(error="Too many checks", message=str(error)), 429
    except ValueError as error:
        return _refused(str(error))
    edited = str(body.get("puzzle") or "")
    stored = account and own_puzzle(session(), account, edited)
    # For who keeps the drawing from there: a text has no tags.
    tags = [] if stored else drawing.tags
    return jsonify(url=url_for("jobs.show", job_id=job.id, edit=edited or None, tags=tags)), 200


@blueprint.post("/save")
@rate_limit("save a draft")
def keep() -> tuple[Response, int]:
    """Keep a drawing: as the next revision of `puzzle`, or as a new draft in `collection`.

    A puzzle that there is no more is an ordinary answer: `deleted` says so. So is one that is no
    longer what the page knew as `stored`: `changed` says so, and `stored` is what it is now.
    """
    account = current_account()
    if account is None:
        message = "Sign in to keep puzzles on the site."
        return jsonify(error="Sign in", message=message), 401
    body, database = _object(), session()
    row = collection = None
    if public_id := body.get("puzzle"):
        row = own_puzzle(database, account, str(public_id))
        if row is None:
            return jsonify(deleted=_DELETED), 200
    elif slug := body.get("collection"):
        collection = own_collection(database, account, str(slug))
        if collection is None:
            return _refused("this collection was deleted; choose another one")
    try:
        if row and body.get("stored") and Drawing.read(body["stored"]) != _drawing_of_row(row):
            return jsonify(changed=_CHANGED, stored=_drawing_of_row(row).as_json()), 200
        row = save(database, account, Drawing.read(body.get("drawing")), row, collection)
    except (DraftError, DrawingError) as error:
        database.rollback()
        return _refused(str(error))
    database.commit()
    return jsonify(
        puzzle=row.public_id,
        drawing=_drawing_of_row(row).as_json(),
        report=url_for("reports.show", public_id=row.public_id),
        edit=url_for("editor.show", edit=row.public_id),
        published=row.published is not None,
        checked=row.soundness is not None,
    ), 200


# -- what the page is told ------------------------------------------------------------------


def _shown(drawing: Drawing, draw: Any) -> dict[str, Any]:
    position = drawing.position
    shown: dict[str, Any] = {
        "drawing": drawing.as_json(),
        "state": {
            "to_move": position.to_move.value,
            **pegs_and_links(position),
            "moves": {},
            "slots": {link_text(link): [] for link in addable_links(position)},
            "removal": True,
            "lift": False,
        },
        "findings": [asdict(found) for found in findings(drawing)],
    }
    if draw in ("window", "whole"):
        board = position.board
        if draw == "whole" and board.region is not None:
            position = Drawing.read(drawing.as_json() | {"window": None}).position
        shown["svg"] = page_board(position, f"Drawing board, {board.size_text}")
    return shown


def _drawing_of_row(row: PuzzleRow) -> Drawing:
    return fitted(drawing_of(puzzle_from(row.sgf), _tags_of(row)))


def _tags_of(row: PuzzleRow) -> list[str]:
    return [tag.name for tag in row.tags]


def _drawing_of_record(record: Record, tags: Iterable[str] = ()) -> tuple[Drawing, list[Finding]]:
    """Return what a file is drawn as, and what of it is left out."""
    lost = []
    if record.puzzle is None:
        # A player who resigns, forfeits or swaps puts no peg.
        pegs = sum(isinstance(move, Move) and move.peg is not None for move in record.moves)
        if pegs:
            where = f"the position after {counted(pegs, 'move')} is shown"
            lost.append(f"this is a game, not a puzzle: {where}")
        else:
            lost.append("this is a position, not a puzzle: choose its task")
    else:
        keys = record.puzzle.keys
        if any(turn.children or turn.move not in keys for turn in record.entry.next_turns()):
            only = "of the author's moves only the keys are kept"
            lost.append(only if keys else "the author's moves are left out")
    if _has_comments(record):
        lost.append("the comments are left out")
    drawing = drawing_of(record.puzzle or Puzzle("", record.line[-1]), tags)
    long = [name for name in TEXTS if len(getattr(drawing, name)) > LONGEST]
    lost += [f"the {name} is cut after {LONGEST} characters" for name in long]
    return fitted(drawing), [Finding(each, fatal=False) for each in lost]


def _has_comments(record: Record) -> bool:
    nodes = [record.tree]
    for node in nodes:
        nodes += node.children
    return any(node.has("C") for node in nodes)


def _finding_list(found: Iterable[Finding]) -> list[dict[str, Any]]:
    return [
        {
            "message": sentences.as_sentence(finding.message),
            "line": finding.line,
            "column": finding.column,
            "hint": sentences.as_sentence(finding.hint) if finding.hint else "",
            "fatal": finding.fatal,
        }
        for finding in for_page(found)
    ]


def _object() -> dict[str, Any]:
    body = request.get_json()
    if not isinstance(body, dict):
        abort(400, "Send an object with a drawing.")
    return body


def _refused(message: str) -> tuple[Response, int]:
    return jsonify(error="Not possible", message=sentences.as_sentence(message)), 422
