"""Positions as text that makes them again."""

from collections.abc import Iterable

from solver.game import Hole, Position, Side, hole_text, links_text

__all__ = ["position_text"]


def position_text(position: Position) -> str:
    """Return a position as the call of `make_position` that makes it."""
    board = position.board
    extra = "".join(
        f", {name}=holes({_names(listed)!r})"
        for name, listed in (("holes", board.holes), ("region", board.region))
        if listed is not None
    )
    sides = ", ".join(
        repr(f"{_names(position.pegs(side))} ({links_text(position.links(side))})") for side in Side
    )
    if board.diagonal is not None:
        extra = f", {sorted(board.holes or ())}, diagonal={board.diagonal}"
    return (
        f"make_position(Board({board.width}, {board.height}{extra}), {sides}, "
        f"{position.to_move}, {position.ruleset})"
    )


def _names(listed: Iterable[Hole]) -> str:
    return " ".join(hole_text(hole) for hole in sorted(listed))
