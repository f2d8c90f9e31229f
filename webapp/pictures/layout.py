"""Where everything of a board lies on its drawing.

Worked out for a board as it is, then moved as the view says. Lengths are those of the drawing,
the middle of the window's first hole is its origin.
"""

from collections.abc import Callable, Iterator

from solver.errors import PuzzleRuleError
from solver.game import Board, Hole, Side, hole_text
from webapp.pictures.orientation import Orientation

__all__ = ["BORDER", "CELL", "HALF", "OUTLINE", "RIM", "Layout", "Point", "check_room"]

CELL = 40.0
"""From hole to hole."""
HALF = CELL / 2

_MARGIN = 2
"""How many columns or rows outside a window can show: a link reaches no farther."""
BORDER, _BEYOND = 25.0, CELL
"""How far the surface reaches beyond the last holes: at a real border, and where it goes on."""
RIM, OUTLINE = 10.0, 1.2
"""How far a goal line's bar reaches beyond the last holes, and how thick its outline is."""
_TOOTH = 13.0

_MOST = 48 * 48
"""Holes of the largest drawing, which is nearly a mebibyte."""

Point = tuple[float, float]


def check_room(board: Board) -> None:
    """Raise PuzzleRuleError when a board, or its window, has too many holes to be drawn."""
    columns, rows = board.box.columns, board.box.rows
    if columns * rows > _MOST:
        raise PuzzleRuleError(
            f"{columns} x {rows} holes are too many to draw: {_MOST} at most; "
            "confine the puzzle to a window (VW)"
        )


