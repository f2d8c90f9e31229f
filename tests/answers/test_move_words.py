"""Moves in words: all that a move changes is said."""

from solver.answers import move_words
from solver.game import Move, parse_hole, parse_link


def test_pegs_that_a_move_takes_off_are_said() -> None:
    peg, other = parse_hole("C3"), parse_hole("F2")
    move = Move(parse_hole("D5"), lift=frozenset({peg}))
    assert move_words(move) == "D5 (removing the peg C3)"
    move = Move(
        parse_hole("D5"),
        off=frozenset({parse_link("F4-H3")}),
        on=frozenset({parse_link("F3-H4")}),
        lift=frozenset({other, peg}),
    )
    assert move_words(move) == ("D5 (removing F4-H3, the peg C3 and the peg F2 and adding F3-H4)")
    assert move_words(Move(None, lift=frozenset({peg}))) == "a pass (removing the peg C3)"
