"""Collections of mined puzzles: graded, without near-duplicates, each with its facts."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import yaml

from solver.files import puzzle_to_sgf, read_text
from solver.mine.themes import puzzle_themes

__all__ = ["GRADES", "gather", "mined_puzzles"]

GRADES = ("novice", "club", "expert")
"""The collections, from easy to hard."""

_CORE_2 = 5
"""Most puzzles of one form within two holes of the key."""

_ABOUT = {
    "novice": "A player who tries natural moves must see three pegs ahead to find the key.",
    "club": "Four pegs ahead must be seen.",
    "expert": "Five pegs or more must be seen, and many natural moves fail.",
}

_FACTS = "facts.jsonl"

_NEEDED = {
    **dict.fromkeys(("sgf", "key", "core4", "core2"), str),
    **dict.fromkeys(("depth", "better", "must_play", "refutations"), int),
}

Record = Mapping[str, Any]


def gather(mined: Iterable[Record], folder: Path) -> dict[str, int]:
    """Add puzzles that `twixt mine` kept to the collections in a folder.

    Returns how many were added to each, and under `duplicates` how many are like others. What is
    there keeps its name. Raises OSError when a file cannot be written, ValueError when one holds
    something else.
    """
    books = {grade: _facts(folder / grade) for grade in GRADES}
    known = {fact["core4"] for facts in books.values() for fact in facts}
    stock = Counter(fact["core2"] for facts in books.values() for fact in facts)
    added = Counter(dict.fromkeys((*GRADES, "duplicates"), 0))
    for record in mined:
        if record["core4"] in known or stock[record["core2"]] >= _CORE_2:
            added["duplicates"] += 1
            continue
        known.add(record["core4"])
        stock[record["core2"]] += 1
        grade = _grade(record)
        facts = books[grade]
        facts.append(_placed(folder / grade, grade, len(facts) + 1, record))
        added[grade] += 1
    for grade, facts in books.items():
        if facts:
            _write_about(folder / grade, grade, facts)
    return dict(added)


def mined_puzzles(path: Path) -> Iterator[Record]:
    """Yield the puzzles in a file of `twixt mine`. Raises ValueError when it is another file."""
    for line in path.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        kept = record.get("kept") if isinstance(record, dict) else None
        if not isinstance(kept, list) or not all(map(_whole, kept)):
            raise ValueError(f"{path} was not written by `twixt mine`")
        yield from kept


def _whole(record: object) -> bool:
    """Tell whether all that a collection needs is there."""
    return isinstance(record, dict) and all(
        isinstance(record.get(name), kind) for name, kind in _NEEDED.items()
    )


def _grade(record: Record) -> str:
    """Return the collection that a puzzle belongs to."""
    hard = record["must_play"] >= 24 and record["refutations"] >= 8 and record["better"] >= 3
    if record["depth"] >= 5 and hard:
        return "expert"
    return "club" if record["depth"] >= 4 else "novice"


def _facts(folder: Path) -> list[dict[str, Any]]:
    path = folder / _FACTS
    if not path.is_file():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _placed(folder: Path, grade: str, number: int, record: Record) -> dict[str, Any]:
    """Write a puzzle's file; return its facts."""
    folder.mkdir(parents=True, exist_ok=True)
    read = read_text(record["sgf"]).puzzle
    assert read is not None
    puzzle = replace(read, name=f"{grade.capitalize()} {number}")
    name = f"{grade[0]}{number:04}.sgf"
    (folder / name).write_text(puzzle_to_sgf(puzzle), encoding="utf-8")
    facts = {key: value for key, value in record.items() if key != "sgf"}
    return {"file": name, **facts, "themes": list(puzzle_themes(puzzle))}


def _write_about(folder: Path, grade: str, facts: list[dict[str, Any]]) -> None:
    """Write what a collection says of itself, and the facts of its puzzles."""
    about = {
        "title": f"{grade.capitalize()} puzzles",
        "author": "twixt mine",
        "source": "twixt mine",
        "licence": "MIT",
        "description": _ABOUT[grade],
        "puzzles": [
            {"file": fact["file"], "keys": [fact["key"]], "tags": fact["themes"]} for fact in facts
        ],
    }
    text = yaml.safe_dump(about, sort_keys=False, default_flow_style=None, width=100)
    (folder / "collection.yaml").write_text(text, encoding="utf-8")
    lines = "".join(json.dumps(fact) + "\n" for fact in facts)
    (folder / _FACTS).write_text(lines, encoding="utf-8")
