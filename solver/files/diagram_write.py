"""Draws boards as text that the reader of diagrams reads back."""

from solver.errors import PuzzleRuleError
from solver.files.record import MAX_DRAWN
from solver.game import Position, drawn_box, position_diagram
from solver.puzzle import Goal

__all__ = ["board_diagram"]

_AIMS = {
    None: "",
    Goal.WIN: " and win",
    Goal.DRAW: " and draw",
    Goal.WHITE_WINS: ", white to win",
    Goal.BLACK_WINS: ", black to win",
}
"""What the first line says of a puzzle's goal."""


def board_diagram(position: Position, goal: Goal | None = None) -> str:
    """Return a position as a diagram that `read_diagram` reads back.

    With a window only the window and the pegs are shown. Result and ply are not carried.
    Raises PuzzleRuleError for what is too large to draw.
    """
    box = drawn_box(position)
    columns, rows = box.columns, box.rows
    if columns * rows > MAX_DRAWN:
        raise PuzzleRuleError(f"{columns} x {rows} holes: at most {MAX_DRAWN} are drawn")
    return position_diagram(position, _AIMS[goal])
