"""Sweeps over first moves: how many units, and what each may use."""

import pytest

from solver.audits.asker import Asker
from solver.audits.first_move_search import FirstMoveSearch, search_first_moves
from solver.audits.schedule import _Auditor
from solver.proof import Limit, Limits, claim_of
from solver.work import AT_ONCE, Answer, Unit, run_here, undecided
from tests.oracles.setup import classic

NODES = 1 << 34


@pytest.mark.parametrize(("moves", "parts"), [(1, 1), (8, 1), (9, 2), (60, 2)])
def test_hard_moves_get_what_is_left_and_few_are_one_unit(moves: int, parts: int) -> None:
    """A unit's trees are lost with it, so the one with hard moves must not end early."""
    puzzle = classic("p27")
    claim = claim_of(puzzle)
    holes = list(puzzle.position.open_holes(claim.prover))[:moves]
    board = FirstMoveSearch(puzzle.position, claim, holes, ask_pass=False)
    plan = search_first_moves(lambda _: [board], Asker(Limits(nodes=NODES), None), lambda: 1.0)
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


@pytest.mark.parametrize(("others", "share"), [(0, 1.0), (1, 0.85)])
def test_a_key_that_alone_is_open_may_use_all_there_is(others: int, share: float) -> None:
    """Else something is kept for the report."""
    puzzle = classic("p41")
    auditor = _Auditor(puzzle, Asker(Limits(nodes=NODES), None))
    keys = [key.peg for key in puzzle.keys if key.peg is not None]
    holes = [hole for hole in auditor.moves.asked if hole not in keys]
    auditor.moves.asked = (*keys, *holes[:others])
    most = 0

    def work(unit: Unit) -> Answer:
        nonlocal most
        most = max(most, unit.total.nodes or 0)
        return Answer(tuple(undecided(question, Limit.NODES) for question in unit.questions))

    run_here(auditor.decide_moves(), work)
    assert most == int(NODES * share)
