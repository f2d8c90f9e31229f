"""What an account draws, keeps and publishes: its own collections and their puzzles."""

import secrets
import time
from collections.abc import Sequence

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from solver.errors import TwixtError
from solver.files import puzzle_to_sgf
from webapp.catalog.puzzle_texts import content_hash_of, puzzle_from, revise
from webapp.core.sentences import one_line
from webapp.editor import Drawing
from webapp.editor.twins import twin_of
from webapp.models import Account, Collection, PuzzleRow, Revision, Tag, usual_title
from webapp.progress.glicko import UNRATED
from webapp.reports.report_store import latest_report, show_report

__all__ = [
    "OWN_PLACE",
    "DraftError",
    "TwinError",
    "delete_collection",
    "move",
    "new_collection",
    "own_collection",
    "own_collections",
    "own_puzzle",
    "publish",
    "rename",
    "reorder",
    "save",
    "text_of",
]

OWN_PLACE = 1000
"""Own collections come after the shipped ones, also when their account is gone."""
_LONGEST_TITLE = 80
_MOST_COLLECTIONS, _MOST_PUZZLES = 50, 500
"""Of an account, and of one of its collections."""
_MOST_TEXT = 8 << 20
"""Characters of all texts that an account's puzzles have and had: ten thousand usual ones."""


class DraftError(ValueError):
    """Something that cannot be done with a draft or a collection; says why and what to do."""


class TwinError(Exception):
    """A puzzle that is published already."""

    def __init__(self, twin: PuzzleRow) -> None:
        """`twin` is the published one."""
        super().__init__(twin.public_id)
        self.twin = twin


def own_collections(session: Session, account: Account) -> Sequence[Collection]:
    """Return an account's collections, the oldest first."""
    query = select(Collection).filter_by(owner_id=account.id).order_by(Collection.id)
    return session.scalars(query).all()


def own_collection(session: Session, account: Account, slug: str) -> Collection | None:
    """Return a collection of an account."""
    return session.scalar(select(Collection).filter_by(owner_id=account.id, slug=slug))


def own_puzzle(session: Session, account: Account, public_id: str) -> PuzzleRow | None:
    """Return a puzzle of an account, draft or published."""
    own = PuzzleRow.collection.has(owner_id=account.id)
    return session.scalar(select(PuzzleRow).where(PuzzleRow.public_id == public_id, own))


def new_collection(session: Session, account: Account, title: str) -> Collection:
    """Make a collection. Raises DraftError."""
    title = _title(session, account.id, title)
    if len(own_collections(session, account)) >= _MOST_COLLECTIONS:
        raise DraftError(f"You have {_MOST_COLLECTIONS} collections already. Delete one first.")
    found = Collection(
        slug=f"own-{secrets.token_hex(6)}",
        title=title,
        author=account.name,
        source="",
        licence="",
        place=OWN_PLACE,
        owner_id=account.id,
    )
    session.add(found)
    return found


def rename(session: Session, collection: Collection, title: str) -> None:
    """Give a collection another title. Raises DraftError."""
    collection.title = _title(session, collection.owner_id, title, collection)


def reorder(collection: Collection, public_ids: Sequence[str], part: slice = slice(None)) -> None:
    """Put the puzzles of a collection, or a part of them, into an order.

    Raises DraftError if it names others.
    """
    rows = {row.public_id: row for row in collection.puzzles}
    names = list(rows)
    if sorted(names[part]) != sorted(public_ids):
        raise DraftError("The collection has changed meanwhile. Reload the page, then try again.")
    names[part] = public_ids
    for place, public_id in enumerate(names, start=1):
        rows[public_id].place = place


def move(session: Session, row: PuzzleRow, to: Collection) -> None:
    """Put a puzzle at the end of another collection of its owner. Raises DraftError."""
    if row.collection_id == to.id:
        return
    _check_room(to)
    row.place = _next_place(session, to)
    row.collection = to


def delete_collection(session: Session, collection: Collection) -> None:
    """Delete a collection and its drafts. Raises DraftError while it holds published puzzles."""
    if any(row.published is not None for row in collection.puzzles):
        raise DraftError(
            "This collection has published puzzles. Move them to another collection first."
        )
    session.delete(collection)


