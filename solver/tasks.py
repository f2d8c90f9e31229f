"""The task of a record: a hash of the puzzle, where it stands and what was asked of it.

So a record tells whether it is about a puzzle as it is now.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import astuple, replace
from typing import Any

from solver import __version__
from solver.errors import Finding
from solver.game import move_text, position_text
from solver.proof import Limits
from solver.puzzle import Puzzle

__all__ = ["STALE_REPORT", "is_about", "still_about", "task_of"]

STALE_REPORT = Finding(
    "its report is about another position, goal or key", hint="audit it again", fatal=False
)
"""What a puzzle's file is told of when its report counts as none."""


def task_of(
    file: str, puzzle: Puzzle, options: Mapping[str, object], version: str = __version__
) -> str:
    """Return the name of a task of a version of the solver: 32 hexadecimal digits."""
    values = [
        version,
        file,
        puzzle.name,
        puzzle.goal.value,
        [move_text(puzzle.position, key) for key in puzzle.keys],
        position_text(puzzle.position),
        options,
    ]
    text = json.dumps(values, sort_keys=True)
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def is_about(report: Mapping[str, Any], puzzle: Puzzle) -> bool:
    """Tell whether a report names this puzzle as its task: its name, keys, position and goal.

    Raises KeyError, TypeError or ValueError for a record that is no report.
    """
    options = {"audit": astuple(Limits(**report["limits"]))}
    return bool(task_of(report["file"], puzzle, options, report["version"]) == report["task"])


def still_about(report: Mapping[str, Any], puzzle: Puzzle) -> bool:
    """Tell whether a report is about a puzzle as it is now; it may have got another title."""
    # A file that is named twice is audited twice: then a number follows the hash.
    told = {**report, "task": str(report.get("task")).partition("-")[0]}
    try:
        # In the report a puzzle that had no title is called like its file.
        names = (puzzle.name, report["puzzle"], "")
        return any(is_about(told, replace(puzzle, name=name)) for name in names)
    except (KeyError, TypeError, ValueError):
        return False
