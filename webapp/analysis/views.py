"""The page of the analysis, and what its script asks. The server keeps nothing of it."""

from typing import Any

from flask import (
    Blueprint,
    Response,
    abort,
    jsonify,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.json import dumps
from flask.typing import ResponseReturnValue
from markupsafe import escape

from solver.errors import Finding, PuzzleFileError
from solver.proof import claim_of
from solver.puzzle import Goal, Puzzle
from webapp.accounts.sessions import current_account
from webapp.analysis import holes
from webapp.analysis.open_position import sgf_of
from webapp.catalog.puzzle_texts import puzzle_from, read_with
from webapp.catalog.visibility import puzzle_at
from webapp.core import sentences
from webapp.core.database import session
from webapp.core.limiter import rate_limit
from webapp.editor import USUAL_RULES, USUAL_SIZE, Drawing, chosen, text_fields
from webapp.editor.drafts import text_of
from webapp.editor.files import in_words
from webapp.pictures import page_board
from webapp.play.board_json import state
from webapp.play.gated_solver import solver_here
from webapp.play.lines import steps_of
from webapp.play.request_body import line_from, names_from
from webapp.progress import attempts

__all__ = ["blueprint"]

blueprint = Blueprint("analysis", __name__, url_prefix="/analysis")

_LONGEST = 50_000
"""Characters of a text."""
_LARGEST_FORM = 10 * _LONGEST
"""Bytes of a form with such a text: it writes nearly all characters in 1 to 9 of them."""
_LONGEST_ADDRESS = 4000
"""Characters: servers read a few more."""


@blueprint.url_value_preprocessor
def _allow_texts(endpoint: str | None, _: dict[str, Any] | None) -> None:
    """Let the form be larger than others, before the protection against forgery looks."""
    if endpoint == f"{blueprint.name}.show":
        request.max_content_length = _LARGEST_FORM


@blueprint.route("", methods=["GET", "POST"])
@rate_limit("read a file")
def show() -> ResponseReturnValue:
    """Show the analysis of a `puzzle`, by its public id, of a `text` or of a `drawing`, in JSON;
    or ask for one.

    `size` and `rules` stand in for what the text does not say.
    """
    text, findings, puzzle = request.values.get("text", ""), [], None
    title = None
    size, rules = request.values.get("size") or USUAL_SIZE, request.values.get("rules", "")
    try:
        if public_id := request.args.get("puzzle"):
            row = puzzle_at(public_id)
            text, title = row.sgf, row.title
            attempts.peeked(session(), current_account(), row)
        if drawing := request.form.get("drawing"):
            text = _drawn(drawing)
        if text.strip():
            sgf, told = _read(text, size, rules)
            puzzle = puzzle_from(sgf)
    except PuzzleFileError as error:
        findings = in_words(error.findings)
    if puzzle is None:
        page = render_template(
            "analysis/choose.html",
            text=text[:_LONGEST],
            findings=findings,
            **text_fields(size, rules),
        )
        return page, 422 if findings else 200
    if request.method == "POST":
        # To an address that holds the position: a page that was posted is lost on the way back.
        kept = url_for("analysis.show", text=sgf.strip())
        if told:
            kept = url_for("analysis.show", text=text.strip(), size=size, rules=rules)
        if len(kept) <= _LONGEST_ADDRESS:
            return redirect(kept, 303)
    position = puzzle.position
    data = {
        "sgf": sgf,
        "state": state(position, position.to_move),
        "chaser": claim_of(puzzle).chaser.value,
    }
    return render_template(
        "analysis/analysis.html",
        title=title,
        address=request.args.get("puzzle"),
        data=escape(dumps(data)),
        drawing=page_board(position, "Board: moves of both sides"),
        note=_note(puzzle),
        rules=sentences.rules(position.ruleset),
        told=in_words(told, "press “Another position” to choose other rules"),
    )


@blueprint.post("/steps")
@rate_limit("change a drawing")
def play() -> Response:
    """Play the `line` of both sides from the position `sgf`, and judge nothing."""
    puzzle, body = _asked()
    return jsonify(steps=steps_of(puzzle.position, line_from(body)))


@blueprint.post("/positions")
@rate_limit("ask the solver")
def position() -> Response:
    """Tell what is proved after the `line` of moves of both sides from the position `sgf`."""
    puzzle, body = _asked()
    return jsonify(holes.told(puzzle, line_from(body), solver_here()))


@blueprint.post("/holes")
@rate_limit("ask the solver")
def first_moves() -> Response:
    """Tell what the holes are to the side to move after `line`.

    Without `holes` these are all of which a few searches tell at once; with it those that were
    judged within a few seconds, each with more time if `longer`.
    """
    puzzle, body = _asked()
    line = line_from(body)
    if "holes" not in body:
        return jsonify(holes=holes.at_once(puzzle, line, solver_here()))
    longer = body.get("longer") is True
    found = holes.some(puzzle, line, names_from(body["holes"]), solver_here(), longer=longer)
    return jsonify(holes=found)


def _drawn(drawing: str) -> str:
    """Return what is drawn as SGF. Raises PuzzleFileError."""
    try:
        return text_of(Drawing.of_form(drawing))
    except ValueError as error:
        raise PuzzleFileError([Finding(str(error))]) from None


def _read(text: str, size: str, rules: str) -> tuple[str, tuple[Finding, ...]]:
    """Return the position of a text as SGF, and what is told of it. Raises PuzzleFileError."""
    if len(text) > _LONGEST:
        raise PuzzleFileError([Finding(f"longer than {_LONGEST:,} characters")])
    record = read_with(text, *chosen(size, rules), USUAL_RULES)
    return sgf_of(record), record.findings


def _note(puzzle: Puzzle) -> str:
    """Say whose move it is, and the goal where somebody has set one.

    A game's last position is kept as a puzzle without a name and keys.
    """
    side = puzzle.position.to_move
    if puzzle.goal is Goal.WIN and not puzzle.name and not puzzle.keys:
        return f"{side.value.capitalize()} to move"
    return sentences.goal_note(puzzle.goal, side)


def _asked() -> tuple[Puzzle, Any]:
    """Return the puzzle that a request is about, and its body."""
    body = request.get_json()
    sgf = body.get("sgf") if isinstance(body, dict) else None
    if not isinstance(sgf, str) or len(sgf) > _LONGEST:
        abort(400, "Send an object with sgf, a text.")
    return puzzle_from(sgf), body
