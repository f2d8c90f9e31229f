"""A known proof used again in other positions.

A node of a strategy is a pattern: it holds in every position that contains it, whatever else
stands there. So the proof of a puzzle's claim covers, without a search, whatever comes up while
the prover plays by it, and much beside.
"""

from collections.abc import Iterator
from dataclasses import replace

from solver.errors import CertificateError
from solver.game import Position
from solver.proof import NodeKind, Strategy, StrategyNode
from solver.verify import check_strategy

__all__ = ["covers", "part_for"]

_GOALS = (None, (0, 1))
"""The ends of nodes that join goal lines or say what the claim says."""


def part_for(position: Position, strategy: Strategy) -> Strategy | None:
    """Return the part of a strategy that proves its claim about another position, if one does.

    Of several parts the one that needs the fewest pegs, then the first. It is checked like
    any proof.
    """
    for number in sorted(_fitting(position, strategy), key=lambda n: strategy.nodes[n].depth):
        part = _below(strategy, number)
        try:
            check_strategy(position, part)
        except CertificateError:
            # Under PP a proof also rests on which pairs of pegs stood unlinked at its start.
            continue
        return part
    return None


def covers(position: Position, strategy: Strategy) -> bool:
    """Tell whether a position contains a pattern of a strategy; no proof, but nearly one."""
    return next(_fitting(position, strategy), None) is not None


def _fitting(position: Position, strategy: Strategy) -> Iterator[int]:
    """Yield the nodes whose patterns a position contains."""
    me = strategy.prover
    own, foe = position.pegs(me), position.pegs(me.other)
    links, theirs = position.links(me), position.links(me.other)
    moving = position.to_move is me
    for number, node in enumerate(strategy.nodes):
        turn = node.kind is NodeKind.LEAF or (node.kind is NodeKind.MOVE) is moving
        if (
            turn
            and node.ends in _GOALS
            and node.holds(own, foe, links)
            and node.apart.isdisjoint(theirs)
        ):
            yield number


def _below(strategy: Strategy, root: int) -> Strategy:
    """Return a node and all below it as a strategy."""
    wanted, queue = {root}, [root]
    while queue:
        children = set(strategy.nodes[queue.pop()].children) - wanted
        wanted |= children
        queue += children
    numbers = {old: new for new, old in enumerate(sorted(wanted))}

    def moved(node: StrategyNode) -> StrategyNode:
        return replace(node, children=tuple(numbers[child] for child in node.children))

    return Strategy(strategy.claim, tuple(moved(strategy.nodes[old]) for old in numbers))
