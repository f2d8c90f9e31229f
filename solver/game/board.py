"""Boards and windows: which holes exist, who may peg them, where the goal lines are."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache

from solver.errors import PuzzleRuleError
from solver.game.diagonal import Diagonal
from solver.game.geometry import Hole, Link, Side

__all__ = ["MAX_SIZE", "MIN_SIZE", "Board", "Box"]

MIN_SIZE, MAX_SIZE = 3, 702
"""Fewest and most columns or rows of a board (GM[21] specification)."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of holes; all four bounds belong to it."""

    left: int
    top: int
    right: int
    bottom: int

    @classmethod
    def around(cls, holes: Collection[Hole]) -> "Box":
        """Return the smallest rectangle with all of some holes, one at least."""
        cols = [hole.col for hole in holes]
        rows = [hole.row for hole in holes]
        return cls(min(cols), min(rows), max(cols), max(rows))

    @property
    def corners(self) -> tuple[Hole, Hole]:
        """Its holes top left and bottom right."""
        return Hole(self.left, self.top), Hole(self.right, self.bottom)

    @property
    def columns(self) -> int:
        """How many columns it has."""
        return self.right - self.left + 1

    @property
    def rows(self) -> int:
        """How many rows it has."""
        return self.bottom - self.top + 1

    def holes(self) -> Iterator[Hole]:
        """Yield its holes row by row, whether a board has them or not."""
        for row in range(self.top, self.bottom + 1):
            for col in range(self.left, self.right + 1):
                yield Hole(col, row)

    def __contains__(self, hole: Hole) -> bool:
        return self.left <= hole.col <= self.right and self.top <= hole.row <= self.bottom


