"""The page of a report draws its board as it is."""

import re

import pytest

from solver.audits import as_json, audit_page, failed_audit
from solver.game import Board, Box, Diagonal, Hole, Position, Shape, Side
from solver.proof import Limits
from solver.puzzle import Puzzle, window
from solver.work import Failure, Fault

STEP = 36


def page_of(board: Board) -> str:
    puzzle = Puzzle("A board", Position(board))
    record = as_json(failed_audit(puzzle, Limits(), Failure(Fault.CRASHED, "it broke")))
    return audit_page(record | {"puzzle": "A board"}, puzzle).partition("</style>")[2]


@pytest.mark.parametrize(
    "diagonal", [Diagonal(Shape.DIAGONAL_45, 7), Diagonal(Shape.DIAGONAL_26, 10)]
)
def test_the_border_holes_of_a_diagonal_board_are_ringed(diagonal: Diagonal) -> None:
    board = Board.of(diagonal)
    page = page_of(board)
    assert "<line" not in page
    for side in Side:
        places = re.findall(rf'<circle class="goal-{side.value}" cx="(\d+)" cy="(\d+)"', page)
        ringed = {Hole((int(x) - 18) // STEP - 1, (int(y) - 18) // STEP - 1) for x, y in places}
        border = {
            hole
            for hole in board.playable_holes()
            for end in (0, 1)
            if diagonal.in_border(side, end, hole)
        }
        assert border
        assert border == ringed


@pytest.mark.parametrize("board", [Board(5, 6), window(Board(24, 24), Box(4, 4, 8, 9))])
def test_goal_lines_run_along_the_sides_of_an_upright_board(board: Board) -> None:
    page = page_of(board)
    assert 'class="goal-white" x1="36" y1="36" x2="216" y2="36"' in page
    assert 'class="goal-black" x1="216" y1="36" x2="216" y2="252"' in page
    assert 4 == page.count("<line")
