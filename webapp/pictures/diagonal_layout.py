"""Where everything of a diagonal board lies on its drawing.

The border is a square in the grid of lines along it: White's and Black's line numbers of a place
are its coordinates there. A margin around that square holds the bars of the goals and the names
of columns and rows: letters near the board, numbers beyond them.
"""

from collections.abc import Iterator
from math import atan2, cos, hypot, sin

from solver.game import Diagonal, Hole, Side, hole_text
from webapp.pictures.layout import BORDER, CELL, HALF, OUTLINE, RIM, Layout, Point
from webapp.pictures.orientation import Orientation

__all__ = ["DiagonalLayout"]

_LETTERS, _NUMBERS, _ROOM = 0.42, 0.95, 1.35
"""From the edge of the surface to the names of columns and rows, and to the end, in cells."""


class DiagonalLayout(Layout):
    """The places of a diagonal board in a view."""

    def __init__(self, board: Diagonal, layout: Layout) -> None:
        """Take the rest from a layout of the same board."""
        super().__init__(layout.board, layout.view, labels=layout.pad > 0)
        self._diagonal = board
        a, b = board.shape.step
        self._cell = hypot(a, b)
        """Lines from a hole to its neighbour across them: a cell."""
        if self.view is Orientation.UPRIGHT:
            self.turn = atan2(a, b)

    # -- points ---------------------------------------------------------------------------

    def to(self, x: float, y: float) -> Point:
        """Return where the view moves a point."""
        if not self.turn:
            return super().to(x, y)
        return x * cos(self.turn) - y * sin(self.turn), x * sin(self.turn) + y * cos(self.turn)

    def frame(self) -> tuple[float, float, float, float]:
        """Return the whole drawing: x, y, width and height."""
        room = BORDER / CELL + (_ROOM if self.pad else 0.1)
        points = [self._place(*corner) for corner in self._square(-room * self._cell)]
        left, top = min(x for x, _ in points), min(y for _, y in points)
        return left, top, max(x for x, _ in points) - left, max(y for _, y in points) - top

    def _place(self, white: float, black: float) -> Point:
        """Return where two line numbers meet."""
        (a, b), first = self._diagonal.shape.step, Hole(0, 0)
        u = white - self._diagonal.line(Side.WHITE, first)
        v = black - self._diagonal.line(Side.BLACK, first)
        whole = a * a + b * b
        return self.to((a * u + b * v) / whole * CELL, (b * u - a * v) / whole * CELL)

    def _square(self, line: float) -> list[Point]:
        """Return the corners of the square from a line number to its opposite, as line numbers."""
        far = self._diagonal.size - 1 - line
        return [(line, line), (line, far), (far, far), (far, line)]

    # -- surface --------------------------------------------------------------------------

    def grid(self) -> list[list[Hole]]:
        """Return all places in rows of the board, however it is turned."""
        if not self.turn:
            return super().grid()
        return [[Hole(col, row) for col in range(self.columns)] for row in range(self.rows)]

    def outline(self) -> list[Point]:
        """Return the surface's edge, the way round."""
        return [self._place(*each) for each in self._square(-BORDER / CELL * self._cell)]

    def border_rows(self) -> Iterator[tuple[Side, list[Point]]]:
        """Yield the borders with their owners, mitred at the corners."""
        outer = self._square(-BORDER / CELL * self._cell)
        inner = self._square(self._diagonal.shape.border - 0.5)
        owners = (Side.WHITE, Side.BLACK, Side.WHITE, Side.BLACK)
        for number, owner in enumerate(owners):
            after = (number + 1) % 4
            corners = outer[number], outer[after], inner[after], inner[number]
            yield owner, [self._place(*each) for each in corners]

    def guides(self) -> Iterator[tuple[Point, Point]]:
        """Yield nothing: the guide lines of an upright board say nothing here."""
        return iter(())

    def goals(self) -> Iterator[tuple[Side, list[tuple[Point, Point, float]]]]:
        """Yield the bars along the borders, as those of an upright board."""
        last = self._diagonal.size - 1
        off = HALF / CELL * self._cell
        for owner in (Side.WHITE, Side.BLACK):
            for across in (-off, last + off):
                bars = []
                for more in (OUTLINE, 0.0):
                    rim = (RIM + more) / CELL * self._cell
                    ends = [(across, -rim), (across, last + rim)]
                    if owner is Side.BLACK:
                        ends = [(along, line) for line, along in ends]
                    bars.append((self._place(*ends[0]), self._place(*ends[1]), more))
                yield owner, bars

    def labels(self) -> Iterator[tuple[Point, str]]:
        """Yield the names of columns and rows at both ends of each."""
        for col in range(self.columns):
            for row in self._ends(Side.WHITE, col, _LETTERS):
                yield self.to(col * CELL, row * CELL), hole_text(Hole(col, 0))[:-1]
        for row in range(self.rows):
            for place in self._ends(Side.BLACK, row, _NUMBERS):
                yield self.to(place * CELL, row * CELL), str(row + 1)

    def _ends(self, kind: Side, number: int, off: float) -> tuple[float, float]:
        """Return where a column (White's) or row leaves the square that is `off` cells too large.

        Both of a side's line numbers change with every step along it.
        """
        room = (BORDER / CELL + off) * self._cell
        low, high = -room, self._diagonal.size - 1 + room
        ends = list[tuple[float, float]]()
        for side in Side:
            here, there = (Hole(number, 0), Hole(number, 1))
            if kind is Side.BLACK:
                here, there = (Hole(0, number), Hole(1, number))
            line = self._diagonal.line(side, here)
            step = self._diagonal.line(side, there) - line
            one, two = sorted(((low - line) / step, (high - line) / step))
            ends.append((one, two))
        return max(one for one, _ in ends), min(two for _, two in ends)
