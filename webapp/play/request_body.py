"""What the questions of a puzzle's page have in common: a line of moves, checked."""

from typing import Any

from flask import abort

from webapp.core.errors import OutdatedPageError

__all__ = [
    "LONGEST_LINE",
    "LONGEST_MOVE",
    "check_content_hash",
    "line_from",
    "move_from",
    "names_from",
]

LONGEST_LINE = 1000
"""Moves in a line; longer than any game that was ever played."""
LONGEST_MOVE = 500
"""Characters in a move's text; a long move names every link it changes."""
LONGEST_NAME = 16
"""Characters in the name of a link."""


def check_content_hash(body: Any, content_hash: str) -> None:
    """Raise OutdatedPageError if a request's body names another text than the puzzle has now.

    A body that names none is about the present one.
    """
    if isinstance(body, dict) and body.get("content_hash", content_hash) != content_hash:
        raise OutdatedPageError


def line_from(body: Any) -> list[str]:
    """Return the line of a request's body, its moves as text; status 400 for another shape."""
    if not isinstance(body, dict):
        abort(400, "Send an object with line.")
    line = body.get("line")
    if not isinstance(line, list) or len(line) > LONGEST_LINE:
        abort(400, f"line must be a list of up to {LONGEST_LINE} moves.")
    return [move_from(text) for text in line]


def move_from(text: Any) -> str:
    """Return a move's text; status 400 for anything else."""
    if not isinstance(text, str) or len(text) > LONGEST_MOVE:
        abort(400, f"A move must be text of up to {LONGEST_MOVE} characters.")
    return text


def names_from(found: Any) -> tuple[str, ...]:
    """Return a list of names of links or holes; status 400 for anything else."""
    if not isinstance(found, list) or len(found) > LONGEST_LINE:
        abort(400, f"off, on and lift must be lists of up to {LONGEST_LINE} names.")
    if not all(isinstance(name, str) and len(name) <= LONGEST_NAME for name in found):
        abort(400, "A link is named like D5-F6, a hole like D5.")
    return tuple(found)
