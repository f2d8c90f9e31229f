"""Games side by side: the set checker's rules for nodes that split.

The opponent's peg hits the zone of one game at most, and the prover answers there; a game that is
not hit stays as it was, as own pegs never hurt. A link he makes in one game crosses none that
another needs, so no game takes off another's links; that no slot of the opponent stands across it,
its own game sees to. In the end every part stands, and the own chains between them too.
"""

from itertools import pairwise

from solver.errors import CertificateError, TooLongError
from solver.game import Link, Position, Ruleset, crossing_links
from solver.proof import End, Ends, NodeKind, Strategy, StrategyNode
from solver.verify.patterns import check_contained, check_uncrossed, ends_of, joined

__all__ = ["Splits"]


class Splits:
    """The nodes of a strategy that split."""

    def __init__(self, position: Position, strategy: Strategy) -> None:
        self._position = position
        self._strategy = strategy
        self._own_links_cross = position.ruleset is Ruleset.PP
        self._any = any(node.kind is NodeKind.SPLIT for node in strategy.nodes)
        known = (node.links | node.made for node in strategy.nodes if self._any)
        self._links = list(frozenset[Link]().union(*known))
        self._number = {link: at for at, link in enumerate(self._links)}
        self._used: list[int] = []
        """By node: a bit for each link that it and those below it need or make."""

    def check_length(self) -> None:
        """Check that the prover has a hole for every turn.

        Without one he passes, and two passes end the game, whatever a part still lacks.
        """
        nodes, turns = self._strategy.nodes, list[int]()
        if not self._any:
            return
        for node in nodes:
            parts = [turns[child] for child in node.children]
            longest = sum(parts) if node.kind is NodeKind.SPLIT else max(parts, default=0)
            turns.append(longest + (node.kind is NodeKind.MOVE))
        needed = 2 * turns[-1] - (nodes[-1].kind is NodeKind.MOVE)
        if len(list(self._position.open_holes(self._strategy.prover))) < needed:
            raise TooLongError("root: too few holes are left to play parts side by side")

    def check(self, node: StrategyNode) -> None:
        """Check a node that splits. The nodes before it have been checked."""
        children = [self._strategy.nodes[child] for child in node.children]
        aim = self._strategy.claim.aim
        ends, parts = ends_of(node, aim), [ends_of(child, aim) for child in children]
        if ends is None or None in parts:
            raise CertificateError("a split and its parts must say which ends they join")
        if not children or any(child.kind is NodeKind.MOVE for child in children):
            raise CertificateError("a split needs parts with the opponent to move")
        if node.depth < sum(child.depth for child in children):
            raise CertificateError("the depth is less than that of the parts")
        for child in children:
            check_contained(child, node)
        if sum(len(c.zone) for c in children) > len({hole for c in children for hole in c.zone}):
            raise CertificateError("the zones of two parts meet")
        used = frozenset[Link]()
        for number in node.children:
            links = self._used_below(number)
            if not self._own_links_cross:
                check_uncrossed(links, used)
            used |= links
        self._check_chains(node, ends, [each for each in parts if each], used)

    def _used_below(self, number: int) -> frozenset[Link]:
        """Return every link that a node and those below it need or make."""
        for node in self._strategy.nodes[len(self._used) : number + 1]:
            bits = 0
            for link in node.links | node.made:
                bits |= 1 << self._number[link]
            for child in node.children:
                bits |= self._used[child]
            self._used.append(bits)
        bits = self._used[number]
        return frozenset(link for at, link in enumerate(self._links) if bits >> at & 1)

    def _check_chains(
        self, node: StrategyNode, ends: Ends, parts: list[Ends], used: frozenset[Link]
    ) -> None:
        """Check that the parts are joined, by own chains that no link of a part ever crosses."""
        board, me = self._position.board, self._strategy.prover
        kept = {
            link
            for link in node.links
            if self._own_links_cross or used.isdisjoint(crossing_links(link))
        }
        if not (_within(parts[0][0], ends[0]) and _within(parts[-1][1], ends[1])):
            raise CertificateError("the parts do not begin and end at the ends")
        for (_, one), (other, _) in pairwise(parts):
            if isinstance(one, int) or isinstance(other, int):
                raise CertificateError("two parts meet at a goal line")
            chain = one | other
            if not one or not other or not chain <= node.pegs:
                raise CertificateError("a peg where two parts meet is missing")
            start = frozenset({min(chain)})
            if not all(joined(board, me, node.pegs, kept, (start, frozenset({a}))) for a in chain):
                raise CertificateError("two parts meet at pegs of different chains")


def _within(end: End, whole: End) -> bool:
    """Tell whether to reach an end is to reach another."""
    if isinstance(end, int) or isinstance(whole, int):
        return end == whole
    return end <= whole
