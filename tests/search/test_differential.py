"""The solver against the brute force, on thousands of small random positions.

Every case is a claim with its exact value. A proof of a false claim, or of the opposite of a
true one, is an error; an open verdict is not, but true claims left open are counted. Every
strategy is checked by the checker, its first moves by brute force, and each of its patterns
in the hardest position it claims to hold in.
"""

from collections import Counter
from collections.abc import Iterable

import pytest

from solver.game import Board, Position, Ruleset, Side, position_text
from solver.oracle import Case, TooHardError, connects, holds
from solver.proof import Aim, Claim, Limits, NodeKind, Strategy, Verdict, claim_of
from solver.search import Solution, solve
from solver.verify import check_strategy
from tests.cases import random_case
from tests.oracles.setup import classic, holes, make_position
from tests.parts import batches

pytestmark = pytest.mark.native

LIMITS = Limits(nodes=20_000, memory=16)

FLOORS = {Ruleset.STD: 0.99, Ruleset.PP: 0.99, Ruleset.THREE_M: 0.99}
"""Least share of true claims to be proven, and of false ones to be disproven."""


REGRESSIONS: list[tuple[Position, Side, bool]] = [
    (
        # The slots A3-C4 and C4-E3 stand unlinked while the opponent is to move.
        make_position(
            Board(
                5,
                5,
                region=holes("A1 A3 A4 A5 B2 B3 B4 B5 C1 C2 C3 C4 C5 D2 D3 D5 E1 E2 E3 E4 E5"),
            ),
            "B2 B5 D3 (B2-D3)",
            "A3 B3 B4 C3 C4 E2 E3",
            Side.WHITE,
        ),
        Side.BLACK,
        False,
    ),
    (
        # The same, where the claim is true by other moves.
        make_position(
            Board(5, 5),
            "B3 B4 C1 C4 D1 D2 D3 D5 (B3-C1 B4-D5 C4-D2)",
            "A4 B2 C2 D4 E3 (A4-B2)",
            Side.BLACK,
        ),
        Side.WHITE,
        True,
    ),
    (
        # No hole is left to White, who only makes links; some of his pegs stand outside.
        make_position(
            Board(
                6,
                10,
                region=holes(
                    "A3 A4 A5 A6 A7 A8 B3 B4 B8 C3 C4 C5 C6 C7 D3 D4 D5 D6 D7 D8 "
                    "E3 E4 E5 E6 E7 E8 F3 F4 F6 F7 F8"
                ),
            ),
            "B2 B3 C4 C6 C7 D4 D6 D7 D8 E1 E3 E4 E5 E6 E8 E9 (B2-C4 C4-D6 C4-E3 C4-E5 D7-E5 D8-E6)",
            "A2 A3 A4 A5 A6 A7 A8 B4 B8 C3 C5 D3 E7 F3 F4 F8 (A4-C5 A6-B8)",
            Side.BLACK,
        ),
        Side.WHITE,
        True,
    ),
    (
        # B3-C1 is unlinked and nothing can cross it.
        make_position(Board(4, 3), "B2 B3 C1", "A2 C2 D2", Side.BLACK),
        Side.WHITE,
        True,
    ),
]
"""Positions that were judged wrong once: position, prover, whether he connects."""


def judged(position: Position, prover: Side, value: bool) -> Solution:
    """Return the solution of a claim after comparing it with its exact value."""
    solution = solve(position, Claim(Aim.CONNECT, prover), LIMITS)
    wrong = Verdict.DISPROVEN if value else Verdict.PROVEN
    assert solution.verdict is not wrong, f"{prover}: {position_text(position)}"
    return solution


def check_proof(position: Position, solution: Solution) -> None:
    """Check the strategy, the keys and the main line of a decided claim."""
    if solution.strategy is None:
        return
    winner, text = solution.strategy.prover, position_text(position)
    check_strategy(position, solution.strategy)
    for key in solution.keys:
        after = position.play(key)
        if after.connected(winner):
            continue
        if solution.strategy.claim.aim is Aim.CONNECT:
            assert connects(after, winner), f"{key}: {text}"
        else:
            assert not connects(after, winner.other), f"{key}: {text}"
    after = position.play_all(solution.line)
    if solution.strategy.claim.aim is Aim.CONNECT:
        assert after.connected(winner), f"the main line ends before the chain: {text}"


