"""Checks a strategy, node by node, against the rules.

Knows nothing of search, arena or core: sets of holes and links, and `solver.game`. Each
check looks at a node and its children only; that the strategy wins follows by induction,
because children come before their parents.
"""

from collections.abc import Iterable
from itertools import pairwise

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
from solver.proof.claim import Aim
from solver.proof.strategy import End, Ends, NodeKind, Strategy, StrategyNode
from solver.verify.paths import Paths

__all__ = ["check_strategy"]

_GOALS: Ends = (0, 1)


def check_strategy(
    position: Position, strategy: Strategy, but: frozenset[Hole] = frozenset()
) -> None:
    """Check that a strategy proves its claim about a position.

    `but` are pegs of the opponent, who is to move, that need no answer: then the claim is
    proved after each other turn of his, and nothing is said of these. Raises CertificateError,
    naming the node and the rule it breaks.
    """
    _Checker(position, strategy, but).check()


class _Checker:
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
        self.inside = frozenset(board.playable_holes())
        self.open_to_me, self.open_to_foe = (
            frozenset(board.playable_holes(side)) for side in (self.me, self.foe)
        )
        self.foe_scenery = frozenset(foes - self.open_to_foe)
        self.scenery = any(
            not board.in_region(hole) for side in Side for hole in position.pegs(side)
        )
        self.foe_paths: Paths | None = None
        self.below: dict[int, set[Link]] = {}

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
        self._check_length()

    def _check_root(self, root: StrategyNode) -> None:
        position = self.position
        mover = {NodeKind.MOVE: self.me, NodeKind.LEAF: position.to_move}.get(root.kind, self.foe)
        if mover is not position.to_move:
            raise CertificateError("root: the wrong side is to move")
        if self.but and root.kind is not NodeKind.REPLY:
            raise CertificateError("root: only a reply can leave first moves without an answer")
        if root.ends not in (None, _GOALS):
            raise CertificateError("root: the ends are not the goal lines")
        if not root.holds(position.pegs(self.me), position.pegs(self.foe), position.links(self.me)):
            raise CertificateError("root: the position does not contain the pattern")
        if not root.apart.isdisjoint(position.links(self.foe)):
            raise CertificateError("root: the opponent holds a link that is said to be apart")
        # A block holds when the game ends, and a chain the opponent makes in that turn would
        # stand for ever, against what the leaves say.
        if position.last_turn and mover is self.foe and self.aim is Aim.CONNECT:
            raise CertificateError("root: the opponent's pass ends the game")

    def _check_length(self) -> None:
        """Check that the prover has a hole for every turn, if games are played side by side.

        Without one he passes, and two passes end the game, whatever a part still lacks."""
        turns: list[int] = []
        for node in self.nodes:
            parts = [turns[child] for child in node.children]
            sums = sum(parts) if node.kind is NodeKind.SPLIT else max(parts, default=0)
            turns.append(sums + (node.kind is NodeKind.MOVE))
        needed = 2 * turns[-1] - (self.nodes[-1].kind is NodeKind.MOVE)
        few = len(list(self.position.open_holes(self.me))) < needed
        if few and any(node.kind is NodeKind.SPLIT for node in self.nodes):
            raise CertificateError("root: too few holes are left to play parts side by side")

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
                self._check_split(node, children)

    def _same_ends(self, node: StrategyNode, children: list[StrategyNode]) -> None:
        wanted = {self._ends(node)}
        if None in wanted:
            wanted.add(_GOALS)  # a chain from goal line to goal line blocks as well
        if any(self._ends(child) not in wanted for child in children):
            raise CertificateError("a child joins other ends")

    def _ends(self, node: StrategyNode) -> Ends | None:
        """Return what a node joins, None for a block."""
        return _GOALS if node.ends is None and self.aim is Aim.CONNECT else node.ends

    def _check_leaf(self, node: StrategyNode, root: bool) -> None:
        ends = self._ends(node)
        if ends is None:
            over = root and self.position.last_turn and self.position.to_move is self.me
            if not over and not self._cut_off(node.pegs, node.links):
                raise CertificateError("the opponent has a path past the pegs and links")
            return
        if not self._joined(node.pegs, node.links, ends):
            raise CertificateError("the pegs and links do not join the ends")
        # Both chains lie in the box, but for the far ends of links to outside pegs, and those
        # count up to the goal line only. A chain from top to bottom must meet one from left to
        # right: where links would cross or one hole hold two pegs. So this never fails; it guards
        # against an error in the sentence before.
        if self.scenery and ends == _GOALS and not self._cut_off(node.pegs, node.links):
            raise CertificateError("the opponent could be connected as well")

    def _joined(self, pegs: frozenset[Hole], links: Iterable[Link], ends: Ends) -> bool:
        """Tell whether links join two ends; pegs outside of the window do not conduct."""
        board = self.position.board
        inside = pegs & self.inside
        reached: list[set[Hole]] = []
        for end in ends:
            if isinstance(end, int):
                reached.append({h for h in inside if board.on_goal_line(self.me, end, h)})
            else:
                reached.append(set(inside & end))
        joined: dict[Hole, list[Hole]] = {hole: [] for hole in inside}
        for link in links:
            here = [hole for hole in link if hole in inside]
            if len(here) == 2:
                joined[link.left].append(link.right)
                joined[link.right].append(link.left)
                continue
            for end, found in zip(ends, reached, strict=True):
                if isinstance(end, int) and board.meets_goal_line(self.me, end, link):
                    found.update(here)
        seen, queue = set(reached[0]), list(reached[0])
        while queue:
            for hole in joined[queue.pop()]:
                if hole not in seen:
                    seen.add(hole)
                    queue.append(hole)
        return not seen.isdisjoint(reached[1])

    def _cut_off(self, pegs: frozenset[Hole], links: frozenset[Link]) -> bool:
        """Tell whether the opponent, were he to peg every hole, still had no path past these."""
        if self.foe_paths is None:
            self.foe_paths = Paths(self.position, self.foe)
        return self.foe_paths.cut_off(pegs, links)

    def _check_split(self, node: StrategyNode, children: list[StrategyNode]) -> None:
        """Check games side by side.

        The opponent's peg hits the zone of one game at most, and the prover answers there; a
        game that is not hit stays as it was, as own pegs never hurt. A link he makes in one
        game crosses none that another needs, so no game takes off another's links; that no
        slot of the opponent stands across it, its own game sees to. In the end every part
        stands, and the own chains between them too.
        """
        ends = self._ends(node)
        joined = [self._ends(child) for child in children]
        if ends is None or None in joined:
            raise CertificateError("a split and its parts must say which ends they join")
        if not children or any(child.kind is NodeKind.MOVE for child in children):
            raise CertificateError("a split needs parts with the opponent to move")
        if node.depth < sum(child.depth for child in children):
            raise CertificateError("the depth is less than that of the parts")
        zone = set[Hole]()
        for child in children:
            self._contained(child, node)
            if not zone.isdisjoint(child.zone):
                raise CertificateError("the zones of two parts meet")
            zone |= child.zone
        seen = set[Link]()
        for number in node.children:
            links = self._links_below(number)
            self._uncrossed(links, frozenset(seen))
            seen |= links
        self._check_chain(node, ends, [each for each in joined if each], seen)

    def _check_chain(
        self, node: StrategyNode, ends: Ends, parts: list[Ends], used: set[Link]
    ) -> None:
        """Check that the parts are joined, by own chains that no link of a part ever crosses."""
        kept = {
            link
            for link in node.links
            if self.own_links_cross or used.isdisjoint(crossing_links(link))
        }
        first, last = ends
        if not (_within(parts[0][0], first) and _within(parts[-1][1], last)):
            raise CertificateError("the parts do not begin and end at the ends")
        for (_, one), (other, _) in pairwise(parts):
            if isinstance(one, int) or isinstance(other, int):
                raise CertificateError("two parts meet at a goal line")
            chain = one | other
            if not one or not other or not chain <= node.pegs:
                raise CertificateError("a peg where two parts meet is missing")
            start = frozenset({min(chain)})
            if not all(self._joined(node.pegs, kept, (start, frozenset({at}))) for at in chain):
                raise CertificateError("two parts meet at pegs of different chains")

    def _links_below(self, number: int) -> set[Link]:
        """Return every link that a node and those below it need or make."""
        if number not in self.below:
            found, seen, queue = set[Link](), {number}, [number]
            while queue:
                at = queue.pop()
                if at in self.below:
                    found |= self.below[at]
                    continue
                node = self.nodes[at]
                found |= node.links | node.made
                queue += set(node.children) - seen
                seen.update(node.children)
            self.below[number] = found
        return self.below[number]

    def _contained(self, child: StrategyNode, node: StrategyNode) -> None:
        if not (child.zone <= node.zone and child.pegs <= node.pegs and child.links <= node.links):
            raise CertificateError("a child asks for more than the pattern holds")

    def _check_move(self, node: StrategyNode, children: list[StrategyNode], root: bool) -> None:
        if len(children) != 1 or children[0].kind is NodeKind.MOVE:
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
            self._contained(child, node)
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
            return bool(sat.solve())

    def _uncrossed(self, links: Iterable[Link], others: frozenset[Link]) -> None:
        if self.own_links_cross:
            return
        for link in links:
            for other in crossing_links(link):
                if other in others:
                    raise CertificateError(
                        f"own links {link_text(link)} and {link_text(other)} cross"
                    )


def _within(end: End, whole: End) -> bool:
    """Tell whether to reach an end is to reach another."""
    if isinstance(end, int) or isinstance(whole, int):
        return end == whole
    return end <= whole
