"""Shipped collections: from folders of SGF files into the database.

A collection is a folder with a `collection.yaml`: title, author, source, licence, copyright,
and `puzzles`, a list of `file: NAME.sgf` in order. The SGF files are UTF-8.
"""

import hashlib
from functools import lru_cache
from pathlib import Path

import yaml
from sqlalchemy import select
from sqlalchemy.orm import Session

from solver.errors import Finding, PuzzleFileError
from solver.files import read_text
from solver.puzzle import Puzzle
from webapp.models import Collection, PuzzleRow

__all__ = ["load", "puzzle_from"]


@lru_cache(maxsize=1024)
def puzzle_from(sgf: str, name: str = "") -> Puzzle:
    """Read a puzzle from its SGF text.

    Raises PuzzleFileError with `name` as the file when the text holds no puzzle.
    """
    found = read_text(sgf, name=name).puzzle
    if found is None:
        raise PuzzleFileError([Finding("the file is no puzzle", hint="add PZ to its root")], name)
    return found


def load(session: Session, folder: Path) -> int:
    """Make the database hold the collections of a folder, and return how many puzzles changed.

    What is the same already is left alone; a file that is gone takes its puzzle with it.
    Raises PuzzleFileError for the first collection that cannot be read, all its findings at once.
    """
    changed = 0
    abouts = {path: _about(path) for path in sorted(folder.glob("*/collection.yaml"))}
    largest_first = sorted(abouts, key=lambda path: -len(_files(path, abouts[path])))
    for place, path in enumerate(largest_first):
        about = abouts[path]
        slug = path.parent.name
        collection = session.scalar(select(Collection).filter_by(slug=slug))
        if collection is None:
            collection = Collection(slug=slug)
            session.add(collection)
        collection.title = str(about.get("title") or slug)
        collection.author = str(about.get("author") or "")
        collection.source = str(about.get("source") or "")
        terms = (about.get("licence"), about.get("copyright"))
        collection.licence = ". ".join(str(term) for term in terms if term)
        collection.place = place
        changed += _load_puzzles(collection, _files(path, about))
    return changed


def _about(path: Path) -> dict[str, object]:
    try:
        about = yaml.safe_load(path.read_text(encoding="utf-8"))
    except yaml.YAMLError as error:
        raise PuzzleFileError([Finding(str(error))], str(path)) from None
    if not isinstance(about, dict):
        raise PuzzleFileError([Finding("not a list of `name: value` lines")], str(path))
    return about


def _load_puzzles(collection: Collection, paths: list[Path]) -> int:
    known = {row.slug: row for row in collection.puzzles}
    rows, changed = list[PuzzleRow](), 0
    findings = list[Finding]()
    for place, path in enumerate(paths, start=1):
        try:
            sgf = path.read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            findings.append(Finding(f"{path}: not UTF-8: {error.reason}", hint="convert it"))
            continue
        content_hash = hashlib.sha256(sgf.encode()).hexdigest()
        row = known.get(path.stem)
        if row is None:
            row = PuzzleRow(
                slug=path.stem, public_id=_public_id(collection.slug, path.stem), content_hash=""
            )
        rows.append(row)
        row.place = place
        if row.content_hash == content_hash:
            continue
        try:
            puzzle = puzzle_from(sgf, str(path))
        except PuzzleFileError as error:
            findings += [
                Finding(finding.text(str(path)), fatal=finding.fatal) for finding in error.findings
            ]
            continue
        row.sgf, row.content_hash = sgf, content_hash
        row.title, row.goal = puzzle.name or path.stem, puzzle.goal
        row.side = puzzle.position.to_move
        changed += 1
    if findings:
        raise PuzzleFileError(findings)
    changed += len(known.keys() - {row.slug for row in rows})
    collection.puzzles = rows
    return changed


def _files(path: Path, about: dict[str, object]) -> list[Path]:
    """Return the puzzle files that a collection lists."""
    listed = about.get("puzzles")
    if not isinstance(listed, list) or not all(
        isinstance(entry, dict) and isinstance(entry.get("file"), str) for entry in listed
    ):
        hint = "write `puzzles:` and below it lines like `- file: p01.sgf`"
        raise PuzzleFileError([Finding("no list of puzzles", hint=hint)], str(path))
    names = [entry["file"] for entry in listed]
    paths = [path.parent / name for name in names]
    missing = [file.name for file in paths if not file.is_file()]
    if missing:
        finding = Finding(
            f"no such file: {', '.join(missing)}", hint="add it or take it off the list"
        )
        raise PuzzleFileError([finding], str(path))
    return paths


def _public_id(collection: str, slug: str) -> str:
    """Return an address that a new database gives to the same file again."""
    return hashlib.sha256(f"{collection}/{slug}".encode()).hexdigest()[:10]
