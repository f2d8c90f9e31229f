"""The shortest ways of a side: by hand, and against an algorithm of another kind."""

from random import Random

from solver.files import read_diagram
from solver.game import Hole, Position, Ruleset, Side, hole_text
from solver.game.routes import FAR, Routes
from solver.oracle import random_position

CHAIN = """\
TwixT 6x6 STD, white to move
   A  B  C  D  E  F
1     .  W  .  .
          \\
2  .  .  . \\.  .  .
           \\
3  .  .  .  W  .  .
4  .  .  .  .  .  .
5  .  .  .  .  .  .
6     .  .  .  .
"""


def texts(holes: frozenset[Hole]) -> str:
    return " ".join(sorted(hole_text(hole) for hole in holes))


def test_own_pegs_cost_nothing_and_all_shortest_ways_count() -> None:
    routes = Routes(read_diagram(CHAIN), Side.WHITE)
    assert 2 == routes.distance
    # D3-B4-C6, D3-C5-E6 and D3-E5-C6; A5 and F4 are Black's border.
    assert "B4 C5 C6 E5 E6" == texts(routes.holes)


def test_a_link_of_the_opponent_makes_the_way_longer() -> None:
    position = read_diagram(CHAIN)
    black = position
    for hole in (Hole(1, 3), Hole(3, 4), Hole(5, 3)):
        black = black.put(Side.BLACK, hole)
    assert Routes(black, Side.WHITE).distance > 2


def test_a_side_without_a_way_is_far() -> None:
    position = Position(read_diagram(CHAIN).board, Ruleset.STD)
    for hole in (Hole(0, 2), Hole(2, 3), Hole(4, 2), Hole(5, 4)):
        position = position.put(Side.BLACK, hole)
    assert not position.has_path(Side.WHITE)
    assert FAR == Routes(position, Side.WHITE).distance
    assert frozenset() == Routes(position, Side.WHITE).holes


def relaxed(position: Position, side: Side) -> int:
    """Return the distance by relaxing all slots until nothing changes."""
    holes, links = position.could_have(side)
    cost = {hole: int(hole not in position.pegs(side)) for hole in holes}
    board = position.board
    far = {hole: cost[hole] if board.on_goal_line(side, 0, hole) else FAR for hole in holes}
    while True:
        before = dict(far)
        for one, other in links:
            far[other] = min(far[other], far[one] + cost[other])
            far[one] = min(far[one], far[other] + cost[one])
        if far == before:
            break
    return min((far[hole] for hole in holes if board.on_goal_line(side, 1, hole)), default=FAR)


def test_on_random_boards_it_agrees_with_plain_relaxation() -> None:
    tried = 0
    for seed in range(400):
        position = random_position(Random(seed), Ruleset.STD)
        if position is None or position.board.region is not None:
            continue
        for side in Side:
            tried += 1
            assert min(FAR, relaxed(position, side)) == Routes(position, side).distance, seed
    assert tried > 100


def test_a_peg_on_a_shortest_way_makes_it_shorter_by_one() -> None:
    position = read_diagram(CHAIN)
    for side in Side:
        routes = Routes(position, side)
        for hole in routes.holes:
            assert routes.distance - 1 == Routes(position.put(side, hole), side).distance
