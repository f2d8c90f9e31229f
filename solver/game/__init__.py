"""The rules of TwixT in readable Python: geometry, boards, positions, notation.

The oracle of every other room. May import `solver.errors` only.
"""

from solver.game.as_json import position_values
from solver.game.board import MAX_SIZE, MIN_SIZE, Board, Box
from solver.game.diagram import position_diagram
from solver.game.geometry import (
    DIRECTIONS,
    Hole,
    Link,
    Side,
    cross,
    crossing_links,
    neighbours,
    slots_at,
)
from solver.game.move_text import move_text, move_values, parse_move, parse_move_values
from solver.game.notation import (
    centre_links,
    centre_text,
    hole_text,
    link_text,
    links_text,
    parse_hole,
    parse_link,
)
from solver.game.position import AnyMove, Ending, Move, Position, Result, Ruleset, Special

__all__ = [
    "DIRECTIONS",
    "MAX_SIZE",
    "MIN_SIZE",
    "AnyMove",
    "Board",
    "Box",
    "Ending",
    "Hole",
    "Link",
    "Move",
    "Position",
    "Result",
    "Ruleset",
    "Side",
    "Special",
    "centre_links",
    "centre_text",
    "cross",
    "crossing_links",
    "hole_text",
    "link_text",
    "links_text",
    "move_text",
    "move_values",
    "neighbours",
    "parse_hole",
    "parse_link",
    "parse_move",
    "parse_move_values",
    "position_diagram",
    "position_values",
    "slots_at",
]
