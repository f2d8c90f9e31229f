"""One search of the native core for one claim."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from solver.arena import Arena
from solver.game import Hole, Side
from solver.proof.claim import Aim, Claim, Limit
from solver.proof.strategy import End, NodeKind, Strategy, StrategyNode
from solver.search.budget import Budget
from solver.search.core import core, side_masks
from solver.search.options import Options
from solver.search.outline import Outline

__all__ = ["Search", "SearchProgress"]

_Node = tuple[int, int, list[int], list[int], list[int], int, list[int], list[int], list[int]]
"""A node of a proof in numbers, as the core returns it."""

_MIB = 1 << 20
_RATED = 128
"""What the core says for a rating of 1."""
_FOREVER = 1e9
"""Seconds."""
_FINAL = {core.Status.exhausted: Limit.EXHAUSTED, core.Status.memory: Limit.MEMORY}
"""Why a search can do no more."""
_MEMORY_SHARE = {Aim.CONNECT: 3, Aim.BLOCK: 1}
"""Eighths of the memory for each of four searches."""


@dataclass(frozen=True, slots=True)
class SearchProgress:
    """How far the search for a claim has come."""

    pegs: int
    """The claim's prover was just tried with so many pegs still to place."""
    nodes: int
    """Search nodes so far."""
    seconds: float
    favourite: Hole | None
    """The first move of the claim's prover that was hardest to refute so far, if he is to move."""


class Search:
    """The search for a strategy for one claim."""

    def __init__(
        self, arena: Arena, claim: Claim, memory: int, options: Options, threads: int
    ) -> None:
        self.arena = arena
        self.claim = claim
        self.ended: Limit | None = None
        """Why no more can be done from the present position."""
        self._hole = cache(arena.hole)
        self._link = cache(arena.link)
        self.prover = core.Prover(
            arena.width,
            arena.holes // arena.width,
            arena.own_links_cross,
            side_masks(arena.side(claim.prover)),
            side_masks(arena.side(claim.prover.other)),
            claim.aim is Aim.BLOCK,
            memory * _MIB * _MEMORY_SHARE[claim.aim] // 8,
            options,
            threads,
        )

    def begin(self, arena: Arena, to_move: Side) -> None:
        """Take up a position of the same setting, given by its arena."""
        side = self.claim.prover
        own, foe = arena.side(side), arena.side(side.other)
        self.prover.begin(own.pegs, own.links, foe.pegs, foe.links, to_move is side)
        self.ended = None

    @property
    def memory_used(self) -> float:
        """MiB of proofs and tables held now."""
        return self.prover.memory_used / _MIB

    @property
    def favourite(self) -> Hole | None:
        """The first move of the claim's prover that was hardest to refute so far."""
        return self.arena.hole(self.prover.favourite) if self.prover.favourite >= 0 else None

    def ratings(self, holes: Sequence[Hole]) -> list[float]:
        """Return how likely the prior holds first moves to win: a natural logarithm each.

        Only their differences count. Raises ValueError for a block, unless the prover is to move,
        and for holes that are not empty.
        """
        numbers = [self.arena.number(hole) for hole in holes]
        return [rating / _RATED for rating in self.prover.ratings(numbers)]

    def run(self, nodes: int, budget: Budget, tell: Callable[[int], None]) -> bool:
        """Search on; return whether there is a proof. Sets `ended` when no more can be done.

        `tell` is called now and then with the nodes that this run has taken so far.
        """
        before = self.prover.nodes
        try:
            status = self.prover.run(
                int(min(nodes, budget.nodes_left)),
                min(_FOREVER, budget.seconds_left),
                budget.cancel,
                lambda: tell(self.prover.nodes - before),
            )
        finally:
            budget.spend(self.prover.nodes - before)
        self.ended = _FINAL.get(status)
        return status == core.Status.proven

    def strategy(self) -> Strategy:
        """Return the proof in board coordinates."""
        return self._strategy(self.prover.strategy())

    def outline(self) -> Outline:
        """Return the proof, packed but for its root."""
        root, packed = self.prover.packed()
        return Outline(self.claim, self._node(*root), lambda: self._strategy(core.unpacked(packed)))

    def _strategy(self, nodes: list[_Node]) -> Strategy:
        return Strategy(self.claim, tuple(self._node(*node) for node in nodes))

    def _node(
        self,
        kind: int,
        depth: int,
        zone: list[int],
        pegs: list[int],
        links: list[int],
        at: int,
        made: list[int],
        children: list[int],
        ends: list[int],
    ) -> StrategyNode:
        hole, link = self._hole, self._link

        def end(line: int, peg: int) -> End:
            return line if peg < 0 else frozenset({hole(peg)})

        return StrategyNode(
            kind=NodeKind(kind),
            depth=depth,
            zone=frozenset(map(hole, zone)),
            pegs=frozenset(map(hole, pegs)),
            links=frozenset(map(link, links)),
            hole=hole(at) if at >= 0 else None,
            made=frozenset(map(link, made)),
            children=tuple(children),
            ends=None if max(ends) < 0 else (end(0, ends[0]), end(1, ends[1])),
        )
