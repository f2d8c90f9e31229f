"""What becomes of a move that a page sends: judged with or without the Privilege."""

from typing import Any

from flask import current_app

from solver.puzzle import Puzzle
from webapp.play import judge_move, privilege
from webapp.play.lines import Changes
from webapp.play.request_body import line_from, move_from, names_from

__all__ = ["answer", "changes_from", "opening"]


def opening(puzzle: Puzzle) -> dict[str, Any]:
    """Return what a page shows first."""
    return privilege.opening(puzzle) if puzzle.privilege else judge_move.opening(puzzle)


def answer(puzzle: Puzzle, body: Any) -> dict[str, Any]:
    """Judge the `move` after the `line` of a request's body. Raises RefusedError."""
    line, changes, text = line_from(body), changes_from(body), move_from(body.get("move"))
    limits = current_app.config["SOLVER_LIMITS"]
    if puzzle.privilege:
        judge = current_app.extensions["turn judge"]
        return privilege.answer(puzzle, line, text, judge, limits, changes)
    return judge_move.answer(puzzle, line, text, current_app.extensions["judge"], limits, changes)


def changes_from(body: Any) -> Changes:
    """Return the links and pegs that a request's body changes before its peg."""
    return Changes(*(names_from(body.get(name, [])) for name in ("off", "on", "lift")))
