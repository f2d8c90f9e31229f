"""What cannot matter: mirrors, the exchange of colours and lines, more pegs of one's own.

A proof carries over: its image is a proof of the image. A verdict carries over as far as it is
one: the order of moves differs between images, so a search may stay open in one of them.
"""

from random import Random

import pytest

from solver.game import Ruleset, position_text
from solver.proof import Aim, Claim, Limits, Verdict, claim_of
from solver.search import solve
from solver.verify import check_strategy
from tests.cases import random_case
from tests.oracles.images import images
from tests.oracles.setup import classic

pytestmark = pytest.mark.native

LIMITS = Limits(nodes=20_000, memory=16)


def contrary(one: Verdict, other: Verdict) -> bool:
    return {one, other} == {Verdict.PROVEN, Verdict.DISPROVEN}


@pytest.mark.parametrize("ruleset", list(Ruleset))
def test_an_image_of_a_small_position_has_the_same_verdict_and_proofs(ruleset: Ruleset) -> None:
    same = 0
    for seed in range(60):
        case = random_case(ruleset, 40_000 + seed)
        rng = Random(seed)
        prover = case.prover
        claim = rng.choice([Claim(Aim.CONNECT, prover), Claim(Aim.BLOCK, prover.other)])
        solution = solve(case.position, claim, LIMITS)
        image = rng.choice(images(case.position.board))
        position = image.position(case.position)
        again = solve(position, image.claim(claim), LIMITS)
        assert not contrary(solution.verdict, again.verdict), position_text(case.position)
        same += solution.verdict is again.verdict
        if solution.strategy is not None:
            check_strategy(position, image.strategy(solution.strategy))
    assert same >= 57


@pytest.mark.parametrize("name", ["p15", "p17", "p21", "p49"])
def test_images_of_a_puzzle_have_the_image_of_its_key(name: str) -> None:
    original = classic(name)
    solution = solve(original.position, claim_of(original), Limits(nodes=200_000))
    assert solution.strategy is not None
    for image in images(original.position.board):
        position = image.position(original.position)
        check_strategy(position, image.strategy(solution.strategy))
        again = solve(position, image.claim(solution.claim), Limits(nodes=200_000))
        assert Verdict.PROVEN is again.verdict
        keys = [(image.hole(key.peg), key.plain) for key in solution.keys if key.peg]
        assert keys == [(key.peg, key.plain) for key in again.keys]


@pytest.mark.parametrize("ruleset", list(Ruleset))
def test_with_one_more_peg_of_his_own_a_side_reaches_what_it_did(ruleset: Ruleset) -> None:
    compared = 0
    for seed in range(60):
        case = random_case(ruleset, 50_000 + seed)
        solution = solve(case.position, Claim(Aim.CONNECT, case.prover), LIMITS)
        strategy = solution.strategy
        if strategy is None:
            continue
        side = strategy.prover
        for hole in case.position.open_holes(side):
            richer = case.position.put(side, hole)
            if richer.connected(side):
                continue
            check_strategy(richer, strategy)
            verdict = solve(richer, solution.claim, LIMITS).verdict
            assert not contrary(solution.verdict, verdict), f"{hole}: {position_text(richer)}"
            compared += 1
    assert compared > 60


@pytest.mark.parametrize("name", ["p15", "p17", "p49"])
def test_a_solver_with_more_pegs_still_wins_a_puzzle(name: str) -> None:
    original = classic(name)
    position, claim = original.position, claim_of(original)
    strategy = solve(position, claim, Limits(nodes=200_000)).strategy
    assert strategy is not None
    rng = Random(name)
    for _ in range(8):
        richer = position
        for hole in rng.sample(sorted(position.open_holes(claim.prover)), 3):
            richer = richer.put(claim.prover, hole)
        check_strategy(richer, strategy)
        if not richer.connected(claim.prover):
            found = solve(richer, claim, Limits(nodes=200_000))
            assert Verdict.PROVEN is found.verdict
