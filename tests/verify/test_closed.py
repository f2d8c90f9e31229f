"""Holes closed to one side, and strategies that begin with a given move."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from solver.game import Move, Ruleset, position_text
from solver.oracle import TooHardError, connects
from solver.proof import Aim, Claim, Limits, Verdict
from solver.search import begun_with, solve
from solver.verify import check_strategy
from tests.cases import random_case

pytestmark = pytest.mark.native

LIMITS = Limits(nodes=5_000, memory=16)


@pytest.mark.parametrize("ruleset", [Ruleset.STD, Ruleset.PP])
def test_verdicts_hold_where_a_hole_is_closed_to_one_side(ruleset: Ruleset) -> None:
    counts = Counter[str]()
    for seed in range(120):
        case, rng = random_case(ruleset, seed), Random(f"closed {seed}")
        free = list(case.position.open_holes(case.prover))
        if not free:
            continue
        hole = rng.choice(free)
        position = case.position.closing(case.prover, [hole])
        try:
            true = connects(position, case.prover, nodes=4000)
        except TooHardError:
            continue
        solution = solve(position, Claim(Aim.CONNECT, case.prover), LIMITS)
        wrong = Verdict.DISPROVEN if true else Verdict.PROVEN
        assert wrong is not solution.verdict, position_text(case.position)
        counts[f"{true} {solution.verdict.value}, {case.connects} without"] += 1
        if solution.verdict is Verdict.PROVEN and solution.strategy is not None:
            # It pegs other holes only, so it serves where nothing is closed.
            check_strategy(case.position, solution.strategy)
            assert all(hole != node.hole for node in solution.strategy.nodes)
    assert counts["False disproven, True without"] > 0
    assert counts["True proven, True without"] > 0


def test_a_strategy_may_begin_with_a_given_move() -> None:
    begun = 0
    for seed in range(60):
        case = random_case(Ruleset.STD, seed)
        position = replace(case.position, to_move=case.prover)
        claim = Claim(Aim.CONNECT, case.prover)
        for hole in position.open_holes(case.prover):
            after = position.play(Move(hole))
            if after.result is not None:
                continue
            rest = solve(after, claim, LIMITS)
            if rest.verdict is Verdict.PROVEN and rest.strategy is not None:
                strategy = begun_with(position, hole, rest.strategy)
                assert hole == strategy.root.hole
                check_strategy(position, strategy)
                begun += 1
    assert begun > 30
