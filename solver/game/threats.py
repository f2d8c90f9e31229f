"""Threats: holes where one more peg joins a side's goal lines."""

from solver.game.geometry import Hole, Side
from solver.game.position import Position

__all__ = ["threats"]


def threats(position: Position, side: Side) -> tuple[Hole, ...]:
    """Return the holes where a peg of a side, with its automatic links, joins its goal lines.

    Sorted; whoever is to move. Empty once the game is over. A win that needs a link removed or
    added by hand is not among them.
    """
    if position.result is not None:
        return ()
    pegs, links = position.pegs(side), position.links(side)
    return tuple(
        hole
        for hole in sorted(position.open_holes(side))
        if (made := position.automatic_links(side, hole))
        and position.joins(side, pegs | {hole}, links | made)
    )
