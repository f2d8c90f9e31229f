"""What an account has tried: attempts, recorded from what the judge said, and their ratings.

An attempt begins with the first judged move or hint. A refuted move fails it, the end of the
puzzle solves it, what is undecided does neither. Only an account's first attempt at a puzzle is
rated, and only when the site chose the puzzle (`serve`): one that was picked is for practice. A
hint ends the rating of an attempt, the whole line ends the attempt. Each day since the last rated
attempt makes a rating vaguer, that of a puzzle as that of an account.
"""

import hashlib
import hmac
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import current_app
from flask import session as cookie
from sqlalchemy import ColumnElement, Select, and_, func, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from solver.answers import HintLevel, Outcome
from webapp.catalog.visibility import visible_to
from webapp.models import Account, Attempt, AttemptEnding, PuzzleRow, Repetition
from webapp.progress import repetitions
from webapp.progress.rated_attempts import rate_attempt

__all__ = [
    "AttemptState",
    "has_solved",
    "hinted",
    "is_rated",
    "judged",
    "merge",
    "peeked",
    "redo",
    "seal",
    "sealed",
    "serve",
    "served",
    "solved",
    "trained",
]

_SERVED = "served"
_TRAINED = "trained"
_MOST_SERVED = 10
"""Puzzles that may be open in tabs, or be gone back to, and are rated yet."""
_TRIES = 3
"""How often it is tried to keep what a browser remembers."""

_ENDED = {
    Outcome.MET: AttemptEnding.SOLVED,
    Outcome.LOSES: AttemptEnding.FAILED,
    Outcome.LOST: AttemptEnding.FAILED,
}


@dataclass(frozen=True, slots=True)
class AttemptState:
    """What became of an attempt."""

    ending: AttemptEnding | None
    """None while it goes on."""
    rated: bool
    before: float | None = None
    """The account's rating, and after the attempt; None while it goes on and without rating."""
    after: float | None = None


# -- whether an attempt counts ------------------------------------------------------------


def serve(row: PuzzleRow, *, training: bool = False) -> None:
    """Note that the site chose this puzzle for who asks: daily, at random, or by rating.

    The last way is `training`, where another one follows.
    """
    for name in (_SERVED, _TRAINED) if training else (_SERVED,):
        others = [other for other in _last(name) if other != row.public_id]
        cookie[name] = [row.public_id, *others][:_MOST_SERVED]


def served(row: PuzzleRow) -> bool:
    """Return whether the site chose this puzzle, as one of the last ten, for who asks."""
    return bool(row.published) and row.public_id in _last(_SERVED)


def trained(row: PuzzleRow) -> bool:
    """Return whether it did so as one of the last ten for training."""
    return bool(row.published) and row.public_id in _last(_TRAINED)


def _last(name: str) -> list[str]:
    # Version 0.1.0 noted one.
    found = cookie.get(name, [])
    return [found] if isinstance(found, str) else found


def is_rated(database: Session, account: Account | None, row: PuzzleRow) -> bool:
    """Return whether what happens next with a puzzle changes the account's rating."""
    if account is None:
        return False
    first = database.scalar(_attempts(account, row).where(Attempt.first))
    if first is None:
        return served(row)
    return (
        first.ending is None
        and first.rating_before is not None
        and first.revision == row.revision  # another text is another puzzle
    )


def seal(row: PuzzleRow, line: Sequence[str]) -> str:
    """Return the site's signature for a line whose replies are its own.

    Nobody else can make one, so that a line with weak replies solves nothing.
    """
    text = json.dumps([row.public_id, row.content_hash, *line])
    key = str(current_app.config["SECRET_KEY"]).encode()
    return hmac.new(key, b"line" + text.encode(), hashlib.sha256).hexdigest()[:32]


def sealed(row: PuzzleRow, line: Sequence[str], signature: object) -> bool:
    """Return whether a line is one that the site has played; the empty one always is."""
    if not line:
        return True
    return isinstance(signature, str) and hmac.compare_digest(
        seal(row, line).encode(), signature.encode()
    )


# -- attempts -----------------------------------------------------------------------------


def judged(
    database: Session, account: Account, row: PuzzleRow, outcome: Outcome
) -> AttemptState | None:
    """Record what a judged move means to an attempt; None when it means nothing. Commits."""
    if outcome is Outcome.UNDECIDED:
        return None
    attempt = _open(database, account, row)
    return _end(database, attempt, _ENDED[outcome]) if outcome in _ENDED else _now(attempt)


def hinted(database: Session, account: Account, row: PuzzleRow, level: HintLevel) -> AttemptState:
    """Record a hint: the attempt is rated no more, and given up with the whole line. Commits."""
    attempt = _open(database, account, row)
    attempt.hints, attempt.rating_before = max(attempt.hints, int(level)), None
    database.commit()
    return (
        _end(database, attempt, AttemptEnding.GIVEN_UP)
        if level is HintLevel.LINE
        else _now(attempt)
    )


def peeked(database: Session, account: Account | None, row: PuzzleRow) -> None:
    """End the rating of an attempt before more is told than its moves would. Commits."""
    if account and is_rated(database, account, row):
        hinted(database, account, row, HintLevel.KEY)


