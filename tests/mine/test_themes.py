"""The themes of a key: for each a position that has it and one that has not."""

import pytest

from solver.files import read_diagram
from solver.game import Link, Move, Position, parse_hole
from solver.mine import puzzle_themes, themes, twin_source
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
    assert not {theme for theme in of(hole) if theme.startswith("setup")} & {"setup 1-1"}
    assert "quiet key" not in of(hole)


def test_a_quiet_key_makes_no_link() -> None:
    assert "quiet key" in of("i4")


def test_a_far_key_has_no_own_peg_within_three_holes() -> None:
    assert "far key" in of("i8")
    assert "far key" not in of("h7")


def test_a_block_at_a_distance_stands_on_the_opponents_way_but_not_beside_his_pegs() -> None:
    assert "block at a distance" in of("i10")
    assert "block at a distance" not in of("f9")


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
