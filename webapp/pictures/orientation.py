"""The ways a board can be looked at."""

from enum import Enum

from solver.game import Board, Side

__all__ = ["Orientation"]


class Orientation(Enum):
    """How a board lies on the drawing; labels keep the names that the holes have."""

    AS_IS = "as-is"
    LEFT_RIGHT = "left-right"
    """Mirrored: left is right."""
    TOP_BOTTOM = "top-bottom"
    TRANSPOSED = "transposed"
    """Reflected in the main diagonal and the colours exchanged, so that the other side's lines
    lie at top and bottom."""
    UPRIGHT = "upright"
    """A diagonal board turned so that its border stands upright; any other as it is."""

    def on(self, board: Board) -> "Orientation":
        """Return the view in which a board is drawn where this one is asked for."""
        return Orientation.AS_IS if self is Orientation.UPRIGHT and not board.diagonal else self

    def place(self, x: float, y: float, width: float, height: float) -> tuple[float, float]:
        """Return where a point goes, in an area of a width and height from the origin."""
        match self:
            case Orientation.AS_IS | Orientation.UPRIGHT:
                return x, y
            case Orientation.LEFT_RIGHT:
                return width - x, y
            case Orientation.TOP_BOTTOM:
                return x, height - y
            case Orientation.TRANSPOSED:
                return y, x

    def colour(self, side: Side) -> Side:
        """Return the side whose colour a side is drawn in."""
        return side.other if self is Orientation.TRANSPOSED else side
