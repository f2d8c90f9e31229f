"""Boards, borders, sets of holes, windows and their goal lines."""

import pytest

from solver.errors import IllegalMoveError, PuzzleRuleError
from solver.files import read_diagram
from solver.game import Board, Box, Hole, Move, Position, Side, hole_text, parse_hole, parse_link
from solver.puzzle import rectangle, window

QUARTER = window(Board(), Box(0, 0, 11, 11))
"""The window A1:L12 of the usual board."""


def test_a_box_lies_around_holes_and_has_them_row_by_row() -> None:
    box = Box.around([parse_hole("d3"), parse_hole("b4"), parse_hole("c4")])
    assert ["B3", "D4"] == [hole_text(corner) for corner in box.corners]
    assert ["B3", "C3", "D3", "B4", "C4", "D4"] == [hole_text(hole) for hole in box.holes()]
    assert box == Box.around(box.corners)


@pytest.mark.parametrize(("width", "height"), [(3, 3), (702, 702), (3, 702), (24, 18)])
def test_boards_from_3_to_702(width: int, height: int) -> None:
    board = Board(width, height)
    assert Hole(width - 1, height - 1) not in board
    assert Hole(width - 2, height - 1) in board
    assert Hole(width, 1) not in board
    assert Hole(-1, 1) not in board


@pytest.mark.parametrize(("width", "height"), [(2, 24), (24, 2), (703, 24), (24, 703), (0, 0)])
def test_no_board_beyond_3_to_702(width: int, height: int) -> None:
    with pytest.raises(PuzzleRuleError, match="3 to 702"):
        Board(width, height)


def test_the_smallest_board_has_five_holes_and_nobody_can_connect() -> None:
    start = Position(Board(3, 3))
    assert 5 == len(list(start.board.playable_holes()))
    assert ["B1", "B2", "B3"] == [hole_text(hole) for hole in start.open_holes(Side.WHITE)]
    assert ["A2", "B2", "C2"] == [hole_text(hole) for hole in start.open_holes(Side.BLACK)]
    assert start.certain_draw


def test_the_largest_board_has_its_last_holes() -> None:
    start = Position(Board(702, 702))
    assert start.put(Side.WHITE, parse_hole("zy702")).white == {Hole(700, 701)}
    assert start.put(Side.BLACK, parse_hole("zz701")).black == {Hole(701, 700)}
    with pytest.raises(PuzzleRuleError, match="there is no hole at ZZ702"):
        start.put(Side.WHITE, parse_hole("zz702"))


@pytest.mark.parametrize(
    ("side", "hole", "is_open"),
    [
        (Side.WHITE, "a2", False),
        (Side.WHITE, "e3", False),
        (Side.WHITE, "b1", True),
        (Side.WHITE, "b5", True),
        (Side.BLACK, "b1", False),
        (Side.BLACK, "b5", False),
        (Side.BLACK, "a2", True),
        (Side.BLACK, "e3", True),
    ],
)
def test_border_rows_are_closed_to_the_opponent(side: Side, hole: str, is_open: bool) -> None:
    assert is_open == Board(5, 5).open_to(side, parse_hole(hole))


def test_any_set_of_holes() -> None:
    position = read_diagram("""\
   A  B  C  D  E
1     .
2  .  .     .  .
3        W  .  .
4     .  B  .
5        .  .
""")
    assert parse_hole("c2") not in position.board
    assert parse_hole("d3") in position.board
    assert parse_hole("a3") not in position.board
    with pytest.raises(PuzzleRuleError, match="no hole at C2"):
        position.put(Side.WHITE, parse_hole("c2"))
    assert ["B1", "B2", "D2", "D3", "B4", "D4", "C5", "D5"] == [
        hole_text(hole) for hole in position.open_holes(Side.WHITE)
    ]


# -- windows ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hole", "white", "black"),
    [
        ("a1", False, False),
        ("l1", True, False),
        ("a12", False, True),
        ("l12", True, True),
        ("b1", True, False),
        ("a2", False, True),
        ("m5", False, False),
        ("f13", False, False),
    ],
)
def test_the_window_keeps_the_real_borders(hole: str, white: bool, black: bool) -> None:
    assert white == QUARTER.open_to(Side.WHITE, parse_hole(hole))
    assert black == QUARTER.open_to(Side.BLACK, parse_hole(hole))


