"""Strategies with one more move in front of them."""

from solver.game import Hole, Position
from solver.proof.certify import check_strategy
from solver.proof.claim import Claim
from solver.proof.strategy import NodeKind, Strategy, StrategyNode

__all__ = ["begun_with", "standing_win"]


def begun_with(position: Position, hole: Hole, rest: Strategy) -> Strategy:
    """Return the strategy that pegs a hole, makes the links it lacks and goes on with another.

    The other one holds after that move. Raises CertificateError when it does not.
    """
    child = rest.root
    made = child.links - position.links(rest.prover)
    first = StrategyNode(
        kind=NodeKind.MOVE,
        depth=child.depth + 1,
        zone=child.zone | {hole},
        pegs=(child.pegs | {end for link in made for end in link}) - {hole},
        links=child.links - made,
        hole=hole,
        made=made,
        children=(len(rest.nodes) - 1,),
    )
    strategy = Strategy(rest.claim, (*rest.nodes, first))
    check_strategy(position, strategy)
    return strategy


def standing_win(position: Position, claim: Claim) -> Strategy:
    """Return the strategy of a claim that the board itself fulfils: its prover is connected."""
    leaf = StrategyNode(
        kind=NodeKind.LEAF,
        depth=0,
        zone=frozenset(),
        pegs=position.pegs(claim.prover),
        links=position.links(claim.prover),
        hole=None,
        made=frozenset(),
        children=(),
    )
    return Strategy(claim, (leaf,))
