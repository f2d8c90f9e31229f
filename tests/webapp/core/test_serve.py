"""One command serves the site and its jobs, and leaves no process behind."""

import signal
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from tests.waiting import until
from tests.webapp.serving import start_site

pytestmark = [pytest.mark.native, pytest.mark.slow]


@pytest.fixture
def served(tmp_path: Path, shelf: Path) -> Iterator[psutil.Process]:
    """The supervisor of a site."""
    site, _ = start_site(tmp_path, shelf)
    with site:
        found = psutil.Process(site.pid)
        family = found.children(recursive=True)
        yield found
        for each in (found, *family):
            if each.is_running():
                each.kill()


def alive(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def worker(served: psutil.Process) -> psutil.Process | None:
    living = [each for each in served.children() if alive(each)]
    found = [each for each in living if "webapp.worker" in each.cmdline()]
    return found[0] if found else None


@pytest.mark.parametrize("signum", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_whatever_ends_the_site_ends_all_of_it(
    served: psutil.Process, signum: signal.Signals
) -> None:
    assert until(lambda: worker(served) is not None)
    # Gunicorn, its worker, the job worker.
    assert until(lambda: len(served.children(recursive=True)) >= 3)
    family = served.children(recursive=True)
    served.send_signal(signum)
    assert until(lambda: not any(map(alive, [served, *family])))


def test_a_job_worker_that_dies_is_replaced(served: psutil.Process) -> None:
    assert until(lambda: worker(served) is not None)
    first = worker(served)
    assert first is not None
    first.kill()
    assert until(lambda: worker(served) not in (None, first))
