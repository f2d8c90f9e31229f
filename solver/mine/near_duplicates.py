"""Puzzles that show the same fight: equal pegs around the key, or one key of one game or puzzle."""

import re
from collections.abc import Iterable

from solver.game import Hole, Side, distance, hole_text
from solver.puzzle import Puzzle

__all__ = ["core_form", "same_fight"]

_PARENT = re.compile(r"(the game .+) after move \d+|the answer to a try: \S+ in (.+)")
"""What `solver.mine.candidates` says of where a position comes from, a game or a puzzle."""


def core_form(
    mover: Side, key: Hole, mine: Iterable[Hole], foes: Iterable[Hole], radius: int
) -> str:
    """Return a text that is the same for puzzles with the same pegs around the key.

    `mine` and `foes` are the pegs that the proofs rely on. Those at most `radius` columns and rows
    from the key count, or all where none is so near. Mirror images are equal, and so is the puzzle
    with colours exchanged.
    """
    pegs = [*((hole, 0) for hole in mine), *((hole, 1) for hole in foes)]
    # Without any, puzzles that have nothing in common would be equal.
    near = [peg for peg in pegs if distance(key, peg[0]) <= radius] or pegs
    steps = [(hole.col - key.col, hole.row - key.row, whose) for hole, whose in near]
    if mover is Side.BLACK:
        steps = [(row, col, whose) for col, row, whose in steps]
    mirrored = (
        sorted((col * across, row * down, whose) for col, row, whose in steps)
        for across in (1, -1)
        for down in (1, -1)
    )
    return " ".join(f"{col},{row},{'xo'[whose]}" for col, row, whose in min(mirrored))


def same_fight(puzzle: Puzzle) -> str | None:
    """Return the game or puzzle that a puzzle comes from, with its side to move and key's hole.

    None when it comes from neither. Positions of a game that differ by a move or two, and those
    after two tries that the same reply refutes, are won by the same proof where these are equal.
    """
    parent = _PARENT.search(puzzle.source)
    if parent is None or not puzzle.keys or puzzle.keys[0].peg is None:
        return None
    side = puzzle.position.to_move.value
    return f"{parent[1] or parent[2]}: {side} {hole_text(puzzle.keys[0].peg)}"
