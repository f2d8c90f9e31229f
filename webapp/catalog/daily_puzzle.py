"""The puzzle of the day."""

from datetime import UTC, date, datetime, time

from sqlalchemy import ColumnElement, func, or_, select
from sqlalchemy.orm import Session

from solver.audits import Soundness
from webapp.models import PuzzleRow, Tag

__all__ = ["daily_puzzle", "today"]

_UNSOUND = (Soundness.COOKED, Soundness.NO_SOLUTION)
_LESSON = "lesson"
"""Tag of puzzles that are too easy for a day."""


def today() -> date:
    """Return the date by which the site goes, UTC."""
    return datetime.now(UTC).date()


def daily_puzzle(session: Session, day: date, visible: ColumnElement[bool]) -> PuzzleRow | None:
    """Return a day's puzzle, None when there is none.

    It is one of those published before the day began (else of all), no lesson, and not known to
    be unsound. They take turns in the order of their addresses, so that none comes again before
    all have been, as long as no other is published meanwhile.
    """
    began = int(datetime.combine(day, time(), UTC).timestamp())
    fair = or_(PuzzleRow.soundness.is_(None), PuzzleRow.soundness.not_in(_UNSOUND))
    lessons = select(Tag.puzzle_id).where(Tag.name == _LESSON)
    every = select(PuzzleRow.public_id).where(
        visible, PuzzleRow.published.is_not(None), fair, PuzzleRow.id.not_in(lessons)
    )
    for puzzles in (every.where(PuzzleRow.published < began), every):
        count = session.scalar(select(func.count()).select_from(puzzles.subquery())) or 0
        if count:
            turn = day.toordinal() % count
            found = session.scalar(puzzles.order_by(PuzzleRow.public_id).offset(turn).limit(1))
            return session.scalar(select(PuzzleRow).filter_by(public_id=found))
    return None
