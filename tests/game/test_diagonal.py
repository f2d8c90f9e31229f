"""Diagonal boards: which holes there are, whose the borders are, and that both sides are equal."""

import pytest

from solver.errors import IllegalMoveError, PuzzleRuleError
from solver.game import (
    Board,
    Box,
    Diagonal,
    Hole,
    Move,
    Position,
    Shape,
    Side,
    Special,
    neighbours,
    parse_hole,
)
from solver.puzzle import window

SIZES = [(Shape.DIAGONAL_45, size) for size in (5, 6, 11, 12, 34)] + [
    (Shape.DIAGONAL_26, size) for size in (9, 10, 12, 13, 26, 52)
]

PICTURES = {
    (Shape.DIAGONAL_45, 9): [
        "  W.B  ",
        " W...B ",
        "W.....B",
        ".......",
        "B.....W",
        " B...W ",
        "  B.W  ",
    ],
    (Shape.DIAGONAL_45, 8): [
        "  WB  ",
        " W..B ",
        "W....B",
        "......",
        "B....W",
        " B..W ",
        "  BW  ",
    ],
    (Shape.DIAGONAL_26, 13): [
        "   W   ",
        " WWWBB ",
        " W...B ",
        "BB...BB",
        " B...W ",
        " BBWWW ",
        "   W   ",
    ],
}
"""W and B: holes of a border; dots: holes that both may peg."""


@pytest.mark.parametrize(("shape", "size"), list(PICTURES))
def test_the_borders_lie_as_drawn(shape: Shape, size: int) -> None:
    board = Board.of(Diagonal(shape, size))

    def mark(hole: Hole) -> str:
        owners = [side.other.letter for side in Side if board.foreign(side, hole)]
        return " " if hole not in board else owners[0] if owners else "."

    rows = range(board.height)
    drawn = ["".join(mark(Hole(col, row)) for col in range(board.width)) for row in rows]
    assert drawn == PICTURES[shape, size]


@pytest.mark.parametrize(("shape", "size"), SIZES)
def test_both_sides_have_the_same_board(shape: Shape, size: int) -> None:
    board = Board.of(Diagonal(shape, size))
    turned = {}
    for hole in board.playable_holes():
        if shape is Shape.DIAGONAL_45:
            turned[hole] = Hole(hole.col, board.height - 1 - hole.row)
        else:
            turned[hole] = Hole(board.width - 1 - hole.row, hole.col)
    assert set(turned.values()) == set(board.playable_holes())
    swapped = shape is Shape.DIAGONAL_26
    for hole, image in turned.items():
        for end in (0, 1):
            # A quarter turn clockwise brings the upper border to the right.
            other = 1 - end if swapped else end
            assert board.on_goal_line(Side.WHITE, end, hole) == board.on_goal_line(
                Side.BLACK, other, image
            )


@pytest.mark.parametrize(("shape", "size"), SIZES)
def test_a_border_is_as_deep_as_the_shortest_step_across_it(shape: Shape, size: int) -> None:
    board = Diagonal(shape, size)
    for side in Side:
        steps = {
            abs(board.line(side, other) - board.line(side, Hole(0, 0)))
            for other in neighbours(Hole(0, 0))
        }
        assert min(steps - {0}) == shape.border


@pytest.mark.parametrize(("shape", "size"), SIZES)
def test_holes_begin_in_the_first_column_and_row(shape: Shape, size: int) -> None:
    board = Board.of(Diagonal(shape, size))
    holes = board.playable_holes()
    assert min(hole.col for hole in holes) == min(hole.row for hole in holes) == 0
    assert board.box == Box(0, 0, board.width - 1, board.height - 1)
    for side in Side:
        for end in (0, 1):
            line = set(board.line_holes(side, end))
            assert line
            assert not any(board.foreign(side, hole) for hole in line)


def test_a_diagonal_board_as_wide_as_the_standard_board_has_the_lines_that_the_editor_says() -> (
    None
):
    # 23 cells from border to border are 32.5 diagonals, and 51.4 lines along links.
    assert len(Board.of(Diagonal(Shape.DIAGONAL_45, 34)).playable_holes()) == 576
    assert len(Board.of(Diagonal(Shape.DIAGONAL_26, 52)).playable_holes()) == 532


@pytest.mark.parametrize(("shape", "size"), [(Shape.DIAGONAL_45, 4), (Shape.DIAGONAL_26, 8)])
def test_three_lines_at_least_lie_within_the_borders(shape: Shape, size: int) -> None:
    with pytest.raises(PuzzleRuleError, match="lines of holes, this one"):
        Diagonal(shape, size)
    with pytest.raises(PuzzleRuleError, match="to 80 lines"):
        Diagonal(shape, 81)


def test_what_fits_no_diagonal_board_is_refused() -> None:
    board = Board.of(Diagonal(Shape.DIAGONAL_45, 9))
    with pytest.raises(PuzzleRuleError, match="no window"):
        window(board, Box(0, 0, 4, 4))
    with pytest.raises(PuzzleRuleError, match="a size of its own"):
        Board(9, 9, diagonal=Diagonal(Shape.DIAGONAL_45, 9))
    with pytest.raises(PuzzleRuleError, match="holes of its own"):
        Board(7, 7, diagonal=Diagonal(Shape.DIAGONAL_45, 9))


def test_moves_follow_the_borders() -> None:
    start = Position(Board.of(Diagonal(Shape.DIAGONAL_45, 9)))
    with pytest.raises(IllegalMoveError, match="there is no hole at A1"):
        start.play(Move(parse_hole("a1")))
    with pytest.raises(IllegalMoveError, match="E1 is not open to white: it is the opponent's"):
        start.play(Move(parse_hole("e1")))
    begun = start.play(Move(parse_hole("c1")))
    with pytest.raises(IllegalMoveError, match="sides are swapped, not pieces"):
        begun.play(Special.SWAP_PIECES)
    assert begun.play(Special.SWAP_SIDES).white == begun.white
