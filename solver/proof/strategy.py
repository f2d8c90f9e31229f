"""Strategies: the proof of a claim as a graph of patterns.

A pattern says: with no opponent peg in `zone` and the prover's `pegs` and `links` present,
the prover reaches his aim, whatever else stands on the board. Children come before their
parents; the last node is the root.
"""

from dataclasses import dataclass
from enum import Enum

from solver.game import Hole, Link, Position, Side
from solver.proof.claim import Claim

__all__ = ["End", "Ends", "NodeKind", "Strategy", "StrategyNode"]

End = int | frozenset[Hole]
"""What a chain has to reach: goal line 0 or 1, or any of some pegs of one own chain."""

Ends = tuple[End, End]


class NodeKind(Enum):
    """Who acts at a node."""

    LEAF = 0
    """Nobody: the prover is connected, or for a block the opponent is cut off."""
    MOVE = 1
    """The prover pegs `hole` and makes `made`."""
    REPLY = 2
    """The opponent moves; one of the children answers whatever he does."""
    SPLIT = 3
    """The opponent moves; the children are games side by side, each joining two ends of its own.
    The prover answers in the one that was hit."""


@dataclass(frozen=True, slots=True)
class StrategyNode:
    """One pattern and the reason why it holds."""

    kind: NodeKind
    depth: int
    """The prover's pegs still needed at most."""
    zone: frozenset[Hole]
    pegs: frozenset[Hole]
    links: frozenset[Link]
    hole: Hole | None = None
    """Move nodes: where the prover pegs; anywhere or nowhere when he has a peg there."""
    made: frozenset[Link] = frozenset()
    """Move nodes: links the prover makes in this turn, taking off own links they cross."""
    children: tuple[int, ...] = ()
    ends: Ends | None = None
    """What the chain joins; None for what the claim says: the goal lines, or a block."""
    apart: frozenset[Link] = frozenset()
    """Slots that the opponent holds no link in now. Only with the prover to move."""

    def holds(self, own: frozenset[Hole], foe: frozenset[Hole], links: frozenset[Link]) -> bool:
        """Tell whether a position contains the pattern, `apart` aside; `links` are own ones."""
        return self.pegs <= own and self.links <= links and self.zone.isdisjoint(foe)


@dataclass(frozen=True, slots=True)
class Strategy:
    """A proof of a claim about a position."""

    claim: Claim
    nodes: tuple[StrategyNode, ...]

    @property
    def prover(self) -> Side:
        """The side whose strategy it is."""
        return self.claim.prover

    @property
    def root(self) -> StrategyNode:
        """The node of the position itself."""
        return self.nodes[-1]

    def goes_on(self, after: Position) -> bool:
        """Tell whether it begins with a move and goes on after another one, which led here."""
        me = self.prover
        board = after.pegs(me), after.pegs(me.other), after.links(me)
        return self.root.kind is NodeKind.MOVE and self.nodes[self.root.children[0]].holds(*board)

    def games(self, node: StrategyNode) -> tuple[StrategyNode, ...]:
        """Return the reply nodes that are played side by side from a node with the opponent to
        move: itself, the parts of a split, or none when nothing is left to do."""
        if node.kind is NodeKind.SPLIT:
            return tuple(game for child in node.children for game in self.games(self.nodes[child]))
        return (node,) if node.kind is NodeKind.REPLY else ()

    def answering(
        self,
        games: tuple[StrategyNode, ...],
        reply: Hole | None,
        links: frozenset[Link] = frozenset(),
    ) -> tuple[StrategyNode | None, tuple[StrategyNode, ...]]:
        """Return the move node that answers a reply, and the games that go on after it.

        `reply` None is a pass; `links` are the opponent's after it. The game that was hit is
        answered, else the first. Of several answers the one that needs the fewest pegs, then
        the first. None when nothing is left to do. Raises ValueError when the reply has no
        answer, which no checked strategy allows.
        """
        hit = next((game for game in games if reply in game.zone), games[0] if games else None)
        if hit is None:
            return None, ()
        at = games.index(hit)
        before, behind = games[:at], games[at + 1 :]
        able = (self.nodes[child] for child in hit.children)
        fitting = [
            child for child in able if reply not in child.zone and child.apart.isdisjoint(links)
        ]
        answer = min(fitting, key=lambda child: child.depth)
        if answer.kind is NodeKind.LEAF:
            return self.answering(before + behind, reply, links)
        return answer, before + self.games(self.nodes[answer.children[0]]) + behind
