"""Windows of every shape: narrow ones, gaps, pegs all round."""

from collections import Counter
from collections.abc import Iterable
from random import Random

import pytest

from solver.game import Board, Hole, Position, Ruleset, Side, neighbours, position_text
from solver.oracle import TooHardError, connects
from solver.proof import Aim, Claim, Limits
from solver.search import Solution, solve
from tests.oracles.setup import holes, make_position
from tests.parts import batches

pytestmark = pytest.mark.native

WHITE, BLACK = Side.WHITE, Side.BLACK

LIMITS = Limits(nodes=5_000, memory=16)


def window_position(rng: Random, most: int, outside: float, inside: float) -> Position:
    """Return a position in a window of any shape, of `most` columns and rows or fewer.

    `outside` and `inside` are the shares of holes that hold a peg.
    """
    cols, rows = rng.randint(1, most), rng.randint(1, most)
    left, top = rng.choice([0, 1, 3]), rng.choice([0, 1, 3])
    rectangle = [Hole(left + c, top + r) for c in range(cols) for r in range(rows)]
    listed = {hole for hole in rectangle if rng.random() < 0.8} | {rectangle[0]}
    width, height = (max(3, at + rng.choice([0, 1, 3])) for at in (left + cols, top + rows))
    board = Board(width, height, region=frozenset(listed))
    near = {other for hole in rectangle for other in neighbours(hole)} | set(rectangle)
    thrown = [hole for hole in sorted(near - listed) if rng.random() < outside]
    thrown += [hole for hole in sorted(listed) if rng.random() < inside]
    position = Position(board, rng.choice([Ruleset.STD, Ruleset.PP]), rng.choice(list(Side)))
    for hole in rng.sample(thrown, len(thrown)):
        side = rng.choice(list(Side))
        if hole in board and not board.foreign(side, hole):
            position = position.put(side, hole)
    return position


def test_one_side_connected_leaves_the_other_no_path_in_any_window() -> None:
    connected = 0
    for seed in range(3000):
        position = window_position(Random(f"window {seed}"), 5, 0.5, 0.7)
        for side in Side:
            if position.connected(side):
                connected += 1
                assert not position.has_path(side.other), position_text(position)
    assert connected > 300


def judge_narrow(seeds: Iterable[int]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for seed in seeds:
        position = window_position(Random(f"narrow {seed}"), 5, 0.4, 0.4)
        box = position.board.box
        decided = any(position.connected(side) for side in Side)
        if decided or box.left == box.right or box.top == box.bottom:
            continue
        for prover in Side:
            try:
                true = connects(position, prover, nodes=3000)
            except TooHardError:
                continue
            solution: Solution = solve(position, Claim(Aim.CONNECT, prover), LIMITS)
            counts[f"{true}, {solution.verdict.value}"] += 1
            wrong = "disproven" if true else "proven"
            assert solution.verdict.value != wrong, f"{prover}: {position_text(position)}"
    return counts


@pytest.mark.parametrize("seeds", batches(0, 300, each=750, count=8))
def test_narrow_windows_and_gaps_are_judged_right(seeds: range) -> None:
    counts = judge_narrow(seeds)
    assert counts["True, proven"] > 30
    assert counts["False, disproven"] > 30


@pytest.mark.parametrize(
    ("region", "winner"), [("B2 C2 D2 E2", WHITE), ("C2 C3 C4", BLACK), ("B2 C2 E2", WHITE)]
)
def test_a_window_of_one_row_is_won_by_any_peg(region: str, winner: Side) -> None:
    for mover in Side:
        start = Position(Board(6, 6, region=holes(region)), to_move=mover)
        for prover in Side:
            solution = solve(start, Claim(Aim.CONNECT, prover), LIMITS)
            assert (solution.verdict.value == "proven") is (prover is winner)


@pytest.mark.parametrize("outside", ["", " I11"])
def test_a_chain_is_found_though_its_first_way_out_of_the_window_crosses_it(outside: str) -> None:
    # White H8 joins I2 to G10. With I11 he could leave at H9 as well, but H9-I11 crosses G10-I9.
    corner = "O3 O4 O5 O6 P3 P4 P5 P6 Q3 Q4 Q5 Q6 R3 R4 R5 R6"
    position = make_position(
        Board(24, 24, region=holes(f"G10 H4 H8 H9 I2 I6 I7 I9 K8 {corner}")),
        f"G10 H4 H9 I2 I6 I7 I9 K8{outside} (G10-I9 H4-I2 H4-I6 H9-I7 I7-K8 I9-K8)",
        "",
        WHITE,
    )
    solution = solve(position, Claim(Aim.CONNECT, WHITE), LIMITS)
    assert solution.strategy is not None
    assert solution.strategy.root.depth == 1
