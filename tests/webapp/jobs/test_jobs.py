"""Jobs: begun once, taken up when their process dies, answered, and forgotten."""

import json
import os
import sqlite3
import subprocess
import sys
import time
from hashlib import sha256
from pathlib import Path

import jsonschema_rs
import pytest
from sqlalchemy import select, update
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from solver import __version__
from solver.audits import Soundness
from solver.errors import StoreError
from tests.waiting import DEADLINE
from tests.webapp.browser import ROOT
from tests.webapp.jobs.asking import CONSUMER, SGF, ask, record, text
from webapp.catalog.puzzle_texts import puzzle_from, revise
from webapp.core.database import Database
from webapp.jobs import Auditor, Queue, ask_for_audit, forget, stop_audit, take_up
from webapp.jobs.job_table import AuditProgress, Run, beat, begin, end, give_back
from webapp.models import Job, JobState, PuzzleRow, Report
from webapp.reports.report_store import report_of


def state(database: Database, job: str) -> JobState:
    with database.sessions() as session:
        found = session.get(Job, job)
        assert found is not None
        return found.state


# -- the queue --------------------------------------------------------------------------


def test_another_process_performs_what_was_put(queue: Queue, queue_place: str) -> None:
    queue.put("a job")
    command = [sys.executable, "-c", CONSUMER, queue_place]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=DEADLINE)
    assert (done.returncode, done.stdout) == (0, "a job\n"), done.stderr
    assert queue.empty


# -- the table --------------------------------------------------------------------------


def test_a_job_is_begun_once(session: Session, queue: Queue, database: Database) -> None:
    job = ask(session, queue)
    first = begin(database, job)
    assert first is not None
    assert first.sgf == SGF
    assert begin(database, job) is None
    assert state(database, job) is JobState.RUNNING


def test_a_sign_of_life_carries_what_is_decided(
    session: Session, queue: Queue, database: Database
) -> None:
    run = begin(database, ask(session, queue))
    assert run is not None
    assert beat(database, run, AuditProgress(1, 2, ({"hole": "b5", "kind": "key"},)))
    job = session.get(Job, run.job)
    assert job is not None
    session.refresh(job)
    assert (job.decided, job.first_moves) == (1, 2)
    assert json.loads(job.partial or "")["moves"] == [{"hole": "b5", "kind": "key"}]


def test_a_job_that_is_to_stop_is_told_so(
    session: Session, queue: Queue, database: Database
) -> None:
    run = begin(database, ask(session, queue))
    assert run is not None
    job = session.get(Job, run.job)
    assert job is not None
    stop_audit(session, job)
    assert not beat(database, run, AuditProgress())
    end(database, run, None)
    assert state(database, run.job) is JobState.CANCELLED


def dead(database: Database, job: str) -> None:
    """Make the last sign of life of a job an old one."""
    with database.sessions.begin() as session:
        session.execute(update(Job).where(Job.id == job).values(beat=int(time.time()) - 60))


def test_a_job_whose_process_died_waits_again_once(
    session: Session, queue: Queue, database: Database
) -> None:
    job = ask(session, queue)
    assert begin(database, job)
    assert take_up(database) == []
    dead(database, job)
    assert take_up(database) == [job]
    assert begin(database, job)
    dead(database, job)
    assert take_up(database) == []
    assert state(database, job) is JobState.FAILED


def test_a_job_that_was_to_stop_is_not_taken_up_again(
    session: Session, queue: Queue, database: Database
) -> None:
    job = ask(session, queue)
    assert begin(database, job)
    stop_audit(session, session.get_one(Job, job))
    dead(database, job)
    assert take_up(database) == []
    assert state(database, job) is JobState.CANCELLED


def test_a_dead_run_is_found_after_the_clock_was_set_back(
    session: Session, queue: Queue, database: Database
) -> None:
    job = ask(session, queue)
    assert begin(database, job) is not None
    assert take_up(database) == [], "it lives"
    with database.sessions.begin() as changed:
        changed.execute(update(Job).where(Job.id == job).values(beat=int(time.time()) + 3600))
    assert take_up(database) == [job]


def test_a_process_that_was_given_up_writes_no_more(
    session: Session, queue: Queue, database: Database
) -> None:
    job = ask(session, queue)
    first = begin(database, job)
    assert first is not None
    dead(database, job)
    take_up(database)
    second = begin(database, job)
    assert second is not None
    assert not beat(database, first, AuditProgress())
    end(database, first, record("sound"))
    assert state(database, job) is JobState.RUNNING
    assert session.scalars(select(Report)).all() == []
    end(database, second, record("sound"))
    end(database, second, record("sound"))
    assert state(database, job) is JobState.DONE
    assert len(session.scalars(select(Report)).all()) == 1


