"""What is said of one position of a reviewed game."""

from solver.review import Effect, Ply, note
from solver.search import Value

__all__ = ["sentence"]


def sentence(ply: Ply, effect: Effect | None) -> str:
    """Say what the move at a position did to a proven result, or what of it is open, and why.

    Empty where a proven result was kept.
    """
    mover = ply.position.to_move.value.capitalize()
    if ply.swap:
        return "Open: the sides may be swapped here, so this was not searched."
    if found := note(ply, effect):
        return f"{mover} {found}."
    match ply.value:
        case Value.UNKNOWN:
            return "Open: no proof was found within the limits. It may be won or lost."
        case Value.AT_LEAST_DRAW:
            return f"Whether {mover} wins or draws is open."
        case Value.AT_MOST_DRAW:
            return f"Whether {mover} draws or loses is open."
    return ""
