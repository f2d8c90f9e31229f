"""A puzzle from a file or text of any format, and back."""

from pathlib import Path

from solver.errors import Finding, PuzzleFileError
from solver.files.formats import exact_sgf, read_file, read_text
from solver.game import Ruleset
from solver.puzzle import Puzzle

__all__ = ["parse_puzzle", "puzzle_text", "read_puzzle", "write_puzzle"]


def read_puzzle(
    path: str | Path, *, size: tuple[int, int] | None = None, rules: Ruleset | None = None
) -> Puzzle:
    """Read a puzzle from a file in any format.

    `size` (columns, rows) and `rules` stand in where the file does not say. Raises
    PuzzleFileError when the file cannot be read or holds a game; `read_file` reads both.
    """
    return _puzzle(read_file(path, size=size, rules=rules).puzzle, str(path))


def parse_puzzle(
    text: str | bytes, *, size: tuple[int, int] | None = None, rules: Ruleset | None = None
) -> Puzzle:
    """Read a puzzle from a file's text, as `read_puzzle` does."""
    return _puzzle(read_text(text, size=size, rules=rules).puzzle, "")


def _puzzle(puzzle: Puzzle | None, name: str) -> Puzzle:
    if puzzle is None:
        hint = "a puzzle has the property PZ; `read_file` reads games"
        raise PuzzleFileError([Finding("this is a game, not a puzzle", hint=hint)], name)
    return puzzle


def write_puzzle(puzzle: Puzzle, path: str | Path) -> None:
    """Write a puzzle as an SGF file, without its solution tree.

    Raises PuzzleFileError when SGF cannot carry the board, OSError when the file cannot be written.
    """
    Path(path).write_text(puzzle_text(puzzle), encoding="utf-8")


def puzzle_text(puzzle: Puzzle) -> str:
    """Return a puzzle as SGF, without its solution tree.

    Raises PuzzleFileError when SGF cannot carry the board.
    """
    text = exact_sgf(puzzle)
    if text is None:
        raise PuzzleFileError([Finding("SGF cannot carry this board or position")])
    return text
