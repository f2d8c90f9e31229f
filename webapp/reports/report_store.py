"""Soundness reports: how they are kept, and what lists learn from them."""

import json
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import ColumnElement, delete, exists, select
from sqlalchemy.orm import Session

from solver.audits import Soundness
from solver.errors import Finding, PuzzleFileError
from solver.files import read_lines
from solver.puzzle import Puzzle
from solver.tasks import is_about
from webapp.models import Job, PuzzleRow, Report, Revision
from webapp.progress.glicko import first_rating

__all__ = [
    "forget_reports",
    "keep_report",
    "latest_report",
    "load_reports",
    "report_of",
    "show_report",
]


def keep_report(session: Session, content_hash: str, record: Mapping[str, Any]) -> Report:
    """Keep the record of an audit (see `solver/schemas/audit.json`) of a text.

    All puzzles with this text show it, unless it is undecided and they show one that is not.
    """
    with_text = select(PuzzleRow).filter_by(content_hash=content_hash)
    return _keep(session, content_hash, record, _body(record), session.scalars(with_text))


def _keep(
    session: Session,
    content_hash: str,
    record: Mapping[str, Any],
    body: str,
    rows: Iterable[PuzzleRow],
) -> Report:
    """Keep the record of an audit, whose JSON is `body`, and let puzzles with its text show it."""
    report = Report(
        content_hash=content_hash,
        soundness=Soundness(record["verdict"]),
        body=body,
        created=int(time.time()),
    )
    session.add(report)
    for row in rows:
        if report.soundness is not Soundness.UNDECIDED or row.soundness in (
            None,
            Soundness.UNDECIDED,
        ):
            show_report(row, report)
    return report


def show_report(row: PuzzleRow, report: Report) -> None:
    """Let a puzzle show a report on its text."""
    record = json.loads(report.body)
    row.report, row.soundness = report, report.soundness
    row.pegs, row.difficulty = record["pegs"], record["difficulty"]
    if row.rated is None:
        row.rating, row.deviation, row.volatility = first_rating(row.difficulty)


def latest_report(session: Session, content_hash: str) -> Report | None:
    """Return what is known of a text: its last report that decides, else its last one."""
    query = select(Report).filter_by(content_hash=content_hash)
    decides = Report.soundness != Soundness.UNDECIDED
    return session.scalar(query.order_by(decides.desc(), Report.id.desc()).limit(1))


def report_of(session: Session, job: Job) -> Report | None:
    """Return what came of a job, None if nothing did yet."""
    return session.get(Report, job.report_id) if job.report_id else None


def forget_reports(session: Session, which: ColumnElement[bool]) -> None:
    """Delete such reports, but those of a job and those about a text that a puzzle has or had: its
    page shows them without any job."""
    session.execute(
        delete(Report)
        .where(which)
        # Not row by row as the others: nothing finds a job by its report at once.
        .where(Report.id.not_in(select(Job.report_id).where(Job.report_id.is_not(None))))
        .where(~exists().where(PuzzleRow.content_hash == Report.content_hash))
        .where(~exists().where(Revision.content_hash == Report.content_hash))
        .execution_options(synchronize_session=False)
    )


def load_reports(
    session: Session,
    path: Path,
    rows: Iterable[PuzzleRow],
    puzzle_of: Callable[[PuzzleRow], Puzzle],
) -> int:
    """Keep the lines of `twixt audit --json` in a file that are about these very puzzles.

    A line is left out when its puzzle is another one by now, or when it is kept already. Returns
    how many were new. Raises PuzzleFileError for a line that is none.
    """
    known = {row.slug: row for row in rows}
    hashes = [row.content_hash for row in known.values()]
    query = select(Report.content_hash, Report.body).where(Report.content_hash.in_(hashes))
    new = list[tuple[int, str, Mapping[str, Any], str]]()
    # Nobody can write from the first write to the end: the whole file is read before it.
    with session.no_autoflush:
        kept = {(content_hash, body) for content_hash, body in session.execute(query)}
        for number, line in enumerate(read_lines(path), start=1):
            with _line_told(path, number):
                record = json.loads(line)
                row, body = known.get(Path(record["file"]).stem), _body(record)
                if row is None or (row.content_hash, body) in kept:
                    continue
                if is_about(record, puzzle_of(row)):
                    new.append((number, row.content_hash, record, body))
                    kept.add((row.content_hash, body))
    session.flush()
    with_texts = select(PuzzleRow).where(PuzzleRow.content_hash.in_({text for _, text, *_ in new}))
    # One question for all rows, and nothing written in between: one by one takes far longer.
    with session.no_autoflush:
        shown_by = defaultdict[str, list[PuzzleRow]](list)
        for row in session.scalars(with_texts):
            shown_by[row.content_hash].append(row)
        for number, content_hash, record, body in new:
            with _line_told(path, number):
                _keep(session, content_hash, record, body, shown_by[content_hash])
    return len(new)


@contextmanager
def _line_told(path: Path, number: int) -> Iterator[None]:
    """Raise PuzzleFileError, with the number of a line, where it turns out to be no report."""
    try:
        yield
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        finding = Finding(
            f"line {number} is no report: {type(error).__name__}: {error}",
            hint="write the file with `twixt audit ... --json`",
        )
        raise PuzzleFileError([finding], str(path)) from None


def _body(record: Mapping[str, Any]) -> str:
    return json.dumps(record, ensure_ascii=False)
