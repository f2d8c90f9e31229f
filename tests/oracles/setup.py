"""Positions for tests: written as text, and the classics."""

from pathlib import Path

from solver.files import read_file
from solver.game import (
    Board,
    Hole,
    Position,
    Ruleset,
    Side,
    parse_hole,
    parse_link,
)
from solver.puzzle import Puzzle

__all__ = ["classic", "holes", "make_position"]

_CLASSICS = Path(__file__).parents[2] / "puzzles" / "randolph-hensel"


def classic(name: str) -> Puzzle:
    """Return the puzzle `p07` or another of its collection."""
    puzzle = read_file(_CLASSICS / f"{name}.sgf").puzzle
    assert puzzle is not None
    return puzzle


def holes(text: str) -> frozenset[Hole]:
    """Read holes separated by spaces."""
    return frozenset(parse_hole(word) for word in text.split())


def make_position(
    board: Board,
    white: str,
    black: str,
    to_move: Side,
    ruleset: Ruleset = Ruleset.STD,
) -> Position:
    """Read pegs and links: `B1 C1 D2 (B1-D2)`; links stand in brackets after the pegs."""
    sides = []
    for text in (white, black):
        pegs, _, links = text.partition("(")
        words = links.rstrip(") ").split()
        sides.append((holes(pegs), frozenset(parse_link(word) for word in words)))
    (white_pegs, white_links), (black_pegs, black_links) = sides
    position = Position(board, ruleset, to_move, white_pegs, black_pegs, white_links, black_links)
    assert [] == position.problems()
    return position
