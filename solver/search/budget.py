"""Limits shared out: search nodes and seconds, until the work is cancelled."""

import time
from dataclasses import replace
from math import inf
from typing import TypeVar

from solver.proof.claim import LEAST_SECONDS, Limit, Limits
from solver.search.core import core

__all__ = ["Budget", "Cancel", "least"]

Cancel = core.Cancel

_Number = TypeVar("_Number", int, float)


def least(one: _Number | None, other: _Number | None) -> _Number | None:
    """Return the smaller of two limits, either of which may be none."""
    return min((number for number in (one, other) if number is not None), default=None)


class Budget:
    """Limits, and what was used of them.

    A child has smaller limits of its own: what it uses counts for its parent as well, and it ends
    when its parent does. The clock runs from the start, until `pause`.
    """

    def __init__(self, limits: Limits | None = None, cancel: Cancel | None = None) -> None:
        """Begin with all of the limits. `cancel` may be set in any thread; `reached` tells then."""
        self.limits = limits or Limits()
        self.cancel = cancel or Cancel()
        self.nodes = 0
        """Search nodes used."""
        self._most_nodes = self.limits.nodes
        self._most_seconds = self.limits.seconds
        self._parent: Budget | None = None
        self._spent = 0.0
        """Seconds, without those since the clock went on."""
        self._since: float | None = time.monotonic()
        """When the clock went on; None while it stands."""

    def child(self, nodes: int | None = None, seconds: float | None = None) -> "Budget":
        """Return a part of this budget, with so many nodes and seconds at most."""
        part = Budget(self.limits, self.cancel)
        part._most_nodes, part._most_seconds, part._parent = nodes, seconds, self
        return part

    def share(self, parts: int) -> "Budget":
        """Return a child for one of so many parts of the limits, one node at least."""
        nodes, seconds = self._most_nodes, self._most_seconds
        return self.child(nodes and max(1, nodes // parts), seconds and seconds / parts)

    # -- what was used ------------------------------------------------------------------

    @property
    def seconds(self) -> float:
        """Seconds used."""
        return self._spent + (0.0 if self._since is None else time.monotonic() - self._since)

    def spend(self, nodes: int, seconds: float = 0.0) -> None:
        """Count search nodes, and seconds that the clock does not see."""
        self.nodes += nodes
        self._spent += seconds
        if self._parent is not None:
            self._parent.spend(nodes, seconds)

    def pause(self) -> None:
        """Stop the clock: others work, and their seconds will be spent."""
        self._spent, self._since = self.seconds, None

    def resume(self) -> None:
        """Let the clock go on, if it stands."""
        if self._since is None:
            self._since = time.monotonic()

    # -- what is left -------------------------------------------------------------------

    @property
    def nodes_left(self) -> float:
        """Search nodes left, infinitely many without a limit."""
        most, parent = self._most_nodes, self._parent
        left = inf if most is None else most - self.nodes
        return left if parent is None else min(left, parent.nodes_left)

    @property
    def seconds_left(self) -> float:
        """Seconds left, infinitely many without a limit."""
        most, parent = self._most_seconds, self._parent
        left = inf if most is None else most - self.seconds
        return left if parent is None else min(left, parent.seconds_left)

    def left(self, share: float = 1.0) -> Limits | None:
        """Return what is left of a share of the limits, None when it is used up."""
        nodes, seconds = self.nodes_left, self.seconds_left
        if self._most_nodes is not None:
            nodes = min(nodes, int(self._most_nodes * share) - self.nodes)
        if self._most_seconds is not None:
            seconds = min(seconds, self._most_seconds * share - self.seconds)
        if nodes < 1 or seconds < LEAST_SECONDS:
            return None
        return replace(self.limits, nodes=_limit(int, nodes), seconds=_limit(float, seconds))

    def at_most(self, each: Limits) -> Limits:
        """Return the limits of one more question: its own, or all that is left if that is less.

        At least a trifle, as limits must be."""
        nodes = _limit(int, max(1, self.nodes_left))
        seconds = _limit(float, max(LEAST_SECONDS, self.seconds_left))
        return replace(each, nodes=least(each.nodes, nodes), seconds=least(each.seconds, seconds))

    @property
    def reached(self) -> Limit | None:
        """The limit that is used up, if one is."""
        if self.nodes_left < 1 and not self.cancel.is_set():
            return Limit.NODES
        return self.overdue

    @property
    def overdue(self) -> Limit | None:
        """Why work that takes no nodes has to end, if it has to."""
        if self.cancel.is_set():
            return Limit.CANCELLED
        return Limit.SECONDS if self.seconds_left < LEAST_SECONDS else None

    @property
    def nearest(self) -> Limit:
        """The limit of which the most was used."""
        of_nodes = self.nodes / self._most_nodes if self._most_nodes else 0.0
        of_seconds = self.seconds / self._most_seconds if self._most_seconds else 0.0
        return Limit.NODES if of_nodes >= of_seconds else Limit.SECONDS


def _limit(kind: type[_Number], left: float) -> _Number | None:
    """Return what is left as a limit: none for infinitely much."""
    return None if left == inf else kind(left)
