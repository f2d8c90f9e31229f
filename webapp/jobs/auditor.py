"""The job worker's work: one audit from its beginning to its report."""

import logging
import os
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from solver.audits import Audit, FirstMove, as_json, audit, move_as_json
from solver.batch import perform_bounded, run_plans
from solver.errors import StoreError, TwixtError
from solver.proof import Limits
from solver.puzzle import Puzzle
from solver.search import Cancel
from solver.store import Store
from solver.work import Answer, Failure, Fault, Plan, Unit
from webapp.catalog.puzzle_texts import puzzle_from
from webapp.core.database import Database
from webapp.core.sentences import one_line
from webapp.jobs.job_table import BEAT, AuditProgress, Run, beat, begin, end, give_back

__all__ = ["Auditor"]

_logger = logging.getLogger(__name__)

_LOOK = 0.2
"""Seconds until a process of the solver sees that it is to stop."""


class Auditor:
    """Performs audits, several at a time, and keeps their table."""

    def __init__(
        self, database: Database, store: Path, memory: int, most_bytes: int | None = None
    ) -> None:
        """`store` is the file of verdicts, which takes nothing new when it has `most_bytes`;
        `memory` the MiB that a process may take."""
        self._database, self._store, self._memory = database, store, memory
        self._most_bytes = most_bytes
        self._runs = set[_Running]()
        self._lock = threading.Lock()

    def perform(self, job: str) -> None:
        """Audit what a job asks for, if nobody else has begun it."""
        found = begin(self._database, job)
        if found is None:
            return
        limits = Limits(seconds=found.seconds, memory=self._memory)
        with _Running(self._database, found) as running:
            with self._lock:
                self._runs.add(running)
            try:
                puzzle = puzzle_from(found.sgf)
                running.end(self._answer(running, puzzle, limits), puzzle.name)
            except TwixtError as error:
                _logger.exception("job %s", job)
                running.end(Failure(Fault.CRASHED, str(error)))
            finally:
                with self._lock:
                    self._runs.discard(running)

    def _answer(
        self, running: "_Running", puzzle: Puzzle, limits: Limits
    ) -> Audit | Failure | None:
        """Return what a run finds, without the store if that fails."""
        try:
            with Store(self._store, self._most_bytes) as store:
                store.freeze()
                return running.audit(puzzle, limits, store)
        except StoreError as error:
            _logger.warning("%s", error)
            return running.audit(puzzle, limits, None)

    def give_back(self) -> None:
        """Let everything that runs begin again; nothing of it is written from now on."""
        with self._lock:
            for running in self._runs:
                try:
                    running.give_back()
                except SQLAlchemyError:  # without signs of life it begins again later
                    _logger.exception("job %s: not given back", running.run.job)


class _Running:
    """A run, with a thread that gives signs of life and looks whether it is to stop."""

    def __init__(self, database: Database, found: Run) -> None:
        self.run = found
        self._database = database
        self._progress = AuditProgress()
        self._told = 0.0
        self._stop = threading.Event()
        self._over = threading.Event()
        self._writing = threading.Lock()
        self._folder = tempfile.TemporaryDirectory(prefix="twixt-job-")
        self._flag = Path(self._folder.name) / "stop"
        self._beats = threading.Thread(target=self._beat, daemon=True)

    def __enter__(self) -> "_Running":
        self._beats.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._beats.join()
        self._folder.cleanup()

    def audit(self, puzzle: Puzzle, limits: Limits, store: Store | None) -> Audit | Failure | None:
        """Return the audit, or None when it was stopped."""
        plan = self._until_stopped(audit(puzzle, limits, store, tell=self._tell))
        work = partial(_perform, str(self._flag))
        with closing(run_plans(iter([plan]), jobs=1, work=work)) as working:
            _, answer = next(working)
        return answer

    def _until_stopped(self, plan: Plan[Audit | Failure]) -> Plan[Audit | Failure | None]:
        with closing(plan):
            try:
                units = next(plan)
                while not self._stop.is_set():
                    units = plan.send((yield units))
            except StopIteration as stop:
                found: Audit | Failure = stop.value
                return found
        return None

    def _tell(self, now: Callable[[], tuple[FirstMove, ...]]) -> None:
        if time.monotonic() < self._told + BEAT:
            return
        moves = now()
        decided = sum(move.decided for move in moves)
        self._progress = AuditProgress(decided, len(moves), tuple(map(move_as_json, moves)))
        self._told = time.monotonic()

    def _beat(self) -> None:
        while not self._over.wait(BEAT):
            try:
                if beat(self._database, self.run, self._progress):
                    continue
            except SQLAlchemyError:
                _logger.exception("job %s: no sign of life", self.run.job)
                continue
            self._stop.set()
            self._flag.touch()
            return

    def end(self, answer: Audit | Failure | None, name: str = "") -> None:
        """Write what came of it."""
        record: dict[str, object] | None = None
        message: str | None = None
        if isinstance(answer, Audit):
            title = one_line(name) or "Puzzle"
            task = self.run.content_hash
            record = {"puzzle": title, "file": "", **as_json(answer), "task": task}
        elif isinstance(answer, Failure):
            message = f"{_FAULTS[answer.fault]}: {answer.message}."
        with self._writing:
            end(self._database, self.run, record, message)

    def give_back(self) -> None:
        """Let the job begin again elsewhere; this run does not end."""
        self._writing.acquire()
        self._over.set()
        give_back(self._database, self.run)


_FAULTS = {
    Fault.REFUSED: "The solver does not accept this puzzle",
    Fault.CRASHED: "The solver crashed",
    Fault.HUNG: "The solver did not finish",
    Fault.MEMORY: "The solver needs more memory than it may use",
}


def _perform(flag: str, unit: Unit) -> Answer | Failure:
    """Answer a unit until a file is there; runs in a process of its own."""
    cancel, over = Cancel(), threading.Event()

    def watch() -> None:
        while not over.wait(_LOOK):
            if os.path.exists(flag):
                cancel.set()
                return

    threading.Thread(target=watch, daemon=True).start()
    try:
        return perform_bounded(unit, cancel=cancel)
    finally:
        over.set()
