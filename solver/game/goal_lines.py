"""The names of goal lines."""

from solver.game.geometry import Side
from solver.game.notation import hole_text
from solver.game.position import Position

__all__ = ["goal_lines", "goal_words"]


def goal_lines(position: Position, side: Side) -> tuple[str, str]:
    """Return the names of a side's goal lines: `row 1` and `row 12`, or `the left border`."""
    if position.board.diagonal:
        first, last = _BORDERS[side]
        return f"the {first} border", f"the {last} border"
    kind = "row" if side is Side.WHITE else "column"
    first, last = _rectangle_lines(position, side)
    return f"{kind} {first}", f"{kind} {last}"


def goal_words(position: Position, side: Side) -> str:
    """Return a side's goal lines: `rows 1 and 12`, or `the left and the right border`."""
    if position.board.diagonal:
        first, last = _BORDERS[side]
        return f"the {first} and the {last} border"
    first, last = _rectangle_lines(position, side)
    return f"{'rows' if side is Side.WHITE else 'columns'} {first} and {last}"


_BORDERS = {Side.WHITE: ("top", "bottom"), Side.BLACK: ("left", "right")}
"""Of a diagonal board, with its border upright."""


def _rectangle_lines(position: Position, side: Side) -> tuple[str, str]:
    first, last = map(hole_text, position.board.box.corners)
    wanted = str.isdigit if side is Side.WHITE else str.isalpha
    return "".join(filter(wanted, first)), "".join(filter(wanted, last))
