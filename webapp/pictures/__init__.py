"""How a board is drawn: the one place that knows where its holes are on a picture.

`board_svg` makes pictures that stand alone; `page_board` makes the drawing that a page's script
takes over: it finds the places of the holes in it, and shapes of pegs and links to use.
`page_map` makes one whose marks are links.
"""

from webapp.pictures.board_svg import CELL, Mark, board_svg, page_board, page_map
from webapp.pictures.layout import check_room
from webapp.pictures.orientation import Orientation
from webapp.pictures.style import Theme, colours, style

__all__ = [
    "CELL",
    "Mark",
    "Orientation",
    "Theme",
    "board_svg",
    "check_room",
    "colours",
    "page_board",
    "page_map",
    "style",
]
