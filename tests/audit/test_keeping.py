"""What an audit leaves in the store answers every first move without a search."""

from dataclasses import replace
from pathlib import Path

import pytest

from solver.answers import Outcome, judge_known
from solver.audit import Audit, Kind, audit
from solver.game import Move, Position, Ruleset
from solver.oracle import position_text, random_case
from solver.proof import Limits, claim_of
from solver.puzzle import Puzzle
from solver.store import Store
from solver.work import run_here

pytestmark = pytest.mark.native

LIMITS = Limits(nodes=200_000, memory=16)

WINNING = (Kind.KEY, Kind.COOK, Kind.DELAY, Kind.WINS)


def positions(ruleset: Ruleset) -> list[Position]:
    cases = [random_case(ruleset, seed) for seed in range(8000, 8050)]
    return [replace(case.position, to_move=case.prover) for case in cases if case.connects]


@pytest.mark.parametrize("ruleset", [Ruleset.STD, Ruleset.PP])
def test_every_first_move_that_an_audit_decided_is_known(ruleset: Ruleset, tmp_path: Path) -> None:
    known = 0
    with Store(tmp_path / "verdicts.sqlite") as store:
        for position in positions(ruleset):
            puzzle = Puzzle("", position)
            found = run_here(audit(puzzle, LIMITS, store))
            assert isinstance(found, Audit)
            for move in found.moves:
                if move.kind is Kind.UNDECIDED or move.line[0].startswith("["):
                    continue
                text = f"{move.hole} in {position_text(position)}"
                said = judge_known(position, (), Move(move.hole), claim_of(puzzle), LIMITS, store)
                if said is None:
                    # A win need not be stored: one is as good as the other.
                    assert move.kind in WINNING, text
                    continue
                good = said.outcome in (Outcome.WINS, Outcome.MET)
                assert good is (move.kind in WINNING), text
                known += 1
    assert known > 50
