"""What is said of one position of a reviewed game."""

from collections.abc import Mapping
from typing import Any

from solver.review import note
from solver.search import Value

__all__ = ["sentence"]


def sentence(ply: Mapping[str, Any]) -> str:
    """Say what the move at a position did to a proven result, or what of it is open, and why.

    `ply` has the values of `solver.review.ply_values`. Empty where a proven result was kept.
    """
    mover = ply["to_move"].capitalize()
    if ply["swap"]:
        return "Open: the sides may be swapped here, so this was not searched."
    if found := note(ply):
        return f"{mover} {found}."
    match Value(ply["value"]):
        case Value.UNKNOWN:
            return "Open: no proof was found within the limits. It may be won or lost."
        case Value.AT_LEAST_DRAW:
            return f"Whether {mover} wins or draws is open."
        case Value.AT_MOST_DRAW:
            return f"Whether {mover} draws or loses is open."
    return ""
