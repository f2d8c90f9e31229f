"""Windows and ends of recorded games, random boards, and twins: the positions after tries."""

from dataclasses import replace

import pytest

from solver.game import (
    AnyMove,
    Board,
    Diagonal,
    Hole,
    Link,
    Move,
    Position,
    Ruleset,
    Shape,
    Side,
    Special,
)
from solver.mine import endgame_source, game_source, random_sources, twin_source
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


@pytest.mark.parametrize(
    ("board", "sizes"),
    [
        (Board(8, 8), set()),
        (Board(9, 24), {"8 x 8"}),
        (Board(24, 12), {"8 x 8", "10 x 10"}),
        (Board(13, 13), {"8 x 8", "10 x 10", "12 x 12"}),
        (Board.of(Diagonal(Shape.DIAGONAL_45, 13)), set()),
    ],
)
def test_a_corner_does_not_reach_the_far_borders_of_the_board(
    board: Board, sizes: set[str]
) -> None:
    moves = [Move(hole) for hole in HOLES if hole in board]
    source = game_source([("a game", Position(board, Ruleset.STD), moves)])
    origins = [each.origin.removesuffix(" holes") for each in source(0)]
    assert sizes == {origin.partition("a corner of ")[2] for origin in origins}


@pytest.mark.parametrize("ruleset", list(Ruleset))
def test_a_corner_is_played_by_the_rules_of_its_game(ruleset: Ruleset) -> None:
    white = [Hole(3, 2), Hole(4, 4), Hole(4, 2), Hole(3, 4)]
    black = [Hole(6, 6), Hole(1, 6), Hole(6, 1), Hole(6, 3)]
    moves = [Move(hole) for pair in zip(white, black, strict=True) for hole in pair]
    start = Position(Board(24, 24), ruleset)
    end = start.play_all(moves)
    assert (2 if ruleset is Ruleset.PP else 1) == len(end.white_links)
    source = game_source([("a game", start, moves)])
    seen = [each.position for each in source(0) if "a corner of 8 x 8" in each.origin][-1]
    assert (ruleset, end.white_links) == (seen.ruleset, seen.white_links)


def test_an_end_shows_the_whole_board_after_each_of_the_last_moves() -> None:
    start = Position(Board(24, 18), Ruleset.PP)
    rows = [Hole(1 + 2 * (at % 11), 1 + at // 11) for at in range(18)]
    found = list(endgame_source([("a game", start, [*map(Move, rows), Special.RESIGN])])(0))
    assert 16 == len(found)
    for back, candidate in enumerate(found):
        played = rows[: 18 - back]
        after = start.play_all(map(Move, played))
        assert tuple(played) == candidate.pegs
        assert (after.white, after.black) == (candidate.position.white, candidate.position.black)
        assert (after.board, after.ruleset) == (candidate.position.board, Ruleset.PP)
        assert after.to_move is candidate.position.to_move
        assert f"the game a game after move {len(played)}" == candidate.origin


def test_an_end_stops_before_links_are_changed_by_hand() -> None:
    moves = [Move(Hole(3, 3)), Move(Hole(9, 9)), Move(Hole(4, 5)), Move(Hole(9, 3))]
    edit = Move(Hole(5, 8), frozenset({Link.of(Hole(3, 3), Hole(4, 5))}))
    start = Position(Board(12, 12), Ruleset.STD)
    found = list(endgame_source([("a game", start, [*moves, edit, Move(Hole(1, 3))])])(0))
    assert [4, 3, 2, 1] == [len(candidate.pegs) for candidate in found]


@pytest.mark.parametrize("swap", [Special.SWAP_SIDES, Special.SWAP_PIECES])
def test_a_game_is_looked_at_beyond_a_swap(swap: Special) -> None:
    start = Position(Board(24, 24), Ruleset.STD)
    first, *later = map(Move, HOLES)
    moves: list[AnyMove] = [first, swap, *later]
    end = replace(start.play_all(moves), ply=0)
    games = [("a game", start, moves)]
    after, *_ = endgame_source(games)(0)
    assert end == after.position
    assert sorted(end.white | end.black) == sorted(after.pegs)
    assert "the game a game after move 8" == after.origin
    window = [each for each in game_source(games)(0) if "a corner of 8 x 8" in each.origin][-1]
    seen = window.position
    assert (end.white, end.black) == (seen.white, seen.black)
    assert (end.white_links, end.black_links) == (seen.white_links, seen.black_links)
    assert end.to_move is seen.to_move


def test_a_corner_shows_a_game_until_a_peg_is_taken_off() -> None:
    """Its hole may be pegged again, by either side."""
    start = Position(Board(24, 24), Ruleset.THREE_M)
    moves = list(map(Move, HOLES))
    lift = Move(Hole(6, 2), lift=frozenset({HOLES[1]}))
    before = list(game_source([("a game", start, moves)])(0))
    after = list(game_source([("a game", start, [*moves, lift, Move(HOLES[1])])])(0))
    assert before
    assert before == after


def test_random_boards_are_as_large_as_their_names_say() -> None:
    for name, source in random_sources(block=2).items():
        size = int(name.replace("x", "-").rpartition("-")[2])
        for candidate in source(0):
            board = candidate.position.board
            if name.startswith("diagonal"):
                assert board.diagonal is not None
                assert name == board.diagonal.text.replace(":", "-")
            else:
                assert (size, size) == (board.box.columns, board.box.rows), name


def test_a_twin_is_the_position_after_a_try_for_the_other_side() -> None:
    puzzle = Puzzle("Club 1", Position(Board(8, 8), Ruleset.STD))
    one, other = twin_source([(puzzle, [Hole(2, 2), Hole(3, 4)])])(0)
    assert one.position == puzzle.position.play(Move(Hole(2, 2)))
    assert Side.BLACK is one.position.to_move
    assert (Hole(3, 4),) == other.pegs
    assert other.origin.endswith("the answer to a try: D5 in Club 1")
