"""Checks a strategy, node by node, against the rules.

Knows nothing of search, arena or core: sets of holes and links, and `solver.game`. Each
check looks at a node and its children only; that the strategy wins follows by induction,
because children come before their parents.
"""

from collections.abc import Iterable

from pysat.solvers import Glucose4

from solver.errors import CertificateError
from solver.game import (
    Hole,
    Link,
    Position,
    Ruleset,
    Side,
    crossing_links,
    hole_text,
    link_text,
    neighbours,
)
from solver.proof import Aim, NodeKind, Strategy, StrategyNode
from solver.verify.bounds import Conflicts
from solver.verify.paths import Paths
from solver.verify.patterns import GOALS, check_contained, check_uncrossed, ends_of, joined
from solver.verify.splits import Splits

__all__ = ["Checker", "check_strategy"]


def check_strategy(
    position: Position, strategy: Strategy, but: frozenset[Hole] = frozenset()
) -> None:
    """Check that a strategy proves its claim about a position.

    `but` are pegs of the opponent, who is to move, that need no answer: then the claim is
    proved after each other turn of his, and nothing is said of these. Raises CertificateError,
    naming the node and the rule it breaks.
    """
    Checker(position, strategy, but).check()


class Checker:
    """Checks one strategy; `but` is as in `check_strategy`."""

    def __init__(self, position: Position, strategy: Strategy, but: frozenset[Hole]) -> None:
        self.position = position
        self.but = but
        self.nodes = strategy.nodes
        self.aim = strategy.claim.aim
        self.me: Side = strategy.prover
        self.foe: Side = strategy.prover.other
        self.own_links_cross = position.ruleset is Ruleset.PP
        board = position.board
        foes = position.pegs(self.foe)
        self.open_to_me, self.open_to_foe = (
            frozenset(board.playable_holes(side)) for side in (self.me, self.foe)
        )
        self.foe_scenery = frozenset(foes - self.open_to_foe)
        self.scenery = any(
            not board.in_region(hole) for side in Side for hole in position.pegs(side)
        )
        self.conflicts = Conflicts()
        self.foe_paths: Paths | None = None
        self.splits = Splits(position, strategy)

    def check(self) -> None:
        """Check every node and that the last one fits the position."""
        if not self.nodes:
            raise CertificateError("a strategy needs at least one node")
        for link in {link for node in self.nodes for link in node.links | node.made | node.apart}:
            if link.right not in neighbours(link.left) or link.left.col > link.right.col:
                raise CertificateError("a link is no knight's move from its left end to its right")
        for number, node in enumerate(self.nodes):
            root = number == len(self.nodes) - 1
            try:
                self._check_node(number, node, root)
            except CertificateError as error:
                raise CertificateError(f"node {number} ({node.kind.name}): {error}") from None
        self._check_root(self.nodes[-1])
        self.splits.check_length()

    def _check_root(self, root: StrategyNode) -> None:
        position = self.position
        mover = {NodeKind.MOVE: self.me, NodeKind.LEAF: position.to_move}.get(root.kind, self.foe)
        if mover is not position.to_move:
            raise CertificateError("root: the wrong side is to move")
        if self.but and root.kind is not NodeKind.REPLY:
            raise CertificateError("root: only a reply can leave first moves without an answer")
        if root.ends not in (None, GOALS):
            raise CertificateError("root: the ends are not the goal lines")
        if not root.holds(position.pegs(self.me), position.pegs(self.foe), position.links(self.me)):
            raise CertificateError("root: the position does not contain the pattern")
        if not root.apart.isdisjoint(position.links(self.foe)):
            raise CertificateError("root: the opponent holds a link that is said to be apart")
        # A block holds when the game ends, and a chain the opponent makes in that turn would
        # stand for ever, against what the leaves say.
        if position.last_turn and mover is self.foe and self.aim is Aim.CONNECT:
            raise CertificateError("root: the opponent's pass ends the game")

    def _check_node(self, number: int, node: StrategyNode, root: bool) -> None:
        if any(not 0 <= child < number for child in node.children):
            raise CertificateError("a child does not come before its parent")
        if any(link.left not in node.pegs or link.right not in node.pegs for link in node.links):
            raise CertificateError("a link lacks a peg")
        if node.apart and (node.kind is not NodeKind.MOVE or self.own_links_cross):
            raise CertificateError("slots apart are for moves where own links may not cross")
        self._uncrossed(node.links, node.links)
        children = [self.nodes[child] for child in node.children]
        match node.kind:
            case NodeKind.LEAF:
                self._check_leaf(node, root)
            case NodeKind.MOVE:
                self._same_ends(node, children)
                self._check_move(node, children, root)
            case NodeKind.REPLY:
                self._same_ends(node, children)
                self._check_reply(node, children, self.but if root else frozenset())
            case NodeKind.SPLIT:
                self.splits.check(node)

    def _same_ends(self, node: StrategyNode, children: list[StrategyNode]) -> None:
        wanted = {ends_of(node, self.aim)}
        if None in wanted:
            wanted.add(GOALS)  # a chain from goal line to goal line blocks as well
        if any(ends_of(child, self.aim) not in wanted for child in children):
            raise CertificateError("a child joins other ends")

    def _check_leaf(self, node: StrategyNode, root: bool) -> None:
        ends = ends_of(node, self.aim)
        if ends is None:
            over = root and self.position.last_turn and self.position.to_move is self.me
            if not over and not self._cut_off(node.pegs, node.links):
                raise CertificateError("the opponent has a path past the pegs and links")
            return
        if not joined(self.position.board, self.me, node.pegs, node.links, ends):
            raise CertificateError("the pegs and links do not join the ends")
        # Both chains lie in the box, but for the far ends of links to outside pegs, and those
        # count up to the goal line only. A chain from top to bottom must meet one from left to
        # right: where links would cross or one hole hold two pegs. So this never fails; it guards
        # against an error in the sentence before.
        if self.scenery and ends == GOALS and not self._cut_off(node.pegs, node.links):
            raise CertificateError("the opponent could be connected as well")

    def _cut_off(self, pegs: frozenset[Hole], links: frozenset[Link]) -> bool:
        """Tell whether the opponent, were he to peg every hole, still had no path past these."""
        if self.foe_paths is None:
            self.foe_paths = Paths(self.position, self.foe, self.conflicts)
        return self.foe_paths.cut_off(pegs, links)

    def _check_move(self, node: StrategyNode, children: list[StrategyNode], root: bool) -> None:
        if len(children) != 1 or not self._may_follow(children[0]):
            raise CertificateError("a move needs one child with the opponent to move")
        (child,) = children
        hole = node.hole
        if hole is None or hole not in node.zone or hole not in self.open_to_me:
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

    def _may_follow(self, child: StrategyNode) -> bool:
        """Tell whether a node may be what a move leads to: one with the opponent to move."""
        return child.kind is not NodeKind.MOVE

    def _harmless(self, slot: Link, node: StrategyNode, root: bool) -> bool:
        """Tell whether the opponent cannot hold a slot while the prover makes a link across."""
        foes = self.position.pegs(self.foe)
        for end in slot:
            if end not in self.open_to_foe and end not in self.foe_scenery:
                return True
            if end in node.pegs or end in node.zone:
                return True
        if slot in node.apart:
            return True
        if any(link in node.links for link in crossing_links(slot)):
            return True
        linked = slot in self.position.links(self.foe)
        if self.own_links_cross and slot.left in foes and slot.right in foes:
            # Under PP a pair that stands unlinked at the start is never linked.
            return not linked
        return root and not linked

    def _check_reply(
        self, node: StrategyNode, children: list[StrategyNode], but: frozenset[Hole]
    ) -> None:
        kinds = {child.kind for child in children}
        if not kinds or not kinds <= {NodeKind.MOVE, NodeKind.LEAF}:
            raise CertificateError("a reply needs children with the prover to move")
        for child in children:
            check_contained(child, node)
            if node.depth < child.depth:
                raise CertificateError("the depth is less than a child's")
        simple = [child.zone for child in children if not child.apart]
        watching = [child for child in children if child.apart]
        # What no simple child answers: holes, and without one the pass and every hole beside.
        rest = frozenset.intersection(*simple) if simple else node.zone
        for hole in sorted((rest - node.pegs - but) & self.open_to_foe):
            able = [child.apart for child in watching if hole not in child.zone]
            if not able or self._all_hit(able, node, node.zone - {hole}):
                raise CertificateError(f"the reply {hole_text(hole)} is not answered")
        if not simple and self._all_hit([child.apart for child in watching], node, node.zone):
            raise CertificateError("a pass is not answered, nor a hole outside of the zone")

    def _all_hit(
        self, aparts: list[frozenset[Link]], node: StrategyNode, empty: frozenset[Hole]
    ) -> bool:
        """Tell whether links that the opponent may hold after his turn meet every set.

        He holds a slot only if it crosses no link of the pattern and both its ends can be his:
        open to him or outside pegs of his, none of the pattern's pegs and none of the zone but
        for his reply, that is, not in `empty`. What he holds together does not cross. Whichever
        such set it is, if it misses one of the sets, the child of that set answers it.
        """

        def may_hold(slot: Link) -> bool:
            if any(link in node.links for link in crossing_links(slot)):
                return False
            return all(
                end not in node.pegs
                and end not in empty
                and (end in self.open_to_foe or end in self.foe_scenery)
                for end in slot
            )

        possible = sorted(slot for slot in frozenset[Link]().union(*aparts) if may_hold(slot))
        number = {slot: at for at, slot in enumerate(possible, start=1)}
        with Glucose4() as sat:
            for slot in possible:
                for other in crossing_links(slot):
                    if other in number:
                        sat.add_clause([-number[slot], -number[other]])
            for apart in aparts:
                sat.add_clause([number[slot] for slot in apart if slot in number])
            return self.conflicts.solve(sat)

    def _uncrossed(self, links: Iterable[Link], others: frozenset[Link]) -> None:
        if not self.own_links_cross:
            check_uncrossed(links, others)
