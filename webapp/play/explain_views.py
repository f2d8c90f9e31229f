"""What a puzzle's page asks besides judgements: positions, setups, hints, defences, counts."""

from flask import Blueprint, Response, abort, jsonify, request

from solver.answers import HintLevel
from solver.puzzle import Puzzle
from webapp.accounts.sessions import current_account
from webapp.catalog.puzzle_texts import puzzle_from
from webapp.catalog.visibility import puzzle_at
from webapp.core.database import session
from webapp.core.errors import RefusedError
from webapp.core.limiter import rate_limit
from webapp.models import PuzzleRow
from webapp.play import explain, privilege
from webapp.play.board_json import drawn_setups, drawn_threats
from webapp.play.gated_solver import solver_here
from webapp.play.lines import steps_of
from webapp.play.request_body import check_content_hash, line_from, move_from
from webapp.play.turns import turn_steps_of, turns_played
from webapp.progress import attempts

__all__ = ["blueprint"]

blueprint = Blueprint("explain", __name__, url_prefix="/p/<public_id>")


@blueprint.post("/positions")
@rate_limit("name setups")
def positions(public_id: str) -> Response:
    """Play `{"line": [moves]}` of both sides, and judge nothing."""
    puzzle, line = _puzzle(puzzle_at(public_id)), line_from(request.get_json())
    if puzzle.privilege:
        return jsonify(steps=turn_steps_of(privilege.start_of(puzzle), line))
    return jsonify(steps=steps_of(puzzle.position, line))


@blueprint.post("/setups")
@rate_limit("name setups")
def setups(public_id: str) -> Response:
    """Name the basic setups and the threats after `{"line": [moves]}` of both sides."""
    puzzle, line = _puzzle(puzzle_at(public_id)), line_from(request.get_json())
    _, at = turns_played(privilege.start_of(puzzle), line)
    return jsonify(setups=drawn_setups(at.position), threats=drawn_threats(at.position))


@blueprint.post("/verdict")
@rate_limit("ask the solver")
def verdict(public_id: str) -> Response:
    """Say what is proved of the position after `{"line": [moves]}` of both sides."""
    row, line = puzzle_at(public_id), line_from(request.get_json())
    _peek(row)
    puzzle = _puzzle(row)
    judged = privilege.position_verdict if puzzle.privilege else explain.position_verdict
    return jsonify(judged(puzzle, line, solver_here()))


@blueprint.post("/hints")
@rate_limit("ask the solver")
def hint(public_id: str) -> Response:
    """Give the hint of `{"line": [moves so far], "level": 1 to 4}`."""
    row, body = puzzle_at(public_id), request.get_json()
    check_content_hash(body, row.content_hash)
    line = line_from(body)
    try:
        level = HintLevel(body.get("level"))
    except ValueError:
        abort(400, "level must be 1, 2, 3 or 4.")
    puzzle = _puzzle(row)
    if puzzle.privilege:
        found = privilege.hint(puzzle, line, level, solver_here())
    else:
        found = explain.hint(row.sgf, puzzle, line, level, solver_here())
    account = current_account()
    if account and found["level"] is not None:
        attempts.hinted(session(), account, row, HintLevel(found["level"]))
    return jsonify(found)


@blueprint.post("/defences")
@rate_limit("ask the solver")
def defences(public_id: str) -> Response:
    """Group the defences after `{"line": [moves so far]}`."""
    row, line = puzzle_at(public_id), line_from(request.get_json())
    _peek(row)
    return jsonify(explain.classes(_ordinary(row), line, solver_here()))


@blueprint.post("/refutations")
@rate_limit("ask the solver")
def refutations(public_id: str) -> Response:
    """Count what refutes the last move of `{"line": [moves], "known": a refuting hole}`."""
    puzzle, body = _ordinary(puzzle_at(public_id)), request.get_json()
    line, known = line_from(body), move_from(body.get("known", ""))
    return jsonify(explain.refutations(puzzle, line, known, solver_here()))


def _puzzle(row: PuzzleRow) -> Puzzle:
    return puzzle_from(row.sgf, privilege=True)


def _ordinary(row: PuzzleRow) -> Puzzle:
    """Return a puzzle in which nobody holds the Privilege; raises RefusedError for another one."""
    puzzle = _puzzle(row)
    if puzzle.privilege:
        raise RefusedError("defences are not counted where a side holds the Privilege")
    return puzzle


def _peek(row: PuzzleRow) -> None:
    attempts.peeked(session(), current_account(), row)
