"""The process that answers questions to the solver, beside the one that answers pages.

A question keeps an interpreter busy for long, and only one thread of a process has it at a time.
The process also yields the processors to pages. A thread must not do that alone: while it waited
for a processor, with the interpreter in its hands, all pages of its process would wait for it.
"""

import atexit
import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from flask import Flask

__all__ = ["NICE", "THREADS", "Answer", "QuestionProcess", "answered"]

THREADS = 4
"""Questions at a time. The solver takes fewer; those that it need not be asked pass them."""
NICE = 10
"""By how much pages go before questions. Those go before audits."""

Answer = tuple[int, list[tuple[bytes, bytes]], bytes]
"""Status, headers and content."""


class QuestionProcess:
    """Runs a site in another process, which ends with this one."""

    def __init__(self, make: Callable[[], Flask]) -> None:
        """Start the process. It inherits all that is open, so this is done before all else."""
        context = get_context("fork")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(
            target=_serve, args=(make, theirs, self._pipe), daemon=True, name="questions"
        )
        self._process.start()
        theirs.close()
        self._open = dict[int, Future[Answer]]()
        self._numbers, self._ending = count(), False
        # Whoever asks does not wait until a long question has gone through the pipe.
        self._sender = ThreadPoolExecutor(1, "ask")
        threading.Thread(target=self._listen, daemon=True, name="answers").start()
        atexit.register(self.end)

    @property
    def asked(self) -> int:
        """How many questions are not answered yet, those that nobody waits for any more too."""
        return len(self._open)

    def ask(self, environ: dict[str, Any]) -> Future[Answer]:
        """Ask what a request asks. The answer is an EOFError when the process is gone."""
        number, future = next(self._numbers), Future[Answer]()
        future.set_running_or_notify_cancel()  # who gives it up cannot take it back
        self._open[number] = future
        self._sender.submit(self._send, number, environ)
        return future

    def end(self) -> None:
        """Let the process end."""
        self._ending = True
        self._process.terminate()

    def _send(self, number: int, environ: dict[str, Any]) -> None:
        try:
            self._pipe.send((number, environ))
        except OSError:
            self._fail(number)

    def _listen(self) -> None:
        try:
            while True:
                number, answer = self._pipe.recv()
                self._open.pop(number).set_result(answer)
        except (EOFError, OSError):
            for number in [*self._open]:
                self._fail(number)
        if not self._ending:
            # Gunicorn starts another one in place of this process, with all that belongs to it.
            os.kill(os.getpid(), signal.SIGTERM)

    def _fail(self, number: int) -> None:
        if future := self._open.pop(number, None):
            future.set_exception(EOFError())


def answered(app: Flask, environ: dict[str, Any]) -> Answer:
    """Return the whole answer of a site to a request."""
    started = list[tuple[int, list[tuple[bytes, bytes]]]]()
    written = list[bytes]()

    def start(
        status: str, headers: list[tuple[str, str]], _error: Any = None, /
    ) -> Callable[[bytes], object]:
        pairs = [(name.lower().encode(), value.encode("latin-1")) for name, value in headers]
        started[:] = [(int(status[:3]), pairs)]
        return written.append

    # A file that is open cannot be sent to another process.
    parts = app(environ | {"wsgi.errors": sys.stderr}, start)
    try:
        content = b"".join(parts)
    finally:
        if close := getattr(parts, "close", None):
            close()
    return *started[0], b"".join(written) + content


def _serve(make: Callable[[], Flask], pipe: Connection, theirs: Connection) -> None:
    """Answer what comes through a pipe, until its other end is closed."""
    theirs.close()
    signal.set_wakeup_fd(-1)
    # Ctrl-C and HUP are for the first process, which ends this one when it is time.
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGQUIT):
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.nice(NICE)
    app, lock = make(), threading.Lock()

    def answer(number: int, environ: dict[str, Any]) -> None:
        try:
            found = answered(app, environ)
        except Exception:
            app.logger.exception("a question was not answered")
            content = b"Internal Server Error\n"
            found = 500, [(b"content-type", b"text/plain")], content
        with lock:
            pipe.send((number, found))

    threads = ThreadPoolExecutor(THREADS, "question")
    while True:
        try:
            number, environ = pipe.recv()
        except (EOFError, OSError):
            # Nobody is there to read an answer: searches are given up.
            os._exit(0)
        threads.submit(answer, number, environ)
