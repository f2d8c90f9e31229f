"""Collections of mined puzzles: graded, without near-duplicates, each with its facts."""

import fcntl
import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import yaml

from solver.errors import Finding, PuzzleFileError, RecordError
from solver.files import (
    COLLECTION_FILE,
    listed_entries,
    puzzle_to_sgf,
    read_collection,
    read_file,
    read_reports,
    read_text,
)
from solver.game import AnyMove, Position, parse_move
from solver.mine.mining import MAIN
from solver.mine.near_duplicates import same_fight
from solver.mine.themes import puzzle_themes
from solver.puzzle import Goal
from solver.tasks import STALE_REPORT, still_about

__all__ = ["GRADES", "gather", "line_moves", "mined_blocks"]

GRADES = ("first-steps", "novice", "club", "expert", "master")
"""The collections, from easy to hard."""

_CORE_2 = 5
"""Most puzzles of one form within two holes of the key."""

_ABOUT = {
    "first-steps": "Short wins and draws, for those who have just learned the rules.",
    "novice": "A player who tries natural moves must see three pegs ahead to find the key.",
    "club": "Four pegs or more must be seen ahead.",
    "expert": "Five pegs must be seen, and many natural moves fail.",
    "master": "Six pegs or more must be seen, or five of a win of seven or more, and many natural "
    "moves fail.",
}

_TITLES = {
    "first-steps": "First steps",
    **{grade: f"{grade.capitalize()} puzzles" for grade in GRADES[1:]},
}

_NAMES = {"first-steps": "Step", **{grade: grade.capitalize() for grade in GRADES[1:]}}

_MANY = 10
"""Moves that look better, from which on the title names them."""

_FACTS = "facts.jsonl"
_RESTORE = "restore this file, or move the puzzles away"
_UNDER_WAY = ".gathering"
"""Names the puzzles that a run is about to write: one that is killed leaves it to the next run."""

_NEEDED = {
    **dict.fromkeys(("sgf", "key", "core4", "core2"), str),
    **dict.fromkeys(("pegs", "depth", "better", "tempting", "must_play"), int),
    **dict.fromkeys(("threat", "refutations"), int),
}

MinedRecord = Mapping[str, Any]

Write = Callable[[Path, bytes], None]
"""Writes a file whole, or leaves what was there and raises an error."""


def gather(mined: Iterable[MinedRecord], folder: Path, write: Write) -> dict[str, int]:
    """Add puzzles that `twixt mine` kept to the collections in a folder.

    Returns how many were added to each, and under `duplicates` how many are like others. What is
    there keeps its name; its themes are read anew, and its measures where there is a report.
    Raises RecordError when another run writes to the folder, PuzzleFileError when a file there is
    damaged or missing or lists other puzzles, and what `write` raises.
    """
    with _locked(folder):
        for grade in GRADES:
            _undo(folder / grade)
        books = {grade: _facts(folder / grade, grade) for grade in GRADES}
        every = [fact for facts in books.values() for fact in facts]
        known = {fact["core4"] for fact in every} | {fact.get("fight") for fact in every}
        stock = Counter(fact["core2"] for fact in every)
        added = Counter(dict.fromkeys((*GRADES, "duplicates"), 0))
        new = {grade: dict[str, str]() for grade in GRADES}
        last = {grade: _last_number(facts) for grade, facts in books.items()}
        for record in mined:
            puzzle = read_text(record["sgf"]).puzzle
            assert puzzle is not None  # `mined_blocks` refuses others
            fight = same_fight(puzzle)
            same = {record["core4"], *filter(None, [fight])}
            if same & known or stock[record["core2"]] >= _CORE_2:
                added["duplicates"] += 1
                continue
            known |= same
            stock[record["core2"]] += 1
            grade = _grade(record, puzzle.goal)
            last[grade] += 1
            file = f"{grade[0]}{last[grade]:04}.sgf"
            puzzle = replace(puzzle, name=_title(grade, last[grade], record))
            new[grade][file] = puzzle_to_sgf(puzzle)
            fact = {key: value for key, value in record.items() if key != "sgf"}
            books[grade].append({"file": file, **fact, "fight": fight})
            added[grade] += 1
        for grade, facts in books.items():
            if facts:
                _write_collection(folder / grade, grade, facts, new[grade], write)
        return dict(added)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Make a folder if it is not there, and keep other runs out of it."""
    folder.mkdir(parents=True, exist_ok=True)
    lock = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise RecordError(f"another run of twixt writes to {folder}") from None
        yield
    finally:
        os.close(lock)


def mined_blocks(path: Path) -> Iterator[list[MinedRecord]]:
    """Yield the puzzles of each block in a file of `twixt mine`, which may be empty.

    Raises OSError when it cannot be read, PuzzleFileError when it is another file.
    """
    for record in _lines(path, _of_mine, "not a file of `twixt mine`", "name its --out FILE"):
        yield record["kept"]


def _lines(path: Path, good: Callable[[object], bool], fault: str, hint: str) -> Iterator[Any]:
    """Yield the objects in a file's lines. Raises PuzzleFileError with the line at fault."""
    # Bytes end their lines at \n alone; to a text's `splitlines` U+2028 in a name is an end, too.
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            try:
                record = json.loads(line)
            except (ValueError, RecursionError):
                record = None
            if not good(record):
                raise PuzzleFileError([Finding(fault, number, hint=hint)], str(path))
            yield record


def _of_mine(record: object) -> bool:
    """Tell whether it is what `twixt mine` writes of a block."""
    kept = record.get("kept") if isinstance(record, dict) else None
    return isinstance(kept, list) and all(map(_whole, kept))


