"""All puzzles of some collections as one file for others to use: JSON lines, SGF, checksums.

The same collections give the same content, whose checksum is its version.
"""

import hashlib
import json
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Any

from solver import __version__
from solver.errors import Finding, PuzzleFileError, printable
from solver.files import (
    COLLECTION_FILE,
    Format,
    Record,
    check_names,
    is_one_tree,
    listed_entries,
    listed_file,
    read_file,
    read_listing,
    read_reports,
    tags_of,
    terms_of,
    write_text,
)
from solver.game import holders_letters, move_text
from solver.proof import claim_with_privilege
from solver.tasks import STALE_REPORT, still_about

__all__ = ["FIELDS", "FORMAT", "export", "exported"]

FORMAT = 1
"""Of the fields; a new field leaves it as it is."""

FIELDS = {
    "id": "collection and file, the same in all versions",
    "title": "name of the puzzle",
    "collection": "title of its collection",
    "author": "who made the puzzle",
    "source": "where it comes from",
    "licence": "under which terms it may be used, with the copyright notice",
    "ruleset": "STD, PP or 3M: the rules of crossing and of links",
    "columns": "width of the board in holes",
    "rows": "height of the board in holes",
    "shape": "diagonal-45 or diagonal-26 with its lines of holes; null for an upright board",
    "to_move": "white or black",
    "privilege": "W, B or WB: who may once move twice in a row; null for nobody",
    "claim": "what the side to move is to reach",
    "published": "first moves that the author gives",
    "verdict": "sound, cooked, no solution or undecided; null without a report",
    "keys": "keys that are proved to win",
    "line": "how the win goes on against the longest resistance, the key first",
    "pegs": "how many pegs the winner needs at most",
    "cooks": "first moves that win without the key",
    "delays": "first moves that win only because the key can follow",
    "tries": "tempting first moves that fail: hole, line of the refutation, pegs, replies",
    "undecided": "first moves that no proof decides",
    "first_moves": "how many first moves there are",
    "difficulty": "from 0 to 100, as measured by the solver; null when it is unknown",
    "better": "first moves that look better than those that win; null when it is unknown",
    "ahead": "pegs that a player must see ahead to tell them apart; null when it is unknown",
    "themes": "words for what the puzzle shows",
    "solver": "version of the solver that wrote the report",
    "sgf": "the puzzle as a file of its own, with the lines that its author gives",
}
"""The fields of a line in `puzzles.jsonl`, in their order."""

_STAMP = (2026, 1, 1, 0, 0, 0)
"""A file in a zip has a date, which must not depend on the day."""


_Tell = Callable[[str, Finding], None]
"""Takes a warning about a file."""


def exported(folder: Path, tell: _Tell | None = None) -> Iterator[dict[str, Any]]:
    """Yield the fields of each puzzle of the collections in a folder, in their order.

    `tell` is told of reports that are left out, for they are about another puzzle by now. Raises
    PuzzleFileError for a collection or a puzzle that cannot be read.
    """
    for path in sorted(folder.glob(f"*/{COLLECTION_FILE}")):
        about = read_listing(path)
        listed = listed_entries(path, about)
        reports = read_reports(path.parent)
        files = [listed_file(path, str(entry["file"])) for entry in listed]
        check_names(path, files)
        for file, entry in zip(files, listed, strict=True):
            yield _fields(about, tags_of(path, entry), file, reports.get(file.name), tell)


def export(folder: Path, tell: _Tell | None = None) -> bytes:
    """Return all puzzles of the collections in a folder as a zip file.

    It holds `puzzles.jsonl`, `puzzles.sgf` with a tree for each puzzle, `README.txt` with the
    version and the fields, and `SHA256SUMS`. `tell` is as in `exported`. Raises PuzzleFileError.
    """
    puzzles = list(exported(folder, tell))
    lines = "".join(printable(json.dumps(puzzle, ensure_ascii=False)) + "\n" for puzzle in puzzles)
    files = {
        "puzzles.jsonl": lines.encode(),
        "puzzles.sgf": "".join(puzzle["sgf"] for puzzle in puzzles).encode(),
    }
    digest = hashlib.sha256(files["puzzles.jsonl"]).hexdigest()
    files["README.txt"] = _readme(puzzles, digest).encode()
    sums = (f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in files.items())
    files["SHA256SUMS"] = "".join(sums).encode()
    found = BytesIO()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED) as written:
        for name, data in files.items():
            entry = zipfile.ZipInfo(f"twixt-puzzles/{name}", _STAMP)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            written.writestr(entry, data)
    return found.getvalue()


