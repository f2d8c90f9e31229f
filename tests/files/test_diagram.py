"""Diagrams: drawn for people, exact for the reader."""

import random

import pytest

from solver.errors import NotationError, PuzzleFileError
from solver.files import (
    Format,
    board_diagram,
    parse_size,
    puzzle_to_sgf,
    read_diagram,
    read_text,
    write_text,
)
from solver.game import Board, Box, Hole, Position, Ruleset, Side, parse_hole, parse_link
from solver.puzzle import Goal, Puzzle, rectangle, window

EXAMPLE = """\
TwixT 5x5 STD, white to move and win
   A  B  C  D  E
1     .  .  .
2  .  W_ .  .  .
        ---_
3  .  .  .  W  .
4  .  .  B  .  .
5     .  .  .
White links: B2-D3
Black links: none
"""


def test_a_diagram_is_read() -> None:
    position = read_diagram(EXAMPLE)
    assert (
        Position(Board(5, 5))
        .put(Side.WHITE, parse_hole("b2"))
        .put(Side.WHITE, parse_hole("d3"))
        .put(Side.BLACK, parse_hole("c4"))
        == position
    )
    assert EXAMPLE == board_diagram(position, Goal.WIN)


@pytest.mark.parametrize("rules", list(Ruleset))
@pytest.mark.parametrize("side", list(Side))
def test_rules_and_side_to_move_are_carried(rules: Ruleset, side: Side) -> None:
    position = Position(Board(7, 5), rules, side)
    assert position == read_diagram(board_diagram(position))


@pytest.mark.parametrize("goal", [None, *Goal])
def test_the_goal_makes_a_puzzle(goal: Goal | None) -> None:
    record = read_text(board_diagram(read_diagram(EXAMPLE), goal))
    assert Format.DIAGRAM is record.format
    assert goal is (record.puzzle.goal if record.puzzle else None)
    assert read_diagram(EXAMPLE) == record.start


def test_strokes_are_for_the_eye() -> None:
    drawn = read_diagram(EXAMPLE)
    assert drawn == read_diagram(EXAMPLE.replace("---_", "    ").replace("W_", "W "))


def test_without_link_lines_pegs_link_automatically() -> None:
    bare = "".join(line for line in EXAMPLE.splitlines(True) if "links" not in line)
    assert read_diagram(EXAMPLE) == read_diagram(bare)


def test_listed_links_block_the_other_sides_automatic_ones() -> None:
    position = read_diagram("""\
   A  B  C  D  E  F
1     .  .  .  .
2  .  W  .  B  .  .
3  .  B  .  W  .  .
4  .  .  .  .  .  .
5  .  .  .  .  .  .
6     .  .  .  .
Black links: B3-D2
""")
    assert frozenset() == position.white_links


def test_without_a_title_the_board_is_as_large_as_drawn() -> None:
    board = "    A  B  C  D\n1      .  .\n2   .  .  .  .\n3      W  .\n"
    assert Position(Board(4, 3)).put(Side.WHITE, parse_hole("b3")) == read_diagram(board)
    big = read_diagram(board, size=(24, 24), rules=Ruleset.PP)
    assert (24, Ruleset.PP) == (big.board.width, big.ruleset)


def test_a_window_is_cropped_and_read_back() -> None:
    board = window(Board(), Box(0, 0, 11, 11))
    position = Position(board).put(Side.WHITE, parse_hole("k11")).put(Side.WHITE, parse_hole("m12"))
    text = board_diagram(position)
    assert "window A1:L12" in text
    assert 1 + 1 + 12 + 1 + 2 == len(text.splitlines())
    assert " w" in text
    assert position == read_diagram(text)


@pytest.mark.parametrize("gap", [set(), {"d4", "e5"}])
def test_windows_of_any_shape(gap: set[str]) -> None:
    region = rectangle(Box(2, 1, 7, 7)) - {parse_hole(name) for name in gap}
    position = Position(Board(12, 10, None, region)).put(Side.BLACK, parse_hole("b5"))
    assert position == read_diagram(board_diagram(position))


def test_any_set_of_holes() -> None:
    rng = random.Random(3)
    corners = {Hole(0, 0), Hole(8, 0), Hole(0, 6), Hole(8, 6)}
    everything = rectangle(Box(0, 0, 8, 6)) - corners
    for _ in range(20):
        board = Board(9, 7, frozenset(rng.sample(sorted(everything), 50)))
        position = Position(board).put(Side.WHITE, next(Position(board).open_holes(Side.WHITE)))
        assert position == read_diagram(board_diagram(position))


