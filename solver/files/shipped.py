"""Where the puzzles that come with the project lie."""

from pathlib import Path

__all__ = ["SHIPPED"]

_INSTALLED = Path(__file__).parents[1] / "puzzles"
_CHECKOUT = Path(__file__).parents[2] / "puzzles"

SHIPPED = _INSTALLED if _INSTALLED.is_dir() else _CHECKOUT
"""A folder for each collection: inside an installed package, beside the code in a checkout."""
