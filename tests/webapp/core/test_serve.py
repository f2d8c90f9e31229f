"""One command serves the site and its jobs, and leaves no process behind."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from tests.webapp.browser import ROOT

pytestmark = [pytest.mark.native, pytest.mark.slow]


@pytest.fixture
def served(tmp_path: Path, shelf: Path) -> Iterator[psutil.Process]:
    """The supervisor of a site."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    environ = {name: value for name, value in os.environ.items() if name[:6] != "TWIXT_"}
    environ |= {"PORT": port, "PYTHONPATH": str(ROOT)}
    prepare = [sys.executable, "-m", "webapp.prepare", str(shelf)]
    subprocess.run(prepare, cwd=tmp_path, env=environ, check=True, capture_output=True)
    serve = [sys.executable, "-P", str(ROOT / "webapp" / "serve.py")]
    with subprocess.Popen(serve, cwd=tmp_path, env=environ, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert b"TwixT puzzles at" in process.stdout.readline()
        found = psutil.Process(process.pid)
        family = found.children(recursive=True)
        yield found
        for each in (found, *family):
            if each.is_running():
                each.kill()


def until(holds: Callable[[], bool], seconds: float = 30.0) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.1)
    return False


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
