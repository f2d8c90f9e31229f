"""Glicko-2: ratings of accounts and puzzles.

After M. E. Glickman, "Example of the Glicko-2 system" (2013). A rating period is a day in which
nothing happens, or a rated attempt: one game, for both sides.
"""

from collections.abc import Sequence
from math import exp, log, pi, sqrt
from typing import NamedTuple

__all__ = ["NEWCOMER", "PERIOD", "UNRATED", "Rating", "first_rating", "rate", "rested"]

PERIOD = 24 * 3600
"""Seconds of a rating period in which nothing happens."""

_SCALE = 173.7178
_TAU = 0.5
"""How fast volatility may change; the paper advises 0.3 to 1.2."""
_CLOSE = 1e-6


class Rating(NamedTuple):
    """What is known of a strength."""

    rating: float
    deviation: float
    """The true strength lies within two of these, nearly always."""
    volatility: float
    """How much it is expected to vary."""


UNRATED = Rating(1500.0, 350.0, 0.06)
"""Somebody, or a puzzle, of whom nothing is known."""

NEWCOMER = UNRATED._replace(deviation=180.0)
"""A new account. It is taken for more certain than it is, so that its first losses cost little:
two of them about 110 points, where they would cost 250."""


def first_rating(difficulty: float | None) -> Rating:
    """Return a puzzle's rating before anyone has tried it, from its difficulty of 0 to 100.

    The scale is a guess: 50 means a rating of 1500, and a step is worth 10.
    """
    if difficulty is None:
        return UNRATED
    return Rating(1000 + 10 * difficulty, 250.0, UNRATED.volatility)


def rested(player: Rating, periods: int) -> Rating:
    """Return a player's rating after periods without a game: step 6 of the paper for each.

    It gets vaguer, but never more than that of somebody unknown.
    """
    phi = player.deviation / _SCALE
    vaguer = _SCALE * sqrt(phi**2 + player.volatility**2 * periods)
    return player._replace(deviation=min(vaguer, UNRATED.deviation))


def rate(player: Rating, games: Sequence[tuple[Rating, float]]) -> Rating:
    """Return a player's rating after a period of games: opponents, each with the score 0 to 1."""
    if not games:
        return rested(player, 1)
    mu, phi = (player.rating - UNRATED.rating) / _SCALE, player.deviation / _SCALE
    information = improvement = 0.0
    for opponent, score in games:
        other = (opponent.rating - UNRATED.rating) / _SCALE
        weight = 1 / sqrt(1 + 3 * (opponent.deviation / _SCALE) ** 2 / pi**2)
        expected = 1 / (1 + exp(-weight * (mu - other)))
        information += weight**2 * expected * (1 - expected)
        improvement += weight * (score - expected)
    variance = 1 / information
    volatility = _volatility(player.volatility, phi, variance, variance * improvement)
    phi = 1 / sqrt(1 / (phi**2 + volatility**2) + information)
    mu += phi**2 * improvement
    return Rating(UNRATED.rating + _SCALE * mu, _SCALE * phi, volatility)


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Return the new volatility: step 5 of the paper, by the Illinois method."""
    start = log(sigma**2)

    def f(x: float) -> float:
        spread = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - start) / _TAU**2

    low = start
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        high = start - _TAU
        while f(high) < 0:
            high -= _TAU
    at_low, at_high = f(low), f(high)
    while abs(high - low) > _CLOSE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
