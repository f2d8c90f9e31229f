"""What an audit tells while it runs: how far it is, and nothing that it takes back."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest

from solver.audits import Audit, FirstMove, audit
from solver.game import Board, Move, Position, Ruleset, Side, parse_hole
from solver.proof import Limits
from solver.puzzle import Puzzle
from solver.work import run_here
from tests.cases import random_case

pytestmark = pytest.mark.native

LIMITS = Limits(nodes=30_000, memory=16)


def small() -> Puzzle:
    position = Position(Board(6, 6)).put(Side.WHITE, parse_hole("c3"))
    return Puzzle("", position.put(Side.BLACK, parse_hole("b4")))


def heard(puzzle: Puzzle) -> tuple[Audit, list[tuple[FirstMove, ...]]]:
    told = list[tuple[FirstMove, ...]]()

    def tell(now: Callable[[], tuple[FirstMove, ...]]) -> None:
        told.append(now())

    found = run_here(audit(puzzle, LIMITS, tell=tell))
    assert isinstance(found, Audit)
    return found, told


def test_an_audit_tells_of_every_first_move_from_the_beginning() -> None:
    found, told = heard(small())
    assert all([m.hole for m in moves] == [m.hole for m in found.moves] for moves in told)
    assert not any(move.decided for move in told[0])
    assert told[-1]


def test_what_is_decided_stays_decided() -> None:
    _, told = heard(small())
    decided = [{move.hole for move in moves if move.decided} for moves in told]
    assert all(earlier <= later for earlier, later in pairwise(decided))
    assert decided[-1]


def test_telling_does_not_change_the_audit() -> None:
    found, _ = heard(small())
    silent = run_here(audit(small(), LIMITS))
    assert isinstance(silent, Audit)
    assert replace(found, seconds=0.0) == replace(silent, seconds=0.0)


def test_telling_does_not_change_the_audit_of_hard_first_moves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("solver.audits.first_move_search.AT_ONCE", 0)
    monkeypatch.setattr("solver.audits.claim_round._OTHERS", 1)
    for name in ("_FIRST_NODES", "_HARD"):
        monkeypatch.setattr(f"solver.audits.schedule.{name}", 1)
    for seed in range(60_000, 60_150):
        case = random_case(Ruleset.STD, seed)
        position = replace(case.position, to_move=case.prover)
        keys = [Move(hole) for hole in position.open_holes(case.prover)][seed % 3 :: 3][:2]
        puzzle = Puzzle("", position, keys=tuple(keys))
        found, _ = heard(puzzle)
        silent = run_here(audit(puzzle, LIMITS))
        assert isinstance(silent, Audit)
        assert replace(found, seconds=0.0) == replace(silent, seconds=0.0), seed
