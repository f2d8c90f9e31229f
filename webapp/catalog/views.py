"""Finding a puzzle: the first page, lists with filters, collections, today's, any one."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from random import choice
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from sqlalchemy import ColumnElement, Select, case, func, select
from werkzeug.wrappers import Response as Redirect

from solver.game import Ruleset
from solver.mine import GRADES
from webapp.accounts.sessions import current_account
from webapp.catalog.cards import CARD_COLUMNS, card, shelf, solved_among
from webapp.catalog.course import steps
from webapp.catalog.course_views import address_of, has_course, steps_here
from webapp.catalog.daily_puzzle import daily_puzzle, fair, today
from webapp.catalog.filters import SOUNDNESS, Filters, Sort, matching, read
from webapp.catalog.pages import PAGE, SHELF, list_page, page_address, pages_of
from webapp.catalog.puzzle_texts import puzzle_from
from webapp.catalog.visibility import (
    collection_at,
    revision_at,
    revisions_of,
    seen_by,
    visible_to,
)
from webapp.core import sentences
from webapp.core.database import session
from webapp.core.timed_cache import cached
from webapp.core.uncached import uncached
from webapp.editor.drafts import OWN_PLACE
from webapp.models import Collection, PuzzleRow, Tag
from webapp.play.playable import playable
from webapp.progress import attempts

__all__ = ["blueprint"]

blueprint = Blueprint("browse", __name__)
blueprint.add_app_template_global(card)
blueprint.add_app_template_global(shelf)
blueprint.add_app_template_global(solved_among)

CHOICES = 200
"""Collections, authors or tags that a filter offers; more can still be named in an address."""
SOLVED_COOKIE = "solved"
"""The cookie of a browser in which something was solved; `browser_progress.js` sets it."""
_MOST_SOLVED = 10_000
"""Puzzles that a browser may name as solved."""
_LARGEST_LIST = 16 * _MOST_SOLVED
"""Bytes of a form that names them: an id has ten characters."""


@blueprint.url_value_preprocessor
def _allow_lists(endpoint: str | None, _: dict[str, Any] | None) -> None:
    """Let the form be larger than others, before the protection against forgery looks."""
    if endpoint == f"{blueprint.name}.puzzles_less_known":
        request.max_content_length = _LARGEST_LIST


@blueprint.get("/")
def index() -> str:
    """Show a puzzle to be played at once, and the ways in.

    It is today's; who has solved nothing yet finds the first board of the course instead.
    """
    course: list[tuple[str, str]] = cached("course", _course)
    row, rated = None, False
    if course and current_account() is None and SOLVED_COOKIE not in request.cookies:
        row = _first_board()
    new = row is not None
    if row is None:
        row = _today()
    if row and current_account():
        attempts.serve(row)
        rated = attempts.is_rated(session(), current_account(), row)
    return render_template(
        "catalog/home.html",
        row=row,
        playable=row and playable(row, rated=rated),
        new=new,
        day=today(),
        rated=rated,
        course=course,
        lesson=steps()[0].board,
        collections=_shipped() if current_account() else cached("shipped", _shipped),
    )


@blueprint.get("/puzzles")
def puzzles() -> str | Redirect:
    """Show the puzzles that pass the filters of the address."""
    filters, complaints = read(request.args)
    if not complaints and any("" in values for values in request.args.listvalues()):
        # A form sends its empty fields, too: the address that people share does without.
        return redirect(_address(filters))
    account = current_account()
    unknown = filters.solved is not None and account is None
    found = list_page(filters, _solved_by_account(), unknown=unknown)
    return render_template(
        "catalog/puzzles.html",
        filters=filters,
        complaints=complaints,
        found=found,
        choices=cached("choices", _choices),
        chips=_chips(filters),
        course=has_course(),
        address=partial(_address, filters),
        sorts=list(Sort),
        soundness=list(SOUNDNESS),
    )


@blueprint.post("/puzzles")
def puzzles_less_known() -> str:
    """Return the same list as a piece of a page, for a browser that knows what is solved.

    A visitor without an account has the public ids in his browser; `ids` names them.
    """
    filters, _ = read(request.args)
    ids = set(request.form.get("ids", "").split(","))
    if len(ids) > _MOST_SOLVED:
        abort(413)
    found = list_page(filters, PuzzleRow.public_id.in_(ids), unknown=False)
    address = partial(_address, filters)
    return render_template("catalog/results.html", filters=filters, found=found, address=address)


@blueprint.get("/random")
def random() -> Redirect:
    """Go to any puzzle that passes the filters of the address.

    Without a filter on soundness or collection it is a fair one. A fair one is rated, unless a
    text, an author, a collection or a tag was asked for: these can name a single puzzle.
    """
    filters, _ = read(request.args)
    passing = _published() if filters.soundness or filters.collection else fair()
    ids = session().scalars(matching(filters, _solved_by_account()).where(passing)).all()
    if not ids:
        return redirect(_address(filters))
    row = session().get_one(PuzzleRow, choice(ids))
    named = filters.text or filters.author or filters.collection or filters.tags
    if not named and session().scalar(select(PuzzleRow.id).where(PuzzleRow.id == row.id, fair())):
        attempts.serve(row)
    return uncached(redirect(url_for("puzzle.show", public_id=row.public_id)))


@blueprint.get("/daily")
def of_the_day() -> Redirect:
    """Go to today's puzzle."""
    row = _today() or abort(404)
    attempts.serve(row)
    return uncached(redirect(url_for("puzzle.show", public_id=row.public_id)))


