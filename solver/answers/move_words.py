"""Moves and goal lines in words."""

from collections.abc import Iterable, Sequence

from solver.game import Hole, Move, Position, Side, hole_text, line_texts, link_text

__all__ = ["goal_lines", "goal_words", "line_text", "line_words", "listed", "move_words"]


def move_words(move: Move) -> str:
    """Return a move for people: `D5`, `D5 (removing F4-H3 and adding F3-H4)`, `a pass`.

    One whose peg does not make its links by itself: `C2 (making no link)`, or only some.
    """
    name = hole_text(move.peg) if move.peg is not None else "a pass"
    changes = []
    if move.off:
        changes.append("removing " + listed(link_text(link) for link in sorted(move.off)))
    added = [link for link in sorted(move.on) if move.auto or move.peg not in link]
    if added:
        changes.append("adding " + listed(link_text(link) for link in added))
    if not move.auto and move.peg is not None:
        made = [link for link in sorted(move.on) if move.peg in link]
        changes.append("making " + (f"only {listed(map(link_text, made))}" if made else "no link"))
    return f"{name} ({' and '.join(changes)})" if changes else name


def line_text(position: Position, line: Sequence[Move]) -> str:
    """Return the moves from a position as SGF texts with spaces between them."""
    return " ".join(text or "pass" for text in line_texts(position, line))


def line_words(line: Iterable[Move]) -> str:
    """Return moves for people, with commas between them: `D5, F4, E7`."""
    return ", ".join(map(move_words, line))


def goal_lines(position: Position, side: Side) -> tuple[str, str]:
    """Return the names of a side's goal lines: `row 1` and `row 12`, or `the left border`."""
    if position.board.diagonal:
        first, last = _BORDERS[side]
        return f"the {first} border", f"the {last} border"
    kind = "row" if side is Side.WHITE else "column"
    first, last = _rectangle_lines(position, side)
    return f"{kind} {first}", f"{kind} {last}"


def goal_words(position: Position, side: Side) -> str:
    """Return a side's goal lines: `rows 1 and 12`, or `the left and the right border`."""
    if position.board.diagonal:
        first, last = _BORDERS[side]
        return f"the {first} and the {last} border"
    first, last = _rectangle_lines(position, side)
    return f"{'rows' if side is Side.WHITE else 'columns'} {first} and {last}"


_BORDERS = {Side.WHITE: ("top", "bottom"), Side.BLACK: ("left", "right")}
"""Of a diagonal board, with its border upright."""


def _rectangle_lines(position: Position, side: Side) -> tuple[str, str]:
    box = position.board.box
    first, last = hole_text(Hole(box.left, box.top)), hole_text(Hole(box.right, box.bottom))
    wanted = str.isdigit if side is Side.WHITE else str.isalpha
    return "".join(filter(wanted, first)), "".join(filter(wanted, last))


def listed(names: Iterable[str]) -> str:
    """Return names as a list in a sentence: `A, B and C`."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
