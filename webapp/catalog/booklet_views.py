"""A collection as a booklet to print."""

import json
from collections.abc import Hashable

from flask import Blueprint, Response, abort, request
from sqlalchemy.orm import selectinload

from solver import __version__
from webapp.catalog.puzzle_texts import puzzle_from
from webapp.catalog.visibility import collection_at, puzzles_of
from webapp.core.limiter import rate_limit
from webapp.core.sized_cache import kept
from webapp.core.validated import validated
from webapp.models import PuzzleRow

__all__ = ["blueprint"]

blueprint = Blueprint("booklet", __name__)

MOST_PUZZLES = 200
"""Of a booklet that the site makes, which takes two seconds; `twixt print` makes larger ones."""


@blueprint.app_template_global()
def has_booklet(puzzles: int) -> bool:
    """Return whether the site makes a booklet of so many puzzles."""
    return 1 <= puzzles <= MOST_PUZZLES


@blueprint.get("/collections/<slug>/booklet.pdf")
@rate_limit("print a booklet")
def file(slug: str) -> Response:
    """Hand out a collection as a PDF file, on `paper`: a4 or letter."""
    # Only here: what writes PDF takes memory and time, which each process of the site would pay.
    from solver.booklet import Paper

    sizes = {paper.value: paper for paper in Paper}
    paper = sizes.get(request.args.get("paper", Paper.A4.value))
    if paper is None:
        abort(400, f"paper must be one of {', '.join(sizes)}.")
    collection = collection_at(slug)
    rows = puzzles_of(collection)
    if not has_booklet(len(rows)):
        abort(
            422,
            f"The site makes booklets of 1 to {MOST_PUZZLES} puzzles, and this collection has "
            f"{len(rows)}. `twixt print` makes larger ones.",
        )
    about = collection.title, collection.author, collection.source, collection.licence
    puzzles = tuple((row.title, row.content_hash, row.report_id) for row in rows)
    told = __version__, slug, paper.value, about, puzzles

    def make() -> bytes:
        return _booklet(told, slug, paper.value)

    public = all(row.published is not None for row in rows)
    response = validated(told, make, "application/pdf", public=public)
    response.headers["Content-Disposition"] = f'inline; filename="{slug}.pdf"'
    return response


@kept(8 << 20)
def _booklet(_told: Hashable, slug: str, paper: str) -> bytes:
    """Return the booklet that tells all this, and so is the same for whoever asks."""
    from solver.booklet import BookletPuzzle, Chapter, Paper, booklet

    collection = collection_at(slug)
    puzzles = tuple(
        BookletPuzzle(
            row.title,
            puzzle_from(row.sgf, privilege=True),
            json.loads(row.report.body) if row.report else None,
        )
        for row in puzzles_of(collection, selectinload(PuzzleRow.report))
    )
    about = collection.title, puzzles, collection.author, collection.source, collection.licence
    return booklet(collection.title, [Chapter(*about)], Paper(paper))