@dataclass(frozen=True, slots=True)
class Board:
    """The holes of a game and, for a puzzle, the window that play is confined to.

    Without a window the goal lines are the outer rows and columns. With one they are the
    sides of the window's bounding box; pegs go to listed holes only, and pegs outside are
    scenery: their links exist and block, but never conduct. A diagonal board (`Board.of`)
    has borders of its own and no window.
    """

    width: int = 24
    """Columns, 3 to 702."""
    height: int = 24
    """Rows, 3 to 702."""
    holes: frozenset[Hole] | None = None
    """The holes that exist; None for the full rectangle without its corners."""
    region: frozenset[Hole] | None = None
    """The window's holes; None when the whole board is played on."""
    closed: frozenset[tuple[Side, Hole]] = frozenset()
    """Empty holes that a side may not peg although the rules allow it: for questions such as
    whether a win needs a hole. No puzzle file holds them."""
    diagonal: Diagonal | None = None
    """How the border lies when it is turned against the grid."""
    box: Box = field(init=False, repr=False, compare=False)
    """Bounding box of the window, or the whole board."""
    _inside: frozenset[Hole] | None = field(init=False, repr=False, compare=False)
    """The holes of the window that exist; None when the whole board is played on."""

    def __post_init__(self) -> None:
        for name, size in (("columns", self.width), ("rows", self.height)):
            if not MIN_SIZE <= size <= MAX_SIZE:
                raise PuzzleRuleError(
                    f"a board has {MIN_SIZE} to {MAX_SIZE} {name}, this one {size}"
                )
        if self.region is not None and not self.region:
            raise PuzzleRuleError("a window must list at least one hole")
        if self.diagonal is not None:
            self._check_diagonal(self.diagonal)
        whole = Box(0, 0, self.width - 1, self.height - 1)
        box = whole if self.region is None else Box.around(self.region)
        inside = None if self.region is None else frozenset(filter(self.__contains__, self.region))
        object.__setattr__(self, "box", box)  # the board is frozen
        object.__setattr__(self, "_inside", inside)

    @classmethod
    def of(cls, diagonal: Diagonal) -> "Board":
        """Return a diagonal board."""
        return cls(diagonal.columns, diagonal.rows, diagonal.holes, diagonal=diagonal)

    def _check_diagonal(self, diagonal: Diagonal) -> None:
        if self.region is not None:
            raise PuzzleRuleError("a diagonal board has no window")
        if (self.width, self.height) != (diagonal.columns, diagonal.rows):
            raise PuzzleRuleError(f"a board {diagonal.shape.title} has a size of its own")
        if self.holes != diagonal.holes:
            raise PuzzleRuleError(f"a board {diagonal.shape.title} has holes of its own")

    @property
    def size_text(self) -> str:
        """The size as people write it: `24 x 24`, or `Diagonal 45, 17`."""
        if self.diagonal is not None:
            return f"{self.diagonal.shape.title}, {self.diagonal.size}"
        return f"{self.width} x {self.height}"

    def __contains__(self, hole: Hole) -> bool:
        """Tell whether a hole exists on the board, inside the window or not."""
        col, row = hole
        if not (0 <= col < self.width and 0 <= row < self.height):
            return False
        if self.holes is not None and hole not in self.holes:
            return False
        return self.diagonal is not None or not (
            col in (0, self.width - 1) and row in (0, self.height - 1)
        )

    def in_region(self, hole: Hole) -> bool:
        """Tell whether a hole exists and lies in the window, if there is one."""
        return hole in (self if self._inside is None else self._inside)

    def foreign(self, side: Side, hole: Hole) -> bool:
        """Tell whether a hole lies in the opponent's border rows."""
        if self.diagonal is not None:
            return any(self.diagonal.in_border(side.other, end, hole) for end in (0, 1))
        if side is Side.WHITE:
            return hole.col in (0, self.width - 1)
        return hole.row in (0, self.height - 1)

    def open_to(self, side: Side, hole: Hole) -> bool:
        """Tell whether a side may ever peg a hole (occupied or not)."""
        return (
            self.in_region(hole)
            and not self.foreign(side, hole)
            and (side, hole) not in self.closed
        )

    def closing(self, side: Side, holes: Iterable[Hole]) -> "Board":
        """Return the board with empty holes closed to one side."""
        return replace(self, closed=self.closed | {(side, hole) for hole in holes})

    def playable_holes(self, side: Side | None = None) -> tuple[Hole, ...]:
        """Return the holes where pegs may go, those of one side if it is given, row by row."""
        return _playable_holes(self, side)

    def each_hole(self) -> Iterator[Hole]:
        """Yield the holes of the window or the whole board one by one, row by row."""
        return filter(self.in_region, self.box.holes())

    def line_holes(self, side: Side, end: int) -> Iterator[Hole]:
        """Yield the holes of a side's goal line, which `end` tells as in `on_goal_line`."""
        box = self.box
        if self.diagonal is not None:
            line = (hole for hole in self.each_hole() if self.on_goal_line(side, end, hole))
        elif side is Side.WHITE:
            row = box.bottom if end else box.top
            line = (Hole(col, row) for col in range(box.left, box.right + 1))
        else:
            col = box.right if end else box.left
            line = (Hole(col, row) for row in range(box.top, box.bottom + 1))
        return (hole for hole in line if self.in_region(hole))

    def on_goal_line(self, side: Side, end: int, hole: Hole) -> bool:
        """Tell whether a playable hole lies on a side's goal line.

        `end` is 0 for the top row or left column, 1 for the bottom row or right column. The goal
        lines of a diagonal board are its borders.
        """
        if self.diagonal is not None:
            return self.diagonal.in_border(side, end, hole)
        box = self.box
        if side is Side.WHITE:
            return hole.row == (box.bottom if end else box.top)
        return hole.col == (box.right if end else box.left)

    def meets_goal_line(self, side: Side, end: int, link: Link) -> bool:
        """Tell whether a link's segment meets a goal line between the corners of the box.

        This is how a link to a peg outside the window can reach a goal line.
        """
        box = self.box
        # White's lines are horizontal: `along` runs on the line, `across` towards it.
        if side is Side.WHITE:
            line, low, high = (box.bottom if end else box.top), box.left, box.right
            ends = [(hole.col, hole.row) for hole in link]
        else:
            line, low, high = (box.right if end else box.left), box.top, box.bottom
            ends = [(hole.row, hole.col) for hole in link]
        (along1, across1), (along2, across2) = ends
        if across1 == line:
            return low <= along1 <= high
        if across2 == line:
            return low <= along2 <= high
        # An inner crossing of a knight's segment with a grid line is its midpoint.
        return across1 + across2 == 2 * line and 2 * low <= along1 + along2 <= 2 * high


@lru_cache(maxsize=64)
def _playable_holes(board: Board, side: Side | None) -> tuple[Hole, ...]:
    if side is None:
        return tuple(board.each_hole())
    return tuple(hole for hole in board.playable_holes() if board.open_to(side, hole))