def _fields(
    about: Mapping[str, Any],
    themes: list[str],
    file: Path,
    record: Mapping[str, Any] | None,
    tell: _Tell | None,
) -> dict[str, Any]:
    read = read_file(file)
    puzzle = read.puzzle
    if puzzle is None:
        raise PuzzleFileError([Finding("a game, not a puzzle")], str(file))
    if record is not None and not still_about(record, puzzle):
        if tell is not None:
            tell(str(file), STALE_REPORT)
        record = None
    claim = claim_with_privilege(puzzle)
    board, told = puzzle.position.board, record or {}
    moves, seen = told.get("moves", []), told.get("foresight") or {}

    def holes(*kinds: str) -> list[str]:
        return [move["hole"] for move in moves if move["kind"] in kinds]

    proven = [key for key in told.get("keys", []) if key["verdict"] == "proven"]
    values = {
        "id": f"{file.parent.name}/{file.stem}",
        "title": puzzle.name or file.stem,
        "collection": str(about.get("title") or file.parent.name),
        "author": puzzle.author or str(about.get("author") or ""),
        "source": puzzle.source or str(about.get("source") or ""),
        "licence": terms_of(about),
        "ruleset": puzzle.position.ruleset.value,
        "columns": board.width,
        "rows": board.height,
        "shape": board.diagonal.text if board.diagonal else None,
        "to_move": puzzle.position.to_move.value,
        "privilege": holders_letters(puzzle.privilege) or None,
        "claim": claim.text,
        "published": [move_text(puzzle.position, key) for key in puzzle.keys],
        "verdict": told.get("verdict"),
        "keys": [key["move"] for key in proven],
        "line": proven[0]["line"] if proven else [],
        "pegs": told.get("pegs"),
        "cooks": holes("cook"),
        "delays": holes("delay"),
        "tries": [
            {name: move[name] for name in ("hole", "line", "pegs", "replies")}
            for move in moves
            if move["kind"] == "try"
        ],
        "undecided": holes("undecided", "wins", "no-cook"),
        "first_moves": told.get("first_moves"),
        "difficulty": told.get("difficulty"),
        "better": seen.get("better"),
        "ahead": seen.get("ahead"),
        "themes": themes,
        "solver": told.get("version"),
        "sgf": _sgf(file, read),
    }
    return {name: values[name] for name in FIELDS}


def _sgf(file: Path, read: Record) -> str:
    """Return the text of a file that is SGF in UTF-8, of this puzzle alone, as it is; any other
    puzzle as such a file.

    Raises PuzzleFileError when SGF cannot carry the board.
    """
    if read.format is Format.SGF:
        with suppress(UnicodeDecodeError):
            text = file.read_text(encoding="utf-8")
            if is_one_tree(text):
                return text
    try:
        return write_text(read, Format.SGF).text
    except PuzzleFileError as error:
        raise PuzzleFileError(error.findings, str(file)) from None


def _readme(puzzles: list[dict[str, Any]], digest: str) -> str:
    """Return what the file says of itself."""
    terms = sorted({(puzzle["collection"], puzzle["licence"]) for puzzle in puzzles})
    width = max(map(len, FIELDS))
    return "\n".join(
        [
            "TwixT puzzles with proved answers",
            "",
            f"Puzzles: {len(puzzles)}",
            f"Format: {FORMAT}",
            f"Version: {digest[:12]} (the first digits of the checksum of puzzles.jsonl)",
            f"Written by: twixt {__version__}",
            "",
            "puzzles.jsonl has one JSON object a line, puzzles.sgf the same puzzles as SGF.",
            "twixt and the site read one puzzle a file: save the field sgf of a line as a file of",
            "its own. puzzles.sgf is for programs that read many games from one file.",
            "SHA256SUMS has their checksums: check them with sha256sum -c SHA256SUMS.",
            "Holes and moves are SGF text: a letter for the column, a number for the row.",
            "",
            "Licences",
            *(f"  {title}: {licence}" for title, licence in terms),
            "",
            "Fields of puzzles.jsonl",
            *(f"  {name:<{width}}  {meaning}" for name, meaning in FIELDS.items()),
            "",
        ]
    )
