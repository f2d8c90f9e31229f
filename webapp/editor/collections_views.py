"""An account's own puzzles: drafts, publishing, and collections in the order it likes."""

from collections.abc import Callable
from functools import partial
from typing import Any

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
from sqlalchemy import Row, select
from werkzeug.wrappers import Response as AnyResponse

from webapp.accounts.sessions import required
from webapp.catalog.filters import read
from webapp.catalog.pages import SHELF, page_address
from webapp.catalog.puzzle_texts import puzzle_from
from webapp.catalog.visibility import puzzle_at
from webapp.core.database import session
from webapp.core.limiter import rate_limit
from webapp.core.sentences import as_sentence
from webapp.core.uncached import uncached
from webapp.editor import DrawingError, drafts, drawing_of, read_tags
from webapp.editor.drafts import DraftError, TwinError
from webapp.editor.own_pages import (
    Place,
    counts_of,
    fit_on_one_page,
    order_of,
    place_of,
    shelves,
)
from webapp.models import Collection, Job, PuzzleRow
from webapp.reports import report_text

__all__ = ["blueprint"]

blueprint = Blueprint("mine", __name__)


_MENU = 10
"""Collections that a menu beside each puzzle has room for; more stand on a page of their own."""


@blueprint.get("/mine")
def show() -> Response:
    """Show an account's collections, with their puzzles, drafts among them, if these are few."""
    return uncached(_page(Place()))


@blueprint.get("/mine/<slug>")
def show_collection(slug: str) -> Response:
    """Show a page of a collection to an account that has too many puzzles for one page."""
    here = Place(_collection(slug).slug, read(request.args)[0].page)
    if fit_on_one_page(counts_of(session(), required())):
        return uncached(redirect(_address(here)))
    return uncached(_page(here))


@blueprint.post("/mine")
def create() -> ResponseReturnValue:
    """Make a collection."""
    account, title = required(), request.form.get("title", "")
    return _done(lambda: Place(row=drafts.new_collection(session(), account, title).slug), Place())


@blueprint.post("/mine/<slug>/rename")
def rename(slug: str) -> ResponseReturnValue:
    """Give a collection another title."""
    collection = _collection(slug)
    here = Place(slug, read(request.args)[0].page)
    return _done(lambda: drafts.rename(session(), collection, request.form.get("title", "")), here)


@blueprint.post("/mine/<slug>/delete")
def delete(slug: str) -> ResponseReturnValue:
    """Delete a collection with its drafts, when that was confirmed."""
    collection = _collection(slug)
    here = Place(slug, read(request.args)[0].page)
    if request.form.get("confirmed") != "yes":
        return _confirm(f"the collection “{collection.title}” and its drafts", here)

    def change() -> Place:
        drafts.delete_collection(session(), collection)
        return Place()

    return _done(change, here)


@blueprint.post("/mine/<slug>/order")
def order(slug: str) -> tuple[Response, int]:
    """Put a collection, or a `page` of it, into the order of `{"puzzles": [public ids]}`."""
    collection = _collection(slug)
    body = request.get_json()
    names = body.get("puzzles") if isinstance(body, dict) else None
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        abort(400, "Send the puzzles' ids in a list.")
    part = slice(None)
    if "page" in request.args:
        end = SHELF * read(request.args)[0].page
        part = slice(end - SHELF, end)
    try:
        drafts.reorder(collection, names, part)
    except DraftError as error:
        return jsonify(error="Not ordered", message=str(error)), 409
    session().commit()
    return jsonify(puzzles=names), 200


