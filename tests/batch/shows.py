"""What a batch promises, shown on whole collections.

    python -m tests.batch.shows same solve puzzles --nodes 20000
    python -m tests.batch.shows kills audit puzzles --nodes 20000
    python -m tests.batch.shows scaling audit puzzles/randolph-hensel --nodes 200000
    python -m tests.batch.shows churn audit puzzles/exercises --nodes 5000
    python -m tests.batch.shows faults

The tests beside call the same functions on less.
"""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tests.batch.clusters import cluster, scheduler, worker
from tests.batch.faults import FAULTS, broken_files, good_files

__all__ = ["churn", "faults", "kills", "records", "same", "scaling"]

ROOT = Path(__file__).parents[2]
TWIXT = [sys.executable, "-m", "tests.batch.faults"]
"""The command, with a worker that does what a puzzle's name says."""


def records(path: Path) -> list[Any]:
    """Return the records of a file without their timings."""
    return [_steady(json.loads(line)) for line in path.read_text().splitlines()]


def _steady(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _steady(each) for name, each in value.items() if name != "seconds"}
    return [_steady(each) for each in value] if isinstance(value, list) else value


def _start(arguments: Sequence[object], **environment: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*TWIXT, *map(str, arguments)],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def _run(arguments: Sequence[object], out: Path, *more: object) -> float:
    """Run a command to its end; return the seconds."""
    started = time.monotonic()
    code = _start([*arguments, "--seconds", 3600, *more, "--out", out]).wait()
    assert code in (0, 1, 2, 3, 70), code
    return time.monotonic() - started


def same(arguments: Sequence[object], folder: Path, *, on_cluster: bool = True) -> int:
    """Run a command twice, with 1 and 2 jobs and on two workers; return the number of records,
    which are the same but for their timings.

    A store that is new changes nothing. One that knows something may: the limits go further.
    """
    store = folder / "verdicts.sqlite"
    runs: dict[str, tuple[object, ...]] = {
        "one": (),
        "again": (),
        "two": ("--jobs", 2),
        "new store": ("--jobs", 2, "--store", store),
        "stored": ("--store", folder / "copy.sqlite"),
        "stored, two": ("--jobs", 2, "--store", store),
    }
    for name, options in runs.items():
        if name == "stored":
            shutil.copy(store, folder / "copy.sqlite")
        print(f"{name}: {_run(arguments, folder / name, *options):.1f} s", flush=True)
    if on_cluster:
        with cluster(folder, 2) as address:
            seconds = _run(arguments, folder / "cluster", "--cluster", address)
        print(f"cluster: {seconds:.1f} s", flush=True)
        assert records(folder / "one") == records(folder / "cluster")
    for name in ("again", "two", "new store"):
        assert records(folder / "one") == records(folder / name), name
    assert records(folder / "stored") == records(folder / "stored, two")
    return len(records(folder / "one"))


def kills(arguments: Sequence[object], folder: Path, times: int, seed: int) -> int:
    """Kill a command at random moments and resume it; return the number of records.

    The file is then that of an undisturbed run.
    """
    whole, cut = folder / "whole", folder / "cut"
    seconds = _run(arguments, whole)
    chance = random.Random(seed)
    for number in range(times):
        running = _start([*arguments, "--seconds", 3600, "--out", cut, "--resume"])
        try:
            running.wait(chance.uniform(0, 3 * seconds / times) + 1)
        except subprocess.TimeoutExpired:
            running.send_signal(signal.SIGKILL)
            running.wait()
        there = len(cut.read_bytes().splitlines()) if cut.exists() else 0
        print(f"kill {number + 1}: {there} records", flush=True)
    _run(arguments, cut, "--resume")
    assert records(whole) == records(cut)
    return len(records(cut))


def scaling(arguments: Sequence[object], folder: Path) -> float:
    """Return how many times as fast two jobs are as one."""
    one = _run(arguments, folder / "one", "--jobs", 1)
    two = _run(arguments, folder / "two", "--jobs", 2)
    assert records(folder / "one") == records(folder / "two")
    print(f"1 job: {one:.1f} s, 2 jobs: {two:.1f} s, ratio {one / two:.2f}")
    return one / two


def churn(
    arguments: Sequence[object], folder: Path, workers: int = 4, pause: float = 10.0
) -> tuple[int, int]:
    """Run a command alone, then on workers of which every `pause` seconds one is killed and another
    one joins. Return how many records there are, the same both times, and how many were killed.
    """
    alone = _run(arguments, folder / "alone")
    print(f"alone: {alone:.1f} s", flush=True)
    killed, began = 0, time.monotonic()
    with ExitStack() as stack:
        # Workers leave faster than a slow machine searches.
        _, address = stack.enter_context(scheduler(folder, lost=100))
        running = [stack.enter_context(worker(folder, address)) for _ in range(workers)]
        options = ("--seconds", 3600, "--cluster", address, "--out", folder / "cluster")
        batch = _start([*arguments, *options])
        while True:
            try:
                code = batch.wait(pause)
                break
            except subprocess.TimeoutExpired:
                running.append(stack.enter_context(worker(folder, address)))
                running.pop(0).kill()
                killed += 1
        assert code in (0, 1, 2, 3), code
    print(f"on {workers} workers, {killed} killed and replaced: {time.monotonic() - began:.1f} s")
    assert records(folder / "alone") == records(folder / "cluster")
    return len(records(folder / "cluster")), killed


def faults(folder: Path, files: int) -> int:
    """Solve files of which 5 % are broken and 1 % crash, hang or take all memory.

    Return how many records there are. Every other one is as when its puzzle is solved alone.
    """
    puzzles = folder / "puzzles"
    puzzles.mkdir()
    bad = max(3, files // 100)
    good_files(puzzles, files - files // 20 - bad)
    alone = folder / "alone"
    _run(["solve", puzzles, "--nodes", 2000], alone)
    broken_files(puzzles, files // 20)
    good_files(puzzles, bad, prefix=FAULTS)
    together = folder / "together"
    code = _start(
        ["solve", puzzles, "--nodes", 2000, "--seconds", 3, "--jobs", 2, "--out", together]
    ).wait()
    assert 70 == code
    found = {record["file"]: record for record in records(together)}
    ends = {
        name: [r for file, r in found.items() if Path(file).name.startswith(name)]
        for name in FAULTS
    }
    for name, (limit, error) in FAULTS.items():
        assert ends[name], name
        for record in ends[name]:
            assert limit == record["limit"], record
            assert error in record["error"], record
    expected = records(alone)
    for record in expected:
        # Its limits differ, and so does the name of its task.
        assert {**record, "task": ""} == {**found[record["file"]], "task": ""}
    assert len(expected) + bad == len(found)
    for number, record in enumerate(random.Random(1).sample(expected, max(3, files // 100))):
        by_itself = folder / f"by-itself-{number}"
        _run(["solve", record["file"], "--nodes", 2000], by_itself)
        assert [record] == records(by_itself)
    return len(found)


def main(what: str, *arguments: str) -> None:
    """Show one promise."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if what == "same":
            print(f"{same(arguments, folder)} records are the same")
        elif what == "kills":
            print(f"{kills(arguments, folder, 10, 1)} records are the same")
        elif what == "churn":
            print(
                "{} records are the same; {} workers were killed".format(*churn(arguments, folder))
            )
        elif what == "scaling":
            scaling(arguments, folder)
        else:
            print(f"{faults(folder, 1000)} records, all as they should be")


if __name__ == "__main__":
    main(*sys.argv[1:])
