"""Linked pegs: whole chains, the shortest one between goal lines, and slots that are free."""

from solver.files import read_diagram
from solver.game import Board, Box, Hole, Link, Position, Side, hole_text, link_text, parse_hole
from solver.puzzle import window

LOOP = read_diagram("""\
TwixT 6x6 STD, black to move
   A  B  C  D  E  F
1     .  .  W  .
2  .  .  .  .  .  .
3  .  .  W  .  W  .
4  .  W  .  .  .  .
5  .  .  .  W  .  .
6     .  .  .  W
White links: D1-C3 D1-E3 C3-D5 E3-D5
""")
"""Two ways between D1 and D5; B4 and E6 stand alone."""


def names(holes: frozenset[Hole] | tuple[Hole, ...]) -> str:
    return " ".join(map(hole_text, holes if isinstance(holes, tuple) else sorted(holes)))


def slots(links: frozenset[Link]) -> set[str]:
    return {link_text(link) for link in links}


def test_a_chain_is_all_that_links_join_to_a_peg() -> None:
    assert names(LOOP.chain_of(Side.WHITE, parse_hole("E3"))) == "C3 D1 D5 E3"
    assert names(LOOP.chain_of(Side.WHITE, parse_hole("B4"))) == "B4"


def test_no_chain_begins_in_a_hole_without_an_own_peg() -> None:
    for hole in ("C4", "D5"):
        assert not LOOP.chain_of(Side.BLACK, parse_hole(hole))


def test_a_peg_outside_the_window_joins_no_chain() -> None:
    position = Position(window(Board(24, 24), Box(0, 0, 3, 3)))
    for hole in ("c3", "e4", "d2"):
        position = position.put(Side.WHITE, parse_hole(hole))
    assert {"C3-E4", "D2-E4"} <= slots(position.white_links)
    assert names(position.chain_of(Side.WHITE, parse_hole("c3"))) == "C3"
    assert not position.chain_of(Side.WHITE, parse_hole("e4"))


def test_the_shortest_of_two_chains_is_told_from_line_to_line() -> None:
    position = read_diagram("""\
TwixT 8x5 STD, black to move
   A  B  C  D  E  F  G  H
1     W  .  .  .  W  .
2  .  .  .  W  .  .  .  .
3  .  .  .  .  .  .  W  .
4  .  .  W  .  .  .  .  .
5     .  .  .  W  W  .
White links: B1-D2 C4-D2 C4-E5 F1-G3 F5-G3
""")
    assert names(position.shortest_chain(Side.WHITE)) == "F1 G3 F5"
    assert position.shortest_chain(Side.BLACK) == ()
    assert LOOP.shortest_chain(Side.WHITE) == (), "the lower line is not reached"


def test_free_slots_are_held_back_by_links_of_the_opponent_alone() -> None:
    position = Position(Board(8, 8))
    for side, hole in (
        (Side.WHITE, "c3"),
        (Side.BLACK, "c4"),
        (Side.BLACK, "e3"),
        (Side.WHITE, "d5"),
        (Side.WHITE, "b5"),
        (Side.WHITE, "e5"),
        (Side.WHITE, "d3"),
    ):
        position = position.put(side, parse_hole(hole))
    assert slots(position.black_links) == {"C4-E3"}
    free = slots(position.free_slots(Side.WHITE))
    assert "B5-C3" in free
    assert not {"C3-D5", "D3-E5"} & free, "Black's link stands across them"
    assert slots(position.white_links) <= free
    lifted = position.with_side(Side.WHITE, position.white, ())
    assert slots(lifted.free_slots(Side.WHITE)) == free
