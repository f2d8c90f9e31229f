"""Strategies with one more move in front of them."""

from dataclasses import replace

from solver.game import Hole, Position
from solver.proof.claim import Claim
from solver.proof.strategy import NodeKind, Strategy, StrategyNode
from solver.search.outline import Outline
from solver.verify import check_strategy

__all__ = ["begun_with", "outline_begun_with", "standing_win"]


def begun_with(position: Position, hole: Hole, rest: Strategy) -> Strategy:
    """Return the strategy that pegs a hole, makes the links it lacks and goes on with another.

    The other one holds after that move. Raises CertificateError when it does not.
    """
    strategy = _begun(position, hole, rest)
    check_strategy(position, strategy)
    return strategy


def outline_begun_with(position: Position, hole: Hole, rest: Outline) -> Outline:
    """Return what `begun_with` does, unchecked and yet to be built."""
    root = _first(position, hole, rest.claim, rest.root)
    return Outline(rest.claim, root, lambda: _begun(position, hole, rest.unfold()))


def _begun(position: Position, hole: Hole, rest: Strategy) -> Strategy:
    first = _first(position, hole, rest.claim, rest.root)
    first = replace(first, children=(len(rest.nodes) - 1,))
    return Strategy(rest.claim, (*rest.nodes, first))


def _first(position: Position, hole: Hole, claim: Claim, child: StrategyNode) -> StrategyNode:
    """Return the node of the first move, without its child's number."""
    made = child.links - position.links(claim.prover)
    return StrategyNode(
        kind=NodeKind.MOVE,
        depth=child.depth + 1,
        zone=child.zone | {hole},
        pegs=(child.pegs | {end for link in made for end in link}) - {hole},
        links=child.links - made,
        hole=hole,
        made=made,
    )


def standing_win(position: Position, claim: Claim) -> Strategy:
    """Return the strategy of a claim that the board itself fulfils: its prover is connected."""
    leaf = StrategyNode(
        kind=NodeKind.LEAF,
        depth=0,
        zone=frozenset(),
        pegs=position.pegs(claim.prover),
        links=position.links(claim.prover),
    )
    return Strategy(claim, (leaf,))