@blueprint.get("/collections")
def collections() -> str:
    """Show all collections, with how much of each is solved."""
    count = session().scalar(select(func.count()).select_from(_collections().subquery())) or 0
    page, pages = pages_of(count, PAGE, read(request.args)[0].page)
    found = session().execute(_collections().offset(PAGE * (page - 1)).limit(PAGE))
    return render_template(
        "catalog/collections.html",
        collections=found.all(),
        count=count,
        page=page,
        pages=pages,
        address=partial(page_address, "browse.collections"),
    )


@blueprint.get("/collections/<slug>")
def collection(slug: str) -> str:
    """Show a collection in its author's order."""
    found = collection_at(slug)
    mine = (PuzzleRow.collection_id == found.id, visible_to(current_account()))
    count = session().scalar(select(func.count(PuzzleRow.id)).where(*mine)) or 0
    page, pages = pages_of(count, SHELF, read(request.args)[0].page)
    cards = select(*CARD_COLUMNS).where(*mine).order_by(PuzzleRow.place)
    return render_template(
        "catalog/collection.html",
        collection=found,
        graded=found.slug in GRADES,
        rows=session().execute(cards.offset(SHELF * (page - 1)).limit(SHELF)).all(),
        count=count,
        page=page,
        pages=pages,
        address=partial(page_address, "browse.collection", slug=slug),
    )


@blueprint.get("/machines")
def machines() -> str:
    """Tell what there is for programs."""
    return render_template("catalog/machines.html")


@blueprint.get("/p/<public_id>/r/<int(max=1000000000):number>")
def revision(public_id: str, number: int) -> str:
    """Show a text that a puzzle has or had, to look at."""
    row, found = revision_at(public_id, number)
    puzzle = puzzle_from(found.sgf, privilege=True)
    return render_template(
        "catalog/revision.html",
        row=row,
        revision=found,
        puzzle=puzzle,
        note=sentences.goal_note(puzzle.goal, puzzle.position.to_move),
        rules=sentences.rules(puzzle.position.ruleset),
        made=datetime.fromtimestamp(found.created, UTC).date(),
        revisions=revisions_of(row),
    )


# -- what the pages show ----------------------------------------------------------------------


def _published() -> ColumnElement[bool]:
    return visible_to(None)


def _today() -> PuzzleRow | None:
    day = today()

    def find() -> str | None:
        row = daily_puzzle(session(), day)
        return row.public_id if row else None

    of_the_day = select(PuzzleRow).where(PuzzleRow.public_id == cached(day, find), _published())
    return session().scalar(of_the_day)


def _course() -> list[tuple[str, str]]:
    """Return public id and address of each board of the course."""
    return [(step.public_id, address_of(step)) for step in steps_here() if step.board]


