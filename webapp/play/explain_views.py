"""What a puzzle's page asks besides judgements: positions, hints, defences, counts."""

from typing import Any

from flask import Blueprint, Response, abort, current_app, jsonify, request

from solver.answers import HintLevel
from webapp.accounts.sessions import current_account
from webapp.catalog.access import puzzle_at
from webapp.catalog.shelf import puzzle_from
from webapp.core.database import session
from webapp.core.security import limiter
from webapp.models import PuzzleRow
from webapp.play import explaining as explain
from webapp.play.lines import played, steps
from webapp.play.requests import line_from
from webapp.progress import attempts as progress

__all__ = ["blueprint"]

blueprint = Blueprint("explain", __name__, url_prefix="/p/<public_id>")


def _rate() -> str:
    return str(current_app.config["JUDGE_RATE"])


def _means() -> tuple[Any, Any]:
    """Return what explains, and its limits."""
    return current_app.extensions["solver"], current_app.config["SOLVER_LIMITS"]


@blueprint.post("/positions")
@limiter.limit(_rate)
def positions(public_id: str) -> Response:
    """Play `{"line": [moves]}` of both sides, and judge nothing."""
    start = puzzle_from(puzzle_at(public_id).sgf).position
    moves, _ = played(start, line_from(request.get_json()))
    return jsonify(steps=steps(start, moves))


@blueprint.post("/verdict")
@limiter.limit(_rate)
def verdict(public_id: str) -> Response:
    """Say what is proved of the position after `{"line": [moves]}` of both sides."""
    row, line = puzzle_at(public_id), line_from(request.get_json())
    _peek(row)
    return jsonify(explain.position_verdict(puzzle_from(row.sgf), line, *_means()))


@blueprint.post("/hints")
@limiter.limit(_rate)
def hint(public_id: str) -> Response:
    """Give the hint of `{"line": [moves so far], "level": 1 to 4}`."""
    row, body = puzzle_at(public_id), request.get_json()
    line = line_from(body)
    try:
        level = HintLevel(body.get("level"))
    except ValueError:
        abort(400, "level must be 1, 2, 3 or 4.")
    found = explain.hint(row.sgf, puzzle_from(row.sgf), line, level, *_means())
    account = current_account()
    if account and found["level"] is not None:
        progress.hinted(session(), account, row, HintLevel(found["level"]))
    return jsonify(found)


@blueprint.post("/defences")
@limiter.limit(_rate)
def defences(public_id: str) -> Response:
    """Group the defences after `{"line": [moves so far]}`."""
    row, line = puzzle_at(public_id), line_from(request.get_json())
    _peek(row)
    return jsonify(explain.classes(puzzle_from(row.sgf), line, *_means()))


@blueprint.post("/refutations")
@limiter.limit(_rate)
def refutations(public_id: str) -> Response:
    """Count what refutes the last move of `{"line": [moves], "known": a refuting hole}`."""
    puzzle, body = puzzle_from(puzzle_at(public_id).sgf), request.get_json()
    line, known = line_from(body), body.get("known", "")
    if not isinstance(known, str):
        abort(400, "known must be the name of a hole.")
    return jsonify(explain.refutations(puzzle, line, known, *_means()))


def _peek(row: PuzzleRow) -> None:
    """End the rating of an attempt before telling more than its moves would."""
    account = current_account()
    if account and progress.is_rated(session(), account, row):
        progress.hinted(session(), account, row, HintLevel.KEY)
