"""A second checker of strategies: every node is a question to a SAT solver.

Shares no code with the set checker, only its inputs. The board is a formula: who may have a peg
where, which slots are linked, what may cross what. A node's pattern is assumed, and the solver
looks for a position in which the node's reason fails: links that stand across, a reply without an
answer, a path that is left. Where it finds none the node holds. The checks differ in one way: this
one looks at what can be, the other at what is written, so it may let pass what the other refuses.
"""

from collections.abc import Iterable
from functools import reduce
from itertools import combinations, pairwise
from operator import or_

from pysat.solvers import Glucose4

from solver.errors import CertificateError
from solver.game import Hole, Link, Position, crossing_links
from solver.proof.claim import Aim
from solver.proof.strategy import End, Ends, NodeKind, Strategy, StrategyNode
from solver.verify.sat_formula import Formula

__all__ = ["Questions", "check_by_sat"]


def check_by_sat(
    position: Position, strategy: Strategy, but: frozenset[Hole] = frozenset()
) -> None:
    """Check that a strategy proves its claim about a position.

    `but` are first pegs of the opponent that need no answer, as in `check_strategy`. Raises
    CertificateError, naming the node that fails.
    """
    if not strategy.nodes:
        raise CertificateError("SAT: a strategy needs at least one node")
    with Glucose4() as solver:
        Questions(position, strategy, Formula(position, strategy, solver), but).check()


