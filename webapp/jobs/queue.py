"""The queue that wakes the job worker: a file of its own, or Redis.

What there is to do, and how far it is, stands in the table of jobs. A message only says that one
is new: lost or doubled ones do no harm.
"""

import logging
import sqlite3
from collections.abc import Callable
from pathlib import Path

from huey import Huey, RedisHuey, SqliteHuey
from huey.exceptions import ConfigurationError

from webapp.core.settings import SettingError, make_folder

__all__ = ["Queue"]

_POLL = 1.0
"""Seconds between looks into an empty file."""
_LATER = 60
"""Seconds between looks for messages that are to be delivered later; there are none."""

_NO_ADDRESS = (
    "TWIXT_QUEUE cannot be used: set it to a file, or to the address of a Redis such as "
    "redis://HOST/0"
)


class Queue:
    """Ids of jobs on their way from the web workers to the job worker."""

    def __init__(self, address: str, perform: Callable[[str], None] | None = None) -> None:
        """Open the queue in a Redis (`redis://...`) or in an SQLite file, which may be new.

        `perform` is given each id by `consume`. Raises SettingError for a file that cannot be
        written, and for a Redis that cannot be asked, whether it answers or not.
        """

        # Known to both sides by its name and that of this module.
        def audit(job: str) -> None:
            assert perform is not None, "a web worker performs no jobs"
            perform(job)

        self._huey: Huey
        if address.startswith(("redis://", "rediss://")):
            try:
                self._huey = RedisHuey("twixt", url=address, results=False)
            except ConfigurationError as error:
                raise SettingError(f"TWIXT_QUEUE cannot be used: {error}") from None
            except ValueError:  # which quotes what may be a password
                raise SettingError(_NO_ADDRESS) from None
        elif "://" in address:
            raise SettingError(_NO_ADDRESS)
        else:
            make_folder("TWIXT_QUEUE", Path(address))
            try:
                self._huey = SqliteHuey("twixt", filename=address, results=False)
            except sqlite3.Error as error:
                raise SettingError(f"TWIXT_QUEUE cannot be used: {address}: {error}") from None
        self._audit = self._huey.task(name="audit")(audit)

    def put(self, job: str) -> None:
        """Say that there is a new job."""
        self._audit(job)

    @property
    def empty(self) -> bool:
        """Whether no message is on its way."""
        return not self._huey.pending_count()

    @property
    def answers(self) -> bool:
        """Whether messages can be put and taken."""
        try:
            self._huey.pending_count()
        except Exception:  # of another kind for each place that keeps them
            return False
        return True

    def consume(self, slots: int) -> None:
        """Perform so many jobs at a time until the process gets TERM or INT; then return at once,
        whatever still runs."""
        for name in ("Worker", "Scheduler"):
            logging.getLogger(f"huey.consumer.{name}").addFilter(_without_trace)
        self._huey.create_consumer(
            workers=slots,
            periodic=False,
            max_delay=_POLL,
            scheduler_interval=_LATER,
            shutdown_timeout=0,
        ).run()


def _without_trace(record: logging.LogRecord) -> bool:
    """Let a queue that is away be told in a line: it is, every second."""
    if record.exc_info and record.getMessage().startswith("Error reading"):
        record.msg, record.args = "%s: %s", (record.getMessage(), record.exc_info[1])
        record.exc_info = None
    return True
