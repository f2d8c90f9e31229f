"""What holes are, with the real solver on a small board and a clock that is told the time."""

from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from solver.answers import RefutingReplies
from solver.files import read_text
from solver.game import Board, Hole, Move, Position, hole_text
from solver.proof import Claim, Limits
from solver.puzzle import Puzzle
from solver.search import Solution
from tests.webapp.conftest import setup
from webapp.analysis import holes
from webapp.editor import drawing_of
from webapp.editor.alarm import alarm
from webapp.play.explain import classes
from webapp.play.gated_solver import GatedSolver
from webapp.play.search_gate import SearchGate

pytestmark = pytest.mark.native

PUZZLE = Puzzle("", setup(Board(5, 5), "D3", "A2 C4"))
WINNING = {"C1": "wins", "B2": "wins", "C2": "wins", "B4": "wins"}


class SlowSolver(GatedSolver):
    """Takes some seconds for each search, as a clock says that a test sets; none beyond its
    limits."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, takes: float) -> None:
        super().__init__(None, SearchGate(1), Limits(nodes=1_000_000, seconds=8.0, memory=256))
        self.now, self._takes = 0.0, takes
        monkeypatch.setattr("solver.search.budget.time.monotonic", lambda: self.now)

    def decide(
        self, start: Position, line: Sequence[Move], claim: Claim, limits: Limits | None = None
    ) -> Solution:
        found = super().decide(start, line, claim, limits)
        self._pass(limits)
        return found

    def count(
        self,
        position: Position,
        claim: Claim,
        known: Iterable[Hole],
        limits: Limits | None = None,
    ) -> RefutingReplies:
        found = super().count(position, claim, known, limits)
        self._pass(limits)
        return found

    def _pass(self, limits: Limits | None) -> None:
        most = (limits or self.limits).seconds
        assert most
        self.now += min(most, self._takes)


def _good(found: dict[str, str]) -> dict[str, str]:
    return {hole: kind for hole, kind in found.items() if kind != "loses"}


def test_where_time_lasts_all_holes_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    solver = SlowSolver(monkeypatch, 0.5)
    found = holes.at_once(PUZZLE, [], solver)
    open_holes = [*PUZZLE.position.open_holes(PUZZLE.position.to_move)]
    assert (len(open_holes), WINNING) == (len(found), _good(found))


def test_all_searches_for_the_holes_share_the_time_of_a_question(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    solver = SlowSolver(monkeypatch, 2.5)
    found = holes.at_once(PUZZLE, [], solver)
    assert solver.limits.seconds
    assert solver.limits.seconds >= solver.now
    reached = _good(found)
    assert 0 < len(reached) < len(WINNING)
    assert reached.items() <= WINNING.items(), "others are left out: nothing is said of them"


def test_limits_that_are_given_hold_for_all_searches_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    solver = SlowSolver(monkeypatch, 60.0)
    holes.at_once(PUZZLE, [], solver, Limits(seconds=3.0, memory=256))
    assert 3.0 >= solver.now


def test_the_check_of_a_drawing_ends_however_many_keys_are_marked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    keys = tuple(map(Move, PUZZLE.position.open_holes(PUZZLE.position.to_move)))
    drawing: Any = drawing_of(Puzzle("", PUZZLE.position, keys=keys))
    solver = SlowSolver(monkeypatch, 1.4)
    found = alarm(drawing, solver)
    assert solver.limits.seconds
    assert solver.limits.seconds >= solver.now
    assert found["holes"]


LINKED = """\
(;FF[4]GM[21]CA[UTF-8]SZ[6]RU[STD]PZ[]PL[W];W[c1];W[c3];W[d4];W[c6];W[d6];B[f3];B[c4];B[f4];B[a5]
;B[b5];IP[])"""
"""D5 wins for White, but only where he takes off a link."""


def test_a_hole_that_wins_only_with_other_links_is_told_so_by_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzle = read_text(LINKED).puzzle
    assert puzzle
    assert "links" == holes.at_once(puzzle, [], SlowSolver(monkeypatch, 0.0))["D5"]
    short = holes.at_once(puzzle, [], SlowSolver(monkeypatch, 3.0))
    assert "D5" not in short
    assert {"D5": "links"} == holes.some(
        puzzle, [], ["D5"], SlowSolver(monkeypatch, 0.0), longer=False
    )


def test_keys_that_the_check_of_a_drawing_does_not_reach_are_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    open_holes = [*PUZZLE.position.open_holes(PUZZLE.position.to_move)]
    drawing = drawing_of(Puzzle("", PUZZLE.position, keys=tuple(map(Move, open_holes))))
    quick = alarm(drawing, SlowSolver(monkeypatch, 1.4))
    assert quick["holes"] == {
        hole_text(hole): "key" if hole_text(hole) in WINNING else "try" for hole in open_holes
    }
    slow = alarm(drawing, SlowSolver(monkeypatch, 4.0))
    words = slow["text"]
    assert "are marked as keys, and not decided in this short search." in words
    assert "other first moves" not in words
    assert all(hole_text(hole) in words for hole in open_holes), "each key is told"


def test_the_defences_to_the_proof_s_move_share_the_time_of_a_question(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    solver = SlowSolver(monkeypatch, 7.0)
    found = classes(PUZZLE, [], solver)
    assert found["first"] is not None, "two positions are decided"
    assert solver.limits.seconds
    assert solver.limits.seconds >= solver.now
