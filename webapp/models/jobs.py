"""Long questions to the solver, answered by a process of its own."""

from enum import Enum

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from webapp.models.base import Base

__all__ = ["OPEN_STATES", "Job", "JobState"]


class JobState(Enum):
    """How far a job is."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


OPEN_STATES = (JobState.QUEUED, JobState.RUNNING)
"""Those of a job that has not ended."""


class Job(Base):
    """An audit that somebody asked for."""

    __tablename__ = "job"

    id: Mapped[str] = mapped_column(primary_key=True)
    """Random, in addresses."""
    content_hash: Mapped[str] = mapped_column(index=True)
    """SHA-256 of the SGF text."""
    sgf: Mapped[str]
    seconds: Mapped[float]
    """Limit for the whole audit."""
    account_id: Mapped[int | None] = mapped_column(
        ForeignKey("account.id", ondelete="CASCADE"), index=True
    )
    """Who asked; None for a visitor."""
    address: Mapped[str] = mapped_column(index=True)
    """Keyed hash of the network address that asked, for the cap on jobs."""
    state: Mapped[JobState] = mapped_column(index=True)
    runs: Mapped[int]
    """How often it was begun. A process may write only while this is what it made it."""
    cancel: Mapped[bool]
    """Whether somebody asked it to stop."""
    decided: Mapped[int]
    first_moves: Mapped[int]
    """All of them; 0 until it is known."""
    partial: Mapped[str | None]
    """JSON: what was decided so far."""
    message: Mapped[str | None]
    """What went wrong, for people."""
    report_id: Mapped[int | None] = mapped_column(
        ForeignKey("report.id", ondelete="SET NULL"), index=True
    )
    created: Mapped[int]
    started: Mapped[int | None]
    beat: Mapped[int | None]
    """When its process last said that it is alive."""
    ended: Mapped[int | None]
