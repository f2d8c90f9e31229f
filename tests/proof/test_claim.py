"""Limits: what they take and what they refuse."""

import math

import pytest

from solver.proof import LEAST_SECONDS, Limits


def test_the_least_seconds_are_a_limit_and_less_is_none() -> None:
    assert LEAST_SECONDS == Limits(seconds=LEAST_SECONDS).seconds
    less = math.nextafter(LEAST_SECONDS, 0)
    with pytest.raises(ValueError, match=f"seconds must be at least {LEAST_SECONDS}"):
        Limits(seconds=less)
