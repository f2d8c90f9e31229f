"""Long random trials in parts: `make test` runs the first of each, `make trials` the others."""

import pytest
from _pytest.mark.structures import ParameterSet

__all__ = ["parts"]

FIRST = 2


def parts(count: int) -> list[ParameterSet]:
    """Return the numbers of so many parts; those beyond the first bear the mark `trials`."""
    return [
        pytest.param(part, marks=[pytest.mark.trials] if part >= FIRST else [])
        for part in range(count)
    ]
