"""Where a diagram has its holes, goal lines and names."""

import pytest

from solver.booklet.lattice import Lattice
from solver.game import Board, Box, Hole, Side
from solver.game.diagonal import Diagonal
from solver.puzzle import window

UPRIGHT = Board(6, 8)
QUARTER = window(Board(24, 24), Box(0, 0, 11, 11))
MIDDLE = window(Board(24, 24), Box(5, 6, 10, 12))
TURNED = [
    Board.of(found)
    for text in ("diagonal-45:13", "diagonal-26:20")
    if (found := Diagonal.parse(text))
]


@pytest.mark.parametrize("board", [UPRIGHT, QUARTER, MIDDLE, *TURNED])
def test_every_hole_that_is_played_on_is_on_a_row_inside_the_edge(board: Board) -> None:
    lattice = Lattice(board)
    left, top, right, bottom = lattice.edge
    for hole in board.each_hole():
        x, y = lattice.at(hole)
        assert left < x < right
        assert top < y < bottom
    holes = sum(
        round(((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5) + 1
        for (x1, y1), (x2, y2), played_on in lattice.rows()
        if played_on
    )
    assert holes == len(list(board.each_hole()))


@pytest.mark.parametrize("board", [UPRIGHT, QUARTER, MIDDLE, *TURNED])
def test_goal_lines_run_along_the_holes_on_them(board: Board) -> None:
    lattice = Lattice(board)
    lines = list(lattice.goal_lines())
    assert len(lines) == 4
    for side in Side:
        across = 1 if side is Side.WHITE else 0
        ends = sorted(one[across] for owner, one, other in lines if owner is side)
        assert all(
            abs(one[across] - other[across]) < 1e-9 for owner, one, other in lines if owner is side
        ), "each is upright or level"
        places = [lattice.at(hole)[across] for hole in board.each_hole()]
        assert ends[0] == pytest.approx(min(places) - 0.5)
        assert ends[1] == pytest.approx(max(places) + 0.5)


@pytest.mark.parametrize("board", [UPRIGHT, QUARTER, MIDDLE, *TURNED])
def test_names_stand_outside_the_board_and_inside_the_diagram(board: Board) -> None:
    lattice = Lattice(board)
    left, top, right, bottom = lattice.edge
    x1, y1, x2, y2 = lattice.frame
    names = list(lattice.names())
    assert len(names) == board.box.columns + board.box.rows
    places = [point for point, _ in names]
    for x, y in places:
        assert x1 < x < x2
        assert y1 < y < y2
        assert not (left < x < right and top < y < bottom)
    assert all(
        abs(x - u) + abs(y - v) > 0.3
        for number, (x, y) in enumerate(places)
        for u, v in places[:number]
    ), "no two in one place"


def test_a_window_shows_what_is_beside_it() -> None:
    lattice = Lattice(MIDDLE)
    assert lattice.edge == (-1.0, -1.0, 6.0, 7.0)
    assert lattice.at(Hole(5, 6)) == (0, 0)
    beside = [first for first, _, played_on in lattice.rows() if not played_on]
    assert (-1, -1) in beside
