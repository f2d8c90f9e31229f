"""The table of jobs as the job worker uses it: every change says which state it expects.

A job that is begun has a run, its number of runs so far. What a run writes counts only while it
is the last one: a process that was given up for dead and still lives changes nothing.
"""

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from sqlalchemy import CursorResult, Update, delete, or_, select, update

from webapp.core.database import Database
from webapp.models import Job, JobState, Report
from webapp.reports.report_store import forget_reports, keep_report

__all__ = [
    "BEAT",
    "STALE",
    "AuditProgress",
    "Run",
    "beat",
    "begin",
    "end",
    "forget",
    "give_back",
    "take_up",
]

BEAT = 2.0
"""Seconds between signs of life."""
STALE = 15
"""Seconds without a sign of life after which a run is given up."""
_MOST_RUNS = 2

_GAVE_UP = (
    "The solver stopped twice during this check. Choose a shorter time limit or a smaller board."
)


@dataclass(frozen=True, slots=True)
class Run:
    """A job that was begun."""

    job: str
    number: int
    sgf: str
    content_hash: str
    seconds: float


@dataclass(frozen=True, slots=True)
class AuditProgress:
    """How far a run is."""

    decided: int = 0
    first_moves: int = 0
    moves: tuple[Mapping[str, Any], ...] = ()
    """As in the JSON of an audit, without lines."""


def begin(database: Database, job: str) -> Run | None:
    """Begin a job, if it waits for that."""
    now = int(time.time())
    with database.sessions.begin() as session:
        found = session.execute(
            update(Job)
            .where(Job.id == job, Job.state == JobState.QUEUED)
            .values(state=JobState.RUNNING, runs=Job.runs + 1, started=now, beat=now)
            .returning(Job.runs, Job.sgf, Job.content_hash, Job.seconds)
        ).one_or_none()
        return Run(job, *found) if found else None


def beat(database: Database, run: Run, progress: AuditProgress) -> bool:
    """Give a sign of life; tell whether the run is to go on."""
    values: dict[str, Any] = {"beat": int(time.time())}
    if progress.first_moves:
        values |= {
            "decided": progress.decided,
            "first_moves": progress.first_moves,
            "partial": json.dumps({"moves": progress.moves}),
        }
    with database.sessions.begin() as session:
        cancelled = session.scalar(_mine(run).values(values).returning(Job.cancel))
        return cancelled is False


def end(
    database: Database, run: Run, record: Mapping[str, Any] | None, message: str | None = None
) -> None:
    """End a run: with the record of an audit, with words on what went wrong, or as cancelled."""
    state = JobState.FAILED if message else JobState.DONE if record else JobState.CANCELLED
    with database.sessions.begin() as session:
        changed = session.execute(
            _mine(run).values(state=state, message=message, ended=int(time.time()))
        )
        if record is None or not cast("CursorResult[Any]", changed).rowcount:
            return
        report = keep_report(session, run.content_hash, record)
        session.flush()
        session.execute(
            update(Job)
            .where(Job.id == run.job)
            .values(
                report_id=report.id,
                decided=record["decided"],
                first_moves=record["first_moves"],
                partial=None,
            )
        )


def give_back(database: Database, run: Run) -> None:
    """Let a run that was interrupted on purpose begin again, as if it had not been."""
    with database.sessions.begin() as session:
        session.execute(_mine(run).values(state=JobState.QUEUED, runs=run.number - 1))


def take_up(database: Database) -> list[str]:
    """Find runs that are dead: they wait again, once, or have failed, unless they were to stop
    anyway. Return all jobs that wait, the oldest first."""
    now = int(time.time())
    # A sign from the future was given before the clock was set back.
    silent = or_(Job.beat < now - STALE, Job.beat > now + STALE)
    dead = (Job.state == JobState.RUNNING, silent)
    with database.sessions.begin() as session:
        session.execute(
            update(Job).where(*dead, Job.cancel).values(state=JobState.CANCELLED, ended=now)
        )
        session.execute(
            update(Job)
            .where(*dead, Job.runs >= _MOST_RUNS)
            .values(state=JobState.FAILED, message=_GAVE_UP, ended=now)
        )
        session.execute(update(Job).where(*dead).values(state=JobState.QUEUED))
        waiting = select(Job.id).where(Job.state == JobState.QUEUED).order_by(Job.created, Job.id)
        return list(session.scalars(waiting))


def forget(database: Database, days: int, now: float) -> int:
    """Delete the jobs that ended so many days before `now`; return how many there were.

    Their reports go along unless they are about a text that a puzzle has or had: its page shows
    them without any job.
    """
    before = int(now) - days * 24 * 3600
    over = (JobState.DONE, JobState.FAILED, JobState.CANCELLED)
    with database.sessions.begin() as session:
        done = session.execute(delete(Job).where(Job.state.in_(over), Job.ended < before))
        forget_reports(session, Report.created < before)
        return cast("CursorResult[Any]", done).rowcount


def _mine(run: Run) -> Update:
    return update(Job).where(
        Job.id == run.job, Job.state == JobState.RUNNING, Job.runs == run.number
    )
