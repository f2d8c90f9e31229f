"""What a process keeps for a minute: made once for all who ask the same, then made again."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Event

import pytest
from flask import Flask

from tests.waiting import DEADLINE
from webapp.core.timed_cache import MOST, SECONDS, cached


def test_an_answer_is_kept_for_its_name_and_for_a_minute(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1_000.0
    monkeypatch.setattr("webapp.core.timed_cache.time.monotonic", lambda: now)
    made = iter(range(9))
    with app.app_context():
        assert [0, 0] == [cached("one", lambda: next(made)) for _ in range(2)]
        assert 1 == cached("two", lambda: next(made))
        now += SECONDS
        assert 0 == cached("one", lambda: next(made))
        now += 1.0
        assert 2 == cached("one", lambda: next(made))


def test_nothing_is_kept_between_two_sites(app: Flask) -> None:
    with app.app_context():
        cached("one", lambda: 1)
    other = Flask("other")
    with other.app_context():
        assert 2 == cached("one", lambda: 2)


def test_what_was_made_first_goes_when_there_is_too_much(app: Flask) -> None:
    with app.app_context():
        for number in range(MOST + 1):
            cached(number, partial(int, number))
        assert MOST == cached(MOST, lambda: -1)
        assert 1 == cached(1, lambda: -1)
        assert -1 == cached(0, lambda: -1)


def test_a_crowd_that_asks_at_once_has_it_made_once(app: Flask) -> None:
    started, go_on, made = Event(), Event(), list[int]()

    def make() -> int:
        made.append(1)
        started.set()
        assert go_on.wait(DEADLINE)
        return len(made)

    def ask(_number: int) -> int:
        with app.app_context():
            return cached("one", make)

    with ThreadPoolExecutor(8) as crowd:
        answers = [crowd.submit(ask, number) for number in range(8)]
        assert started.wait(DEADLINE)
        go_on.set()
        assert [1] * 8 == [answer.result() for answer in answers]
    assert made == [1]


def test_what_could_not_be_made_is_made_by_who_asks_next(app: Flask) -> None:
    def fail() -> int:
        return 1 // 0

    with app.app_context():
        with pytest.raises(ZeroDivisionError):
            cached("one", fail)
        assert 2 == cached("one", lambda: 2)
