"""The puzzles of the days behind us, as a calendar."""

from datetime import timedelta

from flask import Blueprint, render_template
from sqlalchemy import func, select

from webapp.catalog.cards import solved_among
from webapp.catalog.daily_puzzle import today
from webapp.catalog.visibility import visible_to
from webapp.core.database import session
from webapp.models import DailyPuzzle, PuzzleRow

__all__ = ["blueprint"]

blueprint = Blueprint("daily", __name__)

WEEKS = 10
"""Of the calendar, this one included."""


@blueprint.get("/daily/archive")
def archive() -> str:
    """Show the last weeks with the puzzle of each day, and which of them are solved."""
    last = today()
    monday = last - timedelta(days=last.weekday() + 7 * (WEEKS - 1))
    first = session().scalar(select(func.min(DailyPuzzle.day)))
    if first:
        monday = max(monday, first - timedelta(days=first.weekday()))
    query = select(DailyPuzzle.day, PuzzleRow.public_id, PuzzleRow.title).join(PuzzleRow)
    found = session().execute(query.where(DailyPuzzle.day >= monday, visible_to(None))).all()
    days = (monday + timedelta(days=number) for number in range((last - monday).days + 1))
    return render_template(
        "catalog/daily.html",
        days=list(days),
        earlier=first is not None and first < monday,
        puzzles={row.day: row for row in found},
        solved=solved_among(found),
        today=last,
    )
