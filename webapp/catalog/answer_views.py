"""All answers of a collection: those that the author gives beside those that are proved."""

import json
from math import ceil

from flask import Blueprint, render_template, request, url_for
from sqlalchemy import select

from webapp.accounts.sessions import current_account
from webapp.catalog.filters import read
from webapp.catalog.print_and_proof import answer
from webapp.catalog.visibility import collection_at, visible_to
from webapp.core.database import session
from webapp.models import PuzzleRow

__all__ = ["blueprint"]

blueprint = Blueprint("answers", __name__)

PAGE = 20
"""Puzzles on a page: each has its whole report read."""

REPAIRED = "-repaired"
"""What the name of a file ends with that holds a repaired version of a puzzle."""


@blueprint.get("/collections/<slug>/answers")
def show(slug: str) -> str:
    """Show the answers of a collection's puzzles, in their order."""
    found = collection_at(slug)
    seen = (
        select(PuzzleRow.slug, PuzzleRow.public_id)
        .filter_by(collection_id=found.id)
        .where(visible_to(current_account()))
        .order_by(PuzzleRow.place)
    )
    ids = {row.slug: row.public_id for row in session().execute(seen)}
    pages = max(1, ceil(len(ids) / PAGE))
    page = min(read(request.args)[0].page, pages)
    here = [*ids.values()][PAGE * (page - 1) : PAGE * page]
    rows = session().scalars(
        select(PuzzleRow)
        .where(PuzzleRow.public_id.in_(here), visible_to(current_account()))
        .order_by(PuzzleRow.place)
    )
    return render_template(
        "catalog/answers.html",
        collection=found,
        answers=[
            (
                row,
                answer(json.loads(row.report.body)) if row.report else None,
                ids.get(row.slug + REPAIRED),
            )
            for row in rows
        ],
        page=page,
        pages=pages,
        address=lambda page: url_for("answers.show", slug=slug, page=page if page > 1 else None),
    )
