"""The solution of a puzzle in a few lines: the key and the main line, cooks, tries."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from solver.booklet.contents import BookletPuzzle
from solver.game import move_text
from solver.told_report import for_people, win_or_draw

__all__ = ["TRY", "solution"]

TRY = "Try: "
"""What the line of a try begins with."""
_TRIES = 5
"""Tries that are shown with their refutations."""
_HOLE = re.compile(r"\b[a-z]{1,2}[0-9]{1,3}\b")


def solution(entry: BookletPuzzle) -> list[str]:
    """Return the lines of a puzzle's solution, by its report as far as there is one."""
    if entry.report is None:
        position = entry.puzzle.position
        keys = [move_text(position, key).upper() for key in entry.puzzle.keys]
        said = f"{', '.join(keys)}. Given by the author, not checked." if keys else "Not given."
        finds = " `twixt privilege` finds the winning turns." if entry.puzzle.privilege else ""
        return [said + finds]
    return [*_told(for_people(entry.report))]


def _told(report: Mapping[str, Any]) -> Iterator[str]:
    given = any(key["published"] for key in report["keys"])
    instead = f"{win_or_draw(report).capitalize()}s in place of the author's move: "
    for key in report["keys"]:
        named = key["move"].upper()
        if key["verdict"] == "proven":
            line = _numbered(key["line"] or [key["move"]], "!")
            yield instead + line if given and not key["published"] else line
        elif key["published"]:
            fails = key["verdict"] == "disproven"
            yield f"{named}, the author's move, {'fails' if fails else 'is not decided'}" + (
                f": {_numbered(key['line'], '?', '!')}" if fails and key["line"] else "."
            )
    by_hole = {move["hole"]: move for move in report["moves"] if move["kind"] == "try"}
    tries = [by_hole[hole] for hole in report["tries"] if hole in by_hole]
    for move in tries[:_TRIES]:
        yield TRY + _numbered(move["line"] or [move["hole"]], "?", "!")
    if (more := len(tries) - _TRIES) > 0:
        yield f"{more} other {'try fails' if more == 1 else 'tries fail'}."
    reason = _HOLE.sub(lambda found: found[0].upper(), str(report["reason"]))
    yield f"{str(report['verdict']).capitalize()}: {reason}."


def _numbered(line: Sequence[str], first: str, second: str = "") -> str:
    """Return a line with its moves in pairs, and a sign after the first and the second."""
    marked = [move.upper() for move in line]
    for number, sign in enumerate((first, second)):
        if number < len(marked):
            marked[number] += sign
    pairs = (marked[start : start + 2] for start in range(0, len(marked), 2))
    return " ".join(f"{number}. {' '.join(pair)}" for number, pair in enumerate(pairs, start=1))
