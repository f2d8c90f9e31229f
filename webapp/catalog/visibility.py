"""Who may see which puzzles, and a puzzle or collection named in an address: else status 404."""

from typing import NamedTuple

from flask import abort, after_this_request
from sqlalchemy import ColumnElement, and_, func, or_, select
from sqlalchemy.sql.base import ExecutableOption

from webapp.accounts.sessions import current_account
from webapp.core.database import session
from webapp.core.uncached import uncached
from webapp.models import Account, Collection, PuzzleRow, Revision

__all__ = [
    "Beside",
    "beside",
    "collection_at",
    "is_own",
    "puzzle_at",
    "puzzles_of",
    "revision_at",
    "revisions_of",
    "seen_by",
    "visible_to",
]


def visible_to(account: Account | None) -> ColumnElement[bool]:
    """Return the condition on puzzles that somebody, or a visitor (None), may see.

    Every query that shows puzzles carries it: a draft is its owner's, and nobody else finds out
    that there is one.
    """
    published = PuzzleRow.published.is_not(None)
    if account is None:
        return published
    own = select(Collection.id).filter_by(owner_id=account.id)
    return or_(published, PuzzleRow.collection_id.in_(own))


def is_own(row: PuzzleRow | None) -> bool:
    """Tell whether a puzzle belongs to who is signed in."""
    account = current_account()
    return row is not None and account is not None and row.collection.owner_id == account.id


def puzzle_at(public_id: str) -> PuzzleRow:
    """Return a puzzle. What may not be seen is not found, as what never was.

    No browser keeps what is answered about a draft: the next one to use it may be somebody else.
    """
    query = select(PuzzleRow).filter_by(public_id=public_id)
    row = session().scalar(query.where(visible_to(current_account()))) or abort(404)
    if row.published is None:
        after_this_request(uncached)
    return row


def seen_by(account: Account | None) -> ColumnElement[bool]:
    """Return the condition on collections that somebody, or a visitor (None), may see.

    Each has a puzzle that he may see, or is his own. The title of any other one is private.
    """
    seen = Collection.puzzles.any(visible_to(account))
    return seen if account is None else or_(seen, Collection.owner_id == account.id)


def collection_at(slug: str) -> Collection:
    """Return a collection that may be seen. No browser keeps what its owner sees: drafts, too."""
    query, account = select(Collection).filter_by(slug=slug), current_account()
    found = session().scalar(query.where(seen_by(account))) or abort(404)
    if account is not None and found.owner_id == account.id:
        after_this_request(uncached)
    return found


def puzzles_of(collection: Collection, *options: ExecutableOption) -> list[PuzzleRow]:
    """Return the puzzles of a collection that this visitor may see, in order.

    The options say what is read with them.
    """
    query = select(PuzzleRow).filter_by(collection_id=collection.id).order_by(PuzzleRow.place)
    return list(session().scalars(query.where(visible_to(current_account())).options(*options)))


class Beside(NamedTuple):
    """Where a puzzle is in its collection, counted over the puzzles that may be seen."""

    number: int
    """Counted from 1."""
    total: int
    previous: str | None
    """Public identity of the puzzle before it."""
    following: str | None


def beside(row: PuzzleRow) -> Beside:
    """Return where a puzzle is in its collection. The database counts: a collection can be long."""
    place, mine = PuzzleRow.place, PuzzleRow.collection_id == row.collection_id
    seen = and_(mine, visible_to(current_account()))
    before, after = and_(seen, place < row.place), and_(seen, place > row.place)
    count, public_id = select(func.count(PuzzleRow.id)), select(PuzzleRow.public_id).limit(1)
    parts = (
        count.where(before),
        count.where(seen),
        public_id.where(before).order_by(place.desc()),
        public_id.where(after).order_by(place),
    )
    earlier, *others = session().execute(select(*(each.scalar_subquery() for each in parts))).one()
    return Beside(1 + earlier, *others)


def revision_at(public_id: str, number: int) -> tuple[PuzzleRow, Revision]:
    """Return a puzzle and a text that it has or had, unless that is a draft of somebody else's."""
    row = puzzle_at(public_id)
    found = session().get(Revision, (row.id, number)) if _may_see(row, number) else None
    if number < row.first_public:
        after_this_request(uncached)
    return row, found or abort(404)


def revisions_of(row: PuzzleRow) -> list[Revision]:
    """Return the texts of a puzzle that this visitor may see."""
    return [each for each in row.revisions if _may_see(row, each.number)]


def _may_see(row: PuzzleRow, number: int) -> bool:
    """Tell whether this visitor may see a text of a puzzle that he may see."""
    return number >= row.first_public or is_own(row)
