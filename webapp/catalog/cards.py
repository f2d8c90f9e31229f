"""Pieces of pages, cached under all that they show: equal ones are made once, for all visitors.

None can be stale, and none holds what only another visitor may see.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from flask import get_template_attribute, request
from sqlalchemy import Row, select

from solver.audits import Soundness
from solver.game import Ruleset, Side
from solver.puzzle import Goal
from webapp.accounts.sessions import current_account
from webapp.core.database import session
from webapp.core.sized_cache import kept
from webapp.models import PuzzleRow
from webapp.progress import attempts

__all__ = ["CARD_COLUMNS", "card", "shelf", "solved_among"]


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


def card(row: PuzzleRow | Row[Any], *, solved: bool = False) -> str:
    """Return the markup of the card of a puzzle: a whole row, or one of `CARD_COLUMNS`."""
    facts = _Facts(*(getattr(row, name) for name in _Facts._fields))
    return _card(facts, solved, request.script_root)


def solved_among(rows: Sequence[Row[*tuple[Any, ...]]]) -> set[str]:
    """Return the public ids of those that this account has solved; a browser knows a visitor's."""
    account = current_account()
    if account is None:
        return set()
    shown = PuzzleRow.public_id.in_([row.public_id for row in rows])
    found = select(PuzzleRow.public_id).where(shown, PuzzleRow.id.in_(attempts.solved(account)))
    return set(session().scalars(found))


def shelf(collections: Iterable[Row[str, str, str, int, int]]) -> str:
    """Return the markup of a list of collections.

    Of each it gets slug, title, author, and how many puzzles it has and how many are solved.
    """
    return _shelf(tuple(map(tuple, collections)), request.script_root)


# `_root` begins every address: a request may name one of its own.


@kept(16 << 20)
def _card(facts: _Facts, solved: bool, _root: str) -> str:
    made: str = get_template_attribute("catalog/cards.html", "card_of")(facts, solved)
    return made


@kept(4 << 20)
def _shelf(collections: tuple[tuple[Any, ...], ...], _root: str) -> str:
    made: str = get_template_attribute("catalog/shelf.html", "shelf_of")(collections)
    return made
