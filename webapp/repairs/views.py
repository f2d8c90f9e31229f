"""The question of a report's page whether a small change makes its puzzle sound, or smaller."""

from typing import Any

from flask import Blueprint, Response, abort, jsonify, request

from solver.audits import Change
from solver.errors import PuzzleFileError
from solver.game import Hole, Position, Side
from solver.work import Failure, Fault
from webapp.catalog.puzzle_texts import puzzle_from
from webapp.core.limiter import rate_limit
from webapp.core.sentences import as_sentence
from webapp.editor import DrawingError, drawing_of, fitted
from webapp.pictures import Mark, page_map
from webapp.play.gated_solver import solver_here
from webapp.reports.report_text import in_capitals

__all__ = ["blueprint"]

blueprint = Blueprint("repairs", __name__)

_LONGEST = 60_000
"""Characters of a puzzle."""


@blueprint.post("/repairs")
@rate_limit("ask the solver")
def look() -> Response | tuple[Response, int]:
    """Look for changes to the puzzle in `{"sgf": text}` within the time of one question.

    `changes` are those that make a cooked puzzle sound, or take pegs off a sound one, with `keys`;
    each was audited. What was proved on the way is kept, so that the same question goes further
    next time, unless this search has `ended`.
    """
    body = request.get_json()
    sgf = body.get("sgf") if isinstance(body, dict) else None
    if not isinstance(sgf, str) or len(sgf) > _LONGEST:
        abort(400, f"sgf must be a text of up to {_LONGEST} characters.")
    try:
        puzzle = puzzle_from(sgf)
    except PuzzleFileError as error:
        return jsonify(error="Not a puzzle", message=as_sentence(error.findings[0].message)), 422
    found = solver_here().improve(puzzle)
    if isinstance(found, Failure) and found.fault is Fault.REFUSED:
        return jsonify(error="Not possible", message=as_sentence(found.message)), 422
    if isinstance(found, Failure):
        return jsonify(error="Crashed", message="The search broke off. Try again."), 500
    changes = [*found.repairs, *([found.economy] if found.economy else [])]
    found_keys = [key.text for key in found.audit.keys if not key.published]
    return jsonify(
        verdict=found.audit.verdict.value,
        keys=f"{in_capitals(found_keys[0])} as its key" if found_keys else "the same key",
        changes=[_told(puzzle.position, change) for change in changes],
        ended=found.ended,
    )


def _told(before: Position, change: Change) -> dict[str, Any]:
    """Return a change in words and pictures, and as the editor draws it."""
    after = change.puzzle.position
    try:
        drawing = fitted(drawing_of(change.puzzle)).as_json()
    except DrawingError:
        drawing = None
    gone, come = (_pegs(one) - _pegs(other) for one, other in ((before, after), (after, before)))
    words = in_capitals(change.text)
    return {
        "words": words[:1].upper() + words[1:],
        "before": _board(before, f"Before: {words}", dict.fromkeys(gone, Mark("-", "try"))),
        "after": _board(after, f"After: {words}", dict.fromkeys(come, Mark("+", "key"))),
        "drawing": drawing,
    }


def _board(position: Position, label: str, marks: dict[Hole, Mark]) -> str:
    return page_map(position, label, marks, linked=False)


def _pegs(position: Position) -> set[Hole]:
    return {*position.pegs(Side.WHITE), *position.pegs(Side.BLACK)}
