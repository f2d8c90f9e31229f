"""Processes that work through a list; one that dies loses its own item and no other."""

import os
import signal
import threading
import traceback
from collections import deque
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnContext
from typing import Any, Generic, TypeVar

__all__ = ["Crash", "run"]

Item = TypeVar("Item")
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Crash:
    """An item that got no answer."""

    message: str
    """What happened, in one line."""
    trace: str = ""
    """Python's trace, empty when the process died."""


def run(
    work: Callable[[Item], Answer], items: Sequence[Item], jobs: int
) -> Generator[tuple[int, Answer | Crash]]:
    """Yield the index of each item and what `work` returns for it, in order of completion.

    `work` is an importable function; items and answers are picklable. Closing the generator,
    or an exception such as Ctrl-C in it, kills the processes at once.
    """
    waiting = deque(enumerate(items))
    workers = list[_Worker[Item, Answer]]()
    context = get_context("spawn")
    # Started later, together with the first worker, it would undo the signal mask below.
    resource_tracker.ensure_running()
    try:
        while waiting or workers:
            while waiting and len(workers) < jobs:
                workers.append(_Worker(context, work))
                workers[-1].take(*waiting.popleft())
            ready = wait([worker.pipe for worker in workers])
            for worker in [worker for worker in workers if worker.pipe in ready]:
                yield worker.index, worker.answer()
                if worker.alive and waiting:
                    worker.take(*waiting.popleft())
                else:
                    workers.remove(worker)
                    worker.end()
    finally:
        for worker in workers:
            worker.end()


class _Worker(Generic[Item, Answer]):
    """A process with one item at a time."""

    def __init__(self, context: SpawnContext, work: Callable[[Item], Answer]) -> None:
        self.pipe, theirs = context.Pipe()
        self.index = -1
        self.alive = True
        self._process = context.Process(target=_serve, args=(theirs, work), daemon=True)
        # Ctrl-C reaches every process of the terminal. A worker leaves it to the one that
        # made it, and inherits that it is deaf to it from its first moment on.
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            self._process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        theirs.close()

    def take(self, index: int, item: Item) -> None:
        self.index = index
        try:
            self.pipe.send(item)
        except OSError:
            self.alive = False  # its end is told by `answer`

    def answer(self) -> Answer | Crash:
        """Return what the process sent, or how it died."""
        try:
            answer: Answer | Crash = self.pipe.recv()
        except (EOFError, OSError):
            self.alive = False
            self._process.join()
            return Crash(_death(self._process.exitcode))
        return answer

    def end(self) -> None:
        self.alive = False
        self._process.kill()
        self._process.join()
        self.pipe.close()


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
    while True:
        try:
            item = pipe.recv()
        except EOFError:
            return
        try:
            pipe.send(work(item))
        except Exception as error:
            text = " ".join(f"{type(error).__name__}: {error}".split())
            pipe.send(Crash(text, traceback.format_exc()))


def _end_with_parent() -> None:
    """End this process, in the middle of its work, when the one that made it is gone."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
