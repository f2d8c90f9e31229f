"""A collection as a booklet to print."""

import json

from flask import Blueprint, Response, abort, request

from webapp.catalog.puzzle_texts import puzzle_from
from webapp.catalog.visibility import collection_at, puzzles_of
from webapp.core.limiter import rate_limit

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
    from solver.booklet import BookletPuzzle, Chapter, Paper, booklet

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
    puzzles = tuple(
        BookletPuzzle(
            row.title,
            puzzle_from(row.sgf, privilege=True),
            json.loads(row.report.body) if row.report else None,
        )
        for row in rows
    )
    about = collection.title, puzzles, collection.author, collection.source, collection.licence
    response = Response(
        booklet(collection.title, [Chapter(*about)], paper), mimetype="application/pdf"
    )
    response.headers["Content-Disposition"] = f'inline; filename="{slug}.pdf"'
    response.headers["Cache-Control"] = "private, no-cache"
    return response