class Layout:
    """The places of a board, window or whole, in a view."""

    def __init__(self, board: Board, view: Orientation, *, labels: bool = True) -> None:
        check_room(board)
        self.board, self.view, box = board, view, board.box
        self.columns, self.rows = box.columns, box.rows
        self.width, self.height = (self.columns - 1) * CELL, (self.rows - 1) * CELL
        cut = {
            "left": box.left > 0,
            "top": box.top > 0,
            "right": box.right < board.width - 1,
            "bottom": box.bottom < board.height - 1,
        }
        self.cut = [side for side, is_cut in cut.items() if is_cut]
        """Sides where the board goes on."""
        reach = {side: _BEYOND if cut[side] else BORDER for side in cut}
        self.left, self.top = -reach["left"], -reach["top"]
        self.right, self.bottom = self.width + reach["right"], self.height + reach["bottom"]
        # Labels of large boards are small on the screen, so they get more room.
        self.pad = CELL * max(0.76, max(self.columns, self.rows) / 22) if labels else 0.0
        room = {
            side: (self.pad + (CELL * 0.6 if cut[side] else 4)) if labels else 4.0 for side in cut
        }
        self.outer = (
            (self.left - room["left"], self.top - room["top"]),
            (self.right + room["right"], self.bottom + room["bottom"]),
        )
        """Two corners of the whole drawing, before the view moves them."""
        self.turn = 0.0
        """By how much the view turns the drawing clockwise, in radians."""

    # -- points ---------------------------------------------------------------------------

    def to(self, x: float, y: float) -> Point:
        """Return where the view moves a point."""
        return self.view.place(x, y, self.width, self.height)

    def at(self, hole: Hole) -> Point:
        """Return the middle of a hole, on the drawing or not."""
        box = self.board.box
        return self.to((hole.col - box.left) * CELL, (hole.row - box.top) * CELL)

    def frame(self) -> tuple[float, float, float, float]:
        """Return the whole drawing: x, y, width and height."""
        return self.rectangle(*self.outer)

    def rectangle(self, one: Point, two: Point) -> tuple[float, float, float, float]:
        """Return a rectangle between two corners, moved: x, y, width and height."""
        (x1, y1), (x2, y2) = self.to(*one), self.to(*two)
        return min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1)

    # -- holes ----------------------------------------------------------------------------

    def around(self) -> Iterator[Hole]:
        """Yield the holes of the window and of what can show around it, row by row."""
        box, board = self.board.box, self.board
        for row in range(max(0, box.top - _MARGIN), min(board.height, box.bottom + _MARGIN + 1)):
            for col in range(max(0, box.left - _MARGIN), min(board.width, box.right + _MARGIN + 1)):
                if Hole(col, row) in board:
                    yield Hole(col, row)

    def shows(self, hole: Hole) -> bool:
        """Tell whether a hole of the board is in the window or can show around it."""
        box = self.board.box
        return (
            box.left - _MARGIN <= hole.col <= box.right + _MARGIN
            and box.top - _MARGIN <= hole.row <= box.bottom + _MARGIN
        )

    def grid(self) -> list[list[Hole]]:
        """Return the places of the window in rows as they are drawn, holes or not."""
        rows = dict[float, list[Hole]]()
        for hole in sorted(self.board.box.holes(), key=lambda hole: self.at(hole)[::-1]):
            rows.setdefault(self.at(hole)[1], []).append(hole)
        return list(rows.values())

    # -- surface --------------------------------------------------------------------------

    def outline(self) -> list[Point]:
        """Return the surface's edge, the way round: straight at a border, torn where cut."""
        left, top, right, bottom = self.left, self.top, self.right, self.bottom
        edges: list[tuple[str, Point, Point]] = [
            ("top", (left, top), (right, top)),
            ("right", (right, top), (right, bottom)),
            ("bottom", (right, bottom), (left, bottom)),
            ("left", (left, bottom), (left, top)),
        ]
        points = list[Point]()
        for side, start, end in edges:
            points += _torn(start, end) if side in self.cut else [start]
        return [self.to(*point) for point in points]

    def border_rows(self) -> Iterator[tuple[Side, list[Point]]]:
        """Yield the real border rows with their owners, mitred at the corners."""
        left, top, right, bottom = self.left, self.top, self.right, self.bottom
        inner = {side: 0.0 if side in self.cut else BORDER + HALF for side in _OWNERS}
        x0, x1 = left + inner["left"], right - inner["right"]
        y0, y1 = top + inner["top"], bottom - inner["bottom"]
        strips = {
            "top": [(left, top), (right, top), (x1, y0), (x0, y0)],
            "bottom": [(left, bottom), (right, bottom), (x1, y1), (x0, y1)],
            "left": [(left, top), (left, bottom), (x0, y1), (x0, y0)],
            "right": [(right, top), (right, bottom), (x1, y1), (x1, y0)],
        }
        for side, points in strips.items():
            if side not in self.cut:
                yield _OWNERS[side], [self.to(*point) for point in points]

    def beyond(self) -> Iterator[tuple[float, float, float, float]]:
        """Yield what lies outside the window: x, y, width and height."""
        depth = _BEYOND - HALF
        strips = {
            "left": ((self.left, self.top), (self.left + depth, self.bottom)),
            "right": ((self.right - depth, self.top), (self.right, self.bottom)),
            "top": ((self.left, self.top), (self.right, self.top + depth)),
            "bottom": ((self.left, self.bottom - depth), (self.right, self.bottom)),
        }
        for side in self.cut:
            yield self.rectangle(*strips[side])

    def guides(self) -> Iterator[tuple[Point, Point]]:
        """Yield the guide lines of a square board, from those of its corners that show.

        Two leave each corner of the field within the borders, the way links go, and end where
        they meet those of the corner across. They tell which corner a chain runs to.
        """
        board, box = self.board, self.board.box
        if board.width != board.height:
            return
        third = (board.width - 3) / 3 * CELL
        for col, right in ((1, third), (board.width - 2, -third)):
            for row, down in ((1, third), (board.height - 2, -third)):
                if box.left <= col <= box.right and box.top <= row <= box.bottom:
                    x, y = (col - box.left) * CELL, (row - box.top) * CELL
                    yield self.to(x, y), self.to(x + 2 * right, y + down)
                    yield self.to(x, y), self.to(x + right, y + 2 * down)

    # -- goals and labels -----------------------------------------------------------------

    def goals(self) -> Iterator[tuple[Side, list[tuple[Point, Point, float]]]]:
        """Yield the bars along the goal lines: dashes where the line is no border.

        Each is drawn twice, as an outline that reaches farther, and as its colour.
        """
        bars: dict[str, tuple[float, Callable[[float], Point]]] = {
            "top": (self.width, lambda along: (along, -HALF)),
            "bottom": (self.width, lambda along: (along, self.height + HALF)),
            "left": (self.height, lambda along: (-HALF, along)),
            "right": (self.height, lambda along: (self.width + HALF, along)),
        }
        for side, (length, place) in bars.items():
            holes = [number * CELL for number in range(int(length / CELL) + 1)]
            dashes = [(at - RIM, at + RIM) for at in holes]
            if side not in self.cut:
                dashes = [(-RIM, length + RIM)]
            yield (
                _OWNERS[side],
                [
                    (self.to(*place(start - more)), self.to(*place(end + more)), more)
                    for start, end in dashes
                    for more in (OUTLINE, 0.0)
                ],
            )

    def labels(self) -> Iterator[tuple[Point, str]]:
        """Yield the names of columns and rows on all four sides."""
        box, away = self.board.box, self.pad / 2 + 1.5
        for number in range(self.columns):
            name = hole_text(Hole(box.left + number, 0))[:-1]
            yield self.to(number * CELL, self.top - away), name
            yield self.to(number * CELL, self.bottom + away), name
        for number in range(self.rows):
            name = str(box.top + number + 1)
            yield self.to(self.left - away, number * CELL), name
            yield self.to(self.right + away, number * CELL), name

    def continues(self) -> Iterator[tuple[Point, int]]:
        """Yield where to say that the board continues, and how the words are turned."""
        x, y, far = (self.left + self.right) / 2, (self.top + self.bottom) / 2, self.pad + 9.6
        places = {
            "left": (self.left - far, y),
            "right": (self.right + far, y),
            "top": (x, self.top - far),
            "bottom": (x, self.bottom + far),
        }
        middle = self.to(x, y)
        for side in self.cut:
            point = self.to(*places[side])
            if abs(point[1] - middle[1]) > abs(point[0] - middle[0]):
                yield point, 0
            else:
                yield point, 90 if point[0] > middle[0] else -90


_OWNERS = {"top": Side.WHITE, "bottom": Side.WHITE, "left": Side.BLACK, "right": Side.BLACK}


def _torn(start: Point, end: Point) -> list[Point]:
    """Return an edge with teeth inwards: to the right of the way from start to end."""
    length = abs(end[0] - start[0]) + abs(end[1] - start[1])
    teeth = round(length / _TOOTH)
    dx, dy = (end[0] - start[0]) / teeth, (end[1] - start[1]) / teeth
    deep = length / teeth * 0.42
    points = list[Point]()
    for tooth in range(teeth):
        depth = deep * (0.7 + 0.3 * (tooth * 7 % 3)) if tooth % 2 else 0.0
        # A step to the right of the direction (dx, dy), which is along one axis.
        points.append(
            (
                start[0] + dx * tooth - (depth if dy > 0 else -depth if dy < 0 else 0),
                start[1] + dy * tooth + (depth if dx > 0 else -depth if dx < 0 else 0),
            )
        )
    return points
