"""The search on diagonal boards against the brute force; every proof by both checkers."""

from collections import Counter

import pytest

from solver.game import Ruleset, Shape, position_from, position_text
from solver.proof import Verdict
from solver.store.symmetry import canonical
from solver.verify import check_by_sat, check_strategy
from tests.cases import random_case
from tests.parts import batches
from tests.search.test_differential import check_proof, judged

pytestmark = pytest.mark.native


@pytest.mark.parametrize("shape", list(Shape))
@pytest.mark.parametrize("ruleset", list(Ruleset))
@pytest.mark.parametrize("seeds", batches(0, 60, each=75, count=10))
def test_verdicts_are_those_of_the_brute_force(
    shape: Shape, ruleset: Ruleset, seeds: range
) -> None:
    verdicts = Counter[tuple[bool, Verdict]]()
    for seed in seeds:
        case = random_case(ruleset, seed, shape)
        solution = judged(case.position, case.prover, case.connects)
        check_proof(case.position, solution)
        verdicts[case.connects, solution.verdict] += 1
    undecided = verdicts[True, Verdict.UNDECIDED] + verdicts[False, Verdict.UNDECIDED]
    assert undecided <= 0.02 * len(seeds)


@pytest.mark.parametrize("shape", list(Shape))
def test_proofs_are_accepted_by_sat_and_serve_the_images_of_a_position(shape: Shape) -> None:
    checked = 0
    for seed in range(60):
        case = random_case(list(Ruleset)[seed % 3], 5_000 + seed, shape)
        assert position_from(position_text(case.position)) == case.position
        strategy = judged(case.position, case.prover, case.connects).strategy
        if strategy is None:
            continue
        check_by_sat(case.position, strategy)
        image = canonical(case.position)
        back = image.strategy_back(image.strategy(strategy))
        assert back == strategy
        check_strategy(case.position, back)
        checked += 1
    assert checked >= 30
