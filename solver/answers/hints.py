"""Hints, each of which gives away more than the one before."""

import hashlib
from dataclasses import dataclass
from enum import IntEnum

from solver.answers.move_words import line_words, move_words
from solver.game import Box, Hole, Move, Position, goal_lines, hole_text
from solver.plurals import listed
from solver.proof import Aim, Verdict
from solver.search import Solution

__all__ = ["Hint", "HintLevel", "hints", "patch_around"]

_PATCH = 3
"""Holes along a side of the patch that holds the key."""


class HintLevel(IntEnum):
    """How much a hint gives away."""

    PATCH = 1
    """Where to look: a few holes, the key among them."""
    GROUPS = 2
    """Which pegs belong together."""
    KEY = 3
    LINE = 4
    """The key, and how it goes on against the longest resistance."""


@dataclass(frozen=True, slots=True)
class Hint:
    """One hint."""

    level: HintLevel
    text: str
    """A sentence for people."""
    holes: tuple[tuple[Hole, ...], ...]
    """Holes to show, in groups: the patch; pegs that are linked; the key; pegs of the line."""
    moves: tuple[Move, ...] = ()
    """The key or the line."""


def hints(position: Position, solution: Solution) -> tuple[Hint, ...]:
    """Return the hints for a proved claim whose prover is to move, the smallest first.

    There are none without a first move.
    """
    if solution.verdict is not Verdict.PROVEN or not solution.keys:
        return ()
    key = solution.keys[0]
    found = list[Hint]()
    if key.peg is not None:
        found.append(patch_around(position, key.peg))
    found.append(_groups(position, solution))
    pegged = ((key.peg,),) if key.peg else ()
    found.append(Hint(HintLevel.KEY, f"Play {move_words(key)}.", pegged, (key,)))
    pegs = tuple((move.peg,) for move in solution.line if move.peg)
    text = f"The line is {line_words(solution.line)}."
    found.append(Hint(HintLevel.LINE, text, pegs, solution.line))
    return tuple(found)


def patch_around(position: Position, key: Hole) -> Hint:
    """Return the hint that tells where to look for a hole."""
    patch = _patch(position, key)
    first, last = patch[0], patch[-1]
    if first == last:
        where = f"at {hole_text(first)}"
    else:
        square = last.col - first.col == last.row - first.row
        shape = "square" if square else "holes"
        where = f"in the {shape} from {hole_text(first)} to {hole_text(last)}"
    return Hint(HintLevel.PATCH, f"Look {where}.", (patch,))


def _patch(position: Position, key: Hole) -> tuple[Hole, ...]:
    """Return the patch: where in it the key lies depends on the position, but on nothing else."""
    box = position.board.box
    # A window may be narrower than that.
    cols = min(_PATCH, box.columns)
    rows = min(_PATCH, box.rows)
    places = [
        Box(left, top, left + cols - 1, top + rows - 1)
        for left in range(key.col - cols + 1, key.col + 1)
        for top in range(key.row - rows + 1, key.row + 1)
        if box.left <= left <= box.right - cols + 1 and box.top <= top <= box.bottom - rows + 1
    ]
    pegs = " ".join(hole_text(hole) for hole in sorted(position.white | position.black))
    dice = hashlib.sha256(f"{pegs} {hole_text(key)}".encode()).digest()
    place = places[dice[0] % len(places)]
    return tuple(place.holes())


def _groups(position: Position, solution: Solution) -> Hint:
    """Return the hint that names the standing pegs of the final chain, or of the block."""
    side = position.to_move
    if solution.strategy is not None and solution.strategy.claim.aim is Aim.CONNECT:
        end = position.play_all(solution.line)
        chain = end.shortest_chain(side)
        groups = list(dict.fromkeys(tuple(sorted(position.chain_of(side, peg))) for peg in chain))
        groups = [group for group in groups if group]
        first, last = goal_lines(position, side)
        through = f" through {listed(map(_pegs_text, groups))}" if groups else ""
        text = f"Join {first} with {last}{through}."
        return Hint(HintLevel.GROUPS, text, tuple(groups))
    needed = solution.strategy.root.pegs & position.pegs(side) if solution.strategy else frozenset()
    groups = list(
        dict.fromkeys(tuple(sorted(position.chain_of(side, peg))) for peg in sorted(needed))
    )
    if not groups:
        return Hint(HintLevel.GROUPS, "The wall needs none of your pegs.", ())
    return Hint(
        HintLevel.GROUPS,
        f"Your wall goes through {listed(map(_pegs_text, groups))}.",
        tuple(groups),
    )


def _pegs_text(group: tuple[Hole, ...]) -> str:
    return "-".join(map(hole_text, group))
