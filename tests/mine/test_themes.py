"""The themes of a key: for each a position that has it and one that has not."""

import pytest

from solver.files import read_diagram
from solver.game import Link, Move, Position, Routes, Side, parse_hole
from solver.mine import line_moves, line_themes, puzzle_themes, themes, twin_source
from solver.puzzle import Goal, Puzzle

OPEN = """\
TwixT 12x12 STD, white to move
    A  B  C  D  E  F  G  H  I  J  K  L
1      .  .  .  .  .  .  .  .  .  .
2   .  .  .  .  .  .  .  .  .  .  .  .
3   .  .  .  .  .  .  .  .  .  .  .  .
4   .  .  .  .  W  .  .  .  .  .  .  .
5   .  .  .  .  .  .  .  .  .  .  .  .
6   .  .  .  .  .  .  .  .  .  .  .  .
7   .  .  .  .  .  .  .  .  .  .  .  .
8   .  .  .  .  B  .  .  .  .  .  .  .
9   .  .  .  .  .  .  .  .  .  .  .  .
10  .  .  .  .  .  .  .  .  .  .  .  .
11  .  .  .  .  .  .  .  .  .  .  .  .
12     .  .  .  .  .  .  .  .  .  .
"""
"""One peg each, E4 and E8, far from all edges."""


def of(hole: str, position: Position | None = None) -> set[str]:
    return set(themes(position or read_diagram(OPEN), Move(parse_hole(hole))))


@pytest.mark.parametrize(
    ("hole", "name"), [("i4", "4-0"), ("h7", "3-3"), ("h5", "3-1"), ("g4", "2-0"), ("f5", "1-1")]
)
def test_a_setup_is_two_ways_to_join_two_pegs(hole: str, name: str) -> None:
    assert {f"setup {name}"} == {theme for theme in of(hole) if theme.startswith("setup")}


def test_a_setup_with_one_way_cut_is_none() -> None:
    cut = read_diagram(OPEN.replace("3   .  .  .  .  .  .  .", "3   .  .  .  .  .  .  B"))
    assert "setup 4-0" not in of("i4", cut)


@pytest.mark.parametrize("hole", ["f6", "g5"])
def test_a_linked_peg_is_neither_quiet_nor_a_setup(hole: str) -> None:
    assert not {theme for theme in of(hole) if theme.startswith("setup")}
    assert "quiet key" not in of(hole)


def test_a_quiet_key_makes_no_link() -> None:
    assert "quiet key" in of("i4")


def test_a_far_key_has_no_own_peg_within_three_holes() -> None:
    assert "far key" in of("i8")
    assert "far key" not in of("h7")


def test_a_block_at_a_distance_stands_on_the_opponents_way_but_not_beside_his_pegs() -> None:
    assert "block at a distance" in of("i10")
    assert "block at a distance" not in of("f9"), "it is on no shortest way"
    beside = read_diagram(OPEN).put(Side.BLACK, parse_hole("i11"))
    assert parse_hole("i10") in Routes(beside, Side.BLACK).holes
    assert "block at a distance" not in of("i10", beside)


def test_after_a_slow_key_four_pegs_are_still_needed() -> None:
    position = read_diagram(OPEN)
    for peg in ("f6", "g8"):
        position = position.put(Side.WHITE, parse_hole(peg))
    for hole, pegs in (("b11", 4), ("h10", 3)):
        after = position.play(Move(parse_hole(hole)))
        assert pegs == Routes(after, Side.WHITE).distance
        assert ("slow key" in of(hole, position)) == (pegs == 4)


def test_a_key_that_changes_links_by_hand_is_a_link_removal() -> None:
    position = read_diagram(OPEN).play(Move(parse_hole("f6"))).play(Move(parse_hole("l9")))
    link = Link.of(parse_hole("e4"), parse_hole("f6"))
    key = Move(parse_hole("g4"), frozenset({link}))
    assert "link removal" in themes(position, key)
    assert "link removal" not in of("g4", position)


def test_a_puzzle_has_the_themes_of_its_key_and_of_its_goal_and_source() -> None:
    position, key = read_diagram(OPEN), Move(parse_hole("i4"))
    win = Puzzle("P", position, keys=(key,))
    assert set(puzzle_themes(win)) == of("i4")
    draw = Puzzle("P", position, Goal.DRAW, (key,))
    assert set(puzzle_themes(draw)) == of("i4") | {"hold the draw"}
    (twin,) = twin_source([(win, [parse_hole("b2")])])(0)
    asked = Puzzle("Q", twin.position, keys=(key,), source=twin.origin)
    assert set(puzzle_themes(asked)) == set(themes(twin.position, key)) | {"refute the try"}


def line(diagram: str, moves: str) -> set[str]:
    position = read_diagram(diagram)
    return set(line_themes(position, line_moves(position, moves.split())))


@pytest.mark.parametrize(
    ("moves", "there"),
    [
        ("f6 c6 g8 d8 h10", True),  # both sides go down together
        ("f6 c6 g8 d8 f10", False),  # White turns
        ("f6 c6 g8 e7 h10", False),  # Black takes another step
        ("f6 c6 g8", False),  # two pegs are no ladder yet
    ],
)
def test_a_ladder_is_three_equal_steps_and_two_of_the_opponent_beside_them(
    moves: str, there: bool
) -> None:
    assert there is ("ladder" in line(OPEN, moves))


def small(rows: int) -> str:
    """Return an empty board of eight columns, White to move."""
    border = "     .  .  .  .  .  .\n"
    middle = "".join(f"{row:<2}  .  .  .  .  .  .  .  .\n" for row in range(2, rows))
    letters = "    A  B  C  D  E  F  G  H\n"
    return f"TwixT 8x{rows} STD, white to move\n{letters}1 {border}{middle}{rows:<2}{border}"


def test_a_peg_outside_the_chain_that_wins_is_a_sacrifice() -> None:
    down = "c1 b2 d3 b3 c5 b4 d7 b5"
    assert "sacrifice" in line(small(8), f"g5 g2 {down} b8")
    assert "sacrifice" not in line(small(8), f"{down} b8")
    assert "sacrifice" not in line(small(8), f"g5 g2 {down}"), "not yet connected"


@pytest.mark.parametrize(
    ("moves", "there"),
    [
        ("e4 a3 c8 a4 d2 a5 d10 a6 b1 a7 c12", True),  # up, down, up, down
        ("e4 a3 d2 a4 b1 a5 c8 a6 d10 a7 c12", False),  # first up, then down
    ],
)
def test_two_fronts_are_two_parts_of_a_chain_made_by_turns(moves: str, there: bool) -> None:
    assert there is ("two fronts" in line(small(12), f"d6 a2 {moves}"))
