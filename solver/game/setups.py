"""The basic setups of the 3M rules: two pegs that a third one can join in two ways."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from solver.game.geometry import Hole, Link, Side, neighbours
from solver.game.position import Position

__all__ = ["Setup", "setups", "setups_at"]

_NAMES = {(0, 4): "4-0", (3, 3): "3-3", (1, 3): "3-1", (0, 2): "2-0", (1, 1): "1-1"}
"""By the distances of two pegs in columns and rows, the smaller one first. Only pairs this far
apart have two holes a knight's move from both."""


@dataclass(frozen=True, slots=True, order=True)
class Setup:
    """Two pegs of a side and the two empty holes where one peg links to both."""

    pegs: tuple[Hole, Hole]
    holes: tuple[Hole, Hole]
    name: str
    """4-0, 3-3, 3-1, 2-0 or 1-1: how far apart the pegs stand, the larger distance first."""


def setups(position: Position, side: Side) -> tuple[Setup, ...]:
    """Return all setups of a side, sorted.

    Both holes are open to the side, and none of the four links is blocked: no link of the
    opponent crosses it. Own links may cross it where the rules let their owner take them off.
    """
    return tuple(sorted(_found(position, side, combinations(sorted(position.pegs(side)), 2))))


def setups_at(position: Position, side: Side, peg: Hole) -> tuple[Setup, ...]:
    """Return the setups that a peg forms with others of its side, sorted."""
    pairs = ((min(peg, other), max(peg, other)) for other in position.pegs(side) - {peg})
    return tuple(sorted(_found(position, side, pairs)))


def _found(position: Position, side: Side, pairs: Iterator[tuple[Hole, Hole]]) -> Iterator[Setup]:
    holes, links = position.could_have(side)
    empty = holes - position.pegs(side)
    for one, two in pairs:
        apart = sorted((abs(one.col - two.col), abs(one.row - two.row)))
        name = _NAMES.get((apart[0], apart[1]))
        if name is None:
            continue
        joining = [
            hole
            for hole in sorted(empty.intersection(neighbours(one), neighbours(two)))
            if {Link.of(one, hole), Link.of(hole, two)} <= links
        ]
        if len(joining) == 2:
            yield Setup((one, two), (joining[0], joining[1]), name)
