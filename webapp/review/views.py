"""The page of game review: a game is read, then one position after the other is judged."""

from typing import Any

from flask import Blueprint, Response, abort, jsonify, render_template, request

from solver.errors import PuzzleFileError
from solver.game import Move, move_text
from solver.puzzle import Puzzle
from solver.review import Ply, ply_values, worth
from solver.search import Value
from webapp.core.limiter import rate_limit
from webapp.editor import USUAL_RULES, Drawing, DrawingError, chosen, drawing_of, text_fields
from webapp.editor.files import in_words
from webapp.play.gated_solver import solver_here
from webapp.review.games import Game, game_values, read_game
from webapp.review.ply_words import sentence

__all__ = ["blueprint"]

blueprint = Blueprint("review", __name__, url_prefix="/review")

_OTHER_RULES = "press “Review another game” to choose other rules"


@blueprint.get("")
def show() -> str:
    """Show the page, with no game on it yet."""
    return render_template("review/review.html", **text_fields())


@blueprint.post("/game")
@rate_limit("read a file")
def game() -> Response | tuple[Response, int]:
    """Read `{"text": a game in any format, "size": "24x24", "rules": "STD"}`.

    `size` and `rules` may be missing; they stand in for what the text does not say. A text that
    holds no game gets status 422 and the findings in words.
    """
    try:
        found = _game(_object())
    except PuzzleFileError as error:
        told = in_words(error.findings)
        message = f"This game cannot be read. {' '.join(told)}"
        return jsonify(error="Not a game", message=message, told=told), 422
    return jsonify(game_values(found) | {"told": in_words(found.findings, _OTHER_RULES)})


@blueprint.post("/ply")
@rate_limit("ask the solver")
def ply() -> Response | tuple[Response, int]:
    """Judge one position of a game: what `game` takes, with `ply`, the moves before the position.

    `known` is the value of the next position to its side to move, as this address gave it, or
    null. `drawing` in the answer is for the editor: a position that its side to move is proven
    to win.
    """
    body = _object()
    try:
        found = _game(body)
    except PuzzleFileError as error:
        return jsonify(error="Not a game", message=in_words(error.findings)[0]), 422
    number, known = body.get("ply"), body.get("known")
    # True and False are numbers to Python.
    if type(number) is not int or not 0 <= number < len(found.positions):
        abort(400, f"ply must be a number from 0 to {len(found.positions) - 1}.")
    try:
        following = None if known is None else Value(known)
    except ValueError:
        abort(400, f"known can be {', '.join(each.value for each in Value)}, or null.")
    judged, effect = solver_here().review_ply(
        found.line, found.moves, number, following, handicap=found.handicap
    )
    words = {"worth": worth(judged), "note": sentence(judged, effect)}
    return jsonify(ply_values(judged, effect) | words | {"drawing": _drawing(judged)})


def _game(body: dict[str, Any]) -> Game:
    """Return the game of a request's body. Raises PuzzleFileError."""
    text, size, rules = (body.get(name) or "" for name in ("text", "size", "rules"))
    if not all(isinstance(each, str) for each in (text, size, rules)):
        abort(400, "text, size and rules must be texts.")
    return read_game(text, *chosen(size, rules), USUAL_RULES)


def _drawing(judged: Ply) -> dict[str, Any] | None:
    """Return a position as the editor draws it, if its side to move is proven to win by a move."""
    if judged.value is not Value.WIN or not isinstance(judged.best, Move):
        return None
    try:
        drawn = drawing_of(Puzzle("", judged.position))
        # Read anew, as a beginning: moves before it are no part of a drawing.
        fresh = Drawing.read(drawn.as_json())
    except DrawingError:
        return None
    return fresh.as_json() | {"keys": [move_text(judged.position, judged.best)]}


def _object() -> dict[str, Any]:
    body = request.get_json()
    if not isinstance(body, dict):
        abort(400, "Send an object with text.")
    return body
