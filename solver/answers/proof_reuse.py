"""A known proof used again in other positions.

A node of a strategy is a pattern: it holds in every position that contains it, whatever else
stands there. So the proof of a puzzle's claim covers, without a search, whatever comes up while
the prover plays by it, and much beside.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from solver.errors import CertificateError
from solver.game import Hole, Position
from solver.proof import NodeKind, Strategy, StrategyNode
from solver.verify import check_strategy

__all__ = ["covers", "part_for"]

_GOALS = (None, (0, 1))
"""The ends of nodes that join goal lines or say what the claim says."""


def part_for(position: Position, strategy: Strategy) -> Strategy | None:
    """Return the part of a strategy that proves its claim about another position, if one does.

    Of several parts the one that needs the fewest pegs, then the first. Without one, what is left
    of games side by side is put together. It is checked like any proof.
    """
    for known, root in _roots(position, strategy):
        part = _below(known, root)
        try:
            check_strategy(position, part)
        except CertificateError:
            # Under PP a proof also rests on which pairs of pegs stood unlinked at its start.
            continue
        return part
    return None


def covers(position: Position, strategy: Strategy) -> bool:
    """Tell whether a position contains a pattern of a strategy; no proof, but nearly one."""
    return next(_roots(position, strategy), None) is not None


def _roots(position: Position, strategy: Strategy) -> Iterator[tuple[Strategy, int]]:
    """Yield the strategy, or one with more nodes, and a node whose pattern a position contains."""
    fitting = _Fitting(position, strategy)
    whole = [n for n, node in enumerate(strategy.nodes) if node.ends in _GOALS]
    mover = position.to_move is strategy.prover
    for number in sorted(fitting.among(whole, mover), key=lambda n: strategy.nodes[n].depth):
        yield strategy, number
    for number in whole:
        if strategy.nodes[number].kind is NodeKind.SPLIT:
            root = fitting.side_by_side(strategy.nodes[number], mover)
            if root is not None:
                nodes = (*strategy.nodes, *root)
                yield Strategy(strategy.claim, nodes), len(nodes) - 1


class _Fitting:
    """The nodes of a strategy whose patterns a position contains."""

    def __init__(self, position: Position, strategy: Strategy) -> None:
        self.nodes = strategy.nodes
        me = strategy.prover
        self.board = position.pegs(me), position.pegs(me.other), position.links(me)
        self.theirs = position.links(me.other)

    def among(self, numbers: Iterable[int], mover: bool) -> list[int]:
        """Return those of some nodes that fit, with the prover to move or not."""
        return [n for n in numbers if self._fits(self.nodes[n], mover)]

    def _fits(self, node: StrategyNode, mover: bool) -> bool:
        turn = node.kind is NodeKind.LEAF or (node.kind is NodeKind.MOVE) is mover
        return turn and node.holds(*self.board) and node.apart.isdisjoint(self.theirs)

    def _least(self, part: int, mover: bool) -> int | None:
        """Return the node of a game that fits and needs the fewest pegs."""
        ends = self.nodes[part].ends
        below = [n for n in _numbers(self.nodes, part) if self.nodes[n].ends == ends]
        return min(self.among(below, mover), key=lambda n: self.nodes[n].depth, default=None)

    def side_by_side(self, split: StrategyNode, mover: bool) -> list[StrategyNode] | None:
        """Return what has become of games side by side: the games, and the prover's move in one.

        None where the opponent has gained on one of them, or on two with the prover to move.
        """
        own, _, links = self.board
        if not (split.pegs <= own and split.links <= links):
            return None
        games = [self._least(part, False) for part in split.children]
        standing = [game for game in games if game is not None]
        if not mover:
            return [self._united(split, standing)] if len(standing) == len(games) else None
        behind = [number for number, game in enumerate(games) if game is None]
        if len(behind) > 1:
            return None
        for number in behind or range(len(games)):
            begun = self._least(split.children[number], True)
            if begun is None or self.nodes[begun].kind is not NodeKind.MOVE:
                continue
            move = self.nodes[begun]
            others = standing if behind else standing[:number] + standing[number + 1 :]
            after = self._united(split, [*others[:number], *move.children, *others[number:]])
            pegs = after.pegs if move.hole in own else after.pegs - {move.hole}
            return [
                after,
                replace(
                    move,
                    depth=after.depth + 1,
                    zone=after.zone | move.zone,
                    pegs=pegs | move.pegs,
                    links=(after.links - move.made) | move.links,
                    children=(len(self.nodes),),
                    ends=split.ends,
                ),
            ]
        return None

    def _united(self, split: StrategyNode, games: list[int]) -> StrategyNode:
        """Return games side by side that stand where others stood."""
        nodes = [self.nodes[game] for game in games]
        return replace(
            split,
            depth=sum(node.depth for node in nodes),
            zone=frozenset[Hole]().union(*(node.zone for node in nodes)),
            pegs=split.pegs.union(*(node.pegs for node in nodes)),
            links=split.links.union(*(node.links for node in nodes)),
            children=tuple(games),
        )


def _numbers(nodes: Sequence[StrategyNode], root: int) -> set[int]:
    """Return a node's number and those of all below it."""
    wanted, queue = {root}, [root]
    while queue:
        children = set(nodes[queue.pop()].children) - wanted
        wanted |= children
        queue += children
    return wanted


def _below(strategy: Strategy, root: int) -> Strategy:
    """Return a node and all below it as a strategy."""
    numbers = {old: new for new, old in enumerate(sorted(_numbers(strategy.nodes, root)))}

    def moved(node: StrategyNode) -> StrategyNode:
        return replace(node, children=tuple(numbers[child] for child in node.children))

    return Strategy(strategy.claim, tuple(moved(strategy.nodes[old]) for old in numbers))
