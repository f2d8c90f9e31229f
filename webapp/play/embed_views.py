"""A board for other sites to show: nothing can be done there but go to the puzzle."""

from flask import Blueprint, abort, render_template
from sqlalchemy import select

from solver.proof import claim_of
from webapp.catalog.puzzle_texts import puzzle_from
from webapp.catalog.visibility import visible_to
from webapp.core import sentences
from webapp.core.database import session
from webapp.core.security import framed
from webapp.models import PuzzleRow

__all__ = ["blueprint"]

blueprint = Blueprint("embed", __name__)
blueprint.after_request(framed)


@blueprint.get("/embed/<public_id>")
def show(public_id: str) -> str:
    """Show a published puzzle's board; who is signed in does not count."""
    query = select(PuzzleRow).filter_by(public_id=public_id).where(visible_to(None))
    row = session().scalar(query) or abort(404)
    puzzle = puzzle_from(row.sgf)
    return render_template(
        "play/embed.html", row=row, goal=sentences.goal(puzzle, claim_of(puzzle))
    )
