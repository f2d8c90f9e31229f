"""The techniques of the search, to be switched off by those who measure or test it."""

from solver.search.core import core

__all__ = ["Options"]

Options = core.Options
