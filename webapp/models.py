"""What the database keeps: collections and their puzzles."""

from sqlalchemy import ForeignKey, MetaData, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

from solver.game import Side
from solver.puzzle import Goal

__all__ = ["Base", "Collection", "PuzzleRow"]


class Base(DeclarativeBase):
    """Root of the tables; constraints get names, so that migrations can change them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


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
    place: Mapped[int]
    """Order among the collections: the largest first."""
    puzzles: Mapped[list["PuzzleRow"]] = relationship(
        back_populates="collection", cascade="all, delete-orphan", order_by="PuzzleRow.place"
    )


class PuzzleRow(Base):
    """A puzzle as its SGF text, with what a list needs to know of it."""

    __tablename__ = "puzzle"
    __table_args__ = (UniqueConstraint("collection_id", "slug"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(unique=True)
    """Its address for good; see `webapp.shelf`."""
    collection_id: Mapped[int] = mapped_column(ForeignKey("collection.id", ondelete="CASCADE"))
    slug: Mapped[str]
    """File name without its ending."""
    place: Mapped[int]
    """Order in the collection, from 1."""
    title: Mapped[str]
    goal: Mapped[Goal]
    side: Mapped[Side]
    """The side to move."""
    sgf: Mapped[str]
    content_hash: Mapped[str]
    """SHA-256 of the SGF text, in hexadecimal."""
    collection: Mapped[Collection] = relationship(back_populates="puzzles")
