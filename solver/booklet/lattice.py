"""Where everything of a board lies on a diagram, in cells; the pages scale it.

An upright board has its window's first hole at the origin. A diagonal one is turned so that its
border is upright.
"""

from collections.abc import Iterator
from math import atan2, cos, hypot, sin

from solver.game import Board, Hole, Side, hole_text

__all__ = ["MARGIN", "Lattice", "Point"]

Point = tuple[float, float]
"""Right and down, in cells."""

MARGIN = 1.0
"""How much is shown of a board that goes on beyond its window."""
_EDGE, _RIM = 0.5, 0.3
"""From the last holes to a goal line, and how far it reaches beyond them along itself."""
_ROOM = 0.25
"""Beyond a goal line."""
_LABEL = 0.75
"""From the edge of the board to the middle of a name, and as much again to the diagram's."""
_LETTERS, _NUMBERS, _AROUND = 0.45, 1.1, 1.5
"""The same around a diagonal board, and from its edge to the diagram's."""


class Lattice:
    """The places of a board on a diagram."""

    def __init__(self, board: Board) -> None:
        self.board, box = board, board.box
        self._turn = atan2(*board.diagonal.shape.step) if board.diagonal else 0.0
        cut = (
            box.left > 0,
            box.top > 0,
            box.right < board.width - 1,
            box.bottom < board.height - 1,
        )
        if board.diagonal:
            corners = [self._crossing(*each) for each in self._square(_EDGE + _ROOM)]
            xs, ys = zip(*corners, strict=True)
            self.edge = min(xs), min(ys), max(xs), max(ys)
        else:
            left, top, right, bottom = (MARGIN if each else _EDGE + _ROOM for each in cut)
            self.edge = -left, -top, box.columns - 1 + right, box.rows - 1 + bottom
        """The part of the board that is shown: left, top, right and bottom."""

    @property
    def frame(self) -> tuple[float, float, float, float]:
        """The whole diagram with the names of columns and rows: left, top, right and bottom."""
        left, top, right, bottom = self.edge
        if self.board.diagonal:
            return left - _AROUND, top - _AROUND, right + _AROUND, bottom + _AROUND
        return left - 2 * _LABEL, top - 2 * _LABEL, right, bottom

    def at(self, hole: Hole) -> Point:
        """Return the middle of a hole."""
        box = self.board.box
        return self._to(hole.col - box.left, hole.row - box.top)

    def rows(self) -> Iterator[tuple[Point, Point, bool]]:
        """Yield the first and the last of holes side by side, and whether they are played on."""
        box, board = self.board.box, self.board
        for row in range(max(0, box.top - 1), min(board.height, box.bottom + 2)):
            run = list[Hole]()
            for col in range(max(0, box.left - 1), min(board.width, box.right + 2)):
                hole = Hole(col, row)
                if run and (hole not in board or board.in_region(hole) != board.in_region(run[-1])):
                    yield self.at(run[0]), self.at(run[-1]), board.in_region(run[0])
                    run = []
                if hole in board:
                    run.append(hole)
            if run:
                yield self.at(run[0]), self.at(run[-1]), board.in_region(run[0])

    def goal_lines(self) -> Iterator[tuple[Side, Point, Point]]:
        """Yield both goal lines of each side."""
        if self.board.diagonal:
            last, cell = self.board.diagonal.size - 1, self._cell
            near, far = -_EDGE * cell, last + _EDGE * cell
            start, end = -_RIM * cell, last + _RIM * cell
            for across in (near, far):
                yield Side.WHITE, self._crossing(across, start), self._crossing(across, end)
                yield Side.BLACK, self._crossing(start, across), self._crossing(end, across)
            return
        right, bottom = self.board.box.columns - 1, self.board.box.rows - 1
        for y in (-_EDGE, bottom + _EDGE):
            yield Side.WHITE, (-_RIM, y), (right + _RIM, y)
        for x in (-_EDGE, right + _EDGE):
            yield Side.BLACK, (x, -_RIM), (x, bottom + _RIM)

    def names(self) -> Iterator[tuple[Point, str]]:
        """Yield the names of columns and rows with their middles."""
        (left, top, _, _), box = self.edge, self.board.box
        for col in range(box.left, box.right + 1):
            upright = col - box.left, top - _LABEL
            point = self._end(Side.WHITE, col) if self.board.diagonal else upright
            yield point, hole_text(Hole(col, 0))[:-1]
        for row in range(box.top, box.bottom + 1):
            upright = left - _LABEL, row - box.top
            point = self._end(Side.BLACK, row) if self.board.diagonal else upright
            yield point, str(row + 1)

    # -- diagonal boards ------------------------------------------------------------------

    def _to(self, x: float, y: float) -> Point:
        turn = self._turn
        if not turn:
            return x, y
        return x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)

    @property
    def _cell(self) -> float:
        """Lines of a diagonal board in the width of a cell."""
        assert self.board.diagonal
        return hypot(*self.board.diagonal.shape.step)

    def _end(self, kind: Side, number: int) -> Point:
        """Return where a column (White's) or a row of a diagonal board begins, outside the board.

        Letters stand near the board and numbers beyond them. Both sides' line numbers change with
        every step along a column or a row.
        """
        assert self.board.diagonal
        away = (_EDGE + _ROOM + (_LETTERS if kind is Side.WHITE else _NUMBERS)) * self._cell
        low, high = -away, self.board.diagonal.size - 1 + away
        holes = [Hole(number, 0), Hole(number, 1)]
        if kind is Side.BLACK:
            holes = [Hole(hole.row, hole.col) for hole in holes]
        starts = list[float]()
        for side in Side:
            here, there = (self.board.diagonal.line(side, hole) for hole in holes)
            starts.append(min((low - here) / (there - here), (high - here) / (there - here)))
        start = max(starts)
        return self._to(*((number, start) if kind is Side.WHITE else (start, number)))

    def _square(self, off: float) -> list[Point]:
        """Return the corners of a diagonal board, so many cells beyond its last lines."""
        assert self.board.diagonal
        near, far = -off * self._cell, self.board.diagonal.size - 1 + off * self._cell
        return [(near, near), (near, far), (far, far), (far, near)]

    def _crossing(self, white: float, black: float) -> Point:
        """Return where a line of White's and one of Black's cross, by their numbers."""
        assert self.board.diagonal
        (a, b), origin = self.board.diagonal.shape.step, Hole(0, 0)
        u = white - self.board.diagonal.line(Side.WHITE, origin)
        v = black - self.board.diagonal.line(Side.BLACK, origin)
        return self._to((a * u + b * v) / (a * a + b * b), (b * u - a * v) / (a * a + b * b))
