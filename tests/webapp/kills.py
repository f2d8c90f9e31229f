"""`python -m tests.webapp.kills [ROUNDS]`: kill -9 in the middle of writing, and see what is left.

Each round asks for two audits, kills the job worker while one runs, and a process that holds the
database's write lock while the next worker writes. In the end every job must have one report,
none may be lost or doubled, what the lock holder wrote must be gone, and all files be whole.
"""

import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

from sqlalchemy import func, select

from solver.files import puzzle_to_sgf
from tests.webapp.browser import ROOT
from tests.webapp.conftest import SMALL
from webapp.core.database import Database
from webapp.jobs import Queue, ask_for_audit
from webapp.models import Job, JobState, Report

PATIENCE = 240.0
"""Seconds for the jobs of a round to end."""

_HOLDER = """
import sqlite3, sys, time
file = sqlite3.connect(sys.argv[1], timeout=60, isolation_level=None)
file.execute("BEGIN IMMEDIATE")
file.execute("UPDATE job SET message = 'written by the lock holder'")
print("locked", flush=True)
time.sleep(60)
"""


def main(rounds: int) -> int:
    """Run the rounds and print what came of each; return an exit code."""
    with tempfile.TemporaryDirectory(prefix="twixt-kills-") as name:
        place = Path(name)
        environ = {key: value for key, value in os.environ.items() if key[:6] != "TWIXT_"}
        environ |= {"PYTHONPATH": str(ROOT)}
        (place / "none").mkdir()
        prepare = [sys.executable, "-m", "webapp.prepare", "none"]
        subprocess.run(prepare, cwd=place, env=environ, check=True)
        var = place / "var"
        database = Database(f"sqlite:///{var / 'twixt.sqlite'}")
        queue = Queue(str(var / "jobs.sqlite"))
        print("round  killed after  lock held  jobs done after  runs", flush=True)
        for number in range(rounds):
            _round(number, place, environ, database, queue)
        problems = list(_problems(database, var, 2 * rounds))
        database.engine.dispose()
    for problem in problems:
        print(f"WRONG: {problem}")
    if not problems:
        print(f"{rounds} rounds, {2 * rounds} jobs: nothing lost, nothing doubled, files whole")
    return 1 if problems else 0


def _round(
    number: int, place: Path, environ: dict[str, str], database: Database, queue: Queue
) -> None:
    rng = random.Random(number)
    jobs = list[str]()
    for part in range(2):
        sgf = puzzle_to_sgf(replace(SMALL, name=f"Round {number}, {part}"))
        with database.sessions() as session:
            jobs.append(ask_for_audit(session, queue, sgf, 20, address=f"round {number}").id)
    with _worker(place, environ) as worker:
        _until(lambda: JobState.RUNNING in _states(database, jobs))
        after = rng.uniform(0.0, 3.0)
        time.sleep(after)
        worker.kill()
        worker.wait()
    with _worker(place, environ):
        started = time.monotonic()
        time.sleep(rng.uniform(0.0, 3.0))
        file = str(place / "var" / "twixt.sqlite")
        holding = [sys.executable, "-c", _HOLDER, file]
        with subprocess.Popen(holding, stdout=subprocess.PIPE) as holder:
            assert holder.stdout is not None
            assert holder.stdout.readline() == b"locked\n"
            held = rng.uniform(0.0, 4.0)
            time.sleep(held)
            holder.kill()
        open_yet = {JobState.QUEUED, JobState.RUNNING}
        _until(lambda: open_yet.isdisjoint(_states(database, jobs)))
        seconds = time.monotonic() - started
    with database.sessions() as session:
        runs = [session.get_one(Job, job).runs for job in jobs]
    print(f"{number:5}  {after:10.1f} s  {held:7.1f} s  {seconds:13.1f} s  {runs}", flush=True)


@contextmanager
def _worker(place: Path, environ: dict[str, str]) -> Iterator["subprocess.Popen[bytes]"]:
    """Run a job worker."""
    command = [sys.executable, "-m", "webapp.worker"]
    with subprocess.Popen(command, cwd=place, env=environ, stderr=subprocess.DEVNULL) as worker:
        try:
            yield worker
        finally:
            worker.terminate()


def _states(database: Database, jobs: list[str]) -> list[JobState]:
    with database.sessions() as session:
        return list(session.scalars(select(Job.state).where(Job.id.in_(jobs))))


def _until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "the jobs do not go on"
        time.sleep(0.1)


def _problems(database: Database, var: Path, jobs: int) -> Iterator[str]:
    with database.sessions() as session:
        found = session.scalars(select(Job)).all()
        if len(found) != jobs:
            yield f"{len(found)} jobs instead of {jobs}"
        for job in found:
            if job.state is not JobState.DONE or job.message is not None:
                yield f"job {job.id} is {job.state.value}: {job.message}"
            counted = select(func.count()).select_from(Report)
            reports = session.scalar(counted.filter_by(content_hash=job.content_hash))
            if reports != 1:
                yield f"job {job.id} has {reports} reports"
    for file in sorted(var.glob("*.sqlite")):
        with closing(sqlite3.connect(file)) as connection:
            (said,) = connection.execute("PRAGMA integrity_check").fetchone()
        if said != "ok":
            yield f"{file.name}: {said}"


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 20))