@blueprint.post("/jobs/<job_id>/draft")
@rate_limit("save a draft")
def keep(job_id: str) -> AnyResponse | tuple[str, int]:
    """Keep the puzzle that a job is about as a draft, unless it is an own puzzle already, and show
    what came of the job.

    `tags` in the query are those of the drawing: its text does not have them.
    """
    account, job = required(), session().get(Job, job_id) or abort(404)
    own = PuzzleRow.collection.has(owner_id=account.id)
    known = select(PuzzleRow).where(PuzzleRow.content_hash == job.content_hash, own).limit(1)
    if (row := session().scalar(known)) is not None:
        return redirect(url_for("reports.show", public_id=row.public_id), 303)
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
    """Move a puzzle one place up or down in its collection, or to a place from 1 (`to`)."""
    row = _row(public_id)
    names = order_of(session(), row.collection_id)
    here = names.index(public_id)
    steps = {"up": here - 1, "down": here + 1}
    there = steps.get(request.form.get("to", ""))
    if there is None:
        number = request.form.get("to", type=int)
        if number is None:
            abort(400, "A puzzle goes up, down or to a place.")
        there = number - 1
    there = min(max(there, 0), len(names) - 1)
    names.insert(there, names.pop(here))
    place = Place(row.collection.slug, there // SHELF + 1, public_id)
    return _done(lambda: drafts.reorder(row.collection, names), place)


@blueprint.get("/p/<public_id>/move")
def show_move(public_id: str) -> Response:
    """Ask for the place or the collection that a puzzle is to go to."""
    puzzle_at(public_id)  # nobody learns from a question to sign in that a draft exists
    row = _row(public_id)
    names = order_of(session(), row.collection_id)
    own = drafts.own_collections(session(), required())
    page = render_template(
        "editor/move.html",
        row=row,
        place=names.index(public_id) + 1,
        count=len(names),
        others=[each for each in own if each.id != row.collection_id],
        back=_address(place_of(session(), row)),
    )
    return uncached(page)


@blueprint.post("/p/<public_id>/move")
def move(public_id: str) -> ResponseReturnValue:
    """Move a puzzle to another collection of its author."""
    row = _row(public_id)
    to = _collection(request.form.get("collection", ""))
    here = place_of(session(), row, leaves=to.id != row.collection_id)
    return _done(lambda: drafts.move(session(), row, to), here)


@blueprint.post("/p/<public_id>/delete")
def delete_puzzle(public_id: str) -> ResponseReturnValue:
    """Delete a draft, when that was confirmed. A published puzzle keeps its address."""
    row = _row(public_id)
    if row.published is not None:
        abort(404)
    if request.form.get("confirmed") != "yes":
        return _confirm(f"the draft “{row.title}”", place_of(session(), row))
    return _done(lambda: session().delete(row), place_of(session(), row, leaves=True))


@blueprint.get("/mine/<slug>/delete")
@blueprint.get("/p/<public_id>/delete")
def show_own(slug: str = "", public_id: str = "") -> AnyResponse:
    """Lead to one's own puzzles from the address of a question that is opened again."""
    # Nobody learns from it what he may not see.
    if slug:
        return redirect(_address(Place(_collection(slug).slug)))
    row = puzzle_at(public_id)
    own = drafts.own_puzzle(session(), required(), public_id)
    return redirect(_address(place_of(session(), row) if own else Place()))


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
        back = _address(place_of(session(), row))
        return render_template("editor/twin.html", twin=error.twin, back=back), 409
    except DraftError as error:
        return render_template("error.html", title="Not published", message=str(error)), 409
    session().commit()
    flash("Published. Everybody can find it in the lists now, and this page keeps its address.")
    return redirect(url_for("puzzle.show", public_id=public_id), 303)


def _page(here: Place, problem: str = "") -> str:
    """Return the page on which something is done."""
    account = required()
    own = drafts.own_collections(session(), account)
    counts = counts_of(session(), account)
    whole = fit_on_one_page(counts)
    shown = own if whole else [each for each in own if each.slug == here.slug]
    return render_template(
        "editor/collections.html" if whole or not shown else "editor/own_collection.html",
        collections=own,
        counts=counts,
        shelves=shelves(session(), shown, counts, here.page) if shown else [],
        whole=whole,
        menu=whole and len(own) <= _MENU,
        problem=problem,
        badge=_badge,
        address=partial(page_address, ".show_collection", slug=here.slug),
    )


def _address(place: Place) -> str:
    """Return the address of the page that something was done on, with the row in sight."""
    if place.slug and not fit_on_one_page(counts_of(session(), required())):
        anchor = place.row or None
        return page_address(".show_collection", place.page, slug=place.slug, _anchor=anchor)
    return url_for(".show", _anchor=place.row or place.slug or None)


def _badge(row: Row[Any]) -> str:
    return report_text.badge(row.soundness.value if row.soundness else None)


def _done(change: Callable[[], Place | None], here: Place) -> ResponseReturnValue:
    """Make a change and lead back to where it was made, or to the place that it returns.

    If it cannot be made, the page tells what went wrong.
    """
    try:
        place = change() or here
    except DraftError as error:
        session().rollback()
        return _page(here, str(error)), 422
    session().commit()
    return redirect(_address(place), 303)


def _confirm(what: str, here: Place) -> str:
    return render_template(
        "editor/confirm.html", what=what, address=request.full_path.rstrip("?"), back=_address(here)
    )


def _collection(slug: str) -> Collection:
    return drafts.own_collection(session(), required(), slug) or abort(404)


def _row(public_id: str) -> PuzzleRow:
    return drafts.own_puzzle(session(), required(), public_id) or abort(404)
