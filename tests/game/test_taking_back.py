"""A game played on one board, turn by turn and back, is the game that positions play."""

import random
from collections.abc import Callable

import pytest

from solver.errors import IllegalMoveError
from solver.game import (
    AnyMove,
    Board,
    Box,
    Hole,
    Line,
    Move,
    Position,
    Replay,
    Ruleset,
    Side,
    Special,
    slots_at,
)
from solver.puzzle import rectangle

BOARDS = (
    Board(5, 5),
    Board(4, 6),
    Board(3, 3),
    Board(9, 9, region=rectangle(Box(2, 2, 6, 7))),
    Board(9, 9, region=rectangle(Box(0, 3, 5, 3))),
)


def any_move(rng: random.Random, position: Position) -> AnyMove:
    """Return a move of any kind, legal or not."""
    if rng.random() < 0.06:
        return rng.choice(list(Special))
    box, me = position.board.box, position.to_move
    peg = Hole(rng.randint(box.left, box.right), rng.randint(box.top, box.bottom))
    own = sorted(position.links(me))
    off = frozenset(rng.sample(own, min(len(own), rng.choice((0, 0, 0, 1, 2)))))
    near = [link for hole in (peg, *position.pegs(me)) for link, _ in slots_at(hole)]
    on = frozenset(rng.sample(near, rng.choice((0, 0, 0, 1))))
    own_pegs = sorted(position.pegs(me))
    lift = frozenset(rng.sample(own_pegs, min(len(own_pegs), rng.choice((0, 0, 0, 0, 1)))))
    return Move(rng.choice((peg, peg, peg, None)), off, on, rng.random() < 0.9, lift)


def start_of(rng: random.Random, board: Board, rules: Ruleset) -> Position:
    position = Position(board, rules)
    for _ in range(rng.randrange(12)):
        side = rng.choice(list(Side))
        hole = Hole(rng.randrange(board.width), rng.randrange(board.height))
        if hole in board and not board.foreign(side, hole) and not position.peg_at(hole):
            position = position.put(side, hole)
    return position


def outcome(play: Callable[[AnyMove], Position], move: AnyMove) -> Position | str:
    """Return the position after a move, or the rule that forbids it."""
    try:
        return play(move)
    except IllegalMoveError as error:
        return str(error)


def walk(rng: random.Random, replay: Replay, position: Position, depth: int) -> int:
    """Try moves from a position, each taken back before the next; return how many were legal."""

    def played(move: AnyMove) -> Position:
        replay.play(move)
        return replay.position()

    legal = 0
    for _ in range(rng.choice((1, 2, 3)) if depth else 0):
        move, before = any_move(rng, position), replay.mark()
        after = outcome(position.play, move)
        assert after == outcome(played, move)
        if isinstance(after, Position):
            legal += 1 + walk(rng, replay, after, depth - 1)
        replay.back_to(before)
        assert position == replay.position()
    return legal


@pytest.mark.parametrize("rules", list(Ruleset))
@pytest.mark.parametrize("board", BOARDS, ids=lambda board: f"{board.box}")
def test_a_replay_does_what_positions_do(board: Board, rules: Ruleset) -> None:
    rng = random.Random(17)
    legal = 0
    for _ in range(150):
        start = start_of(rng, board, rules)
        legal += walk(rng, Replay(start), start, 12)
    assert legal > 25


def test_ends_are_seen_whatever_was_taken_back_before() -> None:
    """White joins row 1 to row 5 by C3 only where its links are on."""
    start = Position(Board(5, 5))
    for side, name in (
        (Side.WHITE, Hole(1, 0)),
        (Side.WHITE, Hole(1, 4)),
        (Side.BLACK, Hole(4, 3)),
    ):
        start = start.put(side, name)
    replay = Replay(start)
    for move, wins in (
        (Move(Hole(2, 2)), True),
        (Move(Hole(2, 2), auto=False), False),
        (Move(Hole(3, 2)), False),
        (Move(Hole(2, 2)), True),
    ):
        before = replay.mark()
        replay.play(move)
        assert wins is (replay.result is not None)
        assert start.play(move) == replay.position()
        replay.back_to(before)


def test_a_plain_turn_looks_at_no_other_peg_of_the_board() -> None:
    """Chains are kept as links come: what is looked at again does not grow with the turns."""
    board = Board(40, 40)
    start = Position(board, Ruleset.PP)
    replay = Replay(start)
    holes = [hole for hole in board.playable_holes(Side.WHITE) if board.open_to(Side.BLACK, hole)]
    for hole in holes[:1000]:
        replay.play(Move(hole))
    assert 0 == replay.work


def test_a_line_works_out_the_positions_that_are_asked_for() -> None:
    start = Position(Board(6, 6))
    moves = (Move(Hole(2, 2)), Move(Hole(3, 3)), Move(Hole(3, 4)))
    line = Line(start, moves)
    positions = [start]
    for move in moves:
        positions.append(positions[-1].play(move))
    assert 4 == len(line)
    assert positions == list(line)
    assert positions == [line[ply] for ply in range(4)]
    assert positions[-2:] == [line[-2], line[-1]]
    assert tuple(positions[1:3]) == line[1:3]
    assert Line(start, moves) == line
    assert Line(start, moves[:2]) != line
    with pytest.raises(IndexError):
        line[4]


def test_a_path_is_found_exactly_where_the_links_there_could_be_join() -> None:
    """`has_path` looks hole by hole for what all holes and links together would tell."""
    rng = random.Random(5)
    found = 0
    for _ in range(400):
        position = start_of(rng, rng.choice(BOARDS), rng.choice(list(Ruleset)))
        for side in Side:
            holes, links = position.could_have(side)
            joined = position.with_side(side, holes, links).connected(side)
            assert joined is position.has_path(side)
            found += joined
    assert 100 < found < 700
