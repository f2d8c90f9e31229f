"""Pages of lists: which puzzles stand on one, how many there are, and what their addresses are."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import Any

from flask import url_for
from sqlalchemy import ColumnElement, Row, func, select

from webapp.accounts.sessions import current_account
from webapp.catalog.cards import CARD_COLUMNS
from webapp.catalog.filters import Filters, matching
from webapp.catalog.visibility import visible_to
from webapp.core.database import session
from webapp.core.timed_cache import cached
from webapp.models import PuzzleRow

__all__ = ["PAGE", "SHELF", "ListPage", "list_page", "page_address", "pages_of"]

PAGE = 36
"""Puzzles on a page of a list."""
SHELF = 120
"""Puzzles on a page of a collection: most have a single page."""


@dataclass(frozen=True)
class ListPage:
    """A page of a list."""

    rows: Sequence[Row[Any]]
    """With the columns of a card."""
    count: int | None
    """All that pass; None while only the browser knows."""
    page: int
    pages: int


def pages_of(count: int, size: int, asked: int) -> tuple[int, int]:
    """Return the page that is asked for, or the last one, and how many there are."""
    pages = max(1, ceil(count / size))
    return min(asked, pages), pages


def page_address(endpoint: str, page: int, **values: Any) -> str:
    """Return the address of a page; the first one goes without its number."""
    return url_for(endpoint, page=page if page > 1 else None, **values)


def list_page(filters: Filters, solved: ColumnElement[bool], *, unknown: bool) -> ListPage:
    """Return a page of the list that filters give, to this visitor.

    `solved` is the condition that he has solved a puzzle; `unknown` tells that only his browser
    knows.
    """
    if unknown:
        return ListPage([], None, 1, 1)
    # A list that is the same for all visitors is looked up once a minute.
    find = partial(_matches, filters, solved)
    alike = filters.solved is None and current_account() is None
    here, count = cached(("list", filters, filters.page), find) if alike else find()
    rows = session().execute(
        select(PuzzleRow.id, *CARD_COLUMNS).where(PuzzleRow.id.in_(here), visible_to(None))
    )
    in_order = sorted(rows, key=lambda row: here.index(row.id))
    return ListPage(in_order, count, *pages_of(count, PAGE, filters.page))


def _matches(filters: Filters, solved: ColumnElement[bool]) -> tuple[Sequence[int], int]:
    """Return the ids of the puzzles on a page of a list, and how many the whole list has.

    Rows are long: only those of the page are read, the others are put in order by their ids.
    """
    ids = matching(filters, solved).where(visible_to(None))
    # A text is looked for in every row: once, not once more for the count.
    every = session().scalars(ids).all() if filters.text else None
    counted = select(func.count()).select_from(ids.order_by(None).subquery())
    count = len(every) if every is not None else session().scalar(counted) or 0
    start = PAGE * (pages_of(count, PAGE, filters.page)[0] - 1)
    if every is not None:
        return every[start : start + PAGE], count
    return session().scalars(ids.offset(start).limit(PAGE)).all(), count
