"""Sweeps over first moves: how many units, and what each may use."""

import pytest

from solver.audit.first_moves import FirstMoves, decide
from solver.audit.purse import Purse
from solver.proof import Limit, Limits, claim_of
from solver.work import AT_ONCE, Answer, undecided
from tests.oracles.setup import classic

NODES = 1 << 34


@pytest.mark.parametrize(("moves", "parts"), [(1, 1), (8, 1), (9, 2), (60, 2)])
def test_hard_moves_get_what_is_left_and_few_are_one_unit(moves: int, parts: int) -> None:
    """A unit's trees are lost with it, so the one with hard moves must not end early."""
    puzzle = classic("p27")
    claim = claim_of(puzzle)
    holes = list(puzzle.position.open_holes(claim.prover))[:moves]
    board = FirstMoves(puzzle.position, claim, holes, ask_pass=False)
    plan = decide(lambda: [board], Purse(Limits(nodes=NODES), None), lambda: 1.0)
    seen, units = set[bool](), next(plan)
    while True:
        if units:  # none about a pass
            assert len(units) == parts
            assert (
                len({question.position for unit in units for question in unit.questions}) == moves
            )
        for unit in units:
            hard = (unit.each.nodes or 0) >= AT_ONCE
            seen.add(hard)
            assert unit.total.nodes is not None
            assert hard == (unit.total.nodes == NODES // parts)
        answers = [
            Answer(tuple(undecided(question, Limit.NODES) for question in unit.questions))
            for unit in units
        ]
        try:
            units = plan.send(answers)
        except StopIteration:
            break
    assert seen == {True, False}
