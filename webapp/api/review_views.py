"""Reviewing a game, one position at a time."""

from enum import Enum
from typing import Any, TypeVar

from flask import Response, current_app, jsonify

from solver.errors import NotationError, PuzzleFileError
from solver.files import parse_size
from solver.game import Ruleset
from solver.review import ply_values
from solver.search import Value
from webapp.api.request_checks import LONGEST_SGF, asking, blueprint, json_body, text, unreadable
from webapp.core.errors import FaultsError
from webapp.play.gated_solver import GatedSolver
from webapp.review import Game, read_game

__all__: list[str] = []

_E = TypeVar("_E", bound=Enum)

_LONGEST_NAME = 20
"""Characters of a size or of a name of rules or of a value."""


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
    known = _one_of(body, "known", Value)
    solver: GatedSolver = current_app.extensions["solver"]
    judged, effect = solver.review_ply(game.line, game.moves, number, known)
    return jsonify(ply_values(judged, effect))


def _game(body: dict[str, Any]) -> Game:
    """Return the game that a body holds. Raises FaultsError."""
    sgf = text(body, "sgf", LONGEST_SGF)
    try:
        size = parse_size(text(body, "size", _LONGEST_NAME)) if "size" in body else None
    except NotationError as error:
        raise FaultsError(400, [("size", str(error))]) from None
    try:
        return read_game(sgf, size, _one_of(body, "rules", Ruleset))
    except PuzzleFileError as error:
        raise unreadable(error) from None


def _one_of(body: dict[str, Any], name: str, kind: type[_E]) -> _E | None:
    """Return the member that a field names, None where it is left out. Raises FaultsError."""
    if body.get(name) is None:
        return None
    try:
        return kind(text(body, name, _LONGEST_NAME))
    except ValueError:
        fault = f"{name} can be {', '.join(each.value for each in kind)}."
        raise FaultsError(400, [(name, fault)]) from None
