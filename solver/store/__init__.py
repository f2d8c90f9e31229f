"""Verdicts with their proofs in a file; they are checked whenever they are read."""

from solver.store.checked_rows import position_of, read_strategy
from solver.store.rows import Row, Stored, StoredOthers
from solver.store.store import Store
from solver.store.store_file import copy_store
from solver.store.write_ahead import write_ahead

__all__ = [
    "Row",
    "Store",
    "Stored",
    "StoredOthers",
    "copy_store",
    "position_of",
    "read_strategy",
    "write_ahead",
]
