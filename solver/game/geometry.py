"""Holes, sides, links and crossings: the plane geometry of TwixT.

Knows no rules and no boards. All rooms but the brute force take crossings from here.
"""

from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from solver.errors import NotationError

__all__ = [
    "DIRECTIONS",
    "Hole",
    "Link",
    "Side",
    "cross",
    "crossing_links",
    "distance",
    "neighbours",
    "slots_at",
]


class Side(Enum):
    """One of the two players."""

    WHITE = "white"
    """Joins the top row to the bottom row; moves first."""
    BLACK = "black"
    """Joins the left column to the right column."""

    # That of an enum's name takes ten times as long.
    __hash__ = object.__hash__

    @property
    def other(self) -> "Side":
        """The opponent."""
        return Side.BLACK if self is Side.WHITE else Side.WHITE

    @property
    def letter(self) -> str:
        """`W` or `B`, as SGF names the sides."""
        return "W" if self is Side.WHITE else "B"


class Hole(NamedTuple):
    """A place for a peg: column and row, both from 0, origin top left."""

    col: int
    row: int


def distance(one: Hole, other: Hole) -> int:
    """Return how many columns or rows lie from one hole to another, whichever are more."""
    return max(abs(one.col - other.col), abs(one.row - other.row))


DIRECTIONS = ((1, 2), (2, 1), (2, -1), (1, -2))
"""The four slot directions (columns, rows) from a slot's left end."""

_KNIGHT_STEPS = DIRECTIONS + tuple((-dc, -dr) for dc, dr in DIRECTIONS)


class Link(NamedTuple):
    """A slot: two holes a knight's move apart, left end first. Make it with `Link.of`."""

    left: Hole
    right: Hole

    @classmethod
    def of(cls, one: Hole, two: Hole) -> "Link":
        """Return the link between two holes in either order.

        Raises NotationError when the holes are not a knight's move apart.
        """
        if sorted((abs(one.col - two.col), abs(one.row - two.row))) != [1, 2]:
            raise NotationError("a link joins holes a knight's move apart")
        return cls(one, two) if one.col < two.col else cls(two, one)

    @property
    def falls(self) -> bool:
        """True when the link runs down to the right (`\\`), false when it rises (`/`)."""
        return self.right.row > self.left.row

    def end_opposite(self, hole: Hole) -> Hole:
        """Return the other end."""
        return self.right if hole == self.left else self.left


@lru_cache(maxsize=4096)
def neighbours(hole: Hole) -> tuple[Hole, ...]:
    """Return the eight holes a knight's move away, on a board or not, in a fixed order."""
    return tuple(Hole(hole.col + dc, hole.row + dr) for dc, dr in _KNIGHT_STEPS)


@lru_cache(maxsize=4096)
def slots_at(hole: Hole) -> tuple[tuple[Link, Hole], ...]:
    """Return the eight slots that end at a hole, each with its other end."""
    return tuple((Link.of(hole, other), other) for other in neighbours(hole))


def cross(one: Link, two: Link) -> bool:
    """Tell whether two links cross. Links that share an end do not.

    A knight's segment holds no hole between its ends, so two links either share an
    end, miss each other, or cross at an inner point of both.
    """
    if one.left in two or one.right in two:
        return False

    def turns(a: Hole, b: Hole, c: Hole) -> bool:
        return (b.col - a.col) * (c.row - a.row) > (b.row - a.row) * (c.col - a.col)

    return turns(*one, two.left) != turns(*one, two.right) and turns(*two, one.left) != turns(
        *two, one.right
    )


@lru_cache(maxsize=8)
def _crossing_offsets(step: tuple[int, int]) -> tuple[tuple[Hole, Hole], ...]:
    base = Link(Hole(0, 0), Hole(*step))
    found = []
    for col in range(-2, 4):
        for row in range(-4, 5):
            for dc, dr in DIRECTIONS:
                other = Link(Hole(col, row), Hole(col + dc, row + dr))
                if cross(base, other):
                    found.append((other.left, other.right))
    return tuple(found)


@lru_cache(maxsize=16384)
def crossing_links(link: Link) -> tuple[Link, ...]:
    """Return the nine links that cross a link on an endless board."""
    (col, row), right = link
    step = (right.col - col, right.row - row)
    return tuple(
        Link(Hole(col + a.col, row + a.row), Hole(col + b.col, row + b.row))
        for a, b in _crossing_offsets(step)
    )
