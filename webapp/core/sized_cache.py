"""A memory of what functions returned that is bounded in bytes: entries differ a thousandfold."""

import sys
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import fields, is_dataclass
from functools import wraps
from threading import Lock
from typing import Any, ParamSpec, TypeVar

__all__ = ["kept", "weight"]

_P = ParamSpec("_P")
_T = TypeVar("_T")

_ENTRY = 512
"""Bytes that an entry takes besides its texts."""
_MEMBER = 80
"""Bytes that a hole or a link in a set takes: a few numbers, and its place is counted already."""


def kept(
    most: int, *, when: Callable[[Any], bool] = lambda _: True
) -> Callable[[Callable[_P, _T]], Callable[_P, _T]]:
    """Return a decorator that keeps what a function returned, up to `most` bytes in each process.

    `when` tells of a result whether it is worth keeping; otherwise the function is asked again.
    Arguments are hashable, and texts and sets are most of what they and the results hold. What was
    asked for longest ago goes first; a result that would take more than a quarter is not kept.
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
            if not when(made):
                return made
            size = _ENTRY + weight((key, made))
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
    """Return the bytes of the texts and sets in a value, as positions hold them."""
    return _weight(value, set())


def _weight(value: object, seen: set[int]) -> int:
    """Return the bytes of what was not seen before: a board is that of many positions."""
    match value:
        case str() | bytes():
            return sys.getsizeof(value)
        case tuple() | list():
            return sum(_weight(each, seen) for each in value)
        case dict():
            return sum(_weight(each, seen) for each in value.items())
    parts = fields(value) if is_dataclass(value) and not isinstance(value, type) else ()
    if not (parts or isinstance(value, set | frozenset)) or id(value) in seen:
        return 0
    seen.add(id(value))
    if isinstance(value, set | frozenset):
        return sys.getsizeof(value) + _MEMBER * len(value)
    return sum(_weight(getattr(value, part.name), seen) for part in parts)
