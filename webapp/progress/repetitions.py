"""Repetition: puzzles that an account failed come back after days, by the model FSRS.

A failure brings a puzzle back soon. Each success on a day on which it was due makes the time until
the next one longer, with a hint less so. A success before that day changes nothing: who has just
seen a refutation knows the answer. Days are those of UTC. No repetition is rated.
"""

from datetime import UTC, datetime

from fsrs import Card, Rating, Scheduler, State
from sqlalchemy import ColumnElement, func, select, tuple_
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from webapp.catalog.visibility import visible_to
from webapp.models import Account, Attempt, AttemptEnding, PuzzleRow, Repetition

__all__ = ["due_count", "due_puzzle", "first_failed", "next_due", "note"]

_DAY = 24 * 3600
_SCHEDULER = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)
"""It counts in days from the first failure on, and leaves nothing to chance."""


def note(database: Session, attempt: Attempt) -> None:
    """Work out when the puzzle of an attempt that has ended comes back, if it does. Commits."""
    assert attempt.ended is not None
    failed, now = attempt.ending is not AttemptEnding.SOLVED, attempt.ended
    found = database.get(Repetition, (attempt.account_id, attempt.puzzle_id))
    if not failed and (found is None or found.due >= _tomorrow(now)):
        return
    if found is None:
        database.add(first_failed(attempt))
    else:
        card = Card(card_id=0)
        card.state, card.step = State.Review, None
        card.stability, card.difficulty = found.stability, found.difficulty
        card.due, card.last_review = _time(found.due), _time(found.reviewed)
        good = Rating.Hard if attempt.hints else Rating.Good
        _review(found, card, Rating.Again if failed else good, now)
    try:
        database.commit()
    except IntegrityError:
        # Two attempts ended at the same moment: the other one did it.
        database.rollback()


def first_failed(attempt: Attempt) -> Repetition:
    """Return when a puzzle comes back that was failed for the first time; to be added."""
    assert attempt.ended is not None
    found = Repetition(account_id=attempt.account_id, puzzle_id=attempt.puzzle_id)
    _review(found, Card(card_id=0), Rating.Again, attempt.ended)
    return found


def _review(found: Repetition, card: Card, rating: Rating, now: int) -> None:
    card, _ = _SCHEDULER.review_card(card, rating, _time(now))
    assert card.stability is not None
    assert card.difficulty is not None
    found.due, found.reviewed = int(card.due.timestamp()), now
    found.stability, found.difficulty = card.stability, card.difficulty


def due_count(database: Session, account: Account, now: float) -> int:
    """Return how many puzzles an account is to repeat today."""
    count = select(func.count()).select_from(Repetition).join(PuzzleRow).where(*_own(account))
    return database.scalar(count.where(Repetition.due < _tomorrow(now))) or 0


def due_puzzle(
    database: Session, account: Account, now: float, after: str | None = None
) -> PuzzleRow | None:
    """Return the puzzle that an account is to repeat next, None when none is left today.

    With `after`, the public id of one that is left for later, the one after it comes, and the first
    after the last.
    """
    order = (Repetition.due, Repetition.puzzle_id)
    left = database.execute(
        select(*order).join(PuzzleRow).where(*_own(account), PuzzleRow.public_id == after)
    ).one_or_none()
    again = [] if left is None else [tuple_(*order) <= tuple_(*left)]
    query = select(PuzzleRow).join(Repetition, Repetition.puzzle_id == PuzzleRow.id)
    due = query.where(*_own(account), Repetition.due < _tomorrow(now))
    return database.scalar(due.order_by(*again, *order).limit(1))


def next_due(database: Session, account: Account) -> int | None:
    """Return when the next puzzle comes back, None when none does."""
    query = select(func.min(Repetition.due)).select_from(Repetition).join(PuzzleRow)
    return database.scalar(query.where(*_own(account)))


def _own(account: Account) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions on an account's repetitions of puzzles that it may see."""
    return Repetition.account_id == account.id, visible_to(account)


def _tomorrow(now: float) -> int:
    """Return when the day after a time begins."""
    return int(now) // _DAY * _DAY + _DAY


def _time(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
