"""What is said of one position of a reviewed game."""

from collections.abc import Mapping
from typing import Any

from solver.review import note
from solver.search import Value

__all__ = ["sentence"]

_DECIDED = (Value.WIN, Value.LOSS, Value.DRAW)


def sentence(ply: Mapping[str, Any]) -> str:
    """Say what the move at a position did to a proven result, or why the position is open.

    `ply` has the values of `solver.review.ply_values`. Empty where a proven result was kept.
    """
    if ply["swap"]:
        return "Open: the sides may be swapped here, so this was not searched."
    if found := note(ply):
        return f"{ply['to_move'].capitalize()} {found}."
    if Value(ply["value"]) not in _DECIDED:
        return "Open: no proof was found within the limits. It may be won or lost."
    return ""
