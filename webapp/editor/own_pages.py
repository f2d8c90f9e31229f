"""The pages of *My puzzles*: which puzzles stand on each, and where an action was done.

Who has few puzzles finds all of them on one page. Who has more finds the list of his collections
there, and pages for each collection.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, func, select
from sqlalchemy.orm import Session

from webapp.catalog.pages import SHELF, pages_of
from webapp.models import Account, Collection, PuzzleRow

__all__ = ["OwnShelf", "Place", "counts_of", "fit_on_one_page", "order_of", "place_of", "shelves"]

_COLUMNS = (
    PuzzleRow.collection_id,
    PuzzleRow.public_id,
    PuzzleRow.title,
    PuzzleRow.published,
    PuzzleRow.soundness,
)
"""What a row of these pages shows of a puzzle: not its text, which is long."""


@dataclass(frozen=True)
class Place:
    """Where something is done on these pages."""

    slug: str = ""
    """Of the collection; empty for what concerns none."""
    page: int = 1
    """Of that collection."""
    row: str = ""
    """Public id of the puzzle, or slug of the collection, that is to be in sight."""


@dataclass(frozen=True)
class OwnShelf:
    """A collection with the puzzles that a page shows of it."""

    collection: Collection
    rows: Sequence[Row[*tuple[Any, ...]]]
    """With `public_id`, `title`, `published` and `soundness`."""
    page: int
    pages: int


def counts_of(session: Session, account: Account) -> Mapping[int, int]:
    """Return how many puzzles each collection of an account has, by its id; none if it is empty."""
    query = select(PuzzleRow.collection_id, func.count()).join(Collection)
    own = query.where(Collection.owner_id == account.id).group_by(PuzzleRow.collection_id)
    return dict(session.execute(own).all())


def fit_on_one_page(counts: Mapping[int, int]) -> bool:
    """Tell whether a single page shows all collections with all their puzzles."""
    return sum(counts.values()) <= SHELF


def shelves(
    session: Session, collections: Sequence[Collection], counts: Mapping[int, int], asked: int = 1
) -> list[OwnShelf]:
    """Return collections with their puzzles: several that fit on one page, or a page of one."""
    page, pages = pages_of(sum(counts.get(each.id, 0) for each in collections), SHELF, asked)
    query = (
        select(*_COLUMNS)
        .where(PuzzleRow.collection_id.in_([each.id for each in collections]))
        .order_by(PuzzleRow.collection_id, PuzzleRow.place)
    )
    rows = session.execute(query.offset(SHELF * (page - 1)).limit(SHELF)).all()
    return [
        OwnShelf(each, [row for row in rows if row.collection_id == each.id], page, pages)
        for each in collections
    ]


def order_of(session: Session, collection_id: int) -> list[str]:
    """Return the public ids of a collection's puzzles, in order."""
    query = select(PuzzleRow.public_id).filter_by(collection_id=collection_id)
    return list(session.scalars(query.order_by(PuzzleRow.place)))


def place_of(session: Session, row: PuzzleRow, *, leaves: bool = False) -> Place:
    """Return where a puzzle stands; if it `leaves`, its neighbour is to be in sight."""
    names = order_of(session, row.collection_id)
    at = names.index(row.public_id)
    seen = row.public_id
    if leaves:
        seen = next(iter(names[at + 1 : at + 2] or names[max(at - 1, 0) : at]), "")
    return Place(row.collection.slug, at // SHELF + 1, seen)
