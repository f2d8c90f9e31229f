"""The rules of TwixT in readable Python: geometry, boards, positions, notation.

What every other room is tested against.
"""

from solver.game.as_json import position_values
from solver.game.board import MAX_SIZE, MIN_SIZE, Board, Box
from solver.game.diagonal import Diagonal, Shape
from solver.game.diagram import drawn_box, position_diagram
from solver.game.geometry import (
    DIRECTIONS,
    Hole,
    Link,
    Side,
    cross,
    crossing_links,
    distance,
    neighbours,
    slots_at,
)
from solver.game.goal_lines import goal_lines, goal_words
from solver.game.move import AnyMove, Ending, Move, Result, Ruleset, Special
from solver.game.move_text import line_texts, move_text, move_values, parse_move, parse_move_values
from solver.game.notation import (
    centre_links,
    centre_text,
    hole_text,
    link_text,
    links_text,
    parse_hole,
    parse_link,
)
from solver.game.position import Position
from solver.game.position_text import position_from, position_text
from solver.game.privilege import PrivilegedPosition, holders_letters, parse_holders
from solver.game.replay import Line, Mark, Replay
from solver.game.routes import Routes
from solver.game.rules import Standing, crossed_by, no_swap
from solver.game.setups import Setup, setups, setups_at
from solver.game.threats import threats

__all__ = [
    "DIRECTIONS",
    "MAX_SIZE",
    "MIN_SIZE",
    "AnyMove",
    "Board",
    "Box",
    "Diagonal",
    "Ending",
    "Hole",
    "Line",
    "Link",
    "Mark",
    "Move",
    "Position",
    "PrivilegedPosition",
    "Replay",
    "Result",
    "Routes",
    "Ruleset",
    "Setup",
    "Shape",
    "Side",
    "Special",
    "Standing",
    "centre_links",
    "centre_text",
    "cross",
    "crossed_by",
    "crossing_links",
    "distance",
    "drawn_box",
    "goal_lines",
    "goal_words",
    "holders_letters",
    "hole_text",
    "line_texts",
    "link_text",
    "links_text",
    "move_text",
    "move_values",
    "neighbours",
    "no_swap",
    "parse_holders",
    "parse_hole",
    "parse_link",
    "parse_move",
    "parse_move_values",
    "position_diagram",
    "position_from",
    "position_text",
    "position_values",
    "setups",
    "setups_at",
    "slots_at",
    "threats",
]
