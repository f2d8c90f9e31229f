"""Strategies: the proof of a claim as a graph of patterns.

A pattern says: with no opponent peg in `zone` and the prover's `pegs` and `links` present,
the prover connects, whatever else stands on the board. Children come before their parents;
the last node is the root.
"""

from dataclasses import dataclass
from enum import Enum

from solver.game import Hole, Link, Side

__all__ = ["NodeKind", "Strategy", "StrategyNode"]


class NodeKind(Enum):
    """Who acts at a node."""

    LEAF = 0
    """Nobody: the prover is connected."""
    MOVE = 1
    """The prover pegs `hole` and makes `made`."""
    REPLY = 2
    """The opponent moves; one of the children answers whatever he does."""


@dataclass(frozen=True, slots=True)
class StrategyNode:
    """One pattern and the reason why it holds."""

    kind: NodeKind
    depth: int
    """The prover's pegs still needed at most."""
    zone: frozenset[Hole]
    pegs: frozenset[Hole]
    links: frozenset[Link]
    hole: Hole | None
    """Move nodes: where the prover pegs; anywhere or nowhere when he has a peg there."""
    made: frozenset[Link]
    """Move nodes: links the prover makes in this turn, taking off own links they cross."""
    children: tuple[int, ...]

    def holds(self, own: frozenset[Hole], foe: frozenset[Hole], links: frozenset[Link]) -> bool:
        """Tell whether a position contains the pattern; `links` are the prover's."""
        return self.pegs <= own and self.links <= links and self.zone.isdisjoint(foe)


@dataclass(frozen=True, slots=True)
class Strategy:
    """A proof that a side connects from a position."""

    prover: Side
    nodes: tuple[StrategyNode, ...]

    @property
    def root(self) -> StrategyNode:
        """The node of the position itself."""
        return self.nodes[-1]

    def answering(self, node: StrategyNode, reply: Hole | None) -> StrategyNode:
        """Return the child of a reply node that answers a reply; None is a pass.

        Of several, the one that needs the fewest pegs, then the first. Raises
        StopIteration when none does, which no checked strategy allows.
        """
        able = (self.nodes[child] for child in node.children)
        return min(
            (child for child in able if reply not in child.zone), key=lambda child: child.depth
        )