def _whole(record: object) -> bool:
    """Tell whether all that a collection needs is there."""
    if not isinstance(record, dict) or not all(
        isinstance(record.get(name), kind) for name, kind in _NEEDED.items()
    ):
        return False
    try:
        return read_text(record["sgf"]).puzzle is not None
    except PuzzleFileError:
        return False


def _grade(record: MinedRecord, goal: Goal) -> str:
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


def _title(grade: str, number: int, record: MinedRecord) -> str:
    """Return the name of a puzzle, which says what makes it hard: how many moves look better than
    the key, how many of these tempt, or how many pegs the win takes."""
    if record["better"] >= _MANY:
        said = f"{record['better']} look better"
    elif record["tempting"] >= record["pegs"]:
        said = f"{record['tempting']} tempting"
    else:
        said = f"{record['pegs']} pegs"
    return f"{_NAMES[grade]} {number}: {said}"


def _facts(folder: Path, grade: str) -> list[dict[str, Any]]:
    """Return what is known of a collection's puzzles.

    Raises PuzzleFileError when it is damaged, or says nothing of a puzzle that is there or is
    listed there: another one would get this name, or the list would be written without it.
    """
    facts = _noted(folder)
    listed = {fact["file"] for fact in facts}
    there = [file.name for file in folder.glob(f"{grade[0]}[0-9]*.sgf") if file.stem[1:].isdigit()]
    about = folder / COLLECTION_FILE
    if about.is_file():
        there += [str(entry["file"]) for entry in listed_entries(about, read_collection(about))]
    for name in sorted(there):
        if name not in listed and (folder / name).is_file():
            finding = Finding(f"says nothing of {name}", hint=_RESTORE)
            raise PuzzleFileError([finding], str(folder / _FACTS))
    return facts


def _noted(folder: Path) -> list[dict[str, Any]]:
    """Return what stands in the file of facts. Raises PuzzleFileError when it is damaged."""
    path = folder / _FACTS
    return list(_lines(path, _of_puzzle, "damaged", _RESTORE)) if path.is_file() else []


def _undo(folder: Path) -> None:
    """Remove the puzzles that a run which ended early wrote, but of which it noted no facts."""
    under_way = folder / _UNDER_WAY
    if under_way.is_file():
        noted = {fact["file"] for fact in _noted(folder)}
        for name in under_way.read_text(encoding="utf-8").split():
            if name not in noted:
                (folder / name).unlink(missing_ok=True)
        under_way.unlink()


def _of_puzzle(facts: object) -> bool:
    """Tell whether it is what a collection keeps of a puzzle."""
    return isinstance(facts, dict) and all(
        isinstance(facts.get(name), str) for name in ("file", "key", "core4", "core2")
    )


def _last_number(facts: Iterable[MinedRecord]) -> int:
    """Return the highest number in the names of puzzles' files."""
    stems = (Path(fact["file"]).stem for fact in facts)
    return max((int(stem[1:]) for stem in stems if stem[1:].isdigit()), default=0)


def _write_collection(
    folder: Path, grade: str, facts: list[dict[str, Any]], new: Mapping[str, str], write: Write
) -> None:
    """Write the texts of new puzzles by their files' names, and what is known of all puzzles.

    If that fails, no new puzzle stays without its facts.
    """
    folder.mkdir(exist_ok=True)
    try:
        write(folder / _UNDER_WAY, "\n".join(new).encode())
        for name, text in new.items():
            write(folder / name, text.encode())
        _read_anew(folder, facts)
        write(folder / _FACTS, "".join(json.dumps(fact) + "\n" for fact in facts).encode())
    finally:
        _undo(folder)
    _write_about(folder, grade, facts, write)


def _read_anew(folder: Path, facts: Iterable[dict[str, Any]]) -> None:
    """Give each puzzle the themes of its position and its key, and what its report says of it.

    Raises PuzzleFileError when a puzzle has no key, or its report does not fit it.
    """
    reports = read_reports(folder)
    for fact in facts:
        report = reports.get(fact["file"], {})
        path = folder / fact["file"]
        puzzle = read_file(path).puzzle
        if puzzle is None or not puzzle.keys:
            raise PuzzleFileError([Finding("this is no puzzle with a key")], str(path))
        if report and not still_about(report, puzzle):
            raise PuzzleFileError([replace(STALE_REPORT, fatal=True)], str(path))
        keys = report.get("keys", [])
        line = line_moves(puzzle.position, keys[0]["line"] if keys else ())
        fact["themes"] = list(puzzle_themes(puzzle, line))
        fact.update(_measured(report))


def _measured(report: Mapping[str, Any]) -> dict[str, int]:
    """Return what an audit measured of a puzzle, by the names that its facts have."""
    looked = report.get("foresight") or {}
    found = {
        "pegs": report.get("pegs"),
        "better": looked.get("better"),
        "depth": looked.get("ahead"),
        "difficulty": report.get("difficulty"),
        "idle": len(report["idle_pegs"]) if "idle_pegs" in report else None,
    }
    return {name: number for name, number in found.items() if number is not None}


def line_moves(position: Position, texts: Iterable[str]) -> list[AnyMove]:
    """Return the moves of a report's line."""
    moves = list[AnyMove]()
    for text in texts:
        moves.append(parse_move(position, text))
        position = position.play(moves[-1])
    return moves


def _write_about(folder: Path, grade: str, facts: list[dict[str, Any]], write: Write) -> None:
    """Write what a collection says of itself."""
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
    write(folder / COLLECTION_FILE, text.encode())
