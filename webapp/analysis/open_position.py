"""The position that is looked at: from a text in any format, as SGF from then on."""

from dataclasses import replace

from solver.errors import Finding, PuzzleFileError, PuzzleRuleError
from solver.files import Record, exact_sgf
from solver.game import Position
from solver.puzzle import Puzzle
from webapp.pictures import check_room

__all__ = ["sgf_of"]


def sgf_of(record: Record) -> str:
    """Return a puzzle, or the last position of a game, as SGF.

    Raises PuzzleFileError for a position that is no beginning.
    """
    try:
        puzzle = record.puzzle or Puzzle("", _anew(record.line[-1]))
        check_room(puzzle.position.board)
    except PuzzleRuleError as error:
        raise PuzzleFileError([Finding(str(error))]) from None
    sgf = exact_sgf(puzzle)
    if sgf is None:
        raise PuzzleFileError([Finding("SGF has no words for this position")])
    return sgf


def _anew(position: Position) -> Position:
    """Return the last position of a game as a beginning: it may have been given up."""
    return replace(position, result=None, passed=False, ply=0)
