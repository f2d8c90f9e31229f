"""Counts what is asked of the database: a list may not ask once more for each of its rows."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event

from webapp.core.database import Database

__all__ = ["queries"]


@contextmanager
def queries(database: Database) -> Iterator[list[tuple[str, Any]]]:
    """Yield the list to which each statement that a database gets is added, with its parameters."""
    found = list[tuple[str, Any]]()

    def note(_c: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        found.append((statement, parameters))

    event.listen(database.engine, "before_cursor_execute", note)
    try:
        yield found
    finally:
        event.remove(database.engine, "before_cursor_execute", note)
