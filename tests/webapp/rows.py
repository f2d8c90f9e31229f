"""Puzzles in a database without files: what lists need to be tried on."""

from typing import Any

from solver.files import puzzle_to_sgf
from solver.game import Ruleset, Side
from solver.puzzle import Goal
from tests.webapp.conftest import SMALL
from webapp.models import Collection, PuzzleRow, Tag
from webapp.progress.glicko import UNRATED

__all__ = ["collection_row", "puzzle_row"]

_SGF = puzzle_to_sgf(SMALL)


def collection_row(slug: str, place: int = 0, **fields: Any) -> Collection:
    """Return a collection that is in no database yet."""
    about = {"title": slug.title(), "author": "", "source": "", "licence": ""}
    return Collection(slug=slug, place=place, **(about | fields))


def puzzle_row(collection: Collection, slug: str, *, tags: str = "", **fields: Any) -> PuzzleRow:
    """Return a puzzle, the next one of a collection; `fields` say what differs from a plain one."""
    plain = {
        "public_id": f"{collection.slug}-{slug}",
        "place": len(collection.puzzles) + 1,
        "published": 1,
        "created": 1,
        "revision": 1,
        "sgf": _SGF,
        "content_hash": "0" * 64,
        "title": slug,
        "author": "",
        "goal": Goal.WIN,
        "side": Side.WHITE,
        "ruleset": Ruleset.STD,
        "columns": 12,
        "rows": 12,
        **UNRATED._asdict(),
    }
    row = PuzzleRow(slug=slug, **(plain | fields))
    row.tags = [Tag(name=name) for name in tags.split()]
    collection.puzzles.append(row)
    return row
