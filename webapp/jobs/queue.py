"""The queue that wakes the job worker: a file of its own, or Redis.

What there is to do, and how far it is, stands in the table of jobs. A message only says that one
is new: lost or doubled ones do no harm.
"""

from collections.abc import Callable
from pathlib import Path

from huey import Huey, RedisHuey, SqliteHuey

__all__ = ["Queue"]

_POLL = 1.0
"""Seconds between looks into an empty file."""


class Queue:
    """Ids of jobs on their way from the web workers to the job worker."""

    def __init__(self, address: str, perform: Callable[[str], None] | None = None) -> None:
        """Open the queue in a Redis (`redis://...`) or in an SQLite file, which may be new.

        `perform` is given each id by a `consumer`.
        """

        # Known to both sides by its name and that of this module.
        def audit(job: str) -> None:
            assert perform is not None, "a web worker performs no jobs"
            perform(job)

        self._huey: Huey
        if address.startswith(("redis://", "rediss://")):
            self._huey = RedisHuey("twixt", url=address, results=False)
        else:
            Path(address).parent.mkdir(parents=True, exist_ok=True)
            self._huey = SqliteHuey("twixt", filename=address, results=False)
        self._audit = self._huey.task(name="audit")(audit)

    def put(self, job: str) -> None:
        """Say that there is a new job."""
        self._audit(job)

    @property
    def empty(self) -> bool:
        """Whether no message is on its way."""
        return not self._huey.pending_count()

    def consume(self, slots: int) -> None:
        """Perform so many jobs at a time until the process gets TERM or INT; then return at once,
        whatever still runs."""
        self._huey.create_consumer(
            workers=slots, periodic=False, max_delay=_POLL, shutdown_timeout=0
        ).run()
