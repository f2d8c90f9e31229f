"""What a report says beside the kinds of first moves."""

from collections import Counter
from dataclasses import replace

import pytest

from solver.audits import Audit, Soundness, audit
from solver.files import parse_puzzle
from solver.game import Move, Ruleset, parse_hole, parse_move, position_text
from solver.proof import Limit, Limits, claim_of
from solver.puzzle import Goal, Puzzle
from solver.work import Answer, Failure, Fault, Unit, perform, run_here, undecided
from tests.audits.test_brute_force import holds
from tests.audits.test_replies_and_duals import FEW_PEGS
from tests.cases import random_case

pytestmark = pytest.mark.native


def audited(seed: int, goal: Goal, nodes: int = 300_000) -> tuple[Puzzle, Audit]:
    case = random_case(Ruleset.STD, seed)
    puzzle = Puzzle("", replace(case.position, to_move=case.prover), goal)
    found = run_here(audit(puzzle, Limits(nodes=nodes, memory=16)))
    assert isinstance(found, Audit)
    return puzzle, found


@pytest.mark.parametrize("goal", [Goal.WIN, Goal.DRAW])
def test_set_play_is_told_where_a_pass_fails_and_only_there(goal: Goal) -> None:
    counts = Counter[bool]()
    for seed in range(6000, 6040):
        puzzle, found = audited(seed, goal)
        position = puzzle.position
        passed = replace(position, to_move=position.to_move.other)
        text = f"{seed}: {position_text(position)}"
        if found.set_play:
            assert not holds(passed, claim_of(puzzle)), text
            for word in found.set_play:
                passed = passed.play(parse_move(passed, word))
        counts[bool(found.set_play)] += 1
    assert min(counts[True], counts[False]) > 5


def test_the_proof_of_the_claim_begins_with_the_key_that_is_named() -> None:
    named = 0
    for seed in range(6000, 6060):
        puzzle, found = audited(seed, Goal.WIN)
        if found.verdict in (Soundness.SOUND, Soundness.COOKED) and found.keys:
            (key,) = found.keys
            strategy = found.proofs[""].strategy
            move = parse_move(puzzle.position, key.text)
            assert isinstance(move, Move)
            assert (move.peg, key.pegs) == (strategy.root.hole, strategy.root.depth), seed
            named += 1
    assert named > 10


@pytest.mark.parametrize("nodes", [10, 40, 160, 640])
def test_a_limit_is_told_unless_all_is_decided(nodes: int) -> None:
    for seed in range(6170, 6210):
        _, found = audited(seed, (Goal.WIN, Goal.DRAW)[seed % 2], nodes)
        decided = found.verdict is not Soundness.UNDECIDED and found.decided == len(found.moves)
        assert decided is (found.limit is None), seed


@pytest.mark.parametrize("limits", [Limits(), Limits(nodes=10**9, seconds=600.0)])
def test_no_limit_is_blamed_where_no_search_says_more(limits: Limits) -> None:
    def work(unit: Unit) -> Answer:
        return Answer(tuple(undecided(each, Limit.EXHAUSTED) for each in unit.questions))

    found = run_here(audit(parse_puzzle(FEW_PEGS), replace(limits, memory=16)), work)
    assert isinstance(found, Audit)
    assert (found.verdict, found.limit) == (Soundness.UNDECIDED, "exhausted")


def test_a_crash_that_cost_no_verdict_is_not_the_error_of_a_report() -> None:
    puzzle = parse_puzzle(FEW_PEGS)
    puzzle = replace(puzzle, keys=(Move(parse_hole("c5")),))
    crashed = 0

    def work(unit: Unit) -> Answer | Failure:
        """Break on what only the report asks."""
        nonlocal crashed
        if unit.others is not None and unit.others.question.position != puzzle.position:
            crashed += 1
            return Failure(Fault.CRASHED, "it broke")
        return perform(unit)

    found = run_here(audit(puzzle, Limits(nodes=300_000, memory=16)), work)
    assert isinstance(found, Audit)
    assert found.verdict is not Soundness.UNDECIDED
    assert crashed > 0
    assert found.error is None
