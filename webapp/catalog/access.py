"""A puzzle or collection named in an address: the one if this visitor may see it, else 404."""

from flask import abort
from sqlalchemy import or_, select

from webapp.accounts.sessions import current_account
from webapp.catalog.shelf import visible_to
from webapp.core.database import session
from webapp.models import Collection, PuzzleRow, Revision

__all__ = ["collection_at", "puzzle_at", "puzzles_of", "revision_at"]


def puzzle_at(public_id: str) -> PuzzleRow:
    """Return a puzzle. What may not be seen is not found, as what never was."""
    query = select(PuzzleRow).filter_by(public_id=public_id)
    return session().scalar(query.where(visible_to(current_account()))) or abort(404)


def collection_at(slug: str) -> Collection:
    """Return a collection that has a puzzle to see, or is this account's own."""
    account = current_account()
    seen = Collection.puzzles.any(visible_to(account))
    if account is not None:
        seen = or_(seen, Collection.owner_id == account.id)
    return session().scalar(select(Collection).filter_by(slug=slug).where(seen)) or abort(404)


def puzzles_of(collection: Collection) -> list[PuzzleRow]:
    """Return the puzzles of a collection that this visitor may see, in order."""
    query = select(PuzzleRow).filter_by(collection_id=collection.id).order_by(PuzzleRow.place)
    return list(session().scalars(query.where(visible_to(current_account()))))


def revision_at(public_id: str, number: int) -> tuple[PuzzleRow, Revision]:
    """Return a puzzle and a text that it has or had."""
    row = puzzle_at(public_id)
    return row, session().get(Revision, (row.id, number)) or abort(404)
