"""The timed run: as many puzzles as one solves in a few minutes, from easy to hard."""

from itertools import pairwise
from random import choice

from flask import Blueprint, Response, render_template
from sqlalchemy import select

from solver.game import Ruleset
from webapp.catalog.course_views import has_course
from webapp.catalog.daily_puzzle import fair
from webapp.core.database import session
from webapp.core.timed_cache import cached
from webapp.core.uncached import uncached
from webapp.models import PuzzleRow

__all__ = ["blueprint"]

blueprint = Blueprint("run", __name__)

PUZZLES = 60
"""Of a run: more than anybody solves in its time."""
LARGEST_OF_RUN = 14
"""Columns and rows of a board that is taken in at a glance."""


@blueprint.get("/run")
def show() -> Response:
    """Show the page of a run, with puzzles drawn by lot for this one, the easiest first."""
    rows = cached("run", _suitable)
    count = min(PUZZLES, len(rows))
    # As many equal steps of difficulty as puzzles, and one puzzle of each.
    ends = [len(rows) * number // count for number in range(count + 1)] if count else []
    drawn = [choice(rows[start:end]) for start, end in pairwise(ends)]
    puzzles = [{"id": public_id, "title": title} for public_id, title in drawn]
    return uncached(render_template("catalog/run.html", puzzles=puzzles, course=has_course()))


def _suitable() -> list[tuple[str, str]]:
    """Return public ids and titles of the puzzles of runs, the easiest first."""
    conditions = (
        fair(),
        PuzzleRow.difficulty.is_not(None),
        PuzzleRow.ruleset == Ruleset.STD,
        PuzzleRow.columns <= LARGEST_OF_RUN,
        PuzzleRow.rows <= LARGEST_OF_RUN,
    )
    found = select(PuzzleRow.public_id, PuzzleRow.title).where(*conditions)
    rows = session().execute(found.order_by(PuzzleRow.difficulty, PuzzleRow.public_id))
    return [(row.public_id, row.title) for row in rows]