def check_patterns(
    position: Position, strategy: Strategy, *, largest: int = 99, relaxed: bool = False
) -> int:
    """Brute-force the patterns with zones of some size; return how many were easy enough.

    Leaves hold by a look, and the root may rest on the links that the opponent has now.
    """
    prover, judgements = strategy.prover, 0
    block = strategy.claim.aim is Aim.BLOCK
    for node in strategy.nodes:
        at_root = node is strategy.root and node.kind is NodeKind.MOVE
        if node.kind is NodeKind.LEAF or at_root or len(node.zone) > largest:
            continue
        to_move = prover if node.kind is NodeKind.MOVE else prover.other
        pattern = (node.zone, node.pegs, node.links)
        try:
            true = holds(
                position,
                prover,
                to_move,
                *pattern,
                apart=node.apart,
                block=block,
                nodes=2000,
                relaxed=relaxed,
                ends=node.ends,
            )
        except TooHardError:
            continue
        assert true, f"{prover}, {node}: {position_text(position)}"
        judgements += 1
    return judgements


def run(ruleset: Ruleset, seeds: Iterable[int]) -> Counter[str]:
    """Check the cases of many seeds; return how many of each kind there were."""
    counts: Counter[str] = Counter()
    for seed in seeds:
        case: Case = random_case(ruleset, seed)
        solution = judged(case.position, case.prover, case.connects)
        check_proof(case.position, solution)
        counts[f"{'true' if case.connects else 'false'}, {solution.verdict.value}"] += 1
        counts["true" if case.connects else "false"] += 1
        counts["proven"] += solution.verdict is Verdict.PROVEN
        if solution.strategy is not None:
            check_patterns(case.position, solution.strategy)
    return counts


@pytest.mark.parametrize("seeds", batches(0, 500, each=250, count=20))
@pytest.mark.parametrize("ruleset", list(Ruleset))
def test_no_verdict_differs_from_brute_force(ruleset: Ruleset, seeds: range) -> None:
    counts = run(ruleset, seeds)
    assert counts["proven"] >= FLOORS[ruleset] * counts["true"], counts
    assert counts["false, disproven"] >= FLOORS[ruleset] * counts["false"], counts


@pytest.mark.parametrize("ruleset", list(Ruleset))
def test_a_block_claim_is_true_exactly_when_the_chain_cannot_be_forced(ruleset: Ruleset) -> None:
    counts: Counter[str] = Counter()
    for seed in range(200):
        case = random_case(ruleset, seed)
        solution = solve(case.position, Claim(Aim.BLOCK, case.prover.other), LIMITS)
        wrong = Verdict.PROVEN if case.connects else Verdict.DISPROVEN
        assert solution.verdict is not wrong, position_text(case.position)
        check_proof(case.position, solution)
        counts["true"] += not case.connects
        counts["proven"] += solution.verdict is Verdict.PROVEN
        if solution.strategy is not None:
            check_patterns(case.position, solution.strategy)
    assert counts["proven"] >= FLOORS[ruleset] * counts["true"], counts


@pytest.mark.parametrize("name", ["p15", "p17", "p19", "p21", "p45", "p49", "p55"])
def test_small_patterns_of_a_real_puzzle_survive_the_worst_case(name: str) -> None:
    puzzle = classic(name)
    solution = solve(puzzle.position, claim_of(puzzle), Limits(nodes=100_000, memory=64))
    assert solution.strategy is not None
    judgements = check_patterns(puzzle.position, solution.strategy, largest=7, relaxed=True)
    assert judgements > 0


@pytest.mark.parametrize(("position", "prover", "value"), REGRESSIONS)
def test_what_was_wrong_once_is_right(position: Position, prover: Side, value: bool) -> None:
    assert value == connects(position, prover)
    check_proof(position, judged(position, prover, value))
