"""An account's own puzzles: drafts, publishing, and collections in the order it likes."""

from collections.abc import Callable

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
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response as AnyResponse

from webapp.accounts.sessions import required
from webapp.catalog.puzzle_texts import puzzle_from
from webapp.catalog.visibility import puzzle_at
from webapp.core.database import session
from webapp.core.limiter import rate_limit
from webapp.core.sentences import as_sentence
from webapp.core.uncached import uncached
from webapp.editor import DrawingError, drafts, drawing_of, read_tags
from webapp.editor.drafts import DraftError, TwinError
from webapp.models import Collection, Job, PuzzleRow
from webapp.reports import report_text

__all__ = ["blueprint"]

blueprint = Blueprint("mine", __name__)


@blueprint.get("/mine")
def show() -> Response:
    """Show an account's collections with their puzzles, drafts among them."""
    return uncached(_page())


@blueprint.post("/mine")
def create() -> ResponseReturnValue:
    """Make a collection."""
    account = required()
    return _done(lambda: drafts.new_collection(session(), account, request.form.get("title", "")))


@blueprint.post("/mine/<slug>/rename")
def rename(slug: str) -> ResponseReturnValue:
    """Give a collection another title."""
    collection = _collection(slug)
    return _done(lambda: drafts.rename(session(), collection, request.form.get("title", "")))


@blueprint.post("/mine/<slug>/delete")
def delete(slug: str) -> ResponseReturnValue:
    """Delete a collection with its drafts, when that was confirmed."""
    collection = _collection(slug)
    if request.form.get("confirmed") != "yes":
        return _confirm(f"the collection “{collection.title}” and its drafts")
    return _done(lambda: drafts.delete_collection(session(), collection))


@blueprint.post("/mine/<slug>/order")
def order(slug: str) -> tuple[Response, int]:
    """Put a collection into the order of `{"puzzles": [public ids]}`."""
    collection = _collection(slug)
    body = request.get_json()
    names = body.get("puzzles") if isinstance(body, dict) else None
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        abort(400, "Send the puzzles' ids in a list.")
    try:
        drafts.reorder(collection, names)
    except DraftError as error:
        return jsonify(error="Not ordered", message=str(error)), 409
    session().commit()
    return jsonify(puzzles=names), 200


@blueprint.post("/jobs/<job_id>/draft")
@rate_limit("save a draft")
def keep(job_id: str) -> AnyResponse | tuple[str, int]:
    """Keep the puzzle that a job is about as a draft, and show what came of the job.

    `tags` in the query are those of the drawing: its text does not have them.
    """
    account, job = required(), session().get(Job, job_id) or abort(404)
    try:
        tags = read_tags(request.args.getlist("tags"))
        row = drafts.save(session(), account, drawing_of(puzzle_from(job.sgf), tags))
    except (DraftError, DrawingError) as error:
        session().rollback()
        message = as_sentence(str(error))
        return render_template("error.html", title="Not saved", message=message), 422
    session().commit()
    return redirect(url_for("reports.show", public_id=row.public_id), 303)


@blueprint.post("/p/<public_id>/step")
def step(public_id: str) -> ResponseReturnValue:
    """Move a puzzle one place up or down in its collection (`to`)."""
    row = _row(public_id)
    names = [each.public_id for each in row.collection.puzzles]
    here = names.index(public_id)
    there = here + (-1 if request.form.get("to") == "up" else 1)
    if 0 <= there < len(names):
        names[here], names[there] = names[there], names[here]
    return _done(lambda: drafts.reorder(row.collection, names))


@blueprint.post("/p/<public_id>/move")
def move(public_id: str) -> ResponseReturnValue:
    """Move a puzzle to another collection of its author."""
    row = _row(public_id)
    to = _collection(request.form.get("collection", ""))
    return _done(lambda: drafts.move(session(), row, to))


@blueprint.post("/p/<public_id>/delete")
def delete_puzzle(public_id: str) -> ResponseReturnValue:
    """Delete a draft, when that was confirmed. A published puzzle keeps its address."""
    row = _row(public_id)
    if row.published is not None:
        abort(404)
    if request.form.get("confirmed") != "yes":
        return _confirm(f"the draft “{row.title}”")
    return _done(lambda: session().delete(row))


@blueprint.get("/mine/<slug>/delete")
@blueprint.get("/p/<public_id>/delete")
def show_own(slug: str = "", public_id: str = "") -> AnyResponse:
    """Lead to one's own puzzles from the address of a question that is opened again."""
    # Nobody learns from it what he may not see.
    if slug:
        _collection(slug)
    else:
        puzzle_at(public_id)
    return redirect(url_for(".show"))


@blueprint.get("/p/<public_id>/publish")
def show_report(public_id: str) -> AnyResponse:
    """Lead to the report from the address of a question that is opened again."""
    return redirect(url_for("reports.show", public_id=puzzle_at(public_id).public_id))


@blueprint.post("/p/<public_id>/publish")
@rate_limit("save a draft")
def publish(public_id: str) -> AnyResponse | tuple[str, int]:
    """Show a draft to everybody; a copy of a published puzzle when that was confirmed."""
    row = _row(public_id)
    try:
        drafts.publish(session(), row, twice=request.form.get("confirmed") == "yes")
    except TwinError as error:
        return render_template("editor/twin.html", twin=error.twin), 409
    except DraftError as error:
        return render_template("error.html", title="Not published", message=str(error)), 409
    session().commit()
    flash("Published. Everybody can find it in the lists now, and this page keeps its address.")
    return redirect(url_for("puzzle.show", public_id=public_id), 303)


def _page(problem: str = "") -> str:
    found = drafts.own_collections(session(), required())
    return render_template(
        "editor/collections.html", collections=found, problem=problem, badge=_badge
    )


def _badge(row: PuzzleRow) -> str:
    return report_text.badge(row.soundness.value if row.soundness else None)


def _done(change: Callable[[], object]) -> ResponseReturnValue:
    """Make a change and show the page again, with what went wrong if it cannot be made."""
    try:
        change()
    except DraftError as error:
        session().rollback()
        return _page(str(error)), 422
    session().commit()
    return redirect(url_for("mine.show"), 303)


def _confirm(what: str) -> str:
    return render_template("editor/confirm.html", what=what, address=request.path)


def _collection(slug: str) -> Collection:
    return drafts.own_collection(session(), required(), slug) or abort(404)


def _row(public_id: str) -> PuzzleRow:
    return drafts.own_puzzle(session(), required(), public_id) or abort(404)