def test_columns_beyond_z() -> None:
    position = Position(Board(60, 30)).put(Side.BLACK, parse_hole("bg12"))
    position = position.put(Side.BLACK, parse_hole("be13"))
    assert {parse_link("be13-bg12")} == position.black_links
    assert position == read_diagram(board_diagram(position))


@pytest.mark.parametrize(
    ("text", "size"), [("24x24", (24, 24)), ("12X18", (12, 18)), ("24:20", (24, 20)), ("7", (7, 7))]
)
def test_sizes(text: str, size: tuple[int, int]) -> None:
    assert size == parse_size(text)


@pytest.mark.parametrize("text", ["", "2x5", "5x703", "x5", "24x", "24x24x24", "-5x5", "1.5x5"])
def test_what_is_no_size(text: str) -> None:
    with pytest.raises(NotationError, match="no board size"):
        parse_size(text)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("TwixT 5x5", "TwixT 2x2", "'2x2' is no board size"),
        ("TwixT 5x5", "TwixT 4x5", "E1 is drawn, but the board is 4 x 5"),
        ("STD", "4M", "unknown rules '4M'"),
        ("white to move and win", "red to move", "is not understood"),
        ("A  B  C", "A  C  B", "do not follow one another"),
        ("4  .", "5  .", "row 5 is out of order"),
        ("B2-D3", "B2-D4", "'B2-D4' is not a link"),
        ("none", "C4-E3", "C4-E3 has no black peg at E3"),
        ("3  .  .  .  W", "3  W  .  .  W", "6:4: A3 is not open to white"),
        ("5     .", "5  W  .", "there is no hole at A5"),
        ("Black links: none", "Nobody knows", "10:1: 'Nobody knows' is no part of a diagram"),
        ("1     .", "1\t.", "a tab in the diagram"),
    ],
)
def test_what_is_wrong_with_a_diagram(old: str, new: str, message: str) -> None:
    assert old in EXAMPLE
    with pytest.raises(PuzzleFileError) as caught:
        read_text(EXAMPLE.replace(old, new))
    assert message in str(caught.value)


def test_a_puzzle_becomes_a_diagram_and_sgf_again() -> None:
    puzzle = Puzzle("", read_diagram(EXAMPLE), Goal.WHITE_WINS)
    record = read_text(puzzle_to_sgf(puzzle))
    text = write_text(record, Format.DIAGRAM).text
    again = read_text(write_text(read_text(text), Format.SGF).text)
    assert record.puzzle == again.puzzle


def test_a_position_without_goal_becomes_a_game_where_its_links_are_automatic() -> None:
    record = read_text(board_diagram(read_diagram(EXAMPLE)))
    written = write_text(record, Format.SGF)
    assert () == written.findings
    again = read_text(written.text)
    assert again.puzzle is None
    assert record.start == again.start


def test_a_position_with_other_links_becomes_a_puzzle_and_says_so() -> None:
    record = read_text(board_diagram(read_diagram(EXAMPLE.replace("B2-D3", "none"))))
    written = write_text(record, Format.SGF)
    assert ["written as a puzzle that the side to move wins"] == [
        finding.message for finding in written.findings
    ]
    assert record.start == read_text(written.text).start


def test_a_window_that_ends_at_a_corner_of_the_board_keeps_its_goal_lines() -> None:
    """The corner is no hole, so that only the title tells of it."""
    text = "(;GM[21]SZ[4:5]RU[STD]PZ[]PL[W]VW[a1][c3][d3][b4][d4][b5][c5];W[c3];W[b4];B[d4];IP[])"
    record = read_text(text)
    shown = write_text(record, Format.DIAGRAM).text
    again = read_text(shown)
    assert record.puzzle is not None
    assert again.puzzle is not None
    assert record.start.board.box == again.start.board.box
    assert shown == write_text(again, Format.DIAGRAM).text


def test_a_long_title_is_no_title() -> None:
    title = "TwixT 3x3 STD, white to move, window " + ":" * 100_000 + " x"
    with pytest.raises(PuzzleFileError):
        read_text(f"{title}\n   A  B  C\n1  .  .  .\n")
