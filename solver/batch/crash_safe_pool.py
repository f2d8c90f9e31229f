"""Processes that take one item at a time; one that dies or hangs loses its own and no other.

The pools of the standard library and of joblib give up all their work when a process dies, and
none of them ends a single item that takes too long.
"""

import errno
import os
import signal
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnContext
from multiprocessing.reduction import ForkingPickler
from typing import Any, Generic, TypeVar

from solver.errors import WorkerError
from solver.work import Failure, Fault

__all__ = ["GRACE", "Pool", "one_line"]

GRACE = 30.0
"""Seconds that an item may go on after its time: what is found has to be checked."""

_LONGEST_WAIT = 86_400.0
"""Seconds to wait at once; the system takes 24 days at most."""

Item = TypeVar("Item")
Answer = TypeVar("Answer")


class Pool(Generic[Item, Answer]):
    """Up to so many processes, started when there is work for them."""

    def __init__(
        self, work: Callable[[Item], Answer | Failure], jobs: int, *, grace: float = GRACE
    ) -> None:
        """`work` is an importable function, and may say itself that an item failed; items and
        answers are picklable. Raises WorkerError."""
        self._work = work
        self._jobs = jobs
        self._grace = grace
        self._context = get_context("spawn")
        self._busy = list[_Worker[Item, Answer]]()
        self._idle = list[_Worker[Item, Answer]]()
        # Started later, together with the first worker, it would undo the signal mask there.
        try:
            resource_tracker.ensure_running()
        except OSError as error:
            raise self._refused(error) from error

    @property
    def free(self) -> int:
        """How many more items can be taken now."""
        return self._jobs - len(self._busy)

    def submit(self, ticket: int, item: Item, seconds: float | None = None) -> None:
        """Give an item to a free process, which may take so many seconds and the grace.

        Raises WorkerError when it cannot be started.
        """
        task = _Task(ticket, item, seconds)
        while self._idle:
            worker = self._idle.pop()
            # The system may have killed it while it had nothing to do.
            if worker.running and worker.take(task, self._grace):
                break
            worker.end()
        else:
            try:
                worker = _Worker(self._context, self._work)
            except OSError as error:
                raise self._refused(error) from error
            worker.take(task, self._grace)
        self._busy.append(worker)

    def wait(self, seconds: float = inf) -> list[tuple[int, Answer | Failure]]:
        """Return tickets with what became of their items, at least one; none where no item was
        taken, or where none is done after so many seconds."""
        found = list[tuple[int, Answer | Failure]]()
        end = time.monotonic() + seconds
        while self._busy and not found and time.monotonic() < end:
            wait([worker.pipe for worker in self._busy], self._patience(end))
            # Whether it is ready is asked once more: an answer that is there goes before its time.
            for worker in [each for each in self._busy if each.ready]:
                self._busy.remove(worker)
                found.append((worker.ticket, worker.answer()))
                if worker.alive:
                    self._idle.append(worker)
                else:
                    worker.end()
        return found

    def close(self) -> None:
        """Kill the processes at once."""
        for worker in (*self._busy, *self._idle):
            worker.end()
        self._busy, self._idle = [], []

    def _refused(self, error: OSError) -> WorkerError:
        """Return an error that says why the next process cannot be started."""
        remedies = ["lower --jobs"] if self._jobs > 1 else []
        if error.errno == errno.EMFILE:
            remedies.append("raise `ulimit -n`")
        hint = f" ({', or '.join(remedies)})" if remedies else ""
        process = f"process {len(self._busy) + 1} of {self._jobs}"
        return WorkerError(f"{process} cannot be started: {error.strerror or error}{hint}")

    def _patience(self, end: float) -> float:
        """Return the seconds until then, or until a process is to be killed before."""
        ends = [worker.until for worker in self._busy if worker.until is not None]
        return min(max(0.0, min([end, *ends]) - time.monotonic()), _LONGEST_WAIT)


@dataclass(frozen=True, slots=True)
class _Task(Generic[Item]):
    ticket: int
    item: Item
    seconds: float | None


