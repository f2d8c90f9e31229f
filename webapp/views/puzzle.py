"""One puzzle: its page, and the judge of the moves made there."""

from typing import Any

from flask import Blueprint, Response, abort, current_app, jsonify, render_template, request
from sqlalchemy import select

from webapp import words
from webapp.database import session
from webapp.desk import BusyError
from webapp.models import PuzzleRow
from webapp.pictures import geometry
from webapp.play import RefusedError, answer, opening
from webapp.security import limiter
from webapp.shelf import puzzle_from

__all__ = ["blueprint"]

blueprint = Blueprint("puzzle", __name__, url_prefix="/p/<public_id>")

LONGEST_LINE = 1000
"""Moves in a line; longer than any game that was ever played."""
LONGEST_MOVE = 500
"""Characters in a move's text; a long move names every link it changes."""


@blueprint.get("")
def show(public_id: str) -> str:
    """Show a puzzle ready to be played."""
    row = _row(public_id)
    puzzle = puzzle_from(row.sgf)
    start = opening(puzzle)
    siblings = row.collection.puzzles
    here = siblings.index(row)
    return render_template(
        "puzzle.html",
        row=row,
        puzzle=puzzle,
        rules=words.rules(puzzle.position.ruleset),
        start=start,
        data=start | {"id": row.public_id, "geometry": geometry(puzzle.position)},
        previous=siblings[here - 1] if here else None,
        following=siblings[here + 1] if here + 1 < len(siblings) else None,
    )


@blueprint.post("/moves")
@limiter.limit(lambda: str(current_app.config["JUDGE_RATE"]))
def judge_move(public_id: str) -> tuple[Response, int]:
    """Judge `{"line": [moves so far], "move": the new one}`; moves are SGF text."""
    puzzle = puzzle_from(_row(public_id).sgf)
    line, move = _question(request.get_json())
    judge, limits = current_app.extensions["judge"], current_app.config["SOLVER_LIMITS"]
    try:
        found = answer(puzzle, line, move, judge, limits)
    except RefusedError as error:
        return jsonify(error="Not a move here", message=words.sentence(str(error))), 422
    except BusyError:
        abort(503)
    return jsonify(found), 200


def _row(public_id: str) -> PuzzleRow:
    row = session().scalar(select(PuzzleRow).filter_by(public_id=public_id))
    return row or abort(404)


def _question(body: Any) -> tuple[list[str], str]:
    """Check a request's body by hand: two fields, both of text."""
    if not isinstance(body, dict):
        abort(400, "Send an object with line and move.")
    line, move = body.get("line"), body.get("move")
    if not isinstance(line, list) or len(line) > LONGEST_LINE:
        abort(400, f"line must be a list of up to {LONGEST_LINE} moves.")
    moves = [text for text in [*line, move] if isinstance(text, str) and len(text) <= LONGEST_MOVE]
    if len(moves) != len(line) + 1:
        abort(400, f"A move must be text of up to {LONGEST_MOVE} characters.")
    return moves[:-1], moves[-1]