def _first_board() -> PuzzleRow | None:
    """Return the first board of the course."""
    first = PuzzleRow.public_id == steps()[0].public_id
    return session().scalar(select(PuzzleRow).where(first, _published()))


def _solved_by_account() -> ColumnElement[bool]:
    account = current_account()
    return PuzzleRow.id.in_(attempts.solved(account) if account else [])


def _collections() -> Select[str, str, str, int, int]:
    """Return the collections that have something to see, as a shelf shows them."""
    return (
        select(
            Collection.slug,
            Collection.title,
            Collection.author,
            func.count(PuzzleRow.id),
            func.sum(case((_solved_by_account(), 1), else_=0)),
        )
        .join(Collection.puzzles)
        .where(_published())
        .group_by(Collection.id)
        .order_by(Collection.place, Collection.title, Collection.id)
    )


def _shipped() -> list[tuple[Any, ...]]:
    """Return the collections that come with the site, as a shelf shows them."""
    shipped = _collections().where(Collection.place < OWN_PLACE)
    return [tuple(row) for row in session().execute(shipped)]


def _address(filters: Filters, page: int | None = None) -> str:
    """Return the address of a list: of another page than that of the filters, if it is given."""
    return url_for("browse.puzzles", **replace(filters, page=page or filters.page).args())


@dataclass(frozen=True)
class Choices:
    """What the filters of a list offer."""

    collections: Sequence[tuple[str, str]]
    """Slug and title."""
    sizes: Sequence[tuple[int, int]]
    rules: Sequence[tuple[str, str]]
    """Name of a ruleset and what it means, of those that a puzzle is played by."""
    authors: Sequence[str]
    tags: Sequence[str]


def _choices() -> Choices:
    published = PuzzleRow.published.is_not(None)
    seen = select(PuzzleRow.collection_id).where(published)
    size, author = (PuzzleRow.columns, PuzzleRow.rows), PuzzleRow.author
    tagged = Tag.puzzle_id.in_(select(PuzzleRow.id).where(published))
    collections = session().execute(
        select(Collection.slug, Collection.title)
        .where(Collection.id.in_(seen))
        .order_by(Collection.place, Collection.title)
        .limit(CHOICES)
    )
    sizes = session().execute(select(*size).where(published).distinct().order_by(*size))
    played = session().scalars(select(PuzzleRow.ruleset).where(published).distinct()).all()
    authors = select(author).where(published, author != "").distinct().order_by(author)
    tags = select(Tag.name).where(tagged).distinct().order_by(Tag.name)
    return Choices(
        [(slug, title) for slug, title in collections],
        [(columns, rows) for columns, rows in sizes],
        [(each.value, sentences.rules(each)) for each in Ruleset if each in played],
        session().scalars(authors.limit(CHOICES)).all(),
        session().scalars(tags.limit(CHOICES)).all(),
    )


def _chips(filters: Filters) -> list[tuple[str, str]]:
    """Return the words for each filter that is set, with the address of the list without it."""
    chips = list[tuple[str, Filters]]()

    def chip(name: str, said: str, value: str = "") -> None:
        if getattr(filters, name) != getattr(Filters(), name):
            chips.append((said, filters.without(name, value)))

    chip("text", f"“{filters.text}”")
    if filters.collection:
        titles = select(Collection.title).filter_by(slug=filters.collection)
        title = session().scalar(titles.where(seen_by(current_account())))
        chip("collection", title or filters.collection)
    chip("author", f"by {filters.author}")
    chip("ruleset", f"rules {filters.ruleset.value}" if filters.ruleset else "")
    chip("size", f"{filters.size[0]}\u00d7{filters.size[1]}" if filters.size else "")
    for name in filters.soundness:
        chip("soundness", name, name)
    for tag in filters.tags:
        chip("tags", f"tag {tag}", tag)
    chip("solved", "solved" if filters.solved else "not solved yet")
    chip("pegs", f"pegs to win: {filters.pegs}")
    chip("difficulty", f"difficulty {filters.difficulty}")
    chip("rating", f"rating {filters.rating}")
    return [(said, _address(left)) for said, left in chips]
