"""The solution of a puzzle in a few lines: the key and the main line, cooks, tries."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from solver.booklet.contents import BookletPuzzle
from solver.game import move_text

__all__ = ["solution"]

_TRIES = 5
"""Tries that are shown with their refutations."""
_NAMED = 8
"""First moves that a sentence names."""


def solution(entry: BookletPuzzle) -> list[str]:
    """Return the lines of a puzzle's solution, by its report as far as there is one."""
    if entry.report is None:
        position = entry.puzzle.position
        keys = [move_text(position, key).upper() for key in entry.puzzle.keys]
        return [f"{_listed(keys)}. Given by the author, not checked." if keys else "Not given."]
    return [*_told(entry.report)]


def _told(report: Mapping[str, Any]) -> Iterator[str]:
    for key in report["keys"]:
        named = key["move"].upper()
        if key["verdict"] == "proven":
            instead = "" if key["published"] else "Wins in place of the author's move: "
            yield instead + _numbered(key["line"] or [key["move"]], "!")
        elif key["published"]:
            fails = key["verdict"] == "disproven"
            yield f"{named}, the author's move, {'fails' if fails else 'is not decided'}" + (
                f": {_numbered(key['line'], '?', '!')}" if fails and key["line"] else "."
            )
    kinds: dict[str, list[Mapping[str, Any]]] = {}
    for move in report["moves"]:
        kinds.setdefault(move["kind"], []).append(move)
    if cooks := [move["hole"].upper() for move in kinds.get("cook", [])]:
        yield f"{_listed(cooks)} {'wins' if len(cooks) == 1 else 'win'} too."
    if delays := [move["hole"].upper() for move in kinds.get("delay", [])]:
        yield f"{_listed(delays)} only {'delays' if len(delays) == 1 else 'delay'} the win."
    by_hole = {move["hole"]: move for move in kinds.get("try", [])}
    tries = [by_hole[hole] for hole in report["tries"] if hole in by_hole]
    for move in tries[:_TRIES]:
        yield "Try: " + _numbered(move["line"] or [move["hole"]], "?", "!")
    if (more := len(tries) - _TRIES) > 0:
        yield f"{more} other {'try fails' if more == 1 else 'tries fail'}."
    yield f"{str(report['verdict']).capitalize()}: {report['reason']}."


def _numbered(line: Sequence[str], first: str, second: str = "") -> str:
    """Return a line with its moves in pairs, and a sign after the first and the second."""
    marked = [move.upper() for move in line]
    for number, sign in enumerate((first, second)):
        if number < len(marked):
            marked[number] += sign
    pairs = (marked[start : start + 2] for start in range(0, len(marked), 2))
    return " ".join(f"{number}. {' '.join(pair)}" for number, pair in enumerate(pairs, start=1))


def _listed(names: Sequence[str]) -> str:
    shown = [*names[:_NAMED]]
    if (more := len(names) - _NAMED) > 0:
        return f"{', '.join(shown)} and {more} more"
    return " and ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)
