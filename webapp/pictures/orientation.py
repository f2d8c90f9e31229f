"""The ways a board can be looked at. Each is its own opposite: taken twice it is the same."""

from enum import Enum

from solver.game import Side

__all__ = ["View"]


class View(Enum):
    """How a board lies on the drawing; labels keep the names that the holes have."""

    AS_IS = "as-is"
    LEFT_RIGHT = "left-right"
    """Mirrored: left is right."""
    TOP_BOTTOM = "top-bottom"
    TRANSPOSED = "transposed"
    """Reflected in the main diagonal and the colours exchanged, so that the other side's lines
    lie at top and bottom."""

    def place(self, x: float, y: float, width: float, height: float) -> tuple[float, float]:
        """Return where a point goes, in an area of a width and height from the origin."""
        match self:
            case View.AS_IS:
                return x, y
            case View.LEFT_RIGHT:
                return width - x, y
            case View.TOP_BOTTOM:
                return x, height - y
            case View.TRANSPOSED:
                return y, x

    def colour(self, side: Side) -> Side:
        """Return the side whose colour a side is drawn in."""
        return side.other if self is View.TRANSPOSED else side
