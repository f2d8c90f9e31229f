"""Proofs by halves: small boards with halves forced on, and a classic of two fights."""

import pytest

from solver.bench import bench_puzzles
from solver.game import Move, Ruleset, parse_hole
from solver.proof import Limits, NodeKind, Verdict, claim_of
from solver.search import Options, Session, solve
from solver.verify import check_by_sat, check_strategy
from tests.oracles.setup import classic
from tests.search.test_split import judge

pytestmark = pytest.mark.native

FORCED = Options(split=False, halves_foe=2)


@pytest.mark.parametrize("ruleset", list(Ruleset))
def test_forced_halves_prove_nothing_false(ruleset: Ruleset) -> None:
    counts = judge(ruleset, range(20_000, 20_150), FORCED)
    assert counts["splits filled"] > 0


def test_without_halves_no_small_board_is_split() -> None:
    counts = judge(Ruleset.STD, range(20_000, 20_150), FORCED.changed(halves=False))
    assert 0 == counts["splits"]


@pytest.mark.slow
def test_a_classic_of_two_fights_is_proved_by_halves_or_by_the_prior() -> None:
    puzzle = bench_puzzles(["p05"])["p05"]
    claim, after = claim_of(puzzle), puzzle.position.play(Move(parse_hole("d6")))
    limits = Limits(nodes=2_000_000)
    without = solve(after, claim, limits, options=Options(halves=False, prior=False))
    assert without.verdict is Verdict.UNDECIDED
    solution = solve(after, claim, limits)
    assert solution.verdict is Verdict.PROVEN
    assert solution.strategy is not None
    assert any(node.kind is NodeKind.SPLIT for node in solution.strategy.nodes)
    check_strategy(after, solution.strategy)
    check_by_sat(after, solution.strategy)


@pytest.mark.parametrize("name", ["p08", "p09", "p45", "p32"])
def test_what_halves_prove_after_a_move_is_known_there(name: str) -> None:
    """The first took 3,233 nodes when only the move was kept."""
    puzzle = classic(name)
    session, claim = Session(Limits(nodes=1_000_000)), claim_of(puzzle)
    (key,) = session.solve(puzzle.position, claim).keys
    after = session.solve(puzzle.position.play(key), claim)
    assert Verdict.PROVEN is after.verdict
    assert after.nodes < 20
