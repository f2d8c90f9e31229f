"""Decides a claim where a line of play has led, without solving anything twice.

The same line gets the same answer in every process: what is asked, and in which order, depends
on the line alone, each search starts afresh, and the store gives back what such a search found.
"""

import time
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from solver.answers.proof_reuse import covers, part_for
from solver.game import Move, Position
from solver.proof import Claim, Limit, Limits, Strategy
from solver.search import Budget, Solution, solve
from solver.store import Store

__all__ = ["decide", "known"]

_START_SHARE = 4
"""The start of a line may use one part in so many of the limits, as the rest may not need it."""

_REMEMBERED = 32
"""Proofs kept in memory: to read one and check it takes longer than to use it. The largest take
some 20 MiB each."""


def decide(
    start: Position,
    line: Sequence[Move],
    claim: Claim,
    limits: Limits | None = None,
    store: Store | None = None,
) -> Solution:
    """Decide a claim about the position after some moves.

    Asked in this order, until one answers: the proofs about the start and about the positions
    of the line that the claim's opponent was to move in, each from the store or else searched
    for; what the store has on the position itself, and on all first moves at the start; a
    search. If the store has no proof about the start, what it has on first moves comes first. All
    searches together keep to the limits. What they find is added to the store.

    Raises IllegalMoveError for a move the rules forbid, and PuzzleRuleError as `solve` does.
    """
    return _Question(claim, limits or Limits(), store).decide(start, line)


def known(
    start: Position, line: Sequence[Move], claim: Claim, limits: Limits, store: Store
) -> Solution | None:
    """Return the solution of `decide` if it takes no search, else None."""
    try:
        return _Question(claim, limits, store, search=False).decide(start, line)
    except _NotKnownError:
        return None


class _Question:
    def __init__(
        self, claim: Claim, limits: Limits, store: Store | None, *, search: bool = True
    ) -> None:
        self.claim = claim
        self.budget = Budget(limits)
        # The clock stands until the first search. So that search gets all nodes, and all seconds
        # but an instant, which `Row.covers` allows for: the store finds its answer again.
        self.budget.pause()
        self.store = store
        self.search = search
        """Without it a question that takes a search raises _NotKnownError."""
        self.started = time.monotonic()

    def decide(self, start: Position, line: Sequence[Move]) -> Solution:
        *earlier, position = _positions(start, line)
        refuted = None
        if earlier and self._stored(start) is None:
            # The start may take long, and a refuted move has no part in its proof.
            refuted = self._refuted_at_once(start, position)
        if refuted is not None:
            return self._solved(position, refuted)
        found = list[Strategy]()
        for number, before in enumerate(earlier):
            asked = number == 0 or before.to_move is not self.claim.prover
            if not asked or any(covers(before, strategy) for strategy in found):
                continue
            strategy = self._solution(before, _START_SHARE if number == 0 else 1).strategy
            if strategy is None:
                continue
            found.append(strategy)
            if (part := part_for(position, strategy)) is not None:
                return self._solved(position, part)
        if stored := self._stored(position):
            return self._counted(stored)
        if earlier and (part := self._refuted_at_once(start, position)) is not None:
            return self._solved(position, part)
        return self._counted(self._solution(position))

    def _solution(self, position: Position, share: int = 1) -> Solution:
        """Return what the store or a search with a share of what is left says of a position."""
        limits = self.budget.share(share).left()
        if limits is None:
            return Solution.of(position, self.claim, None, self.budget.reached)
        stored = self._stored(position, limits)
        # The machine may have been busy when the seconds ran out.
        if stored and (stored.limit is not Limit.SECONDS or share > 1):
            return stored
        if not self.search:
            raise _NotKnownError
        self.budget.resume()
        solution = solve(position, self.claim, limits)
        self.budget.spend(solution.nodes)
        if self.store is not None:
            self.store.add(position, solution, limits)
        return solution

    def _stored(self, position: Position, limits: Limits | None = None) -> Solution | None:
        if self.store is None:
            return None
        try:
            return _proved(self.store, position, self.claim)
        except _NotKnownError:
            stored = self.store.find(position, self.claim, limits) if limits else None
            return stored.solution if stored else None

    def _refuted_at_once(self, start: Position, position: Position) -> Strategy | None:
        """Return what the store's refutation of the first moves at the start says."""
        if self.store is None or start.to_move is not self.claim.prover:
            return None
        try:
            return part_for(position, _others(self.store, start, self.claim))
        except _NotKnownError:
            return None

    def _solved(self, position: Position, strategy: Strategy) -> Solution:
        """Return what a strategy for the position says."""
        return self._counted(Solution.of(position, self.claim, strategy, None))

    def _counted(self, solution: Solution) -> Solution:
        """Return a solution with what was searched and the time taken for this question."""
        return replace(solution, nodes=self.budget.nodes, seconds=time.monotonic() - self.started)


class _NotKnownError(Exception):
    """Raised so that the cache forgets a question without an answer: there may be one later."""


@lru_cache(maxsize=_REMEMBERED)
def _proved(store: Store, position: Position, claim: Claim) -> Solution:
    stored = store.find(position, claim)
    if stored is None:
        raise _NotKnownError
    return stored.solution


@lru_cache(maxsize=_REMEMBERED)
def _others(store: Store, position: Position, claim: Claim) -> Strategy:
    stored = store.find_others(position, claim)
    if stored is None or stored.others.strategy is None:
        raise _NotKnownError
    return stored.others.strategy


def _positions(start: Position, line: Sequence[Move]) -> list[Position]:
    positions = [start]
    for move in line:
        positions.append(positions[-1].play(move))
    return positions
