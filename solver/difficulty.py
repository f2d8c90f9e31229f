"""How hard a puzzle is, as a number, before anyone has tried it.

The number is 100 times a weighted mean of five things, each between 0 and 1:

- 0.35 *length*: half of what is missing to 1 for every three pegs that the win needs;
  `1 - 0.5 ** ((pegs - 1) / 3)`.
- 0.15 *few*: how few first moves win, on the scale of their logarithm; 1 for a single one, 0 when
  all do.
- 0.20 *only moves*: the share of the line's moves that alone win.
- 0.20 *temptation*: the best try. Half for how few replies refute it (1 for one, 1/2 for two), half
  for how long it holds out, in pegs or turns of its refutation, against the length of the win.
- 0.10 *removal*: 1 when the key takes off or adds links by hand, else 0.

A win with one peg has neither only moves nor temptation: its line is the first move alone, of which
*few* tells already, and whatever is tried instead holds out at least as long.

May import nothing of the solver.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp2, log, sqrt

__all__ = ["Facts", "difficulty", "rank_correlation"]

_WEIGHTS = {"length": 0.35, "few": 0.15, "only": 0.20, "temptation": 0.20, "removal": 0.10}

_HALF = 3
"""Pegs that halve what is missing to the greatest length."""


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts that the difficulty rests on; undecided ones are left out."""

    pegs: int
    """The winner needs so many at most, at least 1."""
    first_moves: int
    """Holes for the first move, at least 1."""
    winning: int
    """Those that win, at least 1."""
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
    few = 1.0
    if facts.first_moves > 1:
        few -= log(facts.winning) / log(facts.first_moves)
    only = temptation = 0.0
    later = facts.pegs > 1
    if later and facts.looked_at:
        only = facts.only_moves / facts.looked_at
    if later and facts.try_replies is not None:
        temptation = (1 / max(1, facts.try_replies) + min(1, facts.try_length / facts.pegs)) / 2
    parts = {
        "length": 1 - exp2(-(facts.pegs - 1) / _HALF),
        "few": few,
        "only": only,
        "temptation": temptation,
        "removal": float(facts.removal),
    }
    return round(100 * sum(weight * parts[name] for name, weight in _WEIGHTS.items()))


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
    return [ordered.index(value) + (ordered.count(value) + 1) / 2 for value in values]
