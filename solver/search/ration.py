"""A session whose questions share limits."""

import time
from collections.abc import Callable
from typing import TypeVar

from solver.game import Position
from solver.proof.claim import Claim, Limit, Limits
from solver.search.session import Cancel, Found, Progress, Session, Solution

__all__ = ["Ration", "least"]

_SMALLEST = 0.001
"""Seconds: less is no limit."""

_Number = TypeVar("_Number", int, float)


def least(one: _Number | None, other: _Number | None) -> _Number | None:
    """Return the smaller of two limits, either of which may be none."""
    return min((number for number in (one, other) if number is not None), default=None)


class Ration(Session):
    """A session whose questions share limits; it can keep what it decided."""

    def __init__(
        self,
        total: Limits,
        cancel: Cancel | None = None,
        progress: Callable[[Progress], None] | None = None,
        *,
        keep: bool = False,
    ) -> None:
        """Begin with all of the limits. `cancel` and `progress` as in `solve`."""
        super().__init__(total.memory, threads=total.threads, cancel=cancel, progress=progress)
        self.nodes = 0
        """Search nodes of all questions."""
        self.decided: list[tuple[Position, Claim, Solution]] = []
        """What was decided in each position, with `keep`."""
        self._keep = keep
        self._total = total
        self._started = time.monotonic()

    @property
    def seconds(self) -> float:
        """The time so far."""
        return time.monotonic() - self._started

    @property
    def spent(self) -> Limit | None:
        """The limit that is used up, if one is."""
        nodes, seconds = self._total.nodes, self._total.seconds
        if self._cancel.is_set():
            return Limit.CANCELLED
        if nodes is not None and self.nodes >= nodes:
            return Limit.NODES
        if seconds is not None and self.seconds >= seconds:
            return Limit.SECONDS
        return None

    def left(self, each: Limits) -> Limits:
        """Return what one more question may use; at least a trifle, as limits must be."""
        nodes, seconds = self._total.nodes, self._total.seconds
        if nodes is not None:
            nodes = max(1, nodes - self.nodes)
        if seconds is not None:
            seconds = max(_SMALLEST, seconds - self.seconds)
        return Limits(least(each.nodes, nodes), least(each.seconds, seconds))

    def solve(
        self,
        position: Position,
        claim: Claim,
        limits: Limits | None = None,
        *,
        without: Claim | None = None,
    ) -> Solution:
        """Decide a claim with what is left of the ration."""
        if limit := self.spent:
            return Solution.of(position, claim, None, limit)
        found = super().solve(position, claim, self.left(limits or Limits()), without=without)
        self.nodes += found.nodes
        if self._keep and found.strategy is not None:
            self.decided.append((position, claim, found))
        return found

    def outline(self, position: Position, claim: Claim, limits: Limits, turn: int) -> Found:
        """Decide a claim with what is left of the ration, unchecked."""
        if limit := self.spent:
            return Found(None, limit, 0)
        found = super().outline(position, claim, self.left(limits), turn)
        self.nodes += found.nodes
        return found
