"""The prior, asked at every node of small boards: it may cost time, and no proof."""

import pytest

from solver.game import Ruleset
from solver.oracle import position_text
from solver.proof import Aim, Claim, Verdict
from solver.search import Options, solve
from tests.cases import random_case
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
