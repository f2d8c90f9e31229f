"""Collections of mined puzzles: graded, without near-duplicates, each with its facts."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import yaml

from solver.files import puzzle_to_sgf, read_file, read_lines, read_text, reports_in
from solver.game import AnyMove, Position, parse_move
from solver.mine.mining import MAIN
from solver.mine.themes import puzzle_themes
from solver.puzzle import Goal, Puzzle

__all__ = ["GRADES", "gather", "line_moves", "mined_puzzles"]

GRADES = ("first-steps", "novice", "club", "expert", "master")
"""The collections, from easy to hard."""

_CORE_2 = 5
"""Most puzzles of one form within two holes of the key."""

_ABOUT = {
    "first-steps": "Short wins, for those who have just learned the rules.",
    "novice": "A player who tries natural moves must see three pegs ahead to find the key.",
    "club": "Four pegs ahead must be seen.",
    "expert": "Five pegs must be seen, and many natural moves fail.",
    "master": "Six pegs or more must be seen, or a win of seven, and many natural moves fail.",
}

_TITLES = {
    "first-steps": "First steps",
    **{grade: f"{grade.capitalize()} puzzles" for grade in GRADES[1:]},
}

_NAMES = {"first-steps": "Step", **{grade: grade.capitalize() for grade in GRADES[1:]}}

_MANY = 10
"""Moves that look better, from which on the title names them."""

_FACTS = "facts.jsonl"

_NEEDED = {
    **dict.fromkeys(("sgf", "key", "core4", "core2"), str),
    **dict.fromkeys(("pegs", "depth", "better", "tempting", "must_play"), int),
    **dict.fromkeys(("threat", "refutations"), int),
}

Record = Mapping[str, Any]


def gather(mined: Iterable[Record], folder: Path) -> dict[str, int]:
    """Add puzzles that `twixt mine` kept to the collections in a folder.

    Returns how many were added to each, and under `duplicates` how many are like others. What is
    there keeps its name; its themes are read anew, with the lines of reports. Raises OSError when
    a file cannot be written, ValueError when one holds something else.
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
        puzzle = read_text(record["sgf"]).puzzle
        assert puzzle is not None
        grade = _grade(record, puzzle.goal)
        facts = books[grade]
        facts.append(_placed(folder / grade, grade, len(facts) + 1, puzzle, record))
        added[grade] += 1
    for grade, facts in books.items():
        if facts:
            _read_themes(folder / grade, facts)
            _write_about(folder / grade, grade, facts)
    return dict(added)


def mined_puzzles(path: Path) -> Iterator[Record]:
    """Yield the puzzles in a file of `twixt mine`. Raises ValueError when it is another file."""
    lines = path.read_text(encoding="utf-8").splitlines()
    if not lines:
        raise ValueError(f"{path} is empty")
    for line in lines:
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


def _grade(record: Record, goal: Goal) -> str:
    """Return the collection that a puzzle belongs to."""
    least = {name: number for name, number in asdict(MAIN).items() if name in record}
    if goal is Goal.DRAW:
        del least["pegs"]
    if any(record[name] < number for name, number in least.items()):
        return "first-steps"
    hard = record["must_play"] >= 24 and record["refutations"] >= 8 and record["better"] >= 3
    if record["depth"] >= 5 and hard:
        return "master" if record["depth"] >= 6 or record["pegs"] >= 7 else "expert"
    return "club" if record["depth"] >= 4 else "novice"


def _title(grade: str, number: int, record: Record) -> str:
    """Return the name of a puzzle, which says what makes it hard: how many moves look better than
    the key, how many of these tempt, or how many pegs the win takes."""
    if record["better"] >= _MANY:
        said = f"{record['better']} look better"
    elif record["tempting"] >= record["pegs"]:
        said = f"{record['tempting']} tempting"
    else:
        said = f"{record['pegs']} pegs"
    return f"{_NAMES[grade]} {number}: {said}"


def _facts(folder: Path) -> list[dict[str, Any]]:
    path = folder / _FACTS
    if not path.is_file():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _placed(
    folder: Path, grade: str, number: int, puzzle: Puzzle, record: Record
) -> dict[str, Any]:
    """Write a puzzle's file; return its facts."""
    folder.mkdir(parents=True, exist_ok=True)
    puzzle = replace(puzzle, name=_title(grade, number, record))
    name = f"{grade[0]}{number:04}.sgf"
    (folder / name).write_text(puzzle_to_sgf(puzzle), encoding="utf-8")
    facts = {key: value for key, value in record.items() if key != "sgf"}
    return {"file": name, **facts}


def _read_themes(folder: Path, facts: Iterable[dict[str, Any]]) -> None:
    """Give each puzzle with a report the themes of its position, its key and its line."""
    path = reports_in(folder)
    reports = [json.loads(line) for line in read_lines(path)] if path else []
    lines = {Path(report["file"]).name: report["keys"][0]["line"] for report in reports}
    for fact in facts:
        puzzle = read_file(folder / fact["file"]).puzzle
        assert puzzle is not None
        line = line_moves(puzzle.position, lines.get(fact["file"], ()))
        fact["themes"] = list(puzzle_themes(puzzle, line))


def line_moves(position: Position, texts: Iterable[str]) -> list[AnyMove]:
    """Return the moves of a report's line."""
    moves = list[AnyMove]()
    for text in texts:
        moves.append(parse_move(position, text))
        position = position.play(moves[-1])
    return moves


def _write_about(folder: Path, grade: str, facts: list[dict[str, Any]]) -> None:
    """Write what a collection says of itself, and the facts of its puzzles."""
    about = {
        "title": _TITLES[grade],
        "author": "a program",
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
