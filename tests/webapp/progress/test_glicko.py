"""Ratings, against the example that their author published."""

import pytest

from webapp.progress.glicko import NEWCOMER, UNRATED, Rating, first_rating, rate, rested


def test_the_published_example_comes_out() -> None:
    """Glickman, "Example of the Glicko-2 system", 2013: 1464.06, 151.52, 0.05999."""
    player = Rating(1500, 200, 0.06)
    games = [
        (Rating(1400, 30, 0.06), 1.0),
        (Rating(1550, 100, 0.06), 0.0),
        (Rating(1700, 300, 0.06), 0.0),
    ]
    after = rate(player, games)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_without_games_a_rating_gets_vaguer() -> None:
    after = rate(Rating(1500, 200, 0.06), [])
    assert (after.rating, after.volatility) == (1500, 0.06)
    assert after.deviation == pytest.approx(200.2714, abs=0.001)
    assert after == rested(Rating(1500, 200, 0.06), 1)


@pytest.mark.parametrize("days", [0, 1, 7, 365])
def test_each_idle_day_adds_the_volatility_to_the_deviation(days: int) -> None:
    """Step 6 of the paper, a day after the other: phi' = sqrt(phi^2 + sigma^2 t)."""
    after = daily = Rating(1620, 80, 0.07)
    for _ in range(days):
        daily = rate(daily, [])
    after = rested(after, days)
    phi = ((80 / 173.7178) ** 2 + 0.07**2 * days) ** 0.5
    assert after == pytest.approx((1620, 173.7178 * phi, 0.07))
    assert after == pytest.approx(daily)


def test_nobody_gets_vaguer_than_the_unknown() -> None:
    assert rested(Rating(1900, 60, 0.06), 10**6) == Rating(1900, 350, 0.06)
    assert rested(UNRATED, 1) == UNRATED


@pytest.mark.parametrize("gap", [-1500, -400, 0, 400, 1500])
@pytest.mark.parametrize("deviation", [30, 350])
def test_who_wins_goes_up_as_far_as_an_equal_loser_goes_down(gap: float, deviation: float) -> None:
    solver, puzzle = Rating(1500, deviation, 0.06), Rating(1500 + gap, deviation, 0.06)
    won, lost = rate(solver, [(puzzle, 1.0)]), rate(puzzle, [(solver, 0.0)])
    assert won.rating > solver.rating
    assert won.rating - solver.rating == pytest.approx(puzzle.rating - lost.rating)
    assert won.deviation < 350
    assert 0.05 < won.volatility < 0.07


def test_a_surprise_moves_more_than_the_expected() -> None:
    strong, weak = Rating(1900, 60, 0.06), Rating(1100, 60, 0.06)
    expected, surprise = rate(strong, [(weak, 1.0)]), rate(weak, [(strong, 1.0)])
    assert expected.rating - strong.rating < 1 < surprise.rating - weak.rating
    assert surprise.volatility > 0.06, "the branch of the paper for large improvements"


def test_any_game_changes_the_volatility() -> None:
    """What `webapp.reports.report_store` takes for the sign of a puzzle that was tried."""
    for score in (0.0, 1.0):
        for rating in (UNRATED, first_rating(50)):
            assert rate(rating, [(UNRATED, score)]).volatility != rating.volatility


def test_two_first_losses_cost_a_newcomer_little() -> None:
    """Against puzzles as strong as he, which is what the site gives him."""
    player = NEWCOMER
    for _ in range(2):
        player = rate(player, [(first_rating(50), 0.0)])
    assert 50 < NEWCOMER.rating - player.rating < 135


def test_a_puzzle_starts_by_its_difficulty() -> None:
    assert first_rating(None) == UNRATED
    assert first_rating(0).rating < first_rating(50).rating == 1500 < first_rating(100).rating