class Questions:
    """Asks for each node whether its reason can fail."""

    def __init__(
        self, position: Position, strategy: Strategy, formula: Formula, but: frozenset[Hole]
    ) -> None:
        self.position = position
        self.but = but
        self.strategy = strategy
        self.formula = formula
        self.block = strategy.claim.aim is Aim.BLOCK
        self.known, self.holes = set(formula.slots), set(formula.holes)
        self.used = list[int]()
        """By node, the links that it and those below it use: a bit for each slot."""

    def check(self) -> None:
        """Raise CertificateError, naming the node, if a reason can fail."""
        for number, node in enumerate(self.strategy.nodes):
            failure = self.failure(number, node)
            if failure is not None:
                raise CertificateError(f"SAT: node {number} ({node.kind.name}): {failure}")
        failure = self.root_failure()
        if failure is not None:
            raise CertificateError(f"SAT: root: {failure}")

    def failure(self, number: int, node: StrategyNode) -> str | None:
        """Return how a node fails, or None when it holds."""
        if not all(0 <= child < number for child in node.children):
            return "a child does not come before its parent"
        # No slot off the board is ever held: to need it apart is to need nothing.
        if not node.links | _made(node) <= self.known or not node.pegs <= self.holes:
            return "pegs or links that the board has no place for"
        children = [self.strategy.nodes[child] for child in node.children]
        match node.kind:
            case NodeKind.LEAF:
                return self._leaf(number, node)
            case NodeKind.MOVE:
                return self._move(number, node, children)
            case NodeKind.REPLY:
                return self._reply(number, node, children)
            case NodeKind.SPLIT:
                return self._split(node, children)

    def root_failure(self) -> str | None:
        """Return why the last node is not about the position."""
        position, root = self.position, self.strategy.root
        me, foe = self.strategy.prover, self.strategy.prover.other
        if root.kind is NodeKind.MOVE and position.to_move is not me:
            return "the wrong side is to move"
        if root.kind in (NodeKind.REPLY, NodeKind.SPLIT) and position.to_move is not foe:
            return "the wrong side is to move"
        if root.kind in (NodeKind.REPLY, NodeKind.SPLIT) and position.last_turn and not self.block:
            return "the game ends before the prover moves"
        if self.but and root.kind is not NodeKind.REPLY:
            return "first moves are left out that are not the opponent's to make"
        if root.ends is not None and root.ends != (0, 1):
            return "other ends than the goal lines"
        if not (root.pegs <= position.pegs(me) and root.links <= position.links(me)):
            return "the position lacks a peg or link"
        if root.zone & position.pegs(foe) or root.apart & position.links(foe):
            return "the opponent has a peg or link that he must not have"
        if self._out_of_holes():
            return "games side by side need more turns than holes are left for"
        return None

    def _out_of_holes(self) -> bool:
        """Tell whether the prover may have to pass while a game side by side still waits.

        Two passes end everything. The opponent takes at most one of his holes for each turn.
        """
        longest: dict[int, int] = {}
        for number, node in enumerate(self.strategy.nodes):
            below = [longest[child] for child in node.children]
            split = node.kind is NodeKind.SPLIT
            longest[number] = sum(below) if split else max(below, default=0)
            longest[number] += node.kind is NodeKind.MOVE
        if all(node.kind is not NodeKind.SPLIT for node in self.strategy.nodes):
            return False
        first = self.strategy.root.kind is NodeKind.MOVE
        left = sum(1 for _ in self.position.open_holes(self.strategy.prover))
        return left < 2 * longest[len(longest) - 1] - first

    def _aim(self, node: StrategyNode) -> Ends | None:
        """Return the ends that a node joins, None where it blocks."""
        return node.ends if self.block else node.ends or (0, 1)

    def _as_good(self, child: StrategyNode, node: StrategyNode) -> bool:
        """Tell whether what a child reaches is what its parent promises; a chain also blocks."""
        aim = self._aim(node)
        return self._aim(child) == aim or (aim is None and child.ends == (0, 1))

    # -- the pattern ------------------------------------------------------------------------

    def _assumed(self, node: StrategyNode) -> list[int]:
        """Return the pegs and links of a pattern as literals."""
        var = self.formula.var
        return [var("mine", hole) for hole in node.pegs] + [
            var("my link", link) for link in node.links
        ]

    def _free(self, zone: Iterable[Hole], *, before: bool = False) -> list[int]:
        """Return that the opponent has no peg in a zone, or had none before his turn."""
        var, name = self.formula.var, "old" if before else "his"
        return [-var(name, hole) for hole in zone if hole in self.holes]

    def _missing(self, child: StrategyNode) -> list[int]:
        """Return the ways in which a position may lack a pattern, to be put in one clause."""
        var = self.formula.var
        return [
            *(var("his", hole) for hole in child.zone if hole in self.holes),
            *(-var("mine", hole) for hole in child.pegs),
            *(-var("my link", link) for link in child.links),
            *(var("his link", slot) for slot in child.apart & self.known),
        ]

    # -- the kinds of nodes -----------------------------------------------------------------

    def _leaf(self, number: int, node: StrategyNode) -> str | None:
        formula = self.formula
        if self._aim(node) is None:
            root = number == len(self.strategy.nodes) - 1
            if root and self.position.last_turn and self.position.to_move is formula.me:
                return None
            if not self._way_past(node):
                return None  # easy to see, and hard for a SAT solver on a large board
            formula.with_paths()
            if formula.possible([], [*self._assumed(node), formula.path]):
                return "the opponent may find a path"
            return None
        first, last = node.ends or (0, 1)
        if not self._joined(self._assumed(node), first, last):
            return "the ends may lie apart"
        return None

    def _way_past(self, node: StrategyNode) -> bool:
        """Tell whether the opponent's slots join his goal lines past a cut, crossings aside."""
        formula, barred = self.formula, {x for link in node.links for x in crossing_links(link)}
        free = [slot for slot in formula.slots if slot not in barred]
        group = {hole: hole for hole in formula.holes}

        def leader(hole: Hole) -> Hole:
            while group[hole] != hole:
                group[hole] = group[group[hole]]
                hole = group[hole]
            return hole

        def can_peg(hole: Hole) -> bool:
            if not formula.board.in_region(hole):
                return hole in self.position.pegs(formula.foe)
            return hole not in node.pegs and formula.board.open_to(formula.foe, hole)

        for slot in free:
            if slot in formula.conducting and all(map(can_peg, slot)):
                group[leader(slot.left)] = leader(slot.right)

        def opens(exit_link: Link | None) -> bool:
            return exit_link is None or (exit_link not in barred and all(map(can_peg, exit_link)))

        reached = [
            {
                leader(hole)
                for hole, exit_link in formula.exits(False, goal)
                if can_peg(hole) and opens(exit_link)
            }
            for goal in (0, 1)
        ]
        return not reached[0].isdisjoint(reached[1])

    def _joined(self, assumed: list[int], first: End, last: End) -> bool:
        """Tell whether what is assumed joins two ends: no colouring keeps them apart."""
        var, clauses, literals = self.formula.var, list[list[int]](), list[int]()
        for end, sign in ((first, 1), (last, -1)):
            if isinstance(end, int):
                literals.append(self.formula.coloured(end, sign))
            else:
                clauses += (
                    [-var("mine", hole), sign * var("reached", hole)] for hole in end & self.holes
                )
        return not self.formula.possible(clauses, [*assumed, *literals])

    def _move(self, number: int, node: StrategyNode, children: list[StrategyNode]) -> str | None:
        formula, hole = self.formula, node.hole
        var = formula.var
        if len(children) != 1 or not self._may_follow(children[0]):
            return "it does not lead to one position of the opponent's turn"
        if hole is None or not formula.board.open_to(formula.me, hole):
            return "the peg has no hole"
        (child,) = children
        if not self._as_good(child, node):
            return "it changes the ends"
        own = {other for link in node.made for other in crossing_links(link)}
        if not formula.paper and not own.isdisjoint(node.made | child.links):
            return "own links cross"
        if formula.paper:
            if any(hole not in link for link in node.made):
                return "a link does not end at the new peg"
            stood = self.position.pegs(formula.me)
            real = self.position.links(formula.me)
            if any(stood.issuperset(link) and link not in real for link in node.made):
                return "a link comes too late"
        standing = [hole_ for link in node.made for hole_ in link if hole_ != hole]
        fails = [
            var("his", hole),
            *(var("his", each) for each in child.zone if each in self.holes),
            *(-var("mine", each) for each in [*child.pegs, *standing] if each != hole),
            *(-var("my link", link) for link in child.links - node.made),
            *(var("his link", slot) for slot in own & self.known),
        ]
        assumed = [*self._assumed(node), *self._free(node.zone)]
        assumed += [-var("his link", slot) for slot in node.apart & self.known]
        if number == len(self.strategy.nodes) - 1:
            links = self.position.links(formula.foe)
            assumed += [-var("his link", slot) for slot in own & self.known if slot not in links]
        if formula.possible([fails], assumed):
            return "the links may be blocked, or something is missing after the move"
        return None

    def _may_follow(self, child: StrategyNode) -> bool:
        """Tell whether a node may be what a move leads to: one with the opponent to move."""
        return child.kind is not NodeKind.MOVE

    def _reply(self, number: int, node: StrategyNode, children: list[StrategyNode]) -> str | None:
        if any(child.kind not in (NodeKind.MOVE, NodeKind.LEAF) for child in children):
            return "an answer is no move"
        if not all(self._as_good(child, node) for child in children):
            return "an answer changes the ends"
        assumed = [*self._assumed(node), *self._free(node.zone, before=True)]
        if number == len(self.strategy.nodes) - 1:
            assumed += [-self.formula.var("new", hole) for hole in self.but & self.holes]
        if self.formula.possible(map(self._missing, children), assumed):
            return "a reply may be left without an answer"
        return None

    def _split(self, node: StrategyNode, children: list[StrategyNode]) -> str | None:
        aims = [self._aim(each) for each in (node, *children)]
        if None in aims or any(child.kind is NodeKind.MOVE for child in children) or not children:
            return "its parts are no games with the opponent to move"
        for child in children:
            if self.formula.possible(
                [self._missing(child)], [*self._assumed(node), *self._free(node.zone)]
            ):
                return "a part asks for more than there is"
        if any(one.zone & two.zone for one, two in combinations(children, 2)):
            return "two parts share a hole"
        used = [self._uses(child) for child in node.children]
        crossed = [{x for link in links for x in crossing_links(link)} for links in used]
        if not self.formula.paper and any(
            not crossed[one].isdisjoint(used[two]) for one, two in combinations(range(len(used)), 2)
        ):
            return "two parts use links that cross"
        var = self.formula.var
        spare = set[Link]() if self.formula.paper else set[Link]().union(*crossed)
        chain = [var("mine", hole) for hole in node.pegs]
        chain += [var("my link", link) for link in node.links - spare]
        (first, last), *ends = [aim for aim in aims if aim]
        if not (_part_of(ends[0][0], first) and _part_of(ends[-1][1], last)):
            return "the parts do not reach the ends"
        for (_, one), (two, _) in pairwise(ends):
            if isinstance(one, int) or isinstance(two, int) or not one or not two:
                return "the parts do not meet"
            if not (one | two) <= node.pegs:
                return "a peg is missing where parts meet"
            start = frozenset((min(one),))
            if not all(self._joined(chain, start, frozenset((end,))) for end in one | two):
                return "the parts meet at different chains"
        return None

    def _uses(self, number: int) -> set[Link]:
        """Return all links that stand or are made at a node or anywhere below it."""
        slots = self.formula.slots
        bit = {slot: 1 << at for at, slot in enumerate(slots)}
        while len(self.used) <= number:
            node = self.strategy.nodes[len(self.used)]
            parts = [bit[link] for link in node.links | _made(node)]
            parts += [self.used[child] for child in node.children]
            self.used.append(reduce(or_, parts, 0))
        return {slot for slot in slots if self.used[number] & bit[slot]}


def _made(node: StrategyNode) -> frozenset[Link]:
    """Return the links that a node makes: only moves make any."""
    return node.made if node.kind is NodeKind.MOVE else frozenset()


def _part_of(end: End, whole: End) -> bool:
    if isinstance(end, int) or isinstance(whole, int):
        return end == whole
    return end <= whole