def merge(database: Session, account: Account, found: Mapping[str, AttemptEnding]) -> int:
    """Take over what a browser remembers: endings by public id. Never rated. Commits.

    What the account tried itself stands. What it has not solved yet may be solved so; what it has
    not tried may be failed. What was failed comes back, unless it does already. Returns for how
    many puzzles there was something new. Raises IntegrityError, and keeps nothing, when attempts
    of the account were opened at the same moments, again and again.
    """
    for _ in range(_TRIES - 1):
        try:
            return _merge(database, account, found)
        except IntegrityError:
            # An attempt was opened at the same moment: now it is known.
            database.rollback()
    return _merge(database, account, found)


def _merge(database: Session, account: Account, found: Mapping[str, AttemptEnding]) -> int:
    tried = set(database.scalars(select(Attempt.puzzle_id).filter_by(account_id=account.id)))
    back = set(database.scalars(select(Repetition.puzzle_id).filter_by(account_id=account.id)))
    done = set(database.scalars(solved(account)))
    named = select(PuzzleRow).where(PuzzleRow.public_id.in_(found), visible_to(account))
    new = 0
    for row in database.scalars(named).all():
        attempt = _attempt(account, row, first=row.id not in tried, rated=False)
        attempt.ending, attempt.ended = found[row.public_id], attempt.started
        failed, kept = attempt.ending is AttemptEnding.FAILED, list[Attempt | Repetition]()
        if row.id not in (tried if failed else done):
            kept.append(attempt)
        if failed and row.id not in back:
            kept.append(repetitions.first_failed(attempt))
        database.add_all(kept)
        new += bool(kept)
    database.commit()
    return new


def solved(account: Account) -> Select[int]:
    """Return the ids of the puzzles that an account has solved."""
    return select(Attempt.puzzle_id).filter_by(account_id=account.id, ending=AttemptEnding.SOLVED)


def has_solved(database: Session, account: Account, row: PuzzleRow) -> bool:
    """Return whether an account has solved a puzzle."""
    return database.scalar(solved(account).filter_by(puzzle_id=row.id).limit(1)) is not None


def redo(account: Account) -> ColumnElement[bool]:
    """Return the condition on puzzles whose last ended attempt was no success."""
    last = (
        select(func.max(Attempt.id))
        .where(Attempt.account_id == account.id, Attempt.ending.is_not(None))
        .group_by(Attempt.puzzle_id)
    )
    failed = select(Attempt.puzzle_id).where(
        Attempt.id.in_(last),
        or_(Attempt.ending == AttemptEnding.FAILED, Attempt.ending == AttemptEnding.GIVEN_UP),
    )
    return and_(PuzzleRow.id.in_(failed), visible_to(account))


def _open(database: Session, account: Account, row: PuzzleRow) -> Attempt:
    """Return the attempt that goes on, a new one if there is none. Commits."""
    going = _attempts(account, row).where(Attempt.ending.is_(None))
    if (attempt := database.scalar(going.order_by(Attempt.id.desc()).limit(1))) is not None:
        if attempt.revision != row.revision:
            # Another text is another puzzle.
            attempt.revision, attempt.rating_before = row.revision, None
            database.commit()
        return attempt
    count = select(func.count()).select_from(Attempt)
    first = not database.scalar(count.filter_by(account_id=account.id, puzzle_id=row.id))
    attempt = _attempt(account, row, first=first, rated=first and served(row))
    database.add(attempt)
    try:
        database.commit()
    except IntegrityError:
        # Two moves arrived at the same moment: the other one opened it.
        database.rollback()
        return _open(database, account, row)
    return attempt


def _end(database: Session, attempt: Attempt, ending: AttemptEnding) -> AttemptState:
    """End an attempt, once, and rate it. Commits."""
    now = int(time.time())
    database.commit()
    claimed = database.execute(
        update(Attempt)
        .where(Attempt.id == attempt.id, Attempt.ending.is_(None))
        .values(ending=ending, ended=now)
        .returning(Attempt.rating_before)
    ).one_or_none()
    if claimed is not None and claimed.rating_before is not None:
        rate_attempt(database, attempt, solved=ending is AttemptEnding.SOLVED, now=now)
    database.commit()
    if claimed is not None:
        repetitions.note(database, attempt)
    return _now(attempt)


def _now(attempt: Attempt) -> AttemptState:
    rated, after = attempt.rating_before is not None, attempt.rating_after
    return AttemptState(attempt.ending, rated, attempt.rating_before if after else None, after)


def _attempt(account: Account, row: PuzzleRow, *, first: bool, rated: bool) -> Attempt:
    return Attempt(
        account_id=account.id,
        puzzle_id=row.id,
        revision=row.revision,
        first=first,
        ending=None,
        hints=0,
        started=int(time.time()),
        ended=None,
        rating_before=account.rating if rated else None,
        rating_after=None,
    )


def _attempts(account: Account, row: PuzzleRow) -> Select[Attempt]:
    return select(Attempt).filter_by(account_id=account.id, puzzle_id=row.id)
