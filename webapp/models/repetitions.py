"""Puzzles that come back to who failed them."""

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from webapp.models.base import Base

__all__ = ["Repetition"]


class Repetition(Base):
    """A puzzle that an account failed, with when it comes back."""

    __tablename__ = "repetition"
    __table_args__ = (Index("ix_repetition_account_id_due", "account_id", "due"),)

    account_id: Mapped[int] = mapped_column(
        ForeignKey("account.id", ondelete="CASCADE"), primary_key=True
    )
    puzzle_id: Mapped[int] = mapped_column(
        ForeignKey("puzzle.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    due: Mapped[int]
    """From then on it comes back; seconds since 1970, as the next one."""
    reviewed: Mapped[int]
    """When `due` was worked out last."""

    # FSRS, a model of memory:
    stability: Mapped[float]
    """Days after which it is still known with a probability of 90 percent."""
    difficulty: Mapped[float]
    """Of the puzzle for this account, from 1 to 10."""
