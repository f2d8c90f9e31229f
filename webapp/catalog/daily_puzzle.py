"""Puzzles that chance serves: the one of the day, and the condition on all of them."""

from datetime import UTC, date, datetime

from sqlalchemy import ColumnElement, and_, exists, func, not_, or_, select
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.orm import Session

from solver.audits import Soundness
from webapp.models import DailyPuzzle, PuzzleRow, Tag

__all__ = ["daily_puzzle", "fair", "today"]

_UNSOUND = (Soundness.COOKED, Soundness.NO_SOLUTION)
_LESSON = "lesson"
"""Tag of puzzles that teach the rules."""


def today() -> date:
    """Return the date by which the site goes, UTC."""
    return datetime.now(UTC).date()


def fair() -> ColumnElement[bool]:
    """Return the condition on puzzles that chance may serve: published, sound, no lesson.

    As long as no puzzle of the site was found sound, those count that were not found unsound.
    """
    published = PuzzleRow.published.is_not(None)
    lessons = select(Tag.puzzle_id).where(Tag.name == _LESSON)
    sound = PuzzleRow.soundness == Soundness.SOUND
    any_sound = exists().where(published, sound, PuzzleRow.id.not_in(lessons)).correlate(None)
    unknown = or_(PuzzleRow.soundness.is_(None), PuzzleRow.soundness.not_in(_UNSOUND))
    return and_(published, PuzzleRow.id.not_in(lessons), or_(sound, and_(not_(any_sound), unknown)))


def daily_puzzle(session: Session, day: date) -> PuzzleRow | None:
    """Return a day's puzzle, None when there is none. Commits.

    It stays that day's, whatever is published or checked later. A new day takes the fair puzzle
    whose last day is longest ago: none comes again before all have been.
    """
    of_the_day = select(PuzzleRow).join(DailyPuzzle).where(DailyPuzzle.day == day)
    found = session.scalar(of_the_day.where(PuzzleRow.published.is_not(None)))
    if found is not None:
        return found
    last = select(func.max(DailyPuzzle.day)).where(DailyPuzzle.puzzle_id == PuzzleRow.id)
    order = last.scalar_subquery().nulls_first()
    # Without a limit a server would hand over the texts of all puzzles.
    in_turn = select(PuzzleRow).where(fair()).order_by(order, PuzzleRow.public_id).limit(1)
    found = session.scalar(in_turn)
    if found is None:
        return None
    try:
        session.merge(DailyPuzzle(day=day, puzzle_id=found.id))
        session.commit()
    except IntegrityError:  # another process was faster
        session.rollback()
        found = session.scalar(of_the_day)
    except OperationalError:  # a full disk: the choice is the same next time
        session.rollback()
    return found
