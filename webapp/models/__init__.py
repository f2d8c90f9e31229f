"""What the database keeps."""

from webapp.models.base import Base
from webapp.models.people import Account, ApiToken, Attempt, Ending
from webapp.models.shelf import Collection, CookNote, PuzzleRow, Report, Revision, Tag
from webapp.models.work import Job, JobState

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
