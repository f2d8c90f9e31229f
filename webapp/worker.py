"""The job worker: `python -m webapp.worker`. Performs audits until it gets TERM or INT, and
deletes old ones.

`make serve` starts one beside the site. On a larger site any number may run, on one machine for
an SQLite database; each performs as many jobs at a time as there are processors.
"""

import logging
import os
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from solver.errors import TwixtError
from webapp.core.database import Database
from webapp.core.disk import is_full
from webapp.core.settings import SettingError, settings
from webapp.jobs import Auditor, Queue, forget, take_up
from webapp.play.gated_solver import open_store

__all__ = ["NICE", "main"]

NICE = 15
"""By how much pages go before audits, whose processes inherit it; questions by less."""

_TEND = 5.0
"""Seconds between looks for jobs whose process died, or of which no message came."""
_SWEEP = 3600.0
"""Seconds between looks for jobs that are old."""


def main() -> int:
    """Run the command; return its exit code."""
    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    try:
        found = settings()
        open_store(Path(found["TWIXT_STORE"])).close()
        database = Database(found["TWIXT_DATABASE"])
        with suppress(SQLAlchemyError):  # it may be away, and come back
            database.refuse_newer()
        auditor = Auditor(
            database, Path(found["TWIXT_STORE"]), found["JOB_MEMORY"], found["STORE_BYTES"]
        )
        queue = Queue(found["TWIXT_QUEUE"], auditor.perform)
    except (SettingError, TwixtError) as error:
        print(error, file=sys.stderr)
        return 2
    os.nice(NICE)
    threading.Thread(target=_tend, args=(database, queue, found["JOB_DAYS"]), daemon=True).start()
    queue.consume(found["JOB_SLOTS"])
    auditor.give_back()
    # Threads that wait for the solver would wait for it even now; its processes end with this one.
    os._exit(0)


def _tend(database: Database, queue: Queue, days: int) -> None:
    logger = logging.getLogger(__name__)
    swept, told = float("-inf"), ""
    while True:
        try:
            waiting = take_up(database)
            if time.monotonic() >= swept + _SWEEP:
                forget(database, days, time.time())
                swept = time.monotonic()
            # One that is away has been told of already.
            if waiting and queue.answers and queue.empty:
                for job in waiting:
                    queue.put(job)
            told = ""
        except Exception as error:
            # The database may be away for a while, or not be made yet.
            if not (said := _in_words(database, error)):
                logger.exception("cannot look after the jobs")
            elif said != told:
                logger.error(said)
            told = said
        time.sleep(_TEND)


def _in_words(database: Database, error: Exception) -> str:
    """Say what is known to be amiss with a database; nothing if the error must tell."""
    if is_full(error):
        return "the disk of the database is full, or it may only be read: no job is looked after"
    if not _has_tables(database):
        return "the database has no tables of this version yet: run python -m webapp.prepare"
    return ""


def _has_tables(database: Database) -> bool:
    """Return whether a database has the tables of this version, or cannot be asked."""
    try:
        return database.is_current()
    except SQLAlchemyError:
        return True


if __name__ == "__main__":
    sys.exit(main())
