"""Processes that work through a list: none of them can spoil the work of the others."""

import errno
import os
import re
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from multiprocessing import active_children
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import TypeVar

import pytest

from solver.batch.crash_safe_pool import Pool
from solver.errors import WorkerError
from solver.work import Failure, Fault
from tests.waiting import DEADLINE, until

ROOT = Path(__file__).parents[2]

Item = TypeVar("Item")
Answer = TypeVar("Answer")


def run(
    work: Callable[[Item], Answer],
    items: Sequence[Item],
    jobs: int,
    *,
    seconds: float | None = None,
    grace: float = 30.0,
) -> Iterator[tuple[int, Answer | Failure]]:
    """Yield the index of each item and what became of it, in order of completion."""
    waiting = list(enumerate(items))
    with closing(Pool(work, jobs, grace=grace)) as pool:
        while True:
            while waiting and pool.free:
                pool.submit(*waiting.pop(0), seconds)
            ready = pool.wait()
            if not ready:
                return
            yield from ready


def double(number: int) -> int:
    return 2 * number


def wait_for(file: Path | None) -> None:
    assert file is None or until(file.exists)


def fail_on_two(number: int) -> int:
    if number == 2:
        raise ValueError("two is\nnot welcome")
    return number


def die_on_two(number: int) -> int:
    if number == 2:
        os.kill(os.getpid(), signal.SIGSEGV)
    return number


def exit_on_two(number: int) -> int:
    if number == 2:
        os._exit(7)
    return number


def unpicklable(number: int) -> Callable[[], int]:
    return lambda: number


def my_pid(_: int) -> int:
    return os.getpid()


