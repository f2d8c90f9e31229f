"""What the site promises, shown on the shipped puzzles.

python -m tests.webapp.shows first-moves [PUZZLE...]
"""

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from solver.answers import Outcome, judge
from solver.files import read_file
from solver.game import Hole, Move, move_text
from solver.proof import Limits, claim_of
from solver.puzzle import Puzzle
from solver.store import Store
from webapp.core.settings import settings

__all__ = ["first_moves", "main", "neighbour"]

CLASSICS = Path(__file__).parents[2] / "puzzles" / "randolph-hensel"


def neighbour(puzzle: Puzzle) -> Move:
    """Return a first move that somebody may try: the open hole next to the first key."""
    key = puzzle.keys[0].peg
    assert key is not None
    position, printed = puzzle.position, {move.peg for move in puzzle.keys}
    around = [Hole(key.col + dc, key.row + dr) for dc, dr in ((1, 0), (0, 1), (-1, 0), (0, -1))]
    open_ones = set(position.open_holes(position.to_move)) - printed
    return Move(next(hole for hole in around if hole in open_ones))


def first_moves(paths: Iterable[Path], limits: Limits) -> list[tuple[str, str, Outcome, float]]:
    """Judge the printed key and its neighbour in each puzzle, with an empty store every time.

    Returns the puzzle, the move, what was said and how many seconds it took.
    """
    found = []
    for path in paths:
        puzzle = read_file(path).puzzle
        assert puzzle is not None
        for move in (puzzle.keys[0], neighbour(puzzle)):
            with tempfile.TemporaryDirectory() as folder:
                store = Store(Path(folder) / "verdicts.sqlite")
                started = time.monotonic()
                judged = judge(puzzle.position, (), move, claim_of(puzzle), limits, store)
                seconds = time.monotonic() - started
                store.close()
            text = move_text(puzzle.position, move)
            found.append((path.stem, text, judged.outcome, seconds))
            print(f"{path.stem}  {text:14} {judged.outcome.value:10} {seconds:6.2f} s", flush=True)
    return found


def main(arguments: Sequence[str]) -> int:
    """Run the command; return its exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("show", choices=["first-moves"])
    parser.add_argument("puzzles", nargs="*", type=Path, default=sorted(CLASSICS.glob("*.sgf")))
    options = parser.parse_args(arguments)
    found = first_moves(options.puzzles, settings()["SOLVER_LIMITS"])
    for name, every in (("keys", found[::2]), ("neighbours", found[1::2])):
        seconds = [each[3] for each in every]
        undecided = sum(each[2] is Outcome.UNDECIDED for each in every)
        print(
            f"{name}: {len(every)} moves, median {statistics.median(seconds):.2f} s, "
            f"worst {max(seconds):.2f} s, not decided {undecided}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
