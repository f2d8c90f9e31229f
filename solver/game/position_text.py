"""Positions as text: what rows of the store and records are about, so that it can be solved again.

Unlike SGF it carries every board and position, and no more than the solver looks at.
"""

import json
from collections.abc import Iterable

from solver.errors import StoreError
from solver.game.board import Board
from solver.game.diagonal import Diagonal
from solver.game.geometry import Hole, Link, Side
from solver.game.move import Ruleset
from solver.game.notation import hole_text, link_text, parse_hole, parse_link
from solver.game.position import Position

__all__ = ["position_from", "position_text"]


def position_text(position: Position) -> str:
    """Return a position as JSON; ply and result are left out."""
    board = position.board
    values = {
        "size": [board.width, board.height],
        "holes": None if board.holes is None else _holes(board.holes),
        "window": None if board.region is None else _holes(board.region),
        "closed": {
            side.value: _holes(hole for who, hole in board.closed if who is side) for side in Side
        },
        "ruleset": position.ruleset.value,
        "to_move": position.to_move.value,
        "passed": position.passed,
        "white": _holes(position.white),
        "black": _holes(position.black),
        "white_links": _links(position.white_links),
        "black_links": _links(position.black_links),
    }
    if board.diagonal is not None:
        values["diagonal"] = board.diagonal.text
    return json.dumps(values, separators=(",", ":"))


def position_from(text: str) -> Position:
    """Read a position that is not impossible.

    Raises StoreError when the text is none.
    """
    try:
        values = json.loads(text)
        width, height = values["size"]
        board = Board(
            int(width),
            int(height),
            _optional(values["holes"]),
            _optional(values["window"]),
            diagonal=Diagonal.parse(values["diagonal"]) if "diagonal" in values else None,
        )
        for side in Side:
            board = board.closing(side, _parsed(values["closed"][side.value]))
        position = Position(
            board,
            Ruleset(values["ruleset"]),
            Side(values["to_move"]),
            _parsed(values["white"]),
            _parsed(values["black"]),
            _parsed_links(values["white_links"]),
            _parsed_links(values["black_links"]),
            passed=bool(values["passed"]),
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        raise StoreError("a stored position cannot be read") from None
    if problems := position.problems():
        raise StoreError(f"a stored position is impossible: {problems[0]}")
    return position


def _holes(holes: Iterable[Hole]) -> str:
    return " ".join(map(hole_text, sorted(holes)))


def _links(links: Iterable[Link]) -> str:
    return " ".join(map(link_text, sorted(links)))


def _parsed(text: str) -> frozenset[Hole]:
    return frozenset(map(parse_hole, text.split()))


def _optional(text: str | None) -> frozenset[Hole] | None:
    return None if text is None else _parsed(text)


def _parsed_links(text: str) -> frozenset[Link]:
    return frozenset(map(parse_link, text.split()))
