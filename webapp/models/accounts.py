"""Accounts, what they tried, and their keys to the API."""

from enum import Enum

from sqlalchemy import ForeignKey, Index, text
from sqlalchemy.orm import Mapped, mapped_column

from webapp.models.base import Base

__all__ = ["Account", "ApiKey", "Attempt", "AttemptEnding", "EndedSession"]


class Account(Base):
    """Somebody who signed up."""

    __tablename__ = "account"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    name_key: Mapped[str] = mapped_column(unique=True)
    """The name with case folded: no two accounts look alike."""
    password_hash: Mapped[str]
    created: Mapped[int]
    epoch: Mapped[int]
    """Signed-in sessions of another epoch are signed out. The first one is random: an id may be
    that of an account which was deleted, and its sessions are not the new one's."""

    # Glicko-2:
    rating: Mapped[float]
    deviation: Mapped[float]
    volatility: Mapped[float]
    rated: Mapped[int | None]
    """When the rating was worked out last: since then it gets vaguer. None: never."""

    # What Flask-Login asks for:
    is_active = is_authenticated = True
    is_anonymous = False

    def get_id(self) -> str:
        """Return what a signed-in session keeps."""
        return f"{self.id}.{self.epoch}"


class AttemptEnding(Enum):
    """How an attempt ended."""

    SOLVED = "solved"
    FAILED = "failed"
    GIVEN_UP = "given up"


class Attempt(Base):
    """An account's try at a puzzle, from its first judged move or hint."""

    __tablename__ = "attempt"
    __table_args__ = (
        # A puzzle has one first attempt of an account, whatever arrives at the same time.
        Index(
            "ix_attempt_first",
            "account_id",
            "puzzle_id",
            unique=True,
            sqlite_where=text("first"),
            postgresql_where=text("first"),
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int] = mapped_column(
        ForeignKey("account.id", ondelete="CASCADE"), index=True
    )
    puzzle_id: Mapped[int] = mapped_column(ForeignKey("puzzle.id", ondelete="CASCADE"), index=True)
    revision: Mapped[int]
    first: Mapped[bool]
    ending: Mapped[AttemptEnding | None]
    """None while it goes on."""
    hints: Mapped[int]
    """The highest level of hint that was shown, 0 for none."""
    started: Mapped[int]
    ended: Mapped[int | None]
    rating_before: Mapped[float | None]
    """The account's; None, as the next one, for an attempt that is not rated."""
    rating_after: Mapped[float | None]


class ApiKey(Base):
    """A key to the API; only its hash is kept."""

    __tablename__ = "api_token"

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int] = mapped_column(
        ForeignKey("account.id", ondelete="CASCADE"), index=True
    )
    label: Mapped[str]
    digest: Mapped[str] = mapped_column(unique=True)
    """SHA-256, in hexadecimal."""
    created: Mapped[int]
    used: Mapped[int | None]
    """When last."""


class EndedSession(Base):
    """A signed-in session that ended by signing out."""

    __tablename__ = "ended_session"

    id: Mapped[str] = mapped_column(primary_key=True)
    expires: Mapped[int]
    """When the last copy of its cookie is too old to be taken."""
