"""Adds the proofs of an audit to the store when all its questions are answered.

The units of work store their own answers, one first move at a time. The proof of the claim that
begins with the key, and the one proof that refutes all other first moves, are put together from
them; whoever judges moves later needs just these two. That there are no cooks is a third one.
"""

from solver.audits.proved_so_far import ProvedSoFar
from solver.proof import Limits
from solver.search import Solution, Uniqueness
from solver.store import Store

__all__ = ["add_to_store"]


def add_to_store(
    found: ProvedSoFar, store: Store, limits: Limits, nodes: int, seconds: float
) -> None:
    """Add the proofs of an audit to a store, with its nodes and seconds; raises StoreError."""
    if found.failed or not found.mine:
        return
    position, claim = found.position, found.claim
    if found.proof is not None:
        solution = Solution.of(position, claim, found.proof, None, nodes, seconds)
        if store.find(position, claim) is None:
            store.add(position, solution, limits)
    refuted = [(found.moves, found.refuting, found.left)]
    if found.closed is not None and found.no_cook is not None:
        refuted.append((found.closed, found.no_cook.strategy, found.no_cook.but))
    for moves, strategy, left in refuted:
        if strategy is None:
            continue
        winning = left.intersection(moves.wins)
        others = Uniqueness(strategy, winning, left - winning)
        before = store.find_others(moves.position, claim, winning)
        if before is None or len(before.others.left) > len(others.left):
            store.add_others(moves.position, claim, others, limits, nodes=nodes, seconds=seconds)
