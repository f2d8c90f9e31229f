"""The prior, asked at every node of small boards: it may cost time, and no proof."""

import pytest

from solver.game import Ruleset, position_text
from solver.proof import Aim, Claim, Verdict
from solver.search import Options, Session, solve
from tests.cases import random_case
from tests.oracles.images import images
from tests.oracles.setup import classic
from tests.search.test_differential import LIMITS, check_proof

pytestmark = pytest.mark.native

FORCED = Options(prior_pegs=1)


@pytest.mark.parametrize("ruleset", list(Ruleset))
def test_moves_with_fewer_pegs_prove_nothing_false_and_lose_no_proof(ruleset: Ruleset) -> None:
    for seed in range(30_000, 30_200):
        case = random_case(ruleset, seed)
        text = f"seed {seed}, {case.prover}: {position_text(case.position)}"
        claim = Claim(Aim.CONNECT, case.prover)
        solution = solve(case.position, claim, LIMITS, options=FORCED)
        without = solve(case.position, claim, LIMITS, options=Options(prior=False))
        assert solution.verdict is without.verdict, text
        assert solution.verdict is not (Verdict.DISPROVEN if case.connects else Verdict.PROVEN)
        check_proof(case.position, solution)


def test_ratings_follow_the_colours() -> None:
    for name in ("p15", "p41"):
        position = classic(name).position
        holes = sorted(position.open_holes(position.to_move))
        ratings = Session().ratings(position, holes)
        assert len(set(ratings)) > len(holes) / 2
        for image in images(position.board):
            if image.exchange and not (image.columns or image.rows):
                exchanged = image.position(position)
                assert Session().ratings(exchanged, [*map(image.hole, holes)]) == ratings


def test_most_keys_are_among_the_ten_likeliest_moves() -> None:
    among = 0
    for number in range(1, 61):
        puzzle = classic(f"p{number:02}")
        holes = sorted(puzzle.position.open_holes(puzzle.position.to_move))
        ratings = dict(zip(holes, Session().ratings(puzzle.position, holes), strict=True))
        likeliest = sorted(holes, key=ratings.__getitem__)[-10:]
        among += any(key.peg in likeliest for key in puzzle.keys)
    assert among >= 40


def test_without_the_prior_no_move_is_likelier_than_another() -> None:
    position = classic("p15").position
    holes = sorted(position.open_holes(position.to_move))
    assert {*Session(options=Options(prior=False)).ratings(position, holes)} == {0.0}