@pytest.mark.parametrize(
    ("link", "side", "end", "meets"),
    [
        ("k11-m12", Side.BLACK, 1, True),
        ("k11-m12", Side.WHITE, 1, False),
        ("l11-m13", Side.WHITE, 1, False),
        ("l12-n13", Side.BLACK, 1, True),
        ("l12-n13", Side.WHITE, 1, True),
        ("k11-l13", Side.WHITE, 1, True),
        ("k11-l13", Side.BLACK, 1, False),
        ("j11-l10", Side.BLACK, 1, True),
        ("k2-m1", Side.BLACK, 1, True),
        ("k13-m12", Side.WHITE, 1, False),
        ("a2-c1", Side.WHITE, 0, True),
    ],
)
def test_a_link_meets_a_goal_line_between_the_corners(
    link: str, side: Side, end: int, meets: bool
) -> None:
    assert meets == QUARTER.meets_goal_line(side, end, parse_link(link))


OUTSIDE = """\
TwixT 24x24 STD, black to move, window A1:D4
   A  B  C  D  E
1     .  .  .  :
2  B_ .  .  .  :
     ---_
3  .  .  B_ .  :
           ---_
4  .  .  .  .  b
"""


def test_a_link_to_an_outside_peg_reaches_the_goal_line() -> None:
    assert read_diagram(OUTSIDE).connected(Side.BLACK)
    assert not read_diagram(OUTSIDE + "Black links: A2-C3\n").connected(Side.BLACK)


def test_a_link_that_crosses_the_goal_line_between_the_corners_reaches_it() -> None:
    position = read_diagram("""\
TwixT 24x24 STD, black to move, window A1:D4
   A  B  C  D  E
1     W  .  .  :
2  .  .\\ .  .  :
3  .  .  W  .  :
          \\
4  .  .  . \\.  :
           \\
5  :  :  :  w  :
""")
    assert {parse_link("b1-c3"), parse_link("c3-d5")} == position.white_links
    assert position.connected(Side.WHITE)
    assert {parse_hole("b1"), parse_hole("c3")} == position.winning_chain(Side.WHITE)


def test_a_link_that_passes_the_corner_reaches_no_goal_line() -> None:
    position = read_diagram("""\
TwixT 24x24 STD, black to move, window A1:D4
   A  B  C  D  E
1     .  W  .  :
2  .  .  .\\ .  :
3  .  .  .  W  :
             \\
4  .  .  .  . \\:
              \\
5  :  :  :  :  w
""")
    assert {parse_link("c1-d3"), parse_link("d3-e5")} == position.white_links
    assert not position.connected(Side.WHITE)


def test_outside_pegs_do_not_conduct() -> None:
    """White's chain round the end of Black's through M8, outside, joins nothing."""
    position = Position(QUARTER)
    for hole in ["l1", "k3", "l5", "k7", "m8", "k9", "l11", "j12"]:
        position = position.put(Side.WHITE, parse_hole(hole))
    for hole in ["a7", "b9", "d8", "f7", "h8", "j7", "l8"]:
        position = position.put(Side.BLACK, parse_hole(hole))
    chain = ["k3-l1", "k3-l5", "k7-l5", "k7-m8", "k9-m8", "k9-l11", "j12-l11"]
    assert {parse_link(link) for link in chain} <= position.white_links
    assert position.connected(Side.BLACK)
    assert not position.connected(Side.WHITE)
    assert not position.winning_chain(Side.WHITE)
    wall = [parse_hole(hole) for hole in ("a7", "b9", "d8", "f7", "h8", "j7", "l8")]
    assert set(wall) == position.winning_chain(Side.BLACK)


def test_a_window_lists_at_least_one_hole() -> None:
    with pytest.raises(PuzzleRuleError, match="at least one hole"):
        Board(24, 24, None, frozenset())


def test_holes_inside_the_box_that_are_not_listed_are_closed() -> None:
    listed = rectangle(Box(2, 2, 6, 6)) - {parse_hole("d4")}
    position = Position(Board(24, 24, None, listed))
    assert not position.board.open_to(Side.WHITE, parse_hole("d4"))
    assert Box(2, 2, 6, 6) == position.board.box


def test_a_hole_may_be_closed_to_one_side() -> None:
    hole = parse_hole("c3")
    board = Board(5, 5).closing(Side.WHITE, [hole])
    assert not board.open_to(Side.WHITE, hole)
    assert board.open_to(Side.BLACK, hole)
    start = Position(board)
    assert hole not in start.open_holes(Side.WHITE)
    with pytest.raises(IllegalMoveError, match="C3 is closed to white"):
        start.play(Move(hole))
