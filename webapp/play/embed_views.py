"""A puzzle to be played on other sites' pages. No account is known there, and nothing is kept."""

from flask import Blueprint, Response, abort, jsonify, render_template, request
from sqlalchemy import select

from webapp.catalog.puzzle_texts import puzzle_from
from webapp.catalog.visibility import visible_to
from webapp.core.database import session
from webapp.core.limiter import rate_limit
from webapp.core.security import csrf, framed
from webapp.models import PuzzleRow
from webapp.play import explain
from webapp.play.answers import answer, changes_from
from webapp.play.gated_solver import solver_here
from webapp.play.playable import playable
from webapp.play.privilege import begin
from webapp.play.request_body import check_content_hash, line_from, move_from

__all__ = ["blueprint"]

blueprint = Blueprint("embed", __name__, url_prefix="/embed/<public_id>")
blueprint.after_request(framed)
# Nobody's cookies come along from another site's page, so there is no token against forgery. None
# is needed: the answers change nothing.
csrf.exempt(blueprint)


@blueprint.get("")
def show(public_id: str) -> str:
    """Show a published puzzle, to be played; who is signed in does not count."""
    row = _published(public_id)
    return render_template("play/embed.html", row=row, **playable(row))


@blueprint.post("/moves")
@rate_limit("ask the solver")
def judge_embedded(public_id: str) -> Response:
    """Judge a move as the puzzle's own page does, and record nothing."""
    row, body = _published(public_id), request.get_json()
    check_content_hash(body, row.content_hash)
    return jsonify(answer(puzzle_from(row.sgf, privilege=True), body))


@blueprint.post("/first-of-two")
@rate_limit("ask the solver")
def begin_embedded(public_id: str) -> Response:
    """Make the first of two moves in a row as the puzzle's own page does."""
    row, body = _published(public_id), request.get_json()
    check_content_hash(body, row.content_hash)
    puzzle, line = puzzle_from(row.sgf, privilege=True), line_from(body)
    return jsonify(first=begin(puzzle, line, move_from(body.get("move")), changes_from(body)))


@blueprint.post("/refutations")
@rate_limit("ask the solver")
def count_embedded(public_id: str) -> Response:
    """Count what refutes a move as the puzzle's own page does."""
    row, body = _published(public_id), request.get_json()
    line, known = line_from(body), move_from(body.get("known", ""))
    return jsonify(explain.refutations(puzzle_from(row.sgf), line, known, solver_here()))


def _published(public_id: str) -> PuzzleRow:
    query = select(PuzzleRow).filter_by(public_id=public_id).where(visible_to(None))
    return session().scalar(query) or abort(404)
