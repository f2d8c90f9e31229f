"""Puzzles and their SGF texts: read from a text, given another one, with what lists need of it."""

import hashlib
import time
from dataclasses import replace
from functools import lru_cache

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from solver.errors import Finding, PuzzleFileError
from solver.files import Record, handicap, moves_before, read_text
from solver.game import Ruleset
from solver.puzzle import Puzzle
from webapp.core.sized_cache import kept
from webapp.models import CookNote, PuzzleRow, Revision
from webapp.progress.glicko import UNRATED

__all__ = [
    "content_hash_of",
    "note_cook",
    "played_before",
    "puzzle_from",
    "puzzle_in",
    "read_with",
    "revise",
    "with_board_told",
]


def content_hash_of(sgf: str) -> str:
    """Return the hash by which a text's puzzles, revisions, jobs and reports find each other."""
    return hashlib.sha256(sgf.encode()).hexdigest()


@kept(32 << 20)
def puzzle_from(sgf: str, name: str = "", *, privilege: bool = False) -> Puzzle:
    """Read a puzzle from its SGF text.

    Raises PuzzleFileError as `puzzle_in` does, with `name` as the file.
    """
    return puzzle_in(read_text(sgf, name=name), name, privilege=privilege)


def puzzle_in(record: Record, name: str = "", *, privilege: bool = False) -> Puzzle:
    """Return the puzzle of a text that was read.

    Raises PuzzleFileError with `name` as the file when the text holds no puzzle, or one in which
    a side holds the Privilege of Double TwixT: only who asks for `privilege` can deal with it.
    """
    found = record.puzzle
    if found is None:
        raise PuzzleFileError([Finding("the file is no puzzle", hint="add PZ to its root")], name)
    if found.privilege and not privilege:
        held = Finding(
            "a side holds the Privilege (PV): puzzles with it can be played on their pages, but "
            "neither drawn nor checked, nor judged by the API"
        )
        raise PuzzleFileError([held], name)
    return found


def read_with(
    text: str, size: tuple[int, int] | None, rules: Ruleset | None, usual: Ruleset | None = None
) -> Record:
    """Read a text in any format; `size` and `rules` stand in for what it does not say.

    Without `rules` those are taken that are usual for its format, and `usual` where none are.
    A finding tells what was taken. Raises PuzzleFileError.
    """
    try:
        return read_text(text, rules=rules)
    except PuzzleFileError:
        return with_board_told(read_text(text, size=size, rules=rules or usual))


def with_board_told(record: Record) -> Record:
    """Return what a text holds that does not say its board and rules; a finding tells them."""
    start = record.start
    told = Finding(
        f"the file does not give its board and rules: it was read on {start.board.size_text} "
        f"by the rules {start.ruleset.value}",
        fatal=False,
    )
    return replace(record, findings=(*record.findings, told))


@lru_cache(maxsize=1024)
def played_before(sgf: str) -> tuple[str, str]:
    """Return a puzzle's handicap in words and the game that led to it; either may be empty."""
    record = read_text(sgf)
    return handicap(record), moves_before(record)


def revise(row: PuzzleRow, sgf: str, puzzle: Puzzle) -> None:
    """Give a puzzle a text, and note what lists need of it. What was known of another one goes.

    `puzzle` is what the text says.
    """
    row.sgf, row.content_hash = sgf, content_hash_of(sgf)
    row.revision = row.revisions[-1].number + 1 if row.revisions else 1
    row.revisions.append(
        Revision(
            number=row.revision, sgf=sgf, content_hash=row.content_hash, created=int(time.time())
        )
    )
    row.title, row.author, row.goal = puzzle.name or row.slug, puzzle.author, puzzle.goal
    row.side, row.ruleset = puzzle.position.to_move, puzzle.position.ruleset
    box = puzzle.position.board.box
    row.columns, row.rows = box.columns, box.rows
    row.report = row.soundness = row.pegs = row.difficulty = None
    (row.rating, row.deviation, row.volatility), row.rated = UNRATED, None


def note_cook(session: Session, row: PuzzleRow, move: str) -> None:
    """Remember a winning first move that is not a published one, for the author. Commits."""
    if session.get(CookNote, (row.id, row.revision, move)) is not None:
        return
    session.add(
        CookNote(puzzle_id=row.id, revision=row.revision, move=move, found=int(time.time()))
    )
    try:
        session.commit()
    except IntegrityError:
        # Somebody else found it at the same moment.
        session.rollback()
