"""What the database keeps."""

from webapp.models.accounts import Account, ApiKey, Attempt, AttemptEnding, EndedSession
from webapp.models.base import Base
from webapp.models.catalog import (
    Collection,
    CookNote,
    DailyPuzzle,
    PuzzleRow,
    Report,
    Revision,
    Tag,
    usual_title,
)
from webapp.models.jobs import OPEN_STATES, Job, JobState
from webapp.models.repetitions import Repetition

__all__ = [
    "OPEN_STATES",
    "Account",
    "ApiKey",
    "Attempt",
    "AttemptEnding",
    "Base",
    "Collection",
    "CookNote",
    "DailyPuzzle",
    "EndedSession",
    "Job",
    "JobState",
    "PuzzleRow",
    "Repetition",
    "Report",
    "Revision",
    "Tag",
    "usual_title",
]
