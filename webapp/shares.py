"""What one address may have of a process at the same time, so that nobody takes all of it.

`core.rate_limits` bounds what is asked for in a minute. A process has so many threads and so much
memory in any moment, and a visitor can ask for a hundred things in one.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

__all__ = ["Hold", "Holdings", "Turns"]

_T = TypeVar("_T")

Hold = Callable[[int], bool]
"""Adds bytes to what an address holds; tells whether it may hold so many."""


class Turns:
    """Lets each address have a few things done at a time; what else it asks for waits."""

    def __init__(self, at_a_time: int) -> None:
        self._at_a_time = at_a_time
        self._asked = Counter[str]()
        self._turns = dict[str, asyncio.Semaphore]()

    def of(self, whose: str) -> int:
        """Return how many things an address has asked for that are not done yet."""
        return self._asked[whose]

    @property
    def total(self) -> int:
        """How many things are not done yet, those that nobody waits for any more too."""
        return self._asked.total()

    async def take(self, whose: str, work: Callable[[], Awaitable[_T]]) -> _T:
        """Do something when it is an address's turn. Who does not wait for it keeps the turn."""
        self._asked[whose] += 1
        return await asyncio.shield(asyncio.ensure_future(self._take(whose, work)))

    async def _take(self, whose: str, work: Callable[[], Awaitable[_T]]) -> _T:
        turn = self._turns.setdefault(whose, asyncio.Semaphore(self._at_a_time))
        try:
            async with turn:
                return await work()
        finally:
            self._asked[whose] -= 1
            if not self._asked[whose]:
                del self._asked[whose], self._turns[whose]


class Holdings:
    """Counts the bytes of bodies that an address is sending, and of answers that it reads."""

    def __init__(self, most: int) -> None:
        """`most` are the bytes beyond which an address may send nothing more."""
        self._most = most
        self._held = Counter[str]()

    @contextmanager
    def of(self, whose: str) -> Iterator[Hold]:
        """Count for one request of an address, until it is answered."""
        mine = 0

        def hold(size: int) -> bool:
            nonlocal mine
            mine += size
            self._held[whose] += size
            return self._held[whose] <= self._most

        try:
            yield hold
        finally:
            self._held[whose] -= mine
            if not self._held[whose]:
                del self._held[whose]
