"""What an author gives as the answer of a puzzle beside what is proved of it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from solver.plurals import counted, listed
from solver.told_report import for_people, is_counted, nothing_to_find, win_or_draw

__all__ = ["Answer", "Found", "answer"]

_NAMED = 6
"""Holes that a sentence names."""


@dataclass(frozen=True, slots=True)
class Found:
    """A sentence about what is proved, with the line that shows it."""

    said: str
    line: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of a puzzle in print and in proof."""

    printed: tuple[str, ...]
    """The keys that the author gives."""
    found: tuple[Found, ...]
    """What is proved, the most important first."""
    agree: bool | None
    """Whether the proof confirms the print; None when that is open, or nothing is printed."""


def answer(record: Mapping[str, Any]) -> Answer:
    """Return the answer that a report (`solver/schemas/audit.json`) gives."""
    record = for_people(record)
    keys = record["keys"]
    printed = tuple(key["move"].upper() for key in keys if key["published"])
    fails = any(key["verdict"] == "disproven" for key in keys if key["published"])
    agree = {"sound": True, "cooked": False, "no solution": False}.get(record["verdict"])
    if not printed:
        agree = None
    return Answer(printed, tuple(_found(record)), False if fails else agree)


def _found(record: Mapping[str, Any]) -> Iterator[Found]:
    does = f"{win_or_draw(record)}s"
    if nothing_to_find(record):
        yield Found(f"Every first move {does}.")
        return
    given = any(key["published"] for key in record["keys"])
    says = {"proven": f"{does}.", "disproven": "fails.", "undecided": "is not decided."}
    for key in record["keys"]:
        if key["verdict"] == "undecided" or not key["published"]:
            continue
        yield Found(f"{key['move'].upper()} {says[key['verdict']]}", tuple(key["line"]))
    for key in record["keys"]:
        if not key["published"] and key["verdict"] == "proven":
            instead = " instead" if given else ""
            yield Found(f"{key['move'].upper()} {does}{instead}.", tuple(key["line"]))
    for key in record["keys"]:
        if key["verdict"] == "undecided":
            yield Found(f"{key['move'].upper()} {says['undecided']}")
    of: dict[str, list[Mapping[str, Any]]] = {}
    for move in record["moves"]:
        of.setdefault(move["kind"], []).append(move)
    for move in of.get("win", []):
        yield Found(f"{move['hole'].upper()} {does}.", tuple(move["line"]))
    for move in of.get("cook", []):
        yield Found(f"{move['hole'].upper()} {does} too, without the key.", tuple(move["line"]))
    if delays := of.get("delay"):
        names = listed((move["hole"].upper() for move in delays), _NAMED)
        yield Found(f"{names} only {'delays' if len(delays) == 1 else 'delay'}.")
    by_hole = {move["hole"]: move for move in of.get("try", [])}
    if best := next((by_hole[hole] for hole in record["tries"] if hole in by_hole), None):
        which = "the best" if is_counted(best) else "a"
        yield Found(f"{best['hole'].upper()} is {which} try: it fails.", tuple(best["line"]))
    asked = {key["move"] for key in record["keys"]}

    def others(*kinds: str) -> int:
        return sum(move["hole"] not in asked for kind in kinds for move in of.get(kind, []))

    if number := others("no-cook"):
        fail = "fails or only delays" if number == 1 else "fail or only delay"
        yield Found(f"{counted(number, 'other first move')} {fail}.")
    if number := others("undecided", "wins"):
        are = "is" if number == 1 else "are"
        yield Found(f"{counted(number, 'other first move')} {are} not decided.")
