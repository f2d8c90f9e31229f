"""Whether the site works, for whoever watches over it."""

from flask import Blueprint, Response, jsonify
from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError

from webapp.database import session
from webapp.models import PuzzleRow
from webapp.security import limiter

__all__ = ["blueprint"]

blueprint = Blueprint("health", __name__)


@blueprint.get("/healthz")
@limiter.exempt
def healthz() -> tuple[Response, int]:
    """Tell how many puzzles there are; status 503 when the database does not answer."""
    try:
        puzzles = session().scalar(select(func.count()).select_from(PuzzleRow))
    except SQLAlchemyError:
        return jsonify(status="no database: run python -m webapp.prepare"), 503
    return jsonify(status="ok", puzzles=puzzles), 200
