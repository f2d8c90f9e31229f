"""A position as lines and circles on a page: what a printer does not blur.

White's pegs are rings, Black's are solid; their links and goal lines are double and solid.
"""

from math import hypot

from fpdf import FPDF

from solver.booklet.lattice import Lattice, Point
from solver.game import Hole, Link, Position, Side

__all__ = ["draw"]

_BLACK, _WHITE, _GREY, _PALE = 0, 255, 110, 215
_PEG, _RING = 0.34, 0.09
_LINK, _GOAL, _HOLE = 0.17, 0.16, 0.11
_DASH = 0.01
"""Millimetres: no length to speak of."""
_INSIDE = 0.5
"""Part of a double line that is white."""
_WIDEST_CELL = 7.0
"""Millimetres: small boards are not blown up."""
_NAME = 0.62, 7.5
"""Height of names, in cells and at most in points."""
_POINT = 25.4 / 72
"""Millimetres."""


def draw(
    pdf: FPDF, position: Position, left: float, top: float, width: float, height: float
) -> None:
    """Draw a position at the left and the top of a place on the page, all in millimetres."""
    lattice = Lattice(position.board)
    x1, y1, x2, y2 = lattice.frame
    cell = min(width / (x2 - x1), height / (y2 - y1), _WIDEST_CELL)
    at = left - cell * x1, top - cell * y1
    _Drawing(pdf, lattice, at, cell).draw(position)


class _Drawing:
    """A diagram with its first hole at a point of a page."""

    def __init__(self, pdf: FPDF, lattice: Lattice, at: Point, cell: float) -> None:
        self._pdf, self._lattice, self._at, self._cell = pdf, lattice, at, cell

    def draw(self, position: Position) -> None:
        """Draw all of it."""
        pdf, cell = self._pdf, self._cell
        (left, top), (right, bottom) = (
            self._to(self._lattice.edge[0], self._lattice.edge[1]),
            self._to(self._lattice.edge[2], self._lattice.edge[3]),
        )
        with pdf.rect_clip(left, top, right - left, bottom - top):
            self._draw_holes()
            for side in Side:
                for link in sorted(position.links(side)):
                    self._draw_link(link, side)
            for side in Side:
                for hole in sorted(position.pegs(side)):
                    self._draw_peg(hole, side)
        for side, one, other in self._lattice.goal_lines():
            self._line(one, other, side, _GOAL)
        pdf.set_font_size(min(_NAME[0] * cell / _POINT, _NAME[1]))
        pdf.set_text_color(_GREY)
        for point, name in self._lattice.names():
            x, y = self._to(*point)
            pdf.text(x - pdf.get_string_width(name) / 2, y + pdf.font_size * 0.36, name)
        pdf.set_text_color(_BLACK)

    def _to(self, x: float, y: float) -> Point:
        return self._at[0] + x * self._cell, self._at[1] + y * self._cell

    def _draw_holes(self) -> None:
        """Draw each row of holes as one line: its dashes are points, which the pen makes dots."""
        pdf = self._pdf
        pdf.set_line_width(_HOLE * self._cell)
        pdf.set_dash_pattern(dash=_DASH, gap=self._cell - _DASH)
        for first, last, played_on in self._lattice.rows():
            (x1, y1), (x2, y2) = self._to(*first), self._to(*last)
            # To the end of the last dash.
            length = hypot(x2 - x1, y2 - y1) or 1.0
            beyond = _DASH / length
            pdf.set_draw_color(_GREY if played_on else _PALE)
            pdf.line(x1, y1, x2 + (x2 - x1) * beyond, y2 + (y2 - y1) * beyond)
        pdf.set_dash_pattern()

    def _draw_link(self, link: Link, side: Side) -> None:
        self._line(self._lattice.at(link.left), self._lattice.at(link.right), side, _LINK)

    def _line(self, one: Point, other: Point, side: Side, width: float) -> None:
        """Draw a solid line for Black, a double one for White."""
        pdf, ends = self._pdf, (*self._to(*one), *self._to(*other))
        pdf.set_draw_color(_BLACK)
        pdf.set_line_width(width * self._cell)
        pdf.line(*ends)
        if side is Side.WHITE:
            pdf.set_draw_color(_WHITE)
            pdf.set_line_width(width * _INSIDE * self._cell)
            pdf.line(*ends)

    def _draw_peg(self, hole: Hole, side: Side) -> None:
        pdf, (x, y) = self._pdf, self._to(*self._lattice.at(hole))
        pdf.set_draw_color(_BLACK)
        pdf.set_line_width(_RING * self._cell)
        pdf.set_fill_color(_BLACK if side is Side.BLACK else _WHITE)
        pdf.circle(x, y, (_PEG - _RING / 2) * self._cell, style="FD")
