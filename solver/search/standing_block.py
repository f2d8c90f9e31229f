"""Blocks that stand already: the pegs and links that cut the opponent off."""

from collections.abc import Callable
from dataclasses import replace

from solver.game import Hole, Link, Position, Ruleset, Side
from solver.proof.claim import Aim, Claim
from solver.proof.strategy import NodeKind, Strategy, StrategyNode
from solver.search.budget import Budget
from solver.search.chains import KnownChains, has_chain
from solver.search.network import network_of

__all__ = ["standing_block", "thinned"]


def standing_block(
    position: Position, side: Side, known: KnownChains | None = None, budget: Budget | None = None
) -> Strategy | None:
    """Return the proof that a side blocks if it need not do anything more for it.

    Because its pass ends the game, or because the opponent has no chain left; `known` as for
    `has_chain`. The pegs and links are a cut of which nothing can be left out, unless the seconds
    of the budget are used up before all have been tried.
    """
    if position.last_turn and position.to_move is side:
        return _leaf(side, frozenset(), frozenset())
    foe = side.other
    if has_chain(position, foe, known):
        return None

    network = network_of(replace(position, ruleset=Ruleset.STD), foe)
    crossing_only = position.has_path(foe)

    def cuts(pegs: frozenset[Hole], links: frozenset[Link]) -> bool:
        """Tell whether so few are known to cut the opponent off."""
        if budget is not None and budget.overdue:
            return False
        if not network.has_path(pegs, links):
            return True
        return crossing_only and not has_chain(position.with_side(side, pegs, links), foe)

    return _leaf(side, *thinned(position, side, cuts))


def thinned(
    position: Position, side: Side, cuts: Callable[[frozenset[Hole], frozenset[Link]], bool]
) -> tuple[frozenset[Hole], frozenset[Link]]:
    """Return pegs and links of a side that cut the opponent off; nothing of them can be left out.

    `cuts` tells whether so few still do. It should ask by STD: under PP a pair that stands unlinked
    here may get its link in another position, where what is left out is not in its way.
    """
    pegs, links = position.pegs(side), position.links(side)
    for hole in sorted(pegs):
        left = frozenset(link for link in links if hole not in link)
        if cuts(pegs - {hole}, left):
            pegs, links = pegs - {hole}, left
    for link in sorted(links):
        if cuts(pegs, links - {link}):
            links -= {link}
    return pegs, links


def _leaf(side: Side, pegs: frozenset[Hole], links: frozenset[Link]) -> Strategy:
    none = frozenset[Hole]()
    leaf = StrategyNode(NodeKind.LEAF, 0, none, pegs, links)
    return Strategy(Claim(Aim.BLOCK, side), (leaf,))
