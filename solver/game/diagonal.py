"""Diagonal boards: the border is a square still, but turned against the grid of holes.

The module for Vassal has two of them, Diagonal 45 and Diagonal 26. Its picture of them tells no
sizes and no border rows; the definition here is ours, and the same for every board, the upright
one included:

- A board has a step (a, b): (0, 1) upright, (1, 1) at 45 degrees, (1, 2) at 26.57 degrees, whose
  tangent is 1/2. White's lines of holes are those with equal `a*col + b*row`, Black's those with
  equal `b*col - a*row`. The lines of either kind are numbered from 0 to `size - 1`.
- The border of a side is as many lines deep as the shortest step that a link takes across them:
  one line upright and at 45 degrees. At 26 degrees links step over 0, 3, 4 or 5 lines, so the
  border has three: a link that leaves the innermost field for it cannot fall short or beyond.
- White joins the borders of his first and last lines, Black those of his. Places in borders of
  both are corners, and no holes. A place in one border is open to its owner only.

The middle of the board is a hole when `size` is odd. When it is even, it lies between two holes
in a row at 45 degrees, and between four at 26. So the board is the same for both sides: mirrored
in a row at 45 degrees, given a quarter turn at 26.
"""

import re
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from solver.errors import PuzzleRuleError
from solver.game.geometry import Hole, Side

__all__ = ["LARGEST_DIAGONAL", "Diagonal", "Shape"]

LARGEST_DIAGONAL = 80
"""Most lines of holes: 78 columns and rows at 45 degrees."""


class Shape(Enum):
    """How the border of a diagonal board is turned; the values are its names in files."""

    DIAGONAL_45 = "diagonal-45"
    """The border runs along the diagonals of the grid."""
    DIAGONAL_26 = "diagonal-26"
    """The border runs along links: knight's moves."""

    @property
    def title(self) -> str:
        """Its name for people: `Diagonal 45`."""
        return self.value.replace("-", " ").capitalize()

    @property
    def step(self) -> tuple[int, int]:
        """By how much White's line number grows a column, and a row."""
        return (1, 1) if self is Shape.DIAGONAL_45 else (1, 2)

    @property
    def border(self) -> int:
        """How many lines deep a border is."""
        return 1 if self is Shape.DIAGONAL_45 else 3

    @property
    def smallest(self) -> int:
        """Fewest lines of holes: three within the borders."""
        return 2 * self.border + 3


@dataclass(frozen=True, slots=True)
class Diagonal:
    """The places of a diagonal board. The first column and row with a hole are column and row 0."""

    shape: Shape
    size: int
    """Lines of holes either way, from `shape.smallest` to `LARGEST_DIAGONAL`."""

    def __post_init__(self) -> None:
        if not self.shape.smallest <= self.size <= LARGEST_DIAGONAL:
            raise PuzzleRuleError(
                f"a board {self.shape.title} has {self.shape.smallest} to {LARGEST_DIAGONAL} "
                f"lines of holes, this one {self.size}"
            )

    @classmethod
    def parse(cls, text: str) -> "Diagonal | None":
        """Return the board that `diagonal-45:17` means, None for a text of another kind.

        Raises PuzzleRuleError for a size that there is not.
        """
        match = re.fullmatch(r"(diagonal-(?:45|26)):([0-9]{1,3})", text.strip().lower())
        return cls(Shape(match[1]), int(match[2])) if match else None

    @property
    def text(self) -> str:
        """What `parse` reads: `diagonal-45:17`."""
        return f"{self.shape.value}:{self.size}"

    @property
    def holes(self) -> frozenset[Hole]:
        """All holes, corners left out."""
        return _places(self)[0]

    @property
    def columns(self) -> int:
        """Columns that have a hole."""
        return 1 + max(hole.col for hole in self.holes)

    @property
    def rows(self) -> int:
        """Rows that have a hole."""
        return 1 + max(hole.row for hole in self.holes)

    def line(self, side: Side, hole: Hole) -> int:
        """Return the number of a side's line through a hole, 0 to `size - 1` on the board."""
        first = _places(self)[1]
        (a, b), col, row = self.shape.step, hole.col, hole.row
        if side is Side.WHITE:
            return a * col + b * row + first[0]
        return b * col - a * row + first[1]

    def in_border(self, side: Side, end: int, hole: Hole) -> bool:
        """Tell whether a hole lies in a side's border: `end` 0 for its first lines, 1 the last."""
        line = self.line(side, hole)
        return line >= self.size - self.shape.border if end else line < self.shape.border


@lru_cache(maxsize=32)
def _places(board: Diagonal) -> tuple[frozenset[Hole], tuple[int, int]]:
    """Return the holes, and both sides' line numbers of the place in column 0 and row 0."""
    (a, b), size, border = board.shape.step, board.size, board.shape.border
    # Twice all lengths, so that the middle is a whole number.
    even = (1, 0) if board.shape is Shape.DIAGONAL_45 else (1, 1)
    middle = (0, 0) if size % 2 else even
    white = (size - 1 - a * middle[0] - b * middle[1]) // 2
    black = (size - 1 - b * middle[0] + a * middle[1]) // 2
    inner = range(border, size - border)
    holes = list[Hole]()
    for col in range(-size, size + 1):
        for row in range(-size, size + 1):
            lines = a * col + b * row + white, b * col - a * row + black
            within = all(0 <= line < size for line in lines)
            if within and any(line in inner for line in lines):
                holes.append(Hole(col, row))
    left, top = min(hole.col for hole in holes), min(hole.row for hole in holes)
    moved = frozenset(Hole(hole.col - left, hole.row - top) for hole in holes)
    return moved, (white + a * left + b * top, black + b * left - a * top)
