"""Pieces of pages that are kept by all that they show: alike ones are made once, for whoever asks.

None can be stale, and none holds what only another visitor may see.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from flask import get_template_attribute, request
from sqlalchemy import Row

from solver.audits import Soundness
from solver.game import Ruleset, Side
from solver.puzzle import Goal
from webapp.core.sized_cache import kept
from webapp.models import PuzzleRow

__all__ = ["CARD_COLUMNS", "card", "shelf"]


class _Facts(NamedTuple):
    """All that a card shows of a row. With any other value it is another card."""

    public_id: str
    content_hash: str
    title: str
    goal: Goal
    side: Side
    ruleset: Ruleset
    columns: int
    rows: int
    pegs: int | None
    difficulty: float | None
    soundness: Soundness | None
    published: int | None


CARD_COLUMNS = tuple(getattr(PuzzleRow, name) for name in _Facts._fields)
"""What is read of a puzzle that is only shown as a card."""


def card(row: PuzzleRow | Row[Any]) -> str:
    """Return the markup of the card of a puzzle: a whole row, or one of `CARD_COLUMNS`."""
    return _card(_Facts(*(getattr(row, name) for name in _Facts._fields)), request.script_root)


def shelf(collections: Iterable[Row[str, str, str, int, int]]) -> str:
    """Return the markup of a list of collections.

    Of each it gets slug, title, author, and how many puzzles it has and how many are solved.
    """
    return _shelf(tuple(map(tuple, collections)), request.script_root)


# `_root` begins every address: a request may name one of its own.


@kept(16 << 20)
def _card(facts: _Facts, _root: str) -> str:
    made: str = get_template_attribute("catalog/cards.html", "card_of")(facts)
    return made


@kept(4 << 20)
def _shelf(collections: tuple[tuple[Any, ...], ...], _root: str) -> str:
    made: str = get_template_attribute("catalog/shelf.html", "shelf_of")(collections)
    return made
