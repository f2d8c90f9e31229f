"""The timed run: as many puzzles as one solves in a few minutes, from easy to hard."""

from itertools import pairwise
from random import choice

from flask import Blueprint, Response, make_response, render_template
from sqlalchemy import select

from solver.game import Ruleset
from webapp.catalog.daily_puzzle import fair
from webapp.core.database import session
from webapp.models import PuzzleRow

__all__ = ["blueprint"]

blueprint = Blueprint("run", __name__)

PUZZLES = 60
"""Of a run: more than anybody solves in its time."""
LARGEST = 14
"""Columns and rows of a board that is taken in at a glance."""


@blueprint.get("/run")
def show() -> Response:
    """Show the page of a run, with puzzles drawn by lot for this one, the easiest first."""
    suitable = (
        fair(),
        PuzzleRow.difficulty.is_not(None),
        PuzzleRow.ruleset == Ruleset.STD,
        PuzzleRow.columns <= LARGEST,
        PuzzleRow.rows <= LARGEST,
    )
    order = (PuzzleRow.difficulty, PuzzleRow.public_id)
    found = session().execute(
        select(PuzzleRow.public_id, PuzzleRow.title).where(*suitable).order_by(*order)
    )
    rows = [{"id": row.public_id, "title": row.title} for row in found]
    count = min(PUZZLES, len(rows))
    # As many equal steps of difficulty as puzzles, and one puzzle of each.
    ends = [len(rows) * number // count for number in range(count + 1)] if count else []
    drawn = [choice(rows[start:end]) for start, end in pairwise(ends)]
    response = make_response(render_template("catalog/run.html", puzzles=drawn))
    response.headers["Cache-Control"] = "no-store"
    return response
