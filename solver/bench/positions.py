"""The fixed positions that every measurement is made on."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from random import Random

from solver.errors import BenchError
from solver.files import SHIPPED, read_file
from solver.game import Board, Hole, Move, Position, Ruleset, parse_hole
from solver.puzzle import Goal, Puzzle

__all__ = ["GROUPS", "bench_puzzles", "exercise_games"]

GROUPS = ("classics", "exercises", "boards", "empty", "blocks")
"""Names that stand for several positions."""

_FOLDERS = {
    "classics": SHIPPED / "randolph-hensel",
    "exercises": SHIPPED / "exercises",
    "boards": Path(__file__).parent / "boards",
}
_FILES = {"classics": "p?[13579].sgf"}
"""The classics of odd numbers: measurements from the first on are made on these 30."""

_EMPTY = [(size, ruleset) for size in range(5, 9) for ruleset in (Ruleset.STD, Ruleset.PP)]
"""Sizes and rules of empty boards: does the first player connect?"""

_BLOCKS, _BLOCK_PLIES = 12, 6
"""Boards of 8x8 after some random moves: can the side to move block?"""


def bench_puzzles(names: Iterable[str]) -> dict[str, Puzzle]:
    """Return the positions of these names and groups, by name, each once.

    Raises BenchError for an unknown name, and when the puzzles are not there.
    """
    groups = {group: _group(group) for group in GROUPS}
    known = {name: puzzle for group in groups.values() for name, puzzle in group.items()}
    found = dict[str, Puzzle]()
    for name in names:
        if name in groups:
            found |= groups[name]
        elif name in known:
            found[name] = known[name]
        else:
            raise BenchError(
                f"no position is called {name!r}; there are {', '.join(GROUPS)}, "
                f"and single ones from {min(known)} to {max(known)}"
            )
    return found


def exercise_games() -> dict[str, tuple[Puzzle, tuple[Hole, ...]]]:
    """Return the exercises with a key, and the plain moves that lead there from an empty board."""
    found = dict[str, tuple[Puzzle, tuple[Hole, ...]]]()
    for file in sorted(_FOLDERS["exercises"].glob("*.sgf")):
        record = read_file(file)
        puzzle = record.puzzle
        if puzzle is None or not puzzle.keys:
            continue
        node, pegs = record.tree, list[Hole]()
        while node is not record.entry and node.children:
            node = node.children[0]
            pegs += [
                parse_hole(text) for side in ("W", "B") for text in node.properties.get(side, ())
            ]
        position = Position(puzzle.position.board)
        for hole in pegs:
            position = position.play(Move(hole))
        if replace(position, ply=puzzle.position.ply) == puzzle.position:
            found[file.stem] = (puzzle, tuple(pegs))
    return found


def _group(group: str) -> dict[str, Puzzle]:
    if group == "empty":
        return {
            f"empty-{size}x{size}-{ruleset.value.lower()}": Puzzle(
                f"Empty {size}x{size} board", Position(Board(size, size), ruleset)
            )
            for size, ruleset in _EMPTY
        }
    if group == "blocks":
        return {f"block-{seed}": _block(seed) for seed in range(_BLOCKS)}
    folder = _FOLDERS[group]
    found = dict[str, Puzzle]()
    for file in sorted(folder.glob(_FILES.get(group, "*.sgf"))):
        puzzle = read_file(file).puzzle
        if puzzle is not None:
            found[file.stem] = puzzle
    if not found:
        raise BenchError(f"no puzzles in {folder}: bench needs the project's whole folder")
    return found


def _block(seed: int) -> Puzzle:
    rng, position = Random(f"block {seed}"), Position(Board(8, 8))
    for _ in range(_BLOCK_PLIES):
        position = position.play(Move(rng.choice(list(position.open_holes(position.to_move)))))
    return Puzzle(f"Block {seed} on 8x8", position, Goal.DRAW)
