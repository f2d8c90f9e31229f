"""What an audit says of itself: the order of its tries."""

from dataclasses import replace

import pytest

from solver.audits import FirstMove, Kind, Replies
from solver.audits.report import failed_audit
from solver.game import Board, Position, parse_hole
from solver.proof import Limits
from solver.puzzle import Puzzle
from solver.work import Failure, Fault


def tried(hole: str, pegs: int | None, replies: Replies | None) -> FirstMove:
    return FirstMove(parse_hole(hole), Kind.TRY, pegs=pegs, replies=replies)


@pytest.mark.parametrize(
    ("best", "other"),
    [
        # Few replies refute it; those that are undecided may do so.
        (tried("d2", 2, Replies(1, 0, 9)), tried("b2", 7, Replies(2, 0, 9))),
        (tried("d2", 2, Replies(2, 0, 9)), tried("b2", 7, Replies(1, 2, 9))),
        (tried("d2", 2, Replies(8, 0, 9)), tried("b2", 7, None)),
        # Its refutation is long.
        (tried("d2", 7, Replies(1, 0, 9)), tried("b2", 2, Replies(1, 0, 9))),
        (tried("d2", 1, None), tried("b2", None, None)),
        # It stands first on the board.
        (tried("b2", 2, Replies(1, 0, 9)), tried("d2", 2, Replies(1, 0, 9))),
    ],
)
def test_the_best_try_comes_first(best: FirstMove, other: FirstMove) -> None:
    puzzle = Puzzle("", Position(Board(6, 6)))
    empty = failed_audit(puzzle, Limits(), Failure(Fault.HUNG, "it did not end"))
    key = FirstMove(parse_hole("c3"), Kind.KEY)
    for moves in ((best, key, other), (other, key, best)):
        assert (best, other) == replace(empty, moves=moves).tries
