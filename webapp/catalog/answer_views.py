"""All answers of a collection: those that the author gives beside those that are proved."""

import json
from functools import partial

from flask import Blueprint, render_template, request
from sqlalchemy import select
from sqlalchemy.orm import selectinload

from webapp.accounts.sessions import current_account
from webapp.catalog.filters import read
from webapp.catalog.pages import page_address, pages_of
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
    page, pages = pages_of(len(ids), PAGE, read(request.args)[0].page)
    here = [*ids.values()][PAGE * (page - 1) : PAGE * page]
    rows = session().scalars(
        select(PuzzleRow)
        .where(PuzzleRow.public_id.in_(here), visible_to(current_account()))
        .order_by(PuzzleRow.place)
        .options(selectinload(PuzzleRow.report))
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
        address=partial(page_address, "answers.show", slug=slug),
    )
