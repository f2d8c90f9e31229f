"""Verdicts that are kept: what was proved once is read, checked and used again.

May import `proof` and everything below it.
"""

from solver.store.checking import position_of, read_strategy
from solver.store.position_text import position_text
from solver.store.rows import Row, Stored, StoredOthers
from solver.store.store import Store

__all__ = [
    "Row",
    "Store",
    "Stored",
    "StoredOthers",
    "position_of",
    "position_text",
    "read_strategy",
]
