"""Questions that only the report asks: how many replies refute a try, and duals."""

from collections import Counter
from dataclasses import replace
from functools import lru_cache
from types import SimpleNamespace
from typing import cast

import pytest

from solver.audits import Audit, FirstMove, Kind, Replies, audit
from solver.audits.proved_so_far import ProvedSoFar
from solver.audits.replies_and_duals import _later_moves, _refuting
from solver.files import parse_puzzle
from solver.game import (
    Board,
    Hole,
    Move,
    Position,
    Ruleset,
    Side,
    move_text,
    parse_hole,
    position_text,
)
from solver.proof import Aim, Claim, Limits, claim_of, main_line
from solver.puzzle import Goal, Puzzle
from solver.work import run_here
from tests.answers.test_replies import refutes
from tests.audits.test_brute_force import wins
from tests.cases import random_case

LIMITS = Limits(nodes=300_000, memory=16)

FEW_PEGS = """\
TwixT 6x6 STD, white to move and win
   A  B  C  D  E  F
1     .  .  .  .
2  .  .  .  .  .  .
3  .  .  W  .  .  .
4  .  B  .  .  .  .
5  .  .  .  .  .  .
6     .  .  .  .
"""
"""Tries fail after up to four pegs, and in the line many moves win."""


def audited(puzzle: Puzzle, limits: Limits = LIMITS) -> Audit:
    found = run_here(audit(puzzle, limits))
    assert isinstance(found, Audit)
    return found


@pytest.mark.parametrize(
    ("reply", "known"), [("d3", {parse_hole("d3")}), ("[-c'3][d3]", set()), ("", set())]
)
def test_a_reply_that_is_no_more_than_a_peg_is_known_to_refute(
    reply: str, known: set[Hole]
) -> None:
    claim = Claim(Aim.CONNECT, Side.WHITE)
    found = SimpleNamespace(position=Position(Board(5, 5)), claim=claim)
    tried = FirstMove(parse_hole("c3"), Kind.TRY, ("c3", reply))
    assert known == _refuting(cast(ProvedSoFar, found), tried).winning


@lru_cache
def small_audits() -> tuple[tuple[Puzzle, Audit], ...]:
    """Return random small puzzles, each with its audit."""
    cases = [random_case(Ruleset.STD, seed) for seed in range(6000, 6060)]
    puzzles = [
        Puzzle("", replace(case.position, to_move=case.prover), goal)
        for case in cases
        for goal in (Goal.WIN, Goal.DRAW)
    ]
    return tuple((puzzle, audited(puzzle)) for puzzle in puzzles)


@pytest.mark.native
def test_the_replies_that_refute_a_try_are_counted_exactly() -> None:
    counts = Counter[int]()
    for puzzle, found in small_audits():
        for tried in found.of(Kind.TRY):
            if (replies := tried.replies) is None:
                continue
            after = puzzle.position.play(Move(tried.hole))
            holes = list(after.open_holes(after.to_move))
            true = sum(refutes(after, hole, claim_of(puzzle)) for hole in holes)
            text = f"{tried.hole}, {found.claim.text}: {position_text(puzzle.position)}"
            assert Replies(true, 0, len(holes)) == replies, text
            counts[true] += 1
    assert min(counts[1], counts[2]) > 0, counts


@pytest.mark.native
def test_the_duals_are_the_other_moves_that_win_later_in_the_line() -> None:
    counts = Counter[str]()
    for puzzle, found in small_audits():
        for dual in found.duals:
            line = main_line(puzzle.position, found.proofs[""].strategy)
            before = 2 * (dual.ply - 1)
            at, played = puzzle.position.play_all(line[:before]), line[before]
            text = f"move {dual.ply}, {found.claim.text}: {position_text(puzzle.position)}"
            assert move_text(at, played) == dual.played, text
            holes = set(at.open_holes(at.to_move))
            won = {hole for hole in holes if wins(at, claim_of(puzzle), hole)}
            assert ((won == holes), 0) == (dual.every, dual.undecided), text
            others = set() if dual.every else won - {played.peg}
            assert others == {parse_hole(hole) for hole in dual.others}, text
            counts["every" if dual.every else "some" if others else "alone"] += 1
    assert min(counts["every"], counts["some"]) > 0, counts


@pytest.mark.native
def test_not_every_later_move_wins_while_some_are_undecided(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("solver.audits.replies_and_duals._LEAST", 1)
    seen = 0
    for nodes in (400, 1_000, 2_500):
        for dual in audited(parse_puzzle(FEW_PEGS), Limits(nodes=nodes, memory=16)).duals:
            assert not (dual.every and dual.undecided)
            seen += dual.undecided > 0
    assert seen > 0


def test_three_moves_after_the_key_are_looked_at() -> None:
    line = [
        Move(parse_hole(hole)) for hole in ["b1", "a2", "c3", "a3", "d5", "a4", "e3", "f4", "c6"]
    ]
    later = _later_moves(Position(Board(6, 6)), line)
    assert [(2, line[2]), (3, line[4]), (4, line[6])] == [(ply, move) for ply, _, move in later]
    assert [2, 4, 6] == [len(at.white | at.black) for _, at, _ in later]


@pytest.mark.native
def test_the_replies_to_the_tries_that_hold_out_longest_are_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("solver.audits.replies_and_duals._TRIES", 2)
    tries = audited(parse_puzzle(FEW_PEGS), Limits(nodes=3_000_000, memory=16)).of(Kind.TRY)
    assert [4, 4] == [move.pegs for move in tries if move.replies]
    assert {3} == {move.pegs for move in tries if not move.replies}


def test_no_replies_are_counted_where_links_alone_refute() -> None:
    case = random_case(Ruleset.STD, 23)
    white = case.prover.other
    position = case.position.closing(white, list(case.position.open_holes(white)))
    found = audited(Puzzle("", replace(position, to_move=case.prover), Goal.DRAW))
    (move,) = (move for move in found.moves if move.kind is Kind.TRY)
    assert move.line == ("c4", r"[\c'4][]")
    assert move.replies is None
