"""A position drawn as text. `solver.files.diagram` explains the drawing and reads it back."""

from typing import TYPE_CHECKING

from solver.game.board import Board, Box
from solver.game.geometry import Hole, Link, Side
from solver.game.notation import hole_text, links_text

if TYPE_CHECKING:
    from solver.game.position import Position

__all__ = ["drawn_box", "position_diagram"]


def position_diagram(position: "Position", aim: str = "") -> str:
    """Return a position as a diagram; `aim` follows the side to move in its first line.

    With a window only the window and the pegs are shown. Result and ply are not carried.
    """
    box = drawn_box(position)
    lines = [_title(position, aim)]
    margin = len(str(box.bottom + 1)) + 2
    names = [hole_text(Hole(col, 0))[:-1] for col in range(box.left, box.right + 1)]
    lines.append(" " * margin + "".join(f"{name:<3}" for name in names))
    canvas = _canvas(position, box)
    for index, row in enumerate(canvas):
        number = "" if index % 2 else str(box.top + 1 + index // 2)
        lines.append(f"{number:<{margin}}" + "".join(row))
    # A line of strokes is there only where there are strokes.
    lines = [line.rstrip() for line in lines if line.strip()]
    for side in Side:
        listed = links_text(position.links(side)) or "none"
        lines.append(f"{side.value.capitalize()} links: {listed}")
    return "\n".join(lines) + "\n"


def drawn_box(position: "Position") -> Box:
    """Return the part of the board that a diagram shows."""
    board = position.board
    if board.region is None or board.holes is not None:
        return Box(0, 0, board.width - 1, board.height - 1)
    box = board.box
    pegs = position.white | position.black
    last = Hole(min(box.right, board.width - 1), min(box.bottom, board.height - 1))
    return Box.around([box.corners[0], last, *pegs])


def _title(position: "Position", aim: str) -> str:
    board, side = position.board, position.to_move.value
    size = board.diagonal.text if board.diagonal else f"{board.width}x{board.height}"
    text = f"TwixT {size} {position.ruleset.value}, {side} to move{aim}"
    if board.region is not None:
        text += ", window " + ":".join(map(hole_text, board.box.corners))
    return text


def _canvas(position: "Position", box: Box) -> list[list[str]]:
    """Draw cells and links: three characters a column, two lines a row."""
    board = position.board
    width, height = box.columns, box.rows
    canvas = [[" "] * (3 * width) for _ in range(2 * height - 1)]
    # Steep strokes last: they are what the eye needs most where links lie close.
    links = sorted(
        position.white_links | position.black_links,
        key=lambda link: (link.left.col - link.right.col, link),
    )
    for link in links:
        x, y = 3 * (link.left.col - box.left), 2 * (link.left.row - box.top)
        for dx, dy, stroke in _strokes(link):
            canvas[y + dy][x + dx] = stroke
    for row in range(height):
        for col in range(width):
            hole = Hole(box.left + col, box.top + row)
            canvas[2 * row][3 * col] = _cell(position, board, hole)
    return canvas


def _strokes(link: Link) -> list[tuple[int, int, str]]:
    """Return a link's strokes relative to its left end."""
    if link.right.col - link.left.col == 2:
        if link.falls:
            return [(1, 0, "_"), (2, 1, "-"), (3, 1, "-"), (4, 1, "-"), (5, 1, "_")]
        return [(1, -1, "_"), (2, -1, "-"), (3, -1, "-"), (4, -1, "-"), (5, -2, "_")]
    if link.falls:
        return [(1, 1, "\\"), (2, 2, "\\"), (2, 3, "\\")]
    return [(1, -1, "/"), (1, -2, "/"), (2, -3, "/")]


def _cell(position: "Position", board: Board, hole: Hole) -> str:
    if hole not in board:
        return " "
    side = position.peg_at(hole)
    mark = side.letter if side else "."
    if board.in_region(hole):
        return mark
    return mark.lower() if side else ":"
