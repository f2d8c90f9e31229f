"""The list of collections and their puzzles."""

from flask import Blueprint, render_template
from sqlalchemy import select
from sqlalchemy.orm import selectinload

from webapp import words
from webapp.database import session
from webapp.models import Collection

__all__ = ["blueprint"]

blueprint = Blueprint("browse", __name__)


@blueprint.get("/")
def index() -> str:
    """Show every collection with its puzzles in order."""
    query = (
        select(Collection)
        .order_by(Collection.place, Collection.slug)
        .options(selectinload(Collection.puzzles))
    )
    return render_template("index.html", collections=session().scalars(query).all(), words=words)
