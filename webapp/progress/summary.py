"""What an account has done, for its profile."""

import time
from dataclasses import dataclass

from sqlalchemy import case, func, select
from sqlalchemy.orm import Session

from webapp.models import Account, Attempt, AttemptEnding, PuzzleRow
from webapp.progress import attempts, repetitions
from webapp.progress.rated_attempts import rating_now

__all__ = ["Summary", "summary"]

_STEP = 20
"""Width of a range of difficulty, which goes from 0 to 100."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What an account has done."""

    tried: int
    solved: int
    redo: int
    repeat: int
    """Puzzles to repeat today."""
    deviation: float
    """Of the present rating: how vague it is by now."""
    ratings: list[tuple[int, float]]
    """When a rated attempt ended, and the rating since."""
    by_difficulty: list[tuple[str, int, int]]
    """Ranges of difficulty with the puzzles solved and tried there."""


def summary(database: Session, account: Account) -> Summary:
    """Return what an account has done."""
    is_solved = func.max(case((Attempt.ending == AttemptEnding.SOLVED, 1), else_=0))
    tried = database.execute(
        select(PuzzleRow.difficulty, is_solved)
        .join(Attempt, Attempt.puzzle_id == PuzzleRow.id)
        .where(Attempt.account_id == account.id)
        .group_by(PuzzleRow.id)
    ).all()
    rated = database.execute(
        select(Attempt.ended, Attempt.rating_after)
        .where(Attempt.account_id == account.id, Attempt.rating_after.is_not(None))
        .order_by(Attempt.ended, Attempt.id)
    )
    counts = dict[str, list[int]]()
    for difficulty, done in sorted(tried, key=lambda row: (row[0] is None, row[0])):
        name = "unknown"
        if difficulty is not None:
            low = min(int(difficulty // _STEP), 100 // _STEP - 1) * _STEP
            name = f"{low} to {low + _STEP}"
        count = counts.setdefault(name, [0, 0])
        count[0] += done
        count[1] += 1
    redo = select(func.count()).select_from(PuzzleRow).where(attempts.redo(account))
    return Summary(
        tried=len(tried),
        solved=sum(done for _, done in tried),
        redo=database.scalar(redo) or 0,
        repeat=repetitions.due_count(database, account, time.time()),
        deviation=rating_now(account, time.time()).deviation,
        ratings=[(ended or 0, after) for ended, after in rated if after is not None],
        by_difficulty=[(name, done, whole) for name, (done, whole) in counts.items()],
    )
