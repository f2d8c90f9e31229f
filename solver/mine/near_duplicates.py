"""Puzzles that show the same fight: equal pegs around the key, whatever stands elsewhere."""

from collections.abc import Iterable

from solver.game import Hole, Side

__all__ = ["core_form"]


def core_form(
    mover: Side, key: Hole, mine: Iterable[Hole], foes: Iterable[Hole], radius: int
) -> str:
    """Return a text that is the same for puzzles with the same pegs around the key.

    `mine` and `foes` are the pegs that the proofs rely on. Those at most `radius` columns and rows
    from the key count. Mirror images are equal, and so is the puzzle with colours exchanged.
    """
    pegs = [(hole.col - key.col, hole.row - key.row, 0) for hole in mine]
    pegs += [(hole.col - key.col, hole.row - key.row, 1) for hole in foes]
    near = [peg for peg in pegs if max(abs(peg[0]), abs(peg[1])) <= radius]
    if mover is Side.BLACK:
        near = [(row, col, whose) for col, row, whose in near]
    mirrored = (
        sorted((col * across, row * down, whose) for col, row, whose in near)
        for across in (1, -1)
        for down in (1, -1)
    )
    return " ".join(f"{col},{row},{'xo'[whose]}" for col, row, whose in min(mirrored))
