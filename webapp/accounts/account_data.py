"""All that the site keeps of an account: a summary for its page, the whole of it, its end."""

import time
from dataclasses import dataclass
from typing import Any

from sqlalchemy import case, delete, func, select, update
from sqlalchemy.orm import Session

from webapp.models import Account, ApiToken, Attempt, Collection, Ending, Job, PuzzleRow, Revision
from webapp.progress import attempts as progress

__all__ = ["FORMER", "Summary", "everything", "remove", "summary"]

FORMER = "a former member"
"""What a collection names as its author when his account is gone."""

_STEP = 20
"""Width of a range of difficulty, which goes from 0 to 100."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What an account has done."""

    tried: int
    solved: int
    redo: int
    deviation: float
    """Of the present rating: how vague it is by now."""
    ratings: list[tuple[int, float]]
    """When a rated attempt ended, and the rating since."""
    by_difficulty: list[tuple[str, int, int]]
    """Ranges of difficulty with the puzzles solved and tried there."""


def summary(database: Session, account: Account) -> Summary:
    """Return what an account has done."""
    is_solved = func.max(case((Attempt.ending == Ending.SOLVED, 1), else_=0))
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
    redo = select(func.count()).select_from(PuzzleRow).where(progress.redo(account))
    return Summary(
        tried=len(tried),
        solved=sum(done for _, done in tried),
        redo=database.scalar(redo) or 0,
        deviation=progress.rating_now(account, time.time()).deviation,
        ratings=[(ended or 0, after) for ended, after in rated if after is not None],
        by_difficulty=[(name, done, whole) for name, (done, whole) in counts.items()],
    )


def everything(database: Session, account: Account) -> dict[str, Any]:
    """Return all that is kept of an account; secrets are named, not shown."""
    attempts = database.execute(
        select(Attempt, PuzzleRow.public_id)
        .join(PuzzleRow, Attempt.puzzle_id == PuzzleRow.id)
        .where(Attempt.account_id == account.id)
        .order_by(Attempt.id)
    )
    tokens = database.scalars(select(ApiToken).filter_by(account_id=account.id))
    collections = database.scalars(select(Collection).filter_by(owner_id=account.id))
    jobs = database.scalars(select(Job).filter_by(account_id=account.id).order_by(Job.created))
    return {
        "account": _fields(account, "name", "created", "rating", "deviation", "volatility"),
        "attempts": [
            {"puzzle": public_id}
            | _fields(attempt, "revision", "first", "hints", "started", "ended")
            | _fields(attempt, "rating_before", "rating_after")
            | {"ending": attempt.ending.value if attempt.ending else None}
            for attempt, public_id in attempts
        ],
        "tokens": [_fields(token, "label", "created", "used") for token in tokens],
        "collections": [
            _fields(collection, "slug", "title", "author", "source", "licence")
            | {
                "puzzles": [
                    _fields(row, "public_id", "created", "published", "sgf")
                    | {"tags": [tag.name for tag in row.tags]}
                    | {"revisions": [_fields(each, "number", "created", "sgf") for each in texts]}
                    for row in collection.puzzles
                    for texts in [_revisions(database, row)]
                ]
            }
            for collection in collections
        ],
        "jobs": [
            _fields(job, "id", "sgf", "seconds", "created") | {"state": job.state.value}
            for job in jobs
        ],
    }


def _revisions(database: Session, row: PuzzleRow) -> list[Revision]:
    """Return the texts that a puzzle has and had."""
    texts = select(Revision).filter_by(puzzle_id=row.id).order_by(Revision.number)
    return list(database.scalars(texts))


def remove(database: Session, account: Account, *, keep_published: bool) -> None:
    """Delete an account with its attempts, tokens and drafts. Commits.

    Published puzzles stay, if they are to be kept, in collections that belong to nobody and do not
    tell whose they were; a puzzle names the author that its text names. Checks that still run end
    without anybody's name.
    """
    own = select(Collection.id).filter_by(owner_id=account.id)
    if keep_published:
        drafts = PuzzleRow.collection_id.in_(own), PuzzleRow.published.is_(None)
        database.execute(delete(PuzzleRow).where(*drafts))
        shown = select(PuzzleRow.collection_id).where(PuzzleRow.published.is_not(None))
        kept = Collection.owner_id == account.id, Collection.id.in_(shown)
        database.execute(update(Collection).where(*kept).values(owner_id=None, author=FORMER))
    database.execute(update(Job).filter_by(account_id=account.id).values(account_id=None))
    database.execute(delete(Account).filter_by(id=account.id))
    database.commit()


def _fields(row: object, *names: str) -> dict[str, Any]:
    return {name: getattr(row, name) for name in names}
