"""Cards of puzzles on lists: alike ones are made once, for whoever asks."""

from functools import lru_cache
from typing import NamedTuple

from flask import get_template_attribute, request

from solver.audit import Soundness
from solver.game import Ruleset, Side
from solver.puzzle import Goal
from webapp import words
from webapp.models import PuzzleRow

__all__ = ["card"]


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


def card(row: PuzzleRow) -> str:
    """Return the markup of a puzzle's card."""
    facts = _Facts(*(getattr(row, name) for name in _Facts._fields))
    return _made(facts, request.script_root)


@lru_cache(maxsize=4096)
def _made(facts: _Facts, _root: str) -> str:
    """`_root` is in every address on a card: a request may name one of its own."""
    made: str = get_template_attribute("browse/cards.html", "card_of")(facts, words)
    return made
