"""How a board is drawn: the one place that knows where its holes are on a picture.

`board_svg` makes pictures that stand alone; `page_board` makes the drawing that a page's script
takes over: it finds the places of the holes in it, and shapes of pegs and links to use.
`page_map` makes one whose marks are links.
"""

from webapp.drawing.board import CELL, Mark, board_svg, page_board, page_map
from webapp.drawing.frame import check_room
from webapp.drawing.style import Theme, colours, style
from webapp.drawing.view import View

__all__ = [
    "CELL",
    "Mark",
    "Theme",
    "View",
    "board_svg",
    "check_room",
    "colours",
    "page_board",
    "page_map",
    "style",
]
