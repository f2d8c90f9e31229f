"""Rates an attempt that has ended: a game between an account and a puzzle."""

from sqlalchemy.orm import Session

from webapp.models import Account, Attempt, PuzzleRow
from webapp.progress.glicko import PERIOD, Rating, rate, rested

__all__ = ["rate_attempt", "rating_now"]


def rate_attempt(database: Session, attempt: Attempt, *, solved: bool, now: int) -> None:
    """Give account and puzzle their ratings after an attempt, and note them in it."""
    # From here on nobody else changes these two: read what they are now.
    account = database.get_one(Account, attempt.account_id)
    row = database.get_one(PuzzleRow, attempt.puzzle_id)
    for one in (account, row):
        database.refresh(one, with_for_update=True)
    solver, puzzle = (rating_now(one, now) for one in (account, row))
    score = float(solved)
    account.rating, account.deviation, account.volatility = rate(solver, [(puzzle, score)])
    row.rating, row.deviation, row.volatility = rate(puzzle, [(solver, 1 - score)])
    account.rated = row.rated = now
    attempt.rating_before, attempt.rating_after = solver.rating, account.rating


def rating_now(who: Account | PuzzleRow, now: float) -> Rating:
    """Return a rating with what it lost in certainty since the last rated attempt."""
    periods = 0 if who.rated is None else max(0, int(now) - who.rated) // PERIOD
    return rested(Rating(who.rating, who.deviation, who.volatility), periods)
