"""The exit codes of the commands: the code of each result, and the gravest of several."""

from collections.abc import Iterable, Mapping
from typing import Any

__all__ = [
    "BAD_INPUT",
    "CRASHED",
    "INTERRUPTED",
    "NOT_AS_CLAIMED",
    "OK",
    "UNDECIDED",
    "UNREAD",
    "code_of",
    "code_of_record",
    "worst",
]

OK = 0
NOT_AS_CLAIMED = 1
"""A claim is disproven, a puzzle unsound, a move loses, or a stored verdict is another one now."""
BAD_INPUT = 2
"""Also for output that cannot be written; click uses it for wrong options as well."""
UNDECIDED = 3
"""Limits left it open."""
CRASHED = 70
"""The solver crashed or hung, or an internal error ended the command."""
INTERRUPTED = 130
UNREAD = 141
"""Nobody reads the output any more: what a shell says of a process that SIGPIPE ended."""

_WORST_FIRST = (CRASHED, BAD_INPUT, NOT_AS_CLAIMED, UNDECIDED)

_CODES = {
    # Verdicts on claims, on puzzles, on moves, and what a recheck of a stored verdict comes to.
    **dict.fromkeys(("proven", "sound", "met", "wins", "certified", "found again"), OK),
    **dict.fromkeys(("disproven", "cooked", "no solution", "loses", "lost"), NOT_AS_CLAIMED),
    **dict.fromkeys(("failed", "changed"), NOT_AS_CLAIMED),
    **dict.fromkeys(("undecided", "not found again"), UNDECIDED),
    "crashed": CRASHED,
}


def code_of(verdict: str) -> int:
    """Return the exit code of a verdict or outcome, by its word in JSON."""
    return _CODES[verdict]


def code_of_record(record: Mapping[str, Any]) -> int:
    """Return the exit code of a puzzle, by its JSON record of `twixt solve` or `twixt audit`."""
    if record["error"]:
        return UNDECIDED if record["limit"] == "memory" else CRASHED
    code = code_of(record["verdict"])
    # Of `twixt solve --unique`: first moves.
    return UNDECIDED if code == OK and record.get("undecided") else code


def worst(codes: Iterable[int]) -> int:
    """Return the code of a command by those of its parts: the gravest, OK if there is none."""
    found = set(codes)
    return next((code for code in _WORST_FIRST if code in found), OK)
