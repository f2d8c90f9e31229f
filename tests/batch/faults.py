"""The command `twixt` with a worker that has faults, and files to try it on.

The product has no such hook: this stands in for it, `python -m tests.batch.faults solve ...`.
"""

import os
import time
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from random import Random

from solver.batch import run_plans
from solver.cli import main, puzzle_batch
from solver.files import puzzle_to_sgf
from solver.game import Board, Position, Side
from solver.puzzle import Puzzle
from solver.work import Answer, Failure, Unit, perform

__all__ = ["FAULTS", "broken_files", "faulty", "good_files"]

FAULTS = {
    "crash": ("crashed", "SIGABRT"),
    "hang": ("hung", "did not end"),
    "memory": ("memory", "memory"),
}
"""By the beginning of a file's name: the limit and part of the error in its record."""

_SIZES = {57: "crash", 58: "hang", 59: "memory"}
"""A worker knows a bad puzzle by the width of its board, which no shipped puzzle has."""


def faulty(unit: Unit) -> Answer | Failure:
    """Answer a unit, or come to the end that its board says."""
    asked = unit.questions[0] if unit.questions else unit.others and unit.others.question
    fault = _SIZES.get(asked.position.board.width) if asked else None
    if fault == "crash":
        os.abort()
    if fault == "hang":
        time.sleep(3600)
    if fault == "memory":
        bytearray(1 << 45)
    return perform(unit)


def good_files(folder: Path, number: int, prefix: Iterable[str] = ()) -> None:
    """Write small puzzles, all different; with a prefix on the boards of its faults."""
    names = list(prefix)
    widths = {fault: width for width, fault in _SIZES.items()}
    for seed in range(number):
        name = names[seed % len(names)] if names else "good"
        rng = Random(seed)
        board = Board(widths.get(name, rng.choice([5, 6])), rng.choice([5, 6]))
        position = Position(board)
        for side in (Side.WHITE, Side.BLACK) * 2:
            position = position.put(side, rng.choice(list(position.open_holes(side))))
        puzzle = Puzzle(f"{name} {seed}", position)
        (folder / f"{name}-{seed:04}.sgf").write_text(puzzle_to_sgf(puzzle))


def broken_files(folder: Path, number: int) -> None:
    """Write files that hold no puzzle."""
    rng = Random(number)
    for seed in range(number):
        text = "(;FF[4]GM[21]SZ[5]PZ[]IP[]AW[b1" if seed % 2 else rng.randbytes(200).hex()
        (folder / f"broken-{seed:04}.sgf").write_text(text)


if __name__ == "__main__":
    # By the name that other processes know it by, not as one of `__main__`.
    from tests.batch import faults

    faulty_run = partial(run_plans, grace=2.0)
    vars(puzzle_batch).update(perform_bounded=faults.faulty, run_plans=faulty_run)
    main()
