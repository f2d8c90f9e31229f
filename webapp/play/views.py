"""One puzzle: its page, and the judge of the moves made there."""

from typing import Any

from flask import Blueprint, Response, jsonify, render_template, request, url_for
from sqlalchemy import func, select

from solver.answers import Outcome
from webapp.accounts.sessions import current_account
from webapp.catalog.course_views import place_of
from webapp.catalog.puzzle_texts import note_cook, played_before, puzzle_from
from webapp.catalog.visibility import beside, puzzle_at
from webapp.core import sentences
from webapp.core.database import session
from webapp.core.limiter import rate_limit
from webapp.models import DailyPuzzle, PuzzleRow
from webapp.pictures import Orientation
from webapp.play.answers import answer, changes_from
from webapp.play.explain import author_continues
from webapp.play.playable import playable
from webapp.play.privilege import begin
from webapp.play.request_body import check_content_hash, line_from, move_from
from webapp.progress import attempts

__all__ = ["blueprint"]

blueprint = Blueprint("puzzle", __name__, url_prefix="/p/<public_id>")


@blueprint.get("")
def show(public_id: str) -> str:
    """Show a puzzle ready to be played."""
    row = puzzle_at(public_id)
    puzzle, view = puzzle_from(row.sgf, privilege=True), _view()
    account = current_account()
    rated = attempts.is_rated(session(), account, row)
    handicap, moves_before = played_before(row.sgf)
    place = place_of(public_id, request.args.get("chapter"))
    shelf = beside(row)
    repeating = account is not None and "repeat" in request.args
    following = place.following if place else _address(shelf.following)
    return render_template(
        "play/puzzle.html",
        row=row,
        puzzle=puzzle,
        rules=sentences.rules(puzzle.position.ruleset),
        handicap=handicap,
        moves_before=moves_before,
        rated=rated,
        solved=account and attempts.has_solved(session(), account, row),
        **playable(row, view, rated=rated),
        view=view.on(puzzle.position.board),
        views=_VIEWS["diagonal" if puzzle.position.board.diagonal else "upright"],
        transposed=view is Orientation.TRANSPOSED,
        course=place,
        chapter_end=place.end if place and not repeating else "",
        day=session().scalar(select(func.max(DailyPuzzle.day)).filter_by(puzzle_id=row.id)),
        place=place.step.number if place else shelf.number,
        count=place.count if place else shelf.total,
        previous=place.previous if place else _address(shelf.previous),
        following=url_for("profile.repeat", after=public_id) if repeating else following,
        repeating=repeating,
        chosen=not (place or repeating) and (attempts.served if account else attempts.trained)(row),
    )


def _address(public_id: str | None) -> str | None:
    return public_id and url_for("puzzle.show", public_id=public_id)


@blueprint.post("/moves")
@rate_limit("ask the solver")
def judge_move(public_id: str) -> Response:
    """Judge `{"line": [moves so far], "move": the new one}`; moves are SGF text.

    `off`, `on` and `lift` may list links and pegs that are removed or added before the peg.
    With `shown` the page goes where its address says: nobody played, and nothing is recorded.
    `content_hash` is that of the text which the page shows: another one is refused.
    """
    row, body = puzzle_at(public_id), request.get_json()
    check_content_hash(body, row.content_hash)
    puzzle, line = puzzle_from(row.sgf, privilege=True), line_from(body)
    found = answer(puzzle, body)
    if found["outcome"] == Outcome.UNDECIDED.value and not puzzle.privilege:
        found |= author_continues(row.sgf, puzzle, line, found)
    if found["cook"]:
        note_cook(session(), row, found["steps"][0]["move"])
    if body.get("shown") is not True:
        _record(row, line, body.get("seal"), found)
    return jsonify(found)


@blueprint.post("/first-of-two")
@rate_limit("ask the solver")
def first_of_two(public_id: str) -> Response:
    """Make the first of two moves in a row, by the Privilege; nothing is judged before the other.

    The body is that of a move to be judged; the answer has one step, `first`.
    """
    row, body = puzzle_at(public_id), request.get_json()
    check_content_hash(body, row.content_hash)
    puzzle, line = puzzle_from(row.sgf, privilege=True), line_from(body)
    return jsonify(first=begin(puzzle, line, move_from(body.get("move")), changes_from(body)))


def _record(row: PuzzleRow, line: list[str], signature: object, found: dict[str, Any]) -> None:
    """Note what an answer means to the attempt of whoever is signed in; add it to the answer.

    The last step played gets the seal that makes the next move count. `account` tells whether
    somebody is: a page may stand open longer than its session lasts.
    """
    account = current_account()
    found["account"] = account is not None
    if not attempts.sealed(row, line, signature):
        return
    played = found["steps"][: found["played"]]
    if found["outcome"] == Outcome.WINS.value:
        played[-1]["seal"] = attempts.seal(row, [*line, *(step["move"] for step in played)])
    now = account and attempts.judged(session(), account, row, Outcome(found["outcome"]))
    if now:
        found["rated"], found["rating"] = now.rated, now.after
        found["message"] += sentences.rating(now.before, now.after)


_VIEWS = {
    "upright": {
        Orientation.AS_IS: "As the author drew it",
        Orientation.LEFT_RIGHT: "Mirrored left to right",
        Orientation.TOP_BOTTOM: "Mirrored top to bottom",
        Orientation.TRANSPOSED: "Transposed, colours exchanged",
    },
    "diagonal": {
        Orientation.UPRIGHT: "Border upright",
        Orientation.AS_IS: "Rows of holes upright",
    },
}
"""The views that a board can be chosen to be shown in, the usual one first."""


def _view() -> Orientation:
    """Return the view that the address asks for, the usual one when it asks for none."""
    try:
        return Orientation(request.args.get("view", Orientation.UPRIGHT.value))
    except ValueError:
        return Orientation.UPRIGHT