def text_of(drawing: Drawing) -> str:
    """Return a drawing as SGF. Raises DraftError when it is no puzzle yet."""
    try:
        sgf = puzzle_to_sgf(drawing.puzzle())
        puzzle_from(sgf)
    except TwixtError as error:
        raise DraftError(f"This is not a puzzle yet: {error}.") from None
    return sgf


def save(
    session: Session,
    account: Account,
    drawing: Drawing,
    row: PuzzleRow | None = None,
    collection: Collection | None = None,
) -> PuzzleRow:
    """Keep a drawing as a new draft, or as the next revision of a puzzle of its author.

    A new one goes to a collection, the first one if none is named. Raises DraftError, also for
    a published puzzle with a text that was not checked, and where the account has no room.
    """
    sgf = text_of(drawing)
    content_hash = content_hash_of(sgf)
    report = latest_report(session, content_hash)
    if (row is None or row.content_hash != content_hash) and (
        _text_of_all(session, account) + len(sgf) > _MOST_TEXT
    ):
        raise DraftError(
            "Your puzzles and their earlier versions take all the room that an account has. "
            "Delete drafts first."
        )
    if row is None:
        if collection is None:
            _lock(session, account.id)
            collection = next(iter(own_collections(session, account)), None)
        collection = collection or new_collection(session, account, usual_title(account.name))
        session.flush()
        row = _new_row(session, collection)
    elif row.published is not None and row.content_hash != content_hash and report is None:
        raise DraftError(
            "This puzzle is published. Check the soundness of the new version first, then save it."
        )
    if row.content_hash != content_hash:
        puzzle = puzzle_from(sgf)
        revise(row, sgf, puzzle)
        row.title = puzzle.name or "Untitled"
        if report is not None:
            show_report(row, report)
    row.tags = [Tag(name=name) for name in sorted(drawing.tags)]
    return row


def publish(session: Session, row: PuzzleRow, *, twice: bool = False) -> None:
    """Show a draft to everybody.

    Raises DraftError when its text was not checked, and TwinError when the same puzzle is
    published already, unless that is to be there `twice`.
    """
    if latest_report(session, row.content_hash) is None:
        raise DraftError("Only a checked puzzle can be published. Check its soundness first.")
    if row.published is None and not twice and (twin := twin_of(session, row)):
        raise TwinError(twin)
    if row.published is None:
        row.published, row.first_public = int(time.time()), row.revision


def _check_room(collection: Collection) -> None:
    if len(collection.puzzles) >= _MOST_PUZZLES:
        raise DraftError(f"{collection.title} is full: {_MOST_PUZZLES} puzzles at most.")


def _new_row(session: Session, collection: Collection) -> PuzzleRow:
    _check_room(collection)
    public_id = secrets.token_hex(5)
    row = PuzzleRow(
        public_id=public_id,
        slug=public_id,
        place=_next_place(session, collection),
        created=int(time.time()),
        content_hash="",
        **UNRATED._asdict(),
    )
    collection.puzzles.append(row)
    return row


def _text_of_all(session: Session, account: Account) -> int:
    """Return the characters of all texts that an account's puzzles have and had."""
    own = select(Collection.id).filter_by(owner_id=account.id)
    puzzles = select(PuzzleRow.id).where(PuzzleRow.collection_id.in_(own))
    length = select(func.sum(func.length(Revision.sgf))).where(Revision.puzzle_id.in_(puzzles))
    return session.scalar(length) or 0


def _next_place(session: Session, collection: Collection) -> int:
    last = session.scalar(select(func.max(PuzzleRow.place)).filter_by(collection_id=collection.id))
    return (last or 0) + 1


def _title(
    session: Session, owner: int | None, title: str, collection: Collection | None = None
) -> str:
    """Return the title that a collection, a new one if none is named, gets from its owner."""
    title = one_line(title)
    if not 0 < len(title) <= _LONGEST_TITLE:
        raise DraftError(f"A title has 1 to {_LONGEST_TITLE} characters.")
    _lock(session, owner)
    for other in session.scalars(select(Collection).filter_by(owner_id=owner)):
        if other is not collection and other.title.casefold() == title.casefold():
            raise DraftError(
                f"You have a collection “{other.title}” already. Choose another title."
            )
    return title


def _lock(session: Session, owner: int | None) -> None:
    """Let nobody else make or name collections of an account before this session commits."""
    session.execute(update(Account).filter_by(id=owner).values(name=Account.name))
