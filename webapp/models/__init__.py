"""What the database keeps."""

from webapp.models.accounts import Account, ApiToken, Attempt, Ending
from webapp.models.base import Base
from webapp.models.catalog import Collection, CookNote, PuzzleRow, Report, Revision, Tag
from webapp.models.jobs import Job, JobState

__all__ = [
    "Account",
    "ApiToken",
    "Attempt",
    "Base",
    "Collection",
    "CookNote",
    "Ending",
    "Job",
    "JobState",
    "PuzzleRow",
    "Report",
    "Revision",
    "Tag",
]
