"""Long random trials in parts: `make test` runs the first of each, `make trials` the others."""

import pytest
from _pytest.mark.structures import ParameterSet

__all__ = ["batches", "parts"]

FIRST = 1


def parts(count: int) -> list[ParameterSet]:
    """Return the numbers of so many parts; those beyond the first bear the mark `trials`."""
    return [
        pytest.param(part, marks=[pytest.mark.trials] if part >= FIRST else [])
        for part in range(count)
    ]


def batches(first: int, quick: int, *, each: int, count: int) -> list[ParameterSet]:
    """Return ranges of seeds: `quick` of them for every run, then `count` slow parts of `each`."""
    start = first + quick
    return [
        pytest.param(range(first, start), id="quick"),
        *(
            pytest.param(
                range(start + part * each, start + (part + 1) * each),
                id=str(part),
                marks=[pytest.mark.slow, *([pytest.mark.trials] if part >= FIRST else [])],
            )
            for part in range(count)
        ),
    ]