def test_a_job_that_was_interrupted_on_purpose_loses_no_run(
    session: Session, queue: Queue, database: Database
) -> None:
    job = ask(session, queue)
    for _ in range(3):
        run = begin(database, job)
        assert run is not None
        assert run.number == 1, "those before do not count"
        give_back(database, run)
    assert state(database, job) is JobState.QUEUED


@pytest.mark.parametrize(("verdict", "anew"), [("sound", True), ("undecided", False)])
def test_what_was_decided_is_asked_anew_when_its_proofs_are_lost(
    session: Session, queue: Queue, database: Database, verdict: str, anew: bool
) -> None:
    run = begin(database, ask(session, queue))
    assert run is not None
    end(database, run, record(verdict) | {"version": __version__})
    assert ask(session, queue) == run.job
    again = ask_for_audit(session, queue, SGF, 20, address="here", has_proofs=False)
    assert (again.id != run.job) is anew


def test_a_report_reaches_the_puzzles_with_its_text(
    session: Session, queue: Queue, database: Database
) -> None:
    small = session.scalars(select(PuzzleRow).filter_by(slug="small")).one()
    for verdict, shown in (("sound", Soundness.SOUND), ("undecided", Soundness.SOUND)):
        run = begin(database, ask(session, queue, small.sgf, 20 if verdict == "sound" else 10))
        assert run is not None
        end(database, run, record(verdict))
        session.refresh(small)
        assert small.soundness is shown
        assert small.pegs == 3
    others = session.scalars(select(PuzzleRow).filter_by(slug="quarter")).one()
    assert others.soundness is None


# -- forgetting -------------------------------------------------------------------------

DAY = 24 * 3600


def ended(session: Session, queue: Queue, database: Database, sgf: str, verdict: str = "") -> str:
    """Ask for a job that ends at once: with a report that has a verdict, else cancelled."""
    run = begin(database, ask(session, queue, sgf))
    assert run is not None
    end(database, run, record(verdict) if verdict else None)
    return run.job


def test_a_job_is_forgotten_when_it_ended_long_ago(
    session: Session, queue: Queue, database: Database
) -> None:
    job = ended(session, queue, database, text(0))
    now = time.time()
    assert forget(database, 30, now + 29 * DAY) == 0
    assert forget(database, 30, now + 31 * DAY) == 1
    session.expire_all()
    assert session.get(Job, job) is None
    assert ask(session, queue, text(0)) != job


def test_a_job_that_has_not_ended_is_never_forgotten(
    session: Session, queue: Queue, database: Database
) -> None:
    jobs = [ask(session, queue, text(number)) for number in range(2)]
    assert begin(database, jobs[1])
    assert forget(database, 30, time.time() + 1000 * DAY) == 0
    assert {state(database, job) for job in jobs} == {JobState.QUEUED, JobState.RUNNING}


def test_a_report_goes_with_its_job_unless_a_puzzle_has_or_had_its_text(
    session: Session, queue: Queue, database: Database
) -> None:
    small, quarter = session.scalars(select(PuzzleRow).order_by(PuzzleRow.place))
    old = small.sgf
    for sgf in (text(0), old, quarter.sgf):
        ended(session, queue, database, sgf, "sound")
    revise(small, text(1), puzzle_from(text(1)))
    session.commit()
    assert forget(database, 30, time.time() + 31 * DAY) == 3
    session.expire_all()
    kept = {report.content_hash for report in session.scalars(select(Report))}
    assert kept == {sha256(sgf.encode()).hexdigest() for sgf in (old, quarter.sgf)}
    assert quarter.report is not None
    assert quarter.soundness is Soundness.SOUND


def test_a_report_stays_while_a_job_shows_it(
    session: Session, queue: Queue, database: Database
) -> None:
    job = session.get(Job, ended(session, queue, database, text(0), "sound"))
    assert job is not None
    session.execute(update(Job).values(ended=Job.ended + 30 * DAY))
    session.commit()
    assert forget(database, 30, time.time() + 31 * DAY) == 0
    session.refresh(job)
    assert session.get(Report, job.report_id) is not None


# -- performing -------------------------------------------------------------------------


def done_report(session: Session, job: Job) -> Report:
    """Return the report of a job that must be done."""
    session.refresh(job)
    assert job.state is JobState.DONE, job.message
    report = report_of(session, job)
    assert report is not None
    return report


