"""Strategies in games where sides may hold the Privilege of Double TwixT.

They are strategies as ever, with two marks on their nodes. A node `against` holds even if the
opponent still has his Privilege. A node that `uses` the prover's needs it. A move node with a move
for a child calls the Privilege: the child is the second move. A reply node `against` has two kinds
of children. Those with the prover to move answer an ordinary reply. Reply nodes among them answer
the first of two moves: the opponent is to move again, without his Privilege.
"""

from dataclasses import dataclass

from solver.proof.strategy import Strategy

__all__ = ["PrivilegeStrategy"]


@dataclass(frozen=True, slots=True)
class PrivilegeStrategy:
    """A proof of a claim about a position and the sides that hold their Privilege."""

    strategy: Strategy
    against: frozenset[int]
    """Numbers of the nodes that hold though the opponent may use his Privilege."""
    uses: frozenset[int]
    """Numbers of the nodes that need the prover's own."""
