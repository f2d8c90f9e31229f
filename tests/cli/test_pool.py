"""Processes that work through a list: none of them can spoil the work of the others."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from solver.cli.pool import Crash, run

ROOT = Path(__file__).parents[2]


def double(number: int) -> int:
    return 2 * number


def slow_first(number: int) -> int:
    time.sleep(0.5 if number == 0 else 0)
    return number


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


def test_answers_come_as_they_are_ready() -> None:
    assert 0 == [index for index, _ in run(slow_first, range(4), 2)][-1]


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
    assert isinstance(crash, Crash)
    assert message == crash.message


def test_an_exception_brings_its_trace() -> None:
    ((_, crash),) = run(fail_on_two, [2], 1)
    assert isinstance(crash, Crash)
    assert "in fail_on_two" in crash.trace


def test_an_answer_that_cannot_travel_is_a_crash() -> None:
    ((_, crash),) = run(unpicklable, [1], 1)
    assert isinstance(crash, Crash)


def test_closing_ends_the_processes_at_once() -> None:
    started = time.monotonic()
    running = run(sleep, [0.01, 600.0, 600.0], 2)
    assert (0, 0.01) == next(running)
    running.close()
    assert time.monotonic() - started < 30


def test_workers_end_with_the_process_that_made_them() -> None:
    program = """
from solver.cli.pool import run
from tests.cli.test_pool import announce_and_sleep
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
    assert time.monotonic() - started < 30