@pytest.mark.native
def test_a_job_is_audited_as_the_command_does(
    session: Session, queue: Queue, database: Database, tmp_path: Path
) -> None:
    job = session.get(Job, ask(session, queue))
    assert job is not None
    Auditor(database, tmp_path / "verdicts.sqlite", 64).perform(job.id)
    report = done_report(session, job)
    body = json.loads(report.body)
    schema = ROOT / "solver" / "schemas" / "audit.json"
    jsonschema_rs.validate(json.loads(schema.read_text(encoding="utf-8")), body)
    assert body["verdict"] == report.soundness.value
    assert body["decided"] == body["first_moves"] == job.decided == job.first_moves
    assert ask(session, queue) == job.id, "what is answered is not asked again"


WORKER = """
import os, sys
from pathlib import Path
from webapp.core.database import Database
from webapp.jobs import Auditor
from webapp.worker import NICE
os.nice(NICE)
Auditor(Database(sys.argv[1]), Path(sys.argv[2]), 64).perform(sys.argv[3])
"""


@pytest.mark.native
def test_a_worker_that_may_not_raise_its_priority_audits(
    session: Session, queue: Queue, prepared: str, tmp_path: Path
) -> None:
    job = session.get(Job, ask(session, queue))
    assert job is not None
    command = [sys.executable, "-c", WORKER, prepared, str(tmp_path / "verdicts.sqlite"), job.id]
    if os.geteuid() == 0:
        command = ["setpriv", "--bounding-set=-sys_nice", *command]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=DEADLINE)
    assert done.returncode == 0, done.stderr
    report = done_report(session, job)
    assert report.soundness is not Soundness.UNDECIDED, report.body


PRIORITIES = """
import os
from solver.proof import Limits
from solver.work import Unit
from webapp.jobs import auditor
from webapp import questions, worker
os.nice(worker.NICE)
auditor._perform("", Unit((), Limits(), Limits()))
print(os.nice(0) > questions.NICE)
"""


@pytest.mark.native
def test_questions_of_visitors_go_before_audits() -> None:
    command = [sys.executable, "-c", PRIORITIES]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=DEADLINE)
    assert (done.returncode, done.stdout) == (0, "True\n"), done.stderr


@pytest.mark.native
def test_a_puzzle_that_is_decided_already_is_refused_in_words(
    session: Session, queue: Queue, database: Database, tmp_path: Path
) -> None:
    won = "(;FF[4]GM[21]SZ[5]PZ[]PL[W]AW[b1][c3][b5]AB[d2]IP[])"
    with pytest.raises(ValueError, match="White has joined rows 1 and 5 already"):
        ask(session, queue, won)
    job = session.get(Job, ask(session, queue))
    assert job is not None
    # One that was asked before such puzzles were refused.
    job.sgf = won
    session.commit()
    Auditor(database, tmp_path / "verdicts.sqlite", 64).perform(job.id)
    session.refresh(job)
    assert job.state is JobState.FAILED
    assert (job.message or "").startswith("The solver does not accept this puzzle: ")


@pytest.mark.native
@pytest.mark.parametrize("trouble", ["no store", "read-only"])
def test_a_job_is_audited_without_a_store_that_fails(
    session: Session,
    queue: Queue,
    database: Database,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    trouble: str,
) -> None:
    def fail(*_: object) -> None:
        raise StoreError("a readonly database")

    store = tmp_path / "verdicts.sqlite"
    if trouble == "no store":
        store.mkdir()
    else:
        monkeypatch.setattr("solver.store.store.Store.add", fail)
    job = session.get(Job, ask(session, queue))
    assert job is not None
    Auditor(database, store, 64).perform(job.id)
    assert done_report(session, job).soundness is not Soundness.UNDECIDED


def test_what_cannot_be_given_back_does_not_keep_the_others(
    caplog: pytest.LogCaptureFixture,
    database: Database,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Running:
        def __init__(self, job: str) -> None:
            self.run = Run(job, 1, SGF, "", 1.0)

        def give_back(self) -> None:
            given.append(self.run.job)
            raise OperationalError("UPDATE job", {}, sqlite3.OperationalError("database is locked"))

    given = list[str]()
    auditor = Auditor(database, tmp_path / "verdicts.sqlite", 64)
    monkeypatch.setattr(auditor, "_runs", {Running("a"), Running("b")})
    auditor.give_back()
    assert {"a", "b"} == {*given}
    assert 2 == caplog.text.count("not given back")
