"""All that the site keeps of an account: handed out as a whole, and deleted."""

from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session, selectinload

from webapp.models import (
    OPEN_STATES,
    Account,
    ApiKey,
    Attempt,
    Collection,
    Job,
    PuzzleRow,
    Repetition,
    Report,
    usual_title,
)
from webapp.reports.report_store import forget_reports

__all__ = ["FORMER", "everything", "remove"]

FORMER = "a former member"
"""What a collection names as its author when his account is gone."""


def everything(database: Session, account: Account) -> dict[str, Any]:
    """Return all that is kept of an account; secrets are named, not shown."""
    attempts = database.execute(
        select(Attempt, PuzzleRow.public_id)
        .join(PuzzleRow, Attempt.puzzle_id == PuzzleRow.id)
        .where(Attempt.account_id == account.id)
        .order_by(Attempt.id)
    )
    repetitions = database.execute(
        select(Repetition, PuzzleRow.public_id)
        .join(PuzzleRow, Repetition.puzzle_id == PuzzleRow.id)
        .where(Repetition.account_id == account.id)
        .order_by(Repetition.due, Repetition.puzzle_id)
    )
    keys = database.scalars(select(ApiKey).filter_by(account_id=account.id))
    puzzles = selectinload(Collection.puzzles)
    collections = database.scalars(
        select(Collection)
        .filter_by(owner_id=account.id)
        .options(puzzles.selectinload(PuzzleRow.tags), puzzles.selectinload(PuzzleRow.revisions))
    )
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
        "repetitions": [
            {"puzzle": public_id} | _fields(each, "due", "reviewed", "stability", "difficulty")
            for each, public_id in repetitions
        ],
        "tokens": [_fields(key, "label", "created", "used") for key in keys],
        "collections": [
            _fields(collection, "slug", "title", "author", "source", "licence")
            | {
                "puzzles": [
                    _fields(row, "public_id", "created", "published", "sgf")
                    | {"tags": [tag.name for tag in row.tags]}
                    | {
                        "revisions": [
                            _fields(each, "number", "created", "sgf") for each in row.revisions
                        ]
                    }
                    for row in collection.puzzles
                ]
            }
            for collection in collections
        ],
        "jobs": [
            _fields(job, "id", "sgf", "seconds", "created") | {"state": job.state.value}
            for job in jobs
        ],
    }


def remove(database: Session, account: Account, *, keep_published: bool) -> None:
    """Delete an account with its attempts, repetitions, keys, drafts and the checks that have
    ended, with those of their reports that nothing else shows. Commits.

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
        named = Collection.title == usual_title(account.name)
        nameless = update(Collection).where(*kept, named).values(title=usual_title(FORMER))
        database.execute(nameless)
        database.execute(update(Collection).where(*kept).values(owner_id=None, author=FORMER))
    ended = Job.account_id == account.id, Job.state.not_in(OPEN_STATES)
    texts = [*database.scalars(select(Job.content_hash).where(*ended))]
    database.execute(delete(Job).where(*ended))
    database.execute(update(Job).filter_by(account_id=account.id).values(account_id=None))
    database.execute(delete(Account).filter_by(id=account.id))
    forget_reports(database, Report.content_hash.in_(texts))
    database.commit()


def _fields(row: object, *names: str) -> dict[str, Any]:
    return {name: getattr(row, name) for name in names}
