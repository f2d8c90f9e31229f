"""Checks a strategy, node by node, against the rules.

Knows nothing of search, arena or core: sets of holes and links, and `solver.game`. Each
check looks at a node and its children only; that the strategy wins follows by induction,
because children come before their parents.
"""

from collections.abc import Iterable

from solver.errors import CertificateError
from solver.game import (
    Link,
    Position,
    Ruleset,
    Side,
    crossing_links,
    hole_text,
    link_text,
    neighbours,
)
from solver.proof.strategy import NodeKind, Strategy, StrategyNode

__all__ = ["check_strategy"]


def check_strategy(position: Position, strategy: Strategy) -> None:
    """Check that a strategy proves its prover's connection from a position.

    Raises CertificateError, naming the node and the rule it breaks.
    """
    _Checker(position, strategy).check()


class _Checker:
    def __init__(self, position: Position, strategy: Strategy) -> None:
        self.position = position
        self.nodes = strategy.nodes
        self.me: Side = strategy.prover
        self.foe: Side = strategy.prover.other
        self.own_links_cross = position.ruleset is Ruleset.PP
        board = position.board
        foes = position.pegs(self.foe)
        self.foe_scenery = {hole for hole in foes if not board.open_to(self.foe, hole)}
        self.scenery = any(
            not board.in_region(hole) for side in Side for hole in position.pegs(side)
        )
        bare = position.with_side(self.me, (), ())
        self.bare = bare.with_side(self.foe, self.foe_scenery, ())

    def check(self) -> None:
        """Check every node and that the last one fits the position."""
        if not self.nodes:
            raise CertificateError("a strategy needs at least one node")
        for link in {link for node in self.nodes for link in node.links | node.made}:
            if link.right not in neighbours(link.left) or link.left.col > link.right.col:
                raise CertificateError("a link is no knight's move from its left end to its right")
        for number, node in enumerate(self.nodes):
            root = number == len(self.nodes) - 1
            try:
                self._check_node(number, node, root)
            except CertificateError as error:
                raise CertificateError(f"node {number} ({node.kind.name}): {error}") from None
        self._check_root(self.nodes[-1])

    def _check_root(self, root: StrategyNode) -> None:
        position = self.position
        mover = {NodeKind.MOVE: self.me, NodeKind.REPLY: self.foe}.get(root.kind)
        if mover not in (None, position.to_move):
            raise CertificateError("root: the wrong side is to move")
        if not root.holds(position.pegs(self.me), position.pegs(self.foe), position.links(self.me)):
            raise CertificateError("root: the position does not contain the pattern")
        if position.last_turn and position.to_move is self.foe:
            raise CertificateError("root: the opponent's pass ends the game")

    def _check_node(self, number: int, node: StrategyNode, root: bool) -> None:
        if any(not 0 <= child < number for child in node.children):
            raise CertificateError("a child does not come before its parent")
        if any(link.left not in node.pegs or link.right not in node.pegs for link in node.links):
            raise CertificateError("a link lacks a peg")
        self._uncrossed(node.links, node.links)
        children = [self.nodes[child] for child in node.children]
        match node.kind:
            case NodeKind.LEAF:
                self._check_leaf(node)
            case NodeKind.MOVE:
                self._check_move(node, children, root)
            case NodeKind.REPLY:
                self._check_reply(node, children)

    def _check_leaf(self, node: StrategyNode) -> None:
        cut = self.bare.with_side(self.me, node.pegs, node.links)
        if not cut.connected(self.me):
            raise CertificateError("the pegs and links do not join the goal lines")
        # Without outside pegs both chains lie in the box, where one from top to bottom and one
        # from left to right must meet. Round an outside peg they can pass each other.
        if self.scenery and cut.has_path(self.foe):
            raise CertificateError("the opponent could be connected as well")

    def _check_move(self, node: StrategyNode, children: list[StrategyNode], root: bool) -> None:
        if len(children) != 1 or children[0].kind is NodeKind.MOVE:
            raise CertificateError("a move needs one child with the opponent to move")
        (child,) = children
        hole = node.hole
        if hole is None or hole not in node.zone or not self.position.board.open_to(self.me, hole):
            raise CertificateError("the peg goes to no hole of the zone that is open to it")
        standing = self.position.pegs(self.me)
        if node.depth < child.depth + (hole not in standing | node.pegs):
            raise CertificateError("the depth is less than the child's and this peg")
        pegs = node.pegs | {hole}
        if not (
            child.zone <= node.zone and child.pegs <= pegs and child.links <= node.links | node.made
        ):
            raise CertificateError("the child asks for more than the move leaves")
        self._uncrossed(node.made, node.made | child.links)
        for link in node.made:
            if link.left not in pegs or link.right not in pegs:
                raise CertificateError(f"link {link_text(link)} lacks a peg")
            if self.own_links_cross:
                if hole not in link:
                    raise CertificateError(f"link {link_text(link)} does not end at the new peg")
                # Both pegs stood at the start: linked then, or never.
                if standing.issuperset(link) and link not in self.position.links(self.me):
                    raise CertificateError(f"link {link_text(link)} comes too late")
            for slot in crossing_links(link):
                if not self._harmless(slot, node, root):
                    raise CertificateError(
                        f"the opponent's {link_text(slot)} may stand across {link_text(link)}"
                    )

    def _harmless(self, slot: Link, node: StrategyNode, root: bool) -> bool:
        """Tell whether the opponent cannot hold a slot while the prover makes a link across."""
        board, foes = self.position.board, self.position.pegs(self.foe)
        for end in slot:
            if not board.open_to(self.foe, end) and end not in self.foe_scenery:
                return True
            if end in node.pegs or end in node.zone:
                return True
        if any(link in node.links for link in crossing_links(slot)):
            return True
        linked = slot in self.position.links(self.foe)
        if self.own_links_cross and slot.left in foes and slot.right in foes:
            # Under PP a pair that stands unlinked at the start is never linked.
            return not linked
        return root and not linked

    def _check_reply(self, node: StrategyNode, children: list[StrategyNode]) -> None:
        if not children or any(child.kind is NodeKind.REPLY for child in children):
            raise CertificateError("a reply needs children with the prover to move")
        common = set(children[0].zone)
        for child in children:
            if not (
                child.zone <= node.zone and child.pegs <= node.pegs and child.links <= node.links
            ):
                raise CertificateError("a child asks for more than the pattern holds")
            if node.depth < child.depth:
                raise CertificateError("the depth is less than a child's")
            common &= child.zone
        for hole in sorted(common - node.pegs):
            if self.position.board.open_to(self.foe, hole):
                raise CertificateError(f"the reply {hole_text(hole)} is not answered")

    def _uncrossed(self, links: Iterable[Link], others: frozenset[Link]) -> None:
        if self.own_links_cross:
            return
        for link in links:
            for other in crossing_links(link):
                if other in others:
                    raise CertificateError(
                        f"own links {link_text(link)} and {link_text(other)} cross"
                    )
