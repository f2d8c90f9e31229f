"""A scheduler and workers on this machine, started as docs/tutorial-batch.md shows."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.waiting import until

__all__ = ["ROOT", "cluster", "scheduler", "worker"]

ROOT = Path(__file__).parents[2]
DASK = [sys.executable, "-m", "dask"]


@contextmanager
def cluster(folder: Path, workers: int) -> Iterator[str]:
    """Start a scheduler and workers with a thread each; yield the address."""
    with ExitStack() as stack:
        _, address = stack.enter_context(scheduler(folder))
        for _ in range(workers):
            stack.enter_context(worker(folder, address))
        yield address


@contextmanager
def scheduler(folder: Path, lost: int = 1) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """Start a scheduler alone; yield it and its address.

    A search whose worker leaves is begun anew up to `lost` times.
    """
    options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
    settings = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": str(lost)}
    log = folder / "scheduler.log"
    with _running(["scheduler", *options], settings, log, "Scheduler at:") as process:
        (line,) = [line for line in log.read_text().splitlines() if "Scheduler at:" in line]
        yield process, line.split()[-1]


@contextmanager
def worker(folder: Path, address: str, *options: str) -> Iterator[subprocess.Popen[bytes]]:
    """Start one more worker, without a nanny unless told otherwise."""
    log = folder / f"worker{len(list(folder.glob('worker*')))}.log"
    command = ["worker", address, "--nthreads", "1", "--no-dashboard"]
    more = options or ("--no-nanny",)
    with _running([*command, *more], {}, log, "Registered to") as started:
        yield started


@contextmanager
def _running(
    command: list[str], settings: dict[str, str], log: Path, sign: str
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a part of Dask; yield when it has said a sign of being ready."""
    with open(log, "wb") as file:
        process = subprocess.Popen(
            [*DASK, *command],
            cwd=ROOT,
            env={**os.environ, **settings, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.DEVNULL,
            stderr=file,
        )
    try:
        assert until(lambda: sign in log.read_text() or process.poll() is not None), "it is silent"
        assert process.poll() is None, log.read_text()
        yield process
    finally:
        process.kill()
        process.wait()
