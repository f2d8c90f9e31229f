"""Asking for an audit: nobody asks the same question twice, or for too much."""

import json
import logging
import math
import secrets
import time
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, func, select, update
from sqlalchemy.orm import Session

from solver import __version__
from solver.arena import check_size
from solver.audits import Soundness
from solver.errors import PuzzleRuleError
from webapp.catalog.puzzle_texts import content_hash_of, puzzle_from
from webapp.core import sentences
from webapp.core.rate_limits import AUDITS_AN_HOUR, OPEN_AUDITS
from webapp.editor.drawing import LARGEST
from webapp.jobs.queue import Queue
from webapp.models import OPEN_STATES, Job, JobState
from webapp.reports.report_store import report_of

__all__ = ["LONGEST", "CapError", "ask_for_audit", "seconds_of", "stop_audit"]

LONGEST = 600.0
"""Seconds that an audit may take at most."""
_SECONDS = f"The time limit of a check is 1 to {LONGEST:g} seconds"

_CAPS = 0x74776978
"""Name of the lock under which jobs are counted, where the database has such locks."""


class CapError(Exception):
    """Somebody asked for too many jobs; the message says what to do."""

    def __init__(self, message: str, wait: int | None = None) -> None:
        """`wait` is the number of seconds until he may ask again, as far as it is known."""
        super().__init__(message)
        self.wait = wait


def seconds_of(value: Any) -> float:
    """Return the seconds that a request names. Raises ValueError for no number."""
    try:
        return float(value)
    except OverflowError:  # a whole number may have any number of digits
        return math.inf
    except (TypeError, ValueError):
        raise ValueError(_SECONDS) from None


def ask_for_audit(
    session: Session,
    queue: Queue,
    sgf: str,
    seconds: float,
    *,
    account: int | None = None,
    address: str = "",
    has_proofs: bool = True,
) -> Job:
    """Return the job of an audit of a text within so many seconds, 1 to `LONGEST`.

    An open job of the same asker with the same question is returned instead. So is a job that this
    version has answered, whoever asked. `account` is the id of who asks, `address` names where
    from. An answer that decides is given again only if the puzzle `has_proofs` kept. Commits.
    Raises PuzzleFileError for a text that holds no puzzle, ValueError for other seconds, a larger
    board or area to solve, or a position in which a side has joined its goal lines, and CapError.
    """
    if not 1 <= seconds <= LONGEST:
        raise ValueError(_SECONDS)
    position = puzzle_from(sgf).position
    board = position.board
    if max(board.width, board.height) > LARGEST:
        raise ValueError(f"A board may have {LARGEST} columns and rows at most")
    try:
        check_size(position)
    except PuzzleRuleError as error:
        raise ValueError(sentences.as_sentence(str(error)).removesuffix(".")) from None
    if over := sentences.joined(position):
        raise ValueError(over.removesuffix("."))
    job = Job(
        id=secrets.token_urlsafe(12),
        content_hash=content_hash_of(sgf),
        sgf=sgf,
        seconds=seconds,
        account_id=account,
        address=address,
        state=JobState.QUEUED,
        runs=0,
        cancel=False,
        decided=0,
        first_moves=0,
        created=int(time.time()),
    )
    if known := _open_job(session, job) or _answered(session, job, has_proofs):
        return known
    session.commit()
    if known := _add(session, job):
        return known
    try:
        queue.put(job.id)
    except Exception as error:
        # The worker looks for jobs that nobody told it of.
        logging.getLogger(__name__).error("job %s: the queue cannot be told: %s", job.id, error)
    return job


def stop_audit(session: Session, job: Job) -> None:
    """Stop a job, or take it off the queue; one that has ended stays as it is. Commits."""
    ended = int(time.time())
    session.execute(
        update(Job)
        .where(Job.id == job.id, Job.state == JobState.QUEUED)
        .values(state=JobState.CANCELLED, cancel=True, ended=ended)
    )
    session.execute(
        update(Job).where(Job.id == job.id, Job.state == JobState.RUNNING).values(cancel=True)
    )
    session.commit()


def _open_job(session: Session, job: Job) -> Job | None:
    """Return the open job with the question of a job of the same asker.

    Others have one each, so that whoever cancels takes nothing from them.
    """
    opened = _asked(job).where(Job.id != job.id, Job.state.in_(OPEN_STATES), _of_asker(job))
    return session.scalar(opened.limit(1))


def _of_asker(job: Job) -> ColumnElement[bool]:
    """Return the condition on jobs of who asked for this one: an account, or else an address."""
    if job.account_id is not None:
        return Job.account_id == job.account_id
    return and_(Job.account_id.is_(None), Job.address == job.address)


def _answered(session: Session, job: Job, has_proofs: bool) -> Job | None:
    """Return the job that answered the question of a job, whoever asked."""
    done = _asked(job).where(Job.state == JobState.DONE).order_by(Job.created.desc()).limit(1)
    found = session.scalar(done)
    report = report_of(session, found) if found else None
    if report is None:
        return None
    told = json.loads(report.body)
    if told["version"] != __version__ or told.get("error"):  # the solver crashed or hung
        return None
    return found if has_proofs or report.soundness is Soundness.UNDECIDED else None


def _asked(job: Job) -> Select[Job]:
    return select(Job).filter_by(content_hash=job.content_hash, seconds=job.seconds)


def _add(session: Session, job: Job) -> Job | None:
    """Add a job unless that makes too many; nobody else's come between counting and adding.

    Return the same of the same asker instead, if that came at the same moment.
    """
    if session.get_bind().dialect.name == "postgresql":
        session.execute(select(func.pg_advisory_xact_lock(_CAPS)))
    session.add(job)
    session.flush()  # from here on SQLite lets nobody else write
    if known := _open_job(session, job):
        session.rollback()
        return known
    whose = _of_asker(job)
    mine = select(func.count()).select_from(Job).where(whose)
    if (session.scalar(mine.where(Job.state.in_(OPEN_STATES))) or 0) > OPEN_AUDITS:
        session.rollback()
        raise CapError(
            f"{OPEN_AUDITS} of your checks are still running. Wait until one ends, or cancel it."
        )
    within_hour = Job.created > job.created - 3600
    if (session.scalar(mine.where(within_hour)) or 0) > AUDITS_AN_HOUR:
        oldest = session.scalar(select(func.min(Job.created)).where(whose, within_hour))
        wait = (oldest or job.created) + 3600 - job.created
        session.rollback()
        said = f"You asked for {AUDITS_AN_HOUR} checks in the last hour. Try again later."
        raise CapError(said, wait)
    session.commit()
    return None
