"""The maps of first moves on small boards that the documentation prints."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from solver.files import read_text
from solver.game import Board, Hole, Move, Position, Ruleset, Side, parse_hole
from solver.proof import Aim, Claim, Limits, Verdict
from solver.search import solve
from solver.verify import check_certificate, read_certificate

pytestmark = pytest.mark.native

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "experiments.md"
LIMITS = Limits(nodes=4_000_000, memory=512)
MARKS = {Verdict.PROVEN: "-", Verdict.DISPROVEN: "+"}


def printed(size: int) -> list[list[str]]:
    """Return the rows of a board's map."""
    blocks = re.findall(r"```text\n(\d+x\d+ .*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    (block,) = [block for block in blocks if f"{size}x{size}" in block.splitlines()[0]]
    heading, *lines = block.splitlines()
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


def proved(size: int) -> dict[Hole, str]:
    """Return the signs of the first moves of a board that the shipped certificates prove."""
    signs, start = dict[Hole, str](), Position(Board(size, size))
    for path in (DOCS / "first-moves").glob(f"{size}x{size}-*.cert.gz"):
        certificate = read_certificate(path.read_bytes())
        puzzle = read_text(certificate.puzzle_text).puzzle
        assert puzzle is not None
        check_certificate(puzzle, certificate)
        assert (certificate.claim.aim, certificate.verdict) == (Aim.CONNECT, Verdict.PROVEN)
        (hole,) = puzzle.position.pegs(Side.WHITE)
        assert puzzle.position == replace(start.play(Move(hole)), ply=0)
        signs[hole] = "+" if certificate.claim.prover is Side.WHITE else "-"
    return signs


@pytest.mark.parametrize("size", [10, 11])
def test_the_larger_maps_say_what_the_shipped_certificates_prove(size: int) -> None:
    rows, signs = printed(size), proved(size)
    for row in range(size):
        for col in range(1, size - 1):
            hole = Hole(min(col, size - 1 - col), min(row, size - 1 - row))
            assert signs.get(hole, "?") == rows[row][col], f"{size}x{size} {col} {row}"


@pytest.mark.parametrize("size", [12, 13])
def test_the_first_moves_that_win_larger_boards_are_proved_by_certificates(size: int) -> None:
    row = re.search(rf"\| {size}x{size} \| ([A-Z0-9, ]+) \|", PAGE.read_text(encoding="utf-8"))
    assert row is not None
    assert dict.fromkeys(map(parse_hole, row[1].split(", ")), "+") == proved(size)
