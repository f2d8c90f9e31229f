"""The maps of first moves on small boards that the documentation prints."""

import re
from pathlib import Path

import pytest

from solver.game import Board, Hole, Move, Position, Ruleset
from solver.proof import Aim, Claim, Limits, Verdict
from solver.search import solve

pytestmark = pytest.mark.native

PAGE = Path(__file__).parents[2] / "docs" / "experiments.md"
LIMITS = Limits(nodes=4_000_000, memory=512)
MARKS = {Verdict.PROVEN: "-", Verdict.DISPROVEN: "+"}


def printed(size: int) -> list[list[str]]:
    """Return the rows of a board's map."""
    block = re.search(r"```text\n(6x6 .*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    assert block is not None
    heading, *lines = block[1].splitlines()
    start = heading.index(f"{size}x{size}")
    return [line[start : start + 2 * size].split() for line in lines[:size]]


@pytest.mark.parametrize("ruleset", [Ruleset.STD, Ruleset.PP])
@pytest.mark.parametrize(
    "size", [6, 7, pytest.param(8, marks=pytest.mark.slow), pytest.param(9, marks=pytest.mark.slow)]
)
def test_the_opponent_wins_after_these_first_moves_and_no_others(
    size: int, ruleset: Ruleset
) -> None:
    rows, start = printed(size), Position(Board(size, size), ruleset)
    half = (size + 1) // 2
    for row in range(size):
        # Mirror images are worth the same.
        assert rows[row] == rows[row][::-1] == rows[size - 1 - row]
    for row in range(half):
        for col in range(1, half):
            after = start.play(Move(Hole(col, row)))
            solution = solve(after, Claim(Aim.CONNECT, after.to_move), LIMITS)
            if solution.verdict is Verdict.DISPROVEN:
                # Not a draw either: the first player connects.
                win = solve(after, Claim(Aim.CONNECT, after.to_move.other), LIMITS)
                assert Verdict.PROVEN is win.verdict
            assert MARKS[solution.verdict] == rows[row][col], f"{size}x{size} {col} {row}"
