"""A memory of what functions returned that is bounded in bytes: entries differ a thousandfold."""

import sys
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from threading import Lock
from typing import ParamSpec, TypeVar

__all__ = ["kept", "weight"]

_P = ParamSpec("_P")
_T = TypeVar("_T")

_ENTRY = 512
"""Bytes that an entry takes besides its texts."""


def kept(most: int) -> Callable[[Callable[_P, _T]], Callable[_P, _T]]:
    """Return a decorator that keeps what a function returned, up to `most` bytes in each process.

    Arguments are hashable, and texts are most of what they and the results hold. What was asked
    for longest ago goes first; a result that would take more than a quarter is not kept.
    """

    def decorate(function: Callable[_P, _T]) -> Callable[_P, _T]:
        entries = OrderedDict[Hashable, tuple[_T, int]]()
        lock, total = Lock(), 0

        @wraps(function)
        def ask(*args: _P.args, **kwargs: _P.kwargs) -> _T:
            nonlocal total
            key = args, *sorted(kwargs.items())
            with lock:
                if key in entries:
                    entries.move_to_end(key)
                    return entries[key][0]
            made = function(*args, **kwargs)
            size = _ENTRY + weight(key) + weight(made)
            with lock:
                if key not in entries and size <= most // 4:
                    entries[key] = made, size
                    total += size
                    while total > most:
                        total -= entries.popitem(last=False)[1][1]
            return made

        return ask

    return decorate


def weight(value: object) -> int:
    """Return the bytes of the texts in a value."""
    match value:
        case str() | bytes():
            return sys.getsizeof(value)
        case tuple() | list():
            return sum(map(weight, value))
        case dict():
            return sum(map(weight, value.items()))
    return 0
