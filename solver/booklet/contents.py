"""What a booklet holds: chapters of puzzles, each with its report if there is one."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from solver.files import terms_of
from solver.puzzle import Puzzle

__all__ = ["BookletPuzzle", "Chapter", "chapter_about"]


@dataclass(frozen=True, slots=True)
class BookletPuzzle:
    """A puzzle with what is known of its answer."""

    title: str
    puzzle: Puzzle
    report: Mapping[str, Any] | None = None
    """As `twixt audit --json` prints it; None where nothing was checked."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """The puzzles of a collection, or some of them, with where they come from."""

    title: str
    puzzles: tuple[BookletPuzzle, ...]
    author: str = ""
    source: str = ""
    licence: str = ""
    """The terms of use with the copyright notice."""


def chapter_about(title: str, about: object, puzzles: tuple[BookletPuzzle, ...]) -> Chapter:
    """Return the chapter of a collection, `about` what its `collection.yaml` says.

    `title` is for one that has none.
    """
    told = about if isinstance(about, dict) else {}
    own, author, source = (
        " ".join(str(told.get(name) or "").split()) for name in ("title", "author", "source")
    )
    return Chapter(own or title, puzzles, author, source, terms_of(told))
