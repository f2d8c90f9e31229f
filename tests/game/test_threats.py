"""Threats: holes where one more peg joins a side's goal lines."""

from dataclasses import replace
from random import Random

import pytest

from solver.files import read_diagram
from solver.game import Board, Ending, Move, Position, Ruleset, Side, hole_text, parse_hole, threats

HALVES = """\
TwixT 6x6 STD, black to move
   A  B  C  D  E  F
1     W  .  .  .
2  .  .  .  .  .  .
3  .  .  W  .  .  .
4  .  .  .  .  .  .
5  .  .  .  .  .  .
6     .  .  W  .
White links: B1-C3
Black links: none
"""


def names(position: Position, side: Side) -> list[str]:
    return [hole_text(hole) for hole in threats(position, side)]


def test_a_threat_needs_no_turn() -> None:
    position = read_diagram(HALVES)
    assert names(position, Side.WHITE) == ["B5", "E4"]
    assert names(position, Side.BLACK) == []


def test_a_link_in_the_way_takes_a_threat_away() -> None:
    position = read_diagram(HALVES)
    for black in ("D3", "E5"):
        position = replace(position.play(Move(parse_hole(black))), to_move=Side.BLACK)
    assert position.black_links
    assert names(position, Side.WHITE) == ["B5"]


def test_a_game_that_is_over_has_none() -> None:
    position = replace(read_diagram(HALVES), to_move=Side.WHITE)
    over = position.play(Move(threats(position, Side.WHITE)[0]))
    assert over.result is not None
    assert threats(over, Side.WHITE) == ()


@pytest.mark.parametrize("rules", Ruleset)
@pytest.mark.parametrize("seed", range(20))
def test_threats_are_the_plain_moves_that_win(seed: int, rules: Ruleset) -> None:
    rng = Random(seed)
    position = Position(Board(6, 6), rules, Side.WHITE)
    while position.result is None and (open_ := sorted(position.open_holes(position.to_move))):
        me = position.to_move
        after = {hole: position.play(Move(hole)).result for hole in open_}
        won = {
            hole for hole, result in after.items() if result and result.ending is Ending.CONNECTED
        }
        assert set(threats(position, me)) == won
        position = position.play(Move(rng.choice(open_)))
