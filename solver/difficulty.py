"""How hard a puzzle is, as a number, before anyone has tried it.

The number is 100 times a weighted mean of six things, each between 0 and 1:

- 0.40 *ahead*: how many pegs a player must see ahead who tries first moves in the order of their
  shortest ways; half of what is missing to 1 for every four pegs, `1 - 0.5 ** ((ahead - 1) / 4)`.
- 0.20 *better*: how many first moves look better to him than every winning one, `b / (b + 10)`.
- 0.15 *length*: the same as for *ahead*, for the pegs that the win needs.
- 0.10 *only moves*: the share of the line's moves that alone win.
- 0.10 *temptation*: the best try. Half for how few replies refute it (1 for one, 1/2 for two), half
  for how long it holds out, in pegs or turns of its refutation, against the length of the win.
- 0.05 *removal*: 1 when the key takes off or adds links by hand, else 0.

A win with one peg is in sight: nothing else counts but the removal. Where *ahead* is not known it
is taken to be the length.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp2, sqrt

__all__ = ["Facts", "difficulty", "rank_correlation"]

_WEIGHTS = {
    "ahead": 0.40,
    "better": 0.20,
    "length": 0.15,
    "only": 0.10,
    "temptation": 0.10,
    "removal": 0.05,
}

_HALF = 4
"""Pegs that halve what is missing to the greatest length."""

_MANY = 10
"""First moves that look better and are half of what they can count for."""


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts that the difficulty rests on; undecided ones are left out."""

    pegs: int
    """The winner needs so many at most, at least 1."""
    ahead: int | None = None
    """Pegs that a player of shortest ways must see ahead; None when that is not known."""
    better: int = 0
    """First moves that look better to him than the winning ones."""
    looked_at: int = 0
    """Moves of the main line of which all others are decided."""
    only_moves: int = 0
    """Those of them that alone win."""
    try_replies: int | None = None
    """Replies that refute the try which the fewest refute; None without a try."""
    try_length: int = 0
    """Pegs or turns that the longest refutation of a try takes."""
    removal: bool = False
    """Whether the key takes off or adds links by hand."""


def difficulty(facts: Facts) -> int:
    """Return the number, from 0 to 100."""
    later = facts.pegs > 1
    only = temptation = better = 0.0
    if later and facts.looked_at:
        only = facts.only_moves / facts.looked_at
    if later and facts.try_replies is not None:
        temptation = (1 / max(1, facts.try_replies) + min(1, facts.try_length / facts.pegs)) / 2
    if later:
        better = facts.better / (facts.better + _MANY)
    ahead = facts.pegs if facts.ahead is None else min(facts.ahead, facts.pegs)
    parts = {
        "ahead": _length(ahead),
        "better": better,
        "length": _length(facts.pegs),
        "only": only,
        "temptation": temptation,
        "removal": float(facts.removal),
    }
    return round(100 * sum(weight * parts[name] for name, weight in _WEIGHTS.items()))


def _length(pegs: int) -> float:
    return 1 - exp2(-max(0, pegs - 1) / _HALF)


def rank_correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Return Spearman's coefficient of two series; equal values share their ranks.

    Raises ValueError when the series differ in length or one of them does not vary.
    """
    if len(one) != len(other):
        raise ValueError("the series differ in length")
    first, second = _ranks(one), _ranks(other)
    mean = (len(one) + 1) / 2
    both = sum((x - mean) * (y - mean) for x, y in zip(first, second, strict=True))
    spread = sqrt(sum((x - mean) ** 2 for x in first) * sum((y - mean) ** 2 for y in second))
    if not spread:
        raise ValueError("a series does not vary")
    return both / spread


def _ranks(values: Sequence[float]) -> list[float]:
    """Return the rank of each value from 1, the mean of them where values are equal."""
    ordered = sorted(values)
    return [(bisect_left(ordered, v) + bisect_right(ordered, v) + 1) / 2 for v in values]