class _Worker(Generic[Item, Answer]):
    """A process with one item at a time. OSError is raised when it cannot be started."""

    def __init__(self, context: SpawnContext, work: Callable[[Item], Answer | Failure]) -> None:
        self.pipe, theirs = context.Pipe()
        self.alive = True
        self.until: float | None = None
        """When the process is killed."""
        self._started = False
        self._task: _Task[Item] | None = None
        self._grace = 0.0
        self._process = context.Process(target=_serve, args=(theirs, work), daemon=True)
        # Tables of a search are read here and there: with large pages a long one takes a tenth to
        # a sixth less time. glibc asks for them if it is told before a process starts.
        os.environ.setdefault("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1")
        # Ctrl-C reaches every process of the terminal. A worker leaves it to the one that
        # made it, and inherits that it is deaf to it from its first moment on.
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            self._process.start()
        except OSError:
            self.pipe.close()
            raise
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
            theirs.close()

    @property
    def ticket(self) -> int:
        return self._task.ticket if self._task else -1

    @property
    def running(self) -> bool:
        """Whether the process is there."""
        return self._process.is_alive()

    @property
    def ready(self) -> bool:
        """Whether there is an answer, or none to be waited for any more."""
        if not self._started:
            if not self.pipe.poll():
                return False
            try:
                self._started = bool(self.pipe.recv())
            except (EOFError, OSError):
                return True
            self._start_clock()
        return self.pipe.poll() or (self.until is not None and time.monotonic() >= self.until)

    def take(self, task: _Task[Item], grace: float) -> bool:
        """Take an item; tell whether the process is there to hear of it."""
        self._task, self._grace = task, grace
        self._start_clock()
        try:
            self.pipe.send(task.item)
        except OSError:
            self.alive = False  # its end is told by `answer`
        return self.alive

    def _start_clock(self) -> None:
        """Set the end of the item's time; it begins when the process has started."""
        seconds = self._task.seconds if self._task else None
        if self._started and seconds is not None:
            self.until = time.monotonic() + seconds + self._grace
        else:
            self.until = None

    def answer(self) -> Answer | Failure:
        """Return the answer of the process, or the failure it died of."""
        if not self.pipe.poll():
            self.alive = False
            allowed = self._task.seconds if self._task else None
            return Failure(Fault.HUNG, f"it did not end after {allowed:g} seconds")
        try:
            answer: Answer | Failure = self.pipe.recv()
        except (EOFError, OSError):
            self.alive = False
            self._process.join()
            return Failure(Fault.CRASHED, _death(self._process.exitcode))
        # What it has left may be in pieces.
        self.alive = not (isinstance(answer, Failure) and answer.fault is Fault.MEMORY)
        return answer

    def end(self) -> None:
        self.alive = False
        self._process.kill()
        self._process.join()
        self.pipe.close()


def one_line(error: BaseException) -> str:
    """Return an exception as one line of text."""
    return " ".join(f"{type(error).__name__}: {error}".split())


def _death(exitcode: int | None) -> str:
    if exitcode is None or exitcode >= 0:
        return f"the process ended with code {exitcode}"
    try:
        name = signal.Signals(-exitcode).name
    except ValueError:
        name = str(-exitcode)
    why = ", perhaps for lack of memory" if name == "SIGKILL" else ""
    return f"the process was ended by {name}{why}"


def _serve(pipe: Connection, work: Callable[[Any], object]) -> None:
    """Work until the other end of the pipe is closed."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    # To send, or to read what is left, fails when it is closed; that is no crash.
    with suppress(EOFError, OSError):
        pipe.send(True)  # it has started
        while True:
            pipe.send_bytes(_answer(work, pipe.recv()))


def _answer(work: Callable[[Any], object], item: object) -> memoryview:
    """Return the answer, or why there is none, ready to be sent."""
    try:
        return ForkingPickler.dumps(work(item))
    except MemoryError:
        failure = Failure(Fault.MEMORY, "there was no more memory")
    except Exception as error:
        failure = Failure(Fault.CRASHED, one_line(error), traceback.format_exc())
    return ForkingPickler.dumps(failure)


def _end_with_parent() -> None:
    """End this process, in the middle of its work, when the one that made it is gone."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
