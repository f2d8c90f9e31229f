"""Windows of recorded games, in any of the four corners; twins: the positions after tries."""

from solver.game import Board, Hole, Move, Position, Ruleset, Side
from solver.mine import game_source, twin_source
from solver.puzzle import Puzzle

LAST = 23


def corner(hole: Hole, number: int) -> Hole:
    col = LAST - hole.col if number & 1 else hole.col
    row = LAST - hole.row if number & 2 else hole.row
    return Hole(col, row)


HOLES = [Hole(3, 2), Hole(5, 5), Hole(4, 4), Hole(2, 6), Hole(6, 5), Hole(7, 7), Hole(1, 1)]


def test_the_same_fight_is_seen_alike_in_every_corner() -> None:
    seen = list[set[Position]]()
    for number in range(4):
        moves = [Move(corner(hole, number)) for hole in HOLES]
        source = game_source([("a game", Position(Board(24, 24), Ruleset.STD), moves)])
        seen.append({each.position for each in source(0)})
    assert all(positions == seen[0] for positions in seen)
    assert seen[0]


def test_a_window_shows_the_pegs_in_it_and_the_turn_after_the_last() -> None:
    far = [Move(Hole(20, 20)), Move(Hole(20, 15))]
    moves = [*far, *map(Move, HOLES)]
    source = game_source([("a game", Position(Board(24, 24), Ruleset.STD), moves)])
    first, *_ = source(0)
    assert frozenset(HOLES[0:5:2]) == first.position.white
    assert frozenset(HOLES[1:5:2]) == first.position.black
    assert Side.BLACK is first.position.to_move
    assert "the game a game after move 7" in first.origin


def test_a_twin_is_the_position_after_a_try_for_the_other_side() -> None:
    puzzle = Puzzle("Club 1", Position(Board(8, 8), Ruleset.STD))
    one, other = twin_source([(puzzle, [Hole(2, 2), Hole(3, 4)])])(0)
    assert one.position == puzzle.position.play(Move(Hole(2, 2)))
    assert Side.BLACK is one.position.to_move
    assert (Hole(3, 4),) == other.pegs
    assert other.origin.endswith("the answer to a try: D5 in Club 1")