def sleep(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def announce_and_sleep(seconds: float) -> None:
    print("working", flush=True)
    time.sleep(seconds)


@pytest.mark.parametrize("jobs", [1, 2, 9])
def test_every_item_is_answered_once(jobs: int) -> None:
    assert {index: 2 * index for index in range(5)} == dict(run(double, range(5), jobs))


def test_nothing_to_do_starts_nothing() -> None:
    assert [] == list(run(double, [], 3))


def test_answers_come_as_they_are_ready(tmp_path: Path) -> None:
    others, came = tmp_path / "the others came", list[int]()
    for index, answer in run(wait_for, [others, None, None, None], 2):
        assert answer is None
        came.append(index)
        if len(came) == 3:
            others.touch()
    assert [1, 2, 3, 0] == came


def test_a_process_that_has_just_started_has_not_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    real, seen = Connection.poll, set[int]()

    def poll(pipe: Connection, timeout: float = 0.0) -> bool:
        """Find nothing when a pipe is asked for the first time, as if that was too early."""
        if pipe.fileno() not in seen:
            seen.add(pipe.fileno())
            return False
        return real(pipe, timeout)

    monkeypatch.setattr(Connection, "poll", poll)
    assert {0: 10, 1: 12} == dict(run(double, [5, 6], 1))


def test_a_process_serves_many_items() -> None:
    assert 1 == len({pid for _, pid in run(my_pid, range(4), 1)})


@pytest.mark.parametrize(
    ("work", "message"),
    [
        (fail_on_two, "ValueError: two is not welcome"),
        (die_on_two, "the process was ended by SIGSEGV"),
        (exit_on_two, "the process ended with code 7"),
    ],
)
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_crash_loses_its_own_item_only(
    work: Callable[[int], int], message: str, jobs: int
) -> None:
    answers = dict(run(work, range(5), jobs))
    crash = answers.pop(2)
    assert {index: index for index in (0, 1, 3, 4)} == answers
    assert isinstance(crash, Failure)
    assert Fault.CRASHED is crash.fault
    assert message == crash.message


def take_all_memory(number: int) -> int:
    if number == 2:
        resource.setrlimit(resource.RLIMIT_AS, (1 << 29, 1 << 29))
        return len(bytearray(1 << 30))
    return number


def test_an_item_without_memory_loses_its_own_only() -> None:
    answers = dict(run(take_all_memory, range(5), 1))
    failure = answers.pop(2)
    assert isinstance(failure, Failure)
    assert Fault.MEMORY is failure.fault
    assert {index: index for index in (0, 1, 3, 4)} == answers


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_item_that_hangs_is_ended_and_the_others_are_not(jobs: int) -> None:
    started = time.monotonic()
    answers = dict(run(sleep, [0.0, 600.0, 0.1, 0.2], jobs, seconds=1.0, grace=3.0))
    assert time.monotonic() - started < DEADLINE
    failure = answers.pop(1)
    assert isinstance(failure, Failure)
    assert Fault.HUNG is failure.fault
    assert {0: 0.0, 2: 0.1, 3: 0.2} == answers


def test_an_item_may_take_longer_than_the_system_waits() -> None:
    assert {0: 0.5} == dict(run(sleep, [0.5], 1, seconds=1e9))


def test_an_exception_brings_its_trace() -> None:
    ((_, crash),) = run(fail_on_two, [2], 1)
    assert isinstance(crash, Failure)
    assert Fault.CRASHED is crash.fault
    assert "in fail_on_two" in crash.trace


def test_an_answer_that_cannot_travel_is_a_crash() -> None:
    ((_, crash),) = run(unpicklable, [1], 1)
    assert isinstance(crash, Failure)
    assert Fault.CRASHED is crash.fault


@pytest.mark.parametrize("seen", [True, False])
def test_a_process_that_dies_while_it_is_idle_loses_no_item(
    seen: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether its death is seen before it gets an item, or only when it takes none."""
    before = set(active_children())
    with closing(Pool(double, 1)) as pool:
        pool.submit(0, 20)
        assert [(0, 40)] == pool.wait()
        (worker,) = set(active_children()) - before
        worker.kill()
        worker.join(DEADLINE)
        if not seen:
            monkeypatch.setattr(type(worker), "is_alive", lambda _: True)
        pool.submit(1, 21)
        assert [(1, 42)] == pool.wait()


def test_closing_ends_the_processes_at_once() -> None:
    started = time.monotonic()
    running = run(sleep, [0.01, 600.0, 600.0], 2)
    assert (0, 0.01) == next(running)
    assert isinstance(running, Generator)
    running.close()
    assert time.monotonic() - started < DEADLINE


def start_and_wait_for(files: tuple[Path, Path]) -> None:
    start, end = files
    start.touch()
    assert until(end.exists)


@pytest.mark.parametrize("when", ["starting", "working", "waiting"])
def test_a_worker_whose_answer_nobody_awaits_ends_quietly(
    when: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    files = start, end = (tmp_path / "start", tmp_path / "end")
    before = set(active_children())
    pool = Pool(start_and_wait_for, 1)
    pool.submit(0, files)
    (worker,) = set(active_children()) - before
    if when == "waiting":
        end.touch()
    if when != "starting":
        assert until(start.exists)
    del pool  # as where Ctrl-C comes: its end of the pipe is closed
    end.touch()
    worker.join(DEADLINE)
    assert (0, "") == (worker.exitcode, capfd.readouterr().err)


def test_workers_end_with_the_process_that_made_them() -> None:
    program = """
from tests.batch.test_crash_safe_pool import announce_and_sleep, run
list(run(announce_and_sleep, [600.0], 1))
"""
    parent = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    assert parent.stdout is not None
    with parent.stdout:
        assert "working\n" == parent.stdout.readline()
        parent.kill()
        parent.wait()
        # The worker holds the other end of the pipe: its end is the end of the file.
        started = time.monotonic()
        assert not parent.stdout.read()
    assert time.monotonic() - started < DEADLINE


def test_where_open_files_run_out_it_is_said_and_what_was_started_ends() -> None:
    program = """
import resource
from multiprocessing import active_children
from tests.batch.test_crash_safe_pool import run, sleep
resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
try:
    list(run(sleep, [600.0] * 40, 40))
except Exception as error:
    print(type(error).__name__, error, len(active_children()))
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
        timeout=DEADLINE,
    )
    assert re.fullmatch(
        r"WorkerError process \d+ of 40 cannot be started: Too many open files "
        r"\(lower --jobs, or raise `ulimit -n`\) 0\n",
        done.stdout,
    )


def test_a_process_that_cannot_be_started_leaves_no_pipe_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(_: SpawnProcess) -> None:
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    with closing(Pool(double, 1)) as pool:
        before = os.listdir("/dev/fd")
        monkeypatch.setattr(SpawnProcess, "start", refuse)
        said = "^process 1 of 1 cannot be started: Resource temporarily unavailable$"
        with pytest.raises(WorkerError, match=said):
            pool.submit(0, 20)
        assert before == os.listdir("/dev/fd")
