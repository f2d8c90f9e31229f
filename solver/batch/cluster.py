"""Units answered by other machines, through a Dask scheduler.

Each runs in a process of its own beside the Dask worker, as it would here: what crashes or hangs
ends that process, and never the worker. Units whose worker dies are given to another one by
the scheduler, as often as it is set to (`allowed-failures`), then they have crashed.
"""

import asyncio
import importlib
import logging
import multiprocessing
import os
import queue
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

from solver import __version__
from solver.batch.crash_safe_pool import Pool, one_line
from solver.errors import ClusterError
from solver.work import Answer, Failure, Fault, Unit

__all__ = ["Cluster"]

_PATIENCE = 30.0
"""Seconds to wait for the scheduler and a first worker."""
_NEWS = 5.0
"""Seconds after which the scheduler is asked again how many workers there are."""

_LOOK = 1.0
"""Seconds after which a worker looks again whether its answer is still waited for."""

_here = threading.local()
"""Keeps a pool for each thread of a Dask worker: to start a process takes a second."""

_INSTALL = "install it: pip install 'twixt-puzzles[cluster]'"


class Cluster:
    """The workers of a Dask scheduler."""

    def __init__(
        self,
        address: str,
        work: Callable[[Unit], Answer | Failure],
        *,
        grace: float,
        on_news: Callable[[str], None] | None = None,
    ) -> None:
        """Connect to a scheduler such as `tcp://host:8786`. Raises ClusterError.

        `on_news` is told when the last worker has left.
        """
        try:
            distributed = importlib.import_module("distributed")
        except ImportError:
            raise ClusterError(f"--cluster needs the package distributed; {_INSTALL}") from None
        if os.environ.get("TWIXT_DEBUG") != "1":
            # It logs a trace for each lost connection, which is told in a line here.
            for name in ("distributed", "distributed.client"):
                logging.getLogger(name).setLevel(logging.CRITICAL)
        self._work = work
        self._grace = grace
        self._running = dict[int, Any]()
        self._ended = queue.SimpleQueue[int]()
        self._threads = (0.0, 0)
        self._address = address
        self._on_news = on_news
        self._deserted = False
        """Whether it was said that there are no workers."""
        self._client: Any
        addressing = importlib.import_module("distributed.comm.addressing")
        try:
            # A client that was given a bad address waits a minute to be closed.
            addressing.get_address_host_port(addressing.normalize_address(address), strict=True)
        except ValueError:
            raise ClusterError(f"{address!r} is no address like tcp://host:8786") from None
        # The client's own limit does not hold once something has taken the connection.
        asyncio.run(_greet_scheduler(address))
        try:
            self._client = distributed.Client(address, timeout=_PATIENCE, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise ClusterError(f"no scheduler answers at {address}: {one_line(error)}") from None
        try:
            self._greet(address)
        except BaseException:
            self._client.close()
            raise

    def _greet(self, address: str) -> None:
        """Wait for a worker; refuse those that would answer otherwise than this version."""
        try:
            self._client.wait_for_workers(1, timeout=_PATIENCE)
            told: dict[str, tuple[str, bool] | Exception]
            told = self._client.run(_about_worker, on_error="return")
        except TimeoutError:
            raise ClusterError(f"the scheduler at {address} has no workers yet") from None
        except Exception as error:
            why = one_line(error)
            raise ClusterError(f"the workers of {address} cannot be asked: {why}") from None
        for worker, about in sorted(told.items()):
            if isinstance(about, OSError):
                continue  # it leaves just now
            if isinstance(about, Exception):
                raise ClusterError(f"the worker {worker} has no twixt: {one_line(about)}")
            version, daemon = about
            if version != __version__:
                raise ClusterError(f"the worker {worker} has twixt {version}, not {__version__}")
            if daemon:
                raise ClusterError(
                    f"the worker {worker} may start no processes; start it with --no-nanny"
                )

    @property
    def free(self) -> int:
        """How many more units can be taken now: as many as there are threads."""
        asked, threads = self._threads
        if time.monotonic() - asked > _NEWS:
            threads = self._count_threads()
        return max(1, threads) - len(self._running)

    def _count_threads(self) -> int:
        """Ask how many threads the workers have; say once when there are none any more."""
        with self._watched():
            threads: int = sum(self._client.nthreads().values())
        self._threads = (time.monotonic(), threads)
        if not threads and not self._deserted and self._on_news is not None:
            self._on_news(
                f"no workers at {self._address}: waiting for one; Ctrl-C stops, --resume goes on"
            )
        self._deserted = not threads
        return threads

    def submit(self, ticket: int, item: Unit, seconds: float | None = None) -> None:
        """Take a unit that should end after so many seconds."""
        key = f"twixt-{uuid4()}"
        with self._watched():
            future = self._client.submit(
                _answer, key, self._work, item, seconds, self._grace, __version__, key=key
            )
        self._running[ticket] = future
        future.add_done_callback(lambda _: self._ended.put(ticket))

    def wait(self) -> list[tuple[int, Answer | Failure]]:
        """Return a ticket and its answer, if any unit was taken."""
        if not self._running:
            return []
        while True:
            try:
                ticket = self._ended.get(timeout=_NEWS)
            except queue.Empty:
                self._check_alive()
                self._count_threads()
            else:
                break
        future = self._running.pop(ticket)
        try:
            answer: Answer | Failure = future.result()
        except (Exception, asyncio.CancelledError) as error:
            self._check_alive()
            return [(ticket, Failure(Fault.CRASHED, one_line(error)))]
        return [(ticket, answer)]

    @contextmanager
    def _watched(self) -> Iterator[None]:
        """Say that the scheduler is gone where Dask fails for that reason."""
        try:
            yield
        except Exception:
            self._check_alive()
            raise

    def _check_alive(self) -> None:
        if self._client.status != "running":
            raise ClusterError("the scheduler is gone; --resume goes on where it ended")

    def close(self) -> None:
        """Give up what still runs."""
        for future in self._running.values():
            future.cancel()
        self._client.close()


async def _greet_scheduler(address: str) -> None:
    """See that a scheduler answers in time, and nothing else does. Raises ClusterError."""
    core = importlib.import_module("distributed.core")
    security = importlib.import_module("distributed.security").Security()
    known = security.get_connection_args("client")
    try:
        async with (
            asyncio.timeout(_PATIENCE),
            core.rpc(address, timeout=_PATIENCE, connection_args=known) as scheduler,
        ):
            await scheduler.identity()
    except TimeoutError:
        reason = f"nothing within {_PATIENCE:.0f} s"
        raise ClusterError(f"no scheduler answers at {address}: {reason}") from None
    except Exception as error:  # what answers may say anything
        raise ClusterError(f"no scheduler answers at {address}: {one_line(error)}") from None


def _about_worker() -> tuple[str, bool]:
    """Return a worker's version of the solver, and whether it may start no processes."""
    return __version__, bool(multiprocessing.current_process().daemon)


def _answer(
    key: str,
    work: Callable[[Unit], Answer | Failure],
    unit: Unit,
    seconds: float | None,
    grace: float,
    version: str,
) -> Answer | Failure:
    """Answer a unit on another machine, in a process beside the worker's own."""
    if version != __version__:
        return Failure(Fault.CRASHED, f"a worker has twixt {__version__}, not {version}")
    known: dict[object, Pool[Unit, Answer | Failure]] = _here.__dict__.setdefault("pools", {})
    pool = known.get((work, grace))
    if pool is None:
        for other in known.values():
            other.close()
        known.clear()
        pool = known[work, grace] = Pool(work, 1, grace=grace)
    pool.submit(0, unit, seconds)
    while not (answered := pool.wait(_LOOK)):
        if _given_up(key):
            pool.close()
            return Failure(Fault.CRASHED, "nobody waits for the answer any more")
    ((_, answer),) = answered
    return answer


def _given_up(key: str) -> bool:
    """Tell whether the client has gone, or cancelled this task."""
    # Not whether this worker ends: the scheduler would take what is returned then for an answer.
    task = importlib.import_module("distributed").get_worker().state.tasks.get(key)
    return task is None or task.state == "cancelled"
