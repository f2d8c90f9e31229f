"""What a process keeps for a minute: made once for all who ask the same, then made again."""

from functools import partial

import pytest
from flask import Flask

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
