"""Shipped collections: from folders of SGF files into the database.

A collection is a folder with a `collection.yaml`: title, author, source, licence, copyright,
description, and `puzzles`, a list of `file: NAME.sgf` in order, each with `tags: [WORD, ...]` if
it has some. The SGF files are UTF-8. `reports.jsonl`, if it is there, holds what `twixt audit
--json` said; it may be packed with gzip, as `reports.jsonl.gz`.
"""

import hashlib
import time
from pathlib import Path
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from solver.errors import Finding, PuzzleFileError, PuzzleRuleError
from solver.files import (
    COLLECTION_FILE,
    check_names,
    listed_entries,
    listed_file,
    read_listing,
    reports_in,
    tags_of,
    terms_of,
)
from solver.puzzle import Puzzle
from webapp.catalog.puzzle_texts import content_hash_of, puzzle_from, revise
from webapp.models import Collection, PuzzleRow, Tag
from webapp.pictures import check_room
from webapp.reports.report_store import load_reports

__all__ = ["load", "public_id"]


def load(session: Session, folder: Path) -> int:
    """Make the database hold the collections of a folder, and return how many puzzles changed.

    What is the same already is left alone; a file that is gone takes its puzzle with it. Each
    collection is committed by itself: a visitor's write waits for one at most. If it breaks off,
    the next call goes on.
    Raises PuzzleFileError for the first collection that cannot be read, all its findings at once.
    """
    abouts = {path: read_listing(path) for path in sorted(folder.glob(f"*/{COLLECTION_FILE}"))}
    files = {path: _files(path, about) for path, about in abouts.items()}
    changed = 0
    for place, path in enumerate(sorted(files, key=lambda path: -len(files[path]))):
        changed += _load_collection(session, path, abouts[path], files[path], place)
        session.commit()
    return changed


def _load_collection(
    session: Session, path: Path, about: dict[str, Any], files: list[Path], place: int
) -> int:
    read = dict[str, Puzzle]()
    # Nobody can write from the first write to the end: all files are read before it.
    with session.no_autoflush:
        collection = _described(session, path.parent.name, about)
        collection.place = place
        changed = _load_puzzles(collection, files, read)
        for row, entry in zip(collection.puzzles, listed_entries(path, about), strict=True):
            tags = tags_of(path, entry)
            if tags != [tag.name for tag in row.tags]:
                row.tags = [Tag(name=name) for name in tags]
    if reports := reports_in(path.parent):
        load_reports(
            session,
            reports,
            collection.puzzles,
            lambda row: read.get(row.slug) or puzzle_from(row.sgf, privilege=True),
        )
    return changed


def _described(session: Session, slug: str, about: dict[str, Any]) -> Collection:
    """Return a collection, made anew if there is none, with what is told about it."""
    query = select(Collection).filter_by(slug=slug)
    query = query.options(selectinload(Collection.puzzles).selectinload(PuzzleRow.tags))
    collection = session.scalar(query)
    if collection is None:
        collection = Collection(slug=slug)
        session.add(collection)
    collection.title = str(about.get("title") or slug)
    collection.author = str(about.get("author") or "")
    collection.source = str(about.get("source") or "")
    collection.description = " ".join(str(about.get("description") or "").split())
    collection.licence = terms_of(about)
    return collection


def _load_puzzles(collection: Collection, paths: list[Path], read: dict[str, Puzzle]) -> int:
    """Return how many puzzles changed; `read` gets them by their slugs."""
    known = {row.slug: row for row in collection.puzzles}
    rows, changed = list[PuzzleRow](), 0
    findings = list[Finding]()
    for place, path in enumerate(paths, start=1):
        try:
            sgf = path.read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            findings.append(Finding(f"{path}: not UTF-8: {error.reason}", hint="convert it"))
            continue
        row = known.get(path.stem)
        if row is None:
            now = int(time.time())
            row = PuzzleRow(
                slug=path.stem,
                public_id=public_id(collection.slug, path.stem),
                created=now,
                published=now,
            )
        rows.append(row)
        row.place = place
        if row.content_hash == content_hash_of(sgf):
            continue
        try:
            puzzle = puzzle_from(sgf, str(path), privilege=True)
            check_room(puzzle.position.board)
        except PuzzleFileError as error:
            findings += [
                Finding(finding.text(str(path)), fatal=finding.fatal) for finding in error.findings
            ]
            continue
        except PuzzleRuleError as error:
            findings.append(Finding(f"{path}: {error}"))
            continue
        revise(row, sgf, puzzle)
        read[row.slug] = puzzle
        changed += 1
    if findings:
        raise PuzzleFileError(findings)
    changed += len(known.keys() - {row.slug for row in rows})
    collection.puzzles = rows
    return changed


def _files(path: Path, about: dict[str, Any]) -> list[Path]:
    """Return the puzzle files that a collection lists."""
    paths = [listed_file(path, str(entry["file"])) for entry in listed_entries(path, about)]
    check_names(path, paths)
    missing = [file.name for file in paths if not file.is_file()]
    if missing:
        finding = Finding(
            f"no such file: {', '.join(missing)}", hint="add it or take it off the list"
        )
        raise PuzzleFileError([finding], str(path))
    return paths


def public_id(collection: str, slug: str) -> str:
    """Return an address that a new database gives to the same file again."""
    return hashlib.sha256(f"{collection}/{slug}".encode()).hexdigest()[:10]
