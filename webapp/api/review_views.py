"""Reviewing a game, one position at a time."""

from typing import Any

from flask import Response, jsonify

from solver.errors import PuzzleFileError, PuzzleRuleError
from solver.review import ply_values
from solver.search import Value
from webapp.api.request_checks import (
    asking,
    blueprint,
    given_text,
    json_body,
    one_of,
    unreadable,
)
from webapp.core.errors import FaultsError
from webapp.play.gated_solver import solver_here
from webapp.review import Game, read_game

__all__: list[str] = []


@blueprint.post("/api/v1/review")
@asking
def review() -> Response:
    """Judge one position of a game that the request brings along, as `twixt review` does."""
    body = json_body()
    game = _game(body)
    last = len(game.positions) - 1
    number = body.get("ply", last)
    # True and False are numbers to Python.
    if type(number) is not int or not 0 <= number <= last:
        raise FaultsError(400, [("ply", f"ply must be a number from 0 to {last} here.")])
    known = one_of(body, "known", Value)
    judged, effect = solver_here().review_ply(
        game.line, game.moves, number, known, handicap=game.handicap
    )
    return jsonify(ply_values(judged, effect))


def _game(body: dict[str, Any]) -> Game:
    """Return the game that a body holds. Raises FaultsError."""
    try:
        return read_game(*given_text(body))
    except (PuzzleFileError, PuzzleRuleError) as error:
        raise unreadable(error) from None
