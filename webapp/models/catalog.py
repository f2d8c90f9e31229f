"""Collections, their puzzles, and what is known of each."""

from datetime import date

from sqlalchemy import ForeignKey, Index, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from solver.audits import Soundness
from solver.game import Ruleset, Side
from solver.puzzle import Goal
from webapp.models.base import Base

__all__ = [
    "Collection",
    "CookNote",
    "DailyPuzzle",
    "PuzzleRow",
    "Report",
    "Revision",
    "Tag",
    "usual_title",
]


def usual_title(author: str) -> str:
    """Return the title of an author's first collection, until he gives it another one."""
    return f"Puzzles by {author}"


class Collection(Base):
    """Puzzles that belong together, in their order."""

    __tablename__ = "collection"

    id: Mapped[int] = mapped_column(primary_key=True)
    slug: Mapped[str] = mapped_column(unique=True)
    """Folder of a shipped collection, and its name in addresses."""
    title: Mapped[str]
    author: Mapped[str]
    source: Mapped[str]
    licence: Mapped[str]
    description: Mapped[str] = mapped_column(default="", server_default="")
    place: Mapped[int] = mapped_column(index=True)
    """Order among the collections: the shipped ones, the largest first, then people's own."""
    owner_id: Mapped[int | None] = mapped_column(
        ForeignKey("account.id", ondelete="CASCADE"), index=True
    )
    """The account that may change it; None for a shipped one, and where that account is
    gone."""
    puzzles: Mapped[list["PuzzleRow"]] = relationship(
        back_populates="collection", cascade="all, delete-orphan", order_by="PuzzleRow.place"
    )


class PuzzleRow(Base):
    """A puzzle as its SGF text, with what a list needs to know of it."""

    __tablename__ = "puzzle"
    __table_args__ = (
        UniqueConstraint("collection_id", "slug"),
        # The authors' order, with all that decides who is in the list.
        Index("ix_puzzle_in_order", "collection_id", "place", "published"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(unique=True)
    """Its address for good; see `webapp.catalog.shipped_collections`."""
    collection_id: Mapped[int] = mapped_column(ForeignKey("collection.id", ondelete="CASCADE"))
    slug: Mapped[str]
    """File name without its ending."""
    place: Mapped[int]
    """Order in the collection, from 1."""
    published: Mapped[int | None]
    """When; None for a draft, which only its collection's owner may see."""
    first_public: Mapped[int] = mapped_column(server_default="1")
    """Number of the text that was published: those before it stay the owner's alone."""
    created: Mapped[int]
    revision: Mapped[int]
    """Number of the present text, from 1; `Revision` keeps them all."""
    sgf: Mapped[str]
    content_hash: Mapped[str] = mapped_column(index=True)
    """SHA-256 of the SGF text, in hexadecimal."""

    # Read from the text:
    title: Mapped[str]
    author: Mapped[str]
    goal: Mapped[Goal]
    side: Mapped[Side]
    """The side to move."""
    ruleset: Mapped[Ruleset]
    columns: Mapped[int]
    """Of the part of the board that is played on."""
    rows: Mapped[int]

    # Read from the latest report on this text; None without one:
    report_id: Mapped[int | None] = mapped_column(
        ForeignKey("report.id", ondelete="SET NULL"), index=True
    )
    soundness: Mapped[Soundness | None]
    pegs: Mapped[int | None]
    """Pegs to win, at most."""
    difficulty: Mapped[float | None]

    # Glicko-2, from first attempts of accounts:
    rating: Mapped[float]
    deviation: Mapped[float]
    volatility: Mapped[float]
    rated: Mapped[int | None]
    """When the rating was worked out last: since then it gets vaguer. None: never."""

    collection: Mapped[Collection] = relationship(back_populates="puzzles")
    report: Mapped["Report | None"] = relationship()
    tags: Mapped[list["Tag"]] = relationship(cascade="all, delete-orphan", order_by="Tag.name")
    revisions: Mapped[list["Revision"]] = relationship(
        cascade="all, delete-orphan", order_by="Revision.number"
    )


class Revision(Base):
    """A text that a puzzle has or had."""

    __tablename__ = "revision"

    puzzle_id: Mapped[int] = mapped_column(
        ForeignKey("puzzle.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True)
    sgf: Mapped[str]
    content_hash: Mapped[str] = mapped_column(index=True)
    created: Mapped[int]


class Tag(Base):
    """A word that a puzzle can be found by."""

    __tablename__ = "tag"

    puzzle_id: Mapped[int] = mapped_column(
        ForeignKey("puzzle.id", ondelete="CASCADE"), primary_key=True
    )
    name: Mapped[str] = mapped_column(primary_key=True, index=True)


class CookNote(Base):
    """A winning first move, other than the published ones, that somebody found by playing."""

    __tablename__ = "cook_note"

    puzzle_id: Mapped[int] = mapped_column(
        ForeignKey("puzzle.id", ondelete="CASCADE"), primary_key=True
    )
    revision: Mapped[int] = mapped_column(primary_key=True)
    move: Mapped[str] = mapped_column(primary_key=True)
    """SGF text."""
    found: Mapped[int]


class Report(Base):
    """A soundness report, as `twixt audit --json` writes it."""

    __tablename__ = "report"

    id: Mapped[int] = mapped_column(primary_key=True)
    content_hash: Mapped[str] = mapped_column(index=True)
    """Of the text that was audited."""
    soundness: Mapped[Soundness]
    body: Mapped[str]
    """JSON, by `solver/schemas/audit.json`."""
    created: Mapped[int]


class DailyPuzzle(Base):
    """The puzzle of a day."""

    __tablename__ = "daily_puzzle"

    day: Mapped[date] = mapped_column(primary_key=True)
    puzzle_id: Mapped[int] = mapped_column(ForeignKey("puzzle.id", ondelete="CASCADE"), index=True)
