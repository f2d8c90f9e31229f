"""The basic setups: each of the five shapes, and what makes a pair of pegs none."""

import pytest

from solver.files import read_diagram
from solver.game import Position, Side, hole_text, parse_hole, setups, setups_at

OPEN = """\
TwixT 12x12 {rules}, white to move
    A  B  C  D  E  F  G  H  I  J  K  L
1      .  .  .  .  .  .  .  .  .  .
2   .  .  .  .  .  .  .  .  .  .  .  .
3   .  .  .  .  .  .  .  .  .  .  .  .
4   .  .  .  .  .  .  .  .  .  .  .  .
5   .  .  .  .  W  .  .  .  .  .  .  .
6   .  .  .  .  .  .  .  .  .  .  .  .
7   .  .  .  .  .  .  .  .  .  .  .  .
8   .  .  .  .  .  .  .  .  .  .  .  .
9   .  .  .  .  .  .  .  .  .  .  .  .
10  .  .  .  .  .  .  .  .  .  .  .  .
11  .  .  .  .  .  .  .  .  .  .  .  .
12     .  .  .  .  .  .  .  .  .  .
"""
"""A white peg at E5, far from all edges."""


def board(white: str = "", black: str = "", rules: str = "STD") -> Position:
    position = read_diagram(OPEN.format(rules=rules))
    for side, pegs in ((Side.WHITE, white), (Side.BLACK, black)):
        for peg in pegs.split():
            position = position.put(side, parse_hole(peg))
    return position


def names(position: Position, side: Side = Side.WHITE) -> list[str]:
    return [setup.name for setup in setups(position, side)]


FIVE = [
    ("e9", "4-0", "d7 f7"),
    ("i5", "4-0", "g4 g6"),
    ("h8", "3-3", "f7 g6"),
    ("b8", "3-3", "c6 d7"),
    ("f8", "3-1", "d7 g6"),
    ("h4", "3-1", "f3 g6"),
    ("e7", "2-0", "c6 g6"),
    ("g5", "2-0", "f3 f7"),
    ("f6", "1-1", "d7 g4"),
    ("d6", "1-1", "c4 f7"),
]


@pytest.mark.parametrize("rules", ["STD", "PP", "3M"])
@pytest.mark.parametrize(("other", "name", "holes"), FIVE)
def test_the_five_shapes_lie_and_stand(other: str, name: str, holes: str, rules: str) -> None:
    position = board(other, rules=rules)
    (found,) = setups(position, Side.WHITE)
    assert name == found.name
    assert set(found.pegs) == {parse_hole("e5"), parse_hole(other)}
    assert {hole_text(hole).lower() for hole in found.holes} == set(holes.split())
    assert setups(position, Side.BLACK) == ()
    for hole in found.holes:
        assert len(position.put(Side.WHITE, hole).white_links) == 2


def test_pegs_at_any_other_distance_are_no_setup() -> None:
    five = {parse_hole(other) for other, _, _ in FIVE}
    start = board()
    # A5 is not White's.
    shapes = {"4-0": 3, "3-3": 4, "3-1": 8, "2-0": 4, "1-1": 4}
    found = []
    for hole in start.open_holes(Side.WHITE):
        near = max(abs(hole.col - 4), abs(hole.row - 4)) <= 4
        here = names(start.put(Side.WHITE, hole))
        assert len(here) <= 1
        assert near or not here
        assert here or hole not in five
        found += here
    assert shapes == {name: found.count(name) for name in shapes}


@pytest.mark.parametrize("rules", ["STD", "PP"])
def test_a_hole_that_is_taken_leaves_one_way_only(rules: str) -> None:
    assert names(board("i5", "g4", rules)) == []
    assert names(board("i5 g4", "", rules)) == []


def test_a_link_of_the_opponent_across_a_link_leaves_one_way_only() -> None:
    # E4-G5 crosses E5-G4; F3-H2 passes by.
    assert names(board("i5", "e4 g5")) == []
    assert names(board("i5", "f3 h2")) == ["4-0"]


def test_a_hole_of_the_opponents_border_row_is_no_way() -> None:
    # C9 and C11 meet in E10 and, for Black only, in A10.
    assert names(board("c9 c11")) == []
    assert names(board("d9 d11")) == ["2-0"]
    assert names(board("", "c9 c11"), Side.BLACK) == ["2-0"]


def test_a_peg_is_in_a_setup_with_each_other_peg_of_the_shape() -> None:
    position = board("i5 e9 k10", "e3")
    assert names(position) == ["4-0", "4-0"]
    assert [s.name for s in setups_at(position, Side.WHITE, parse_hole("e5"))] == ["4-0", "4-0"]
    assert [s.name for s in setups_at(position, Side.WHITE, parse_hole("e9"))] == ["4-0"]
    assert setups_at(position, Side.WHITE, parse_hole("k10")) == ()


def test_setups_of_black_are_found_too() -> None:
    assert names(board("", "g8 k8"), Side.BLACK) == ["4-0"]
