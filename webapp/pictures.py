"""Positions as the page's board wants them: plain names, nothing left to work out.

The board knows no rules: which holes are open and which links a peg would make is said here.
"""

from typing import Any

from solver.game import Board, Hole, Link, Position, Side, hole_text, link_text

__all__ = ["geometry", "holes", "links", "state"]

_MARGIN = 2
"""How many columns or rows outside a window can show: a link reaches no farther."""


def geometry(position: Position) -> dict[str, Any]:
    """Return what never changes in a puzzle.

    `columns` and `rows` are the labels of the window and of what shows around it; `box` gives the
    window as places in these lists; `cut` names the sides where the board goes on; `holes` lists
    the holes that pegs may go to; `guides` are lines from `[column, row]` to `[column, row]`, in
    holes from the first of the window.
    """
    board, box = position.board, position.board.box
    left, right = max(0, box.left - _MARGIN), min(board.width - 1, box.right + _MARGIN)
    top, bottom = max(0, box.top - _MARGIN), min(board.height - 1, box.bottom + _MARGIN)
    cut = {
        "left": box.left > 0,
        "top": box.top > 0,
        "right": box.right < board.width - 1,
        "bottom": box.bottom < board.height - 1,
    }
    return {
        "columns": [hole_text(Hole(col, 0))[:-1] for col in range(left, right + 1)],
        "rows": [str(row + 1) for row in range(top, bottom + 1)],
        "box": {
            "left": box.left - left,
            "top": box.top - top,
            "right": box.right - left,
            "bottom": box.bottom - top,
        },
        "cut": [side for side, is_cut in cut.items() if is_cut],
        "holes": [hole_text(hole) for hole in board.playable_holes()],
        "guides": _guides(board),
    }


def _guides(board: Board) -> list[list[list[float]]]:
    """Return the guide lines of a square board, from those of its corners that show.

    Two leave each corner of the field within the borders, the way links go, and end where they
    meet those of the corner across. They tell which corner a chain runs to.
    """
    if board.width != board.height:
        return []
    box, third = board.box, (board.width - 3) / 3
    guides = list[list[list[float]]]()
    for col, right in ((1, third), (board.width - 2, -third)):
        for row, down in ((1, third), (board.height - 2, -third)):
            if box.left <= col <= box.right and box.top <= row <= box.bottom:
                x, y = float(col - box.left), float(row - box.top)
                guides.append([[x, y], [x + 2 * right, y + down]])
                guides.append([[x, y], [x + right, y + 2 * down]])
    return guides


def state(position: Position, player: Side) -> dict[str, Any]:
    """Return the pegs and links and, when it is the player's turn, his moves.

    `moves` maps each hole open to the player to the links that a peg there would make.
    """
    moves: dict[str, list[str]] = {}
    if position.result is None and position.to_move is player:
        moves = {
            hole_text(hole): links(position.automatic_links(player, hole))
            for hole in position.open_holes(player)
        }
    return {
        "to_move": position.to_move.value if position.result is None else None,
        "white": holes(position.white),
        "black": holes(position.black),
        "white_links": links(position.white_links),
        "black_links": links(position.black_links),
        "moves": moves,
    }


def holes(found: frozenset[Hole]) -> list[str]:
    """Return the names of holes, sorted."""
    return [hole_text(hole) for hole in sorted(found)]


def links(found: frozenset[Link]) -> list[str]:
    """Return the names of links, sorted."""
    return [link_text(link) for link in sorted(found)]
