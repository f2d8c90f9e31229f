"""The difficulty grows with each of the things it rests on, and stays within its bounds."""

from dataclasses import replace

import pytest

from solver.difficulty import Facts, difficulty, rank_correlation

EASY = Facts(pegs=1)
MIDDLE = Facts(pegs=5, ahead=4, better=3, looked_at=4, only_moves=2, try_replies=3, try_length=3)
HARD = Facts(
    pegs=90,
    ahead=90,
    better=5000,
    looked_at=4,
    only_moves=4,
    try_replies=1,
    try_length=90,
    removal=True,
)


def test_it_lies_between_0_and_100() -> None:
    assert difficulty(EASY) == 0
    assert difficulty(HARD) == 100
    assert 0 < difficulty(MIDDLE) < 100


@pytest.mark.parametrize(
    ("facts", "number"),
    [
        # By hand: ahead and length are half of what they can be, 40 / 2 + 15 / 2.
        (Facts(pegs=5, ahead=5), 28),
        (Facts(pegs=5, ahead=1, better=10), 18),
        (Facts(pegs=5, ahead=1, looked_at=2, only_moves=2), 18),
        # A try holds out no longer than the win counts for: half of 10 beside 15 / 2.
        (Facts(pegs=5, ahead=1, try_replies=1000, try_length=50), 13),
        (Facts(pegs=5, ahead=1), 8),
        (Facts(pegs=1, removal=True), 5),
    ],
)
def test_each_thing_counts_for_its_weight(facts: Facts, number: int) -> None:
    assert number == difficulty(facts)


@pytest.mark.parametrize(
    "harder",
    [
        replace(MIDDLE, pegs=9, try_length=6),
        replace(MIDDLE, ahead=5),
        replace(MIDDLE, better=6),
        replace(MIDDLE, only_moves=4),
        replace(MIDDLE, try_replies=1),
        replace(MIDDLE, try_length=5),
        replace(MIDDLE, removal=True),
    ],
)
def test_each_thing_counts(harder: Facts) -> None:
    assert difficulty(harder) > difficulty(MIDDLE)


def test_nobody_must_look_further_than_the_win() -> None:
    assert difficulty(replace(MIDDLE, ahead=9)) == difficulty(replace(MIDDLE, ahead=5))
    assert difficulty(replace(MIDDLE, ahead=None)) == difficulty(replace(MIDDLE, ahead=5))


def test_a_win_with_one_peg_is_easier_than_any_that_goes_on() -> None:
    """It is in sight: that all else loses, and how, makes it no harder."""
    one = Facts(pegs=1, better=9, looked_at=1, only_moves=1, try_replies=1, try_length=1)
    assert difficulty(one) == 0
    assert difficulty(one) < difficulty(replace(one, pegs=2, only_moves=0, try_replies=None))


def test_equal_values_share_a_rank() -> None:
    assert rank_correlation([1, 2, 3, 4], [10, 20, 30, 40]) == pytest.approx(1)
    assert rank_correlation([1, 2, 3, 4], [4, 3, 2, 1]) == pytest.approx(-1)
    # By hand: ranks 1, 2.5, 2.5, 4 against 1, 3, 2, 4.
    assert rank_correlation([1, 5, 5, 9], [1, 3, 2, 4]) == pytest.approx(4.5 / (4.5 * 5) ** 0.5)


@pytest.mark.parametrize("series", [([1, 1], [1, 2]), ([1], [1, 2])])
def test_what_does_not_vary_has_no_order(series: tuple[list[float], list[float]]) -> None:
    with pytest.raises(ValueError, match="series"):
        rank_correlation(*series)
