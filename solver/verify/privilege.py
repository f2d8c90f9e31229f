"""Checks strategies for games where sides may hold the Privilege, in both ways.

Each checker is the one of ordinary strategies, with what two moves in a row change. A pattern that
holds against the Privilege answers two kinds of turns. An ordinary one is answered by a node with
the prover to move, which must hold against it as well. The first of two moves is answered by a
reply node, which need not: the opponent moves again without his Privilege. Own links that stand
before the second move excuse as any do, since the opponent has had no turn meanwhile.
"""

from pysat.solvers import Glucose4

from solver.errors import CertificateError
from solver.game import Hole, Position, Side, hole_text
from solver.proof import NodeKind, PrivilegeStrategy, StrategyNode
from solver.verify.patterns import check_contained
from solver.verify.rule_checker import Checker
from solver.verify.sat_checker import Questions
from solver.verify.sat_formula import Formula

__all__ = ["check_with_privilege", "check_with_privilege_by_sat"]


def check_with_privilege(
    position: Position, holders: frozenset[Side], proof: PrivilegeStrategy
) -> None:
    """Check that a strategy proves its claim about a position in which `holders` have their
    Privilege. Raises CertificateError, naming the node and the rule it breaks."""
    _RuleChecker(position, proof).check()
    _check_holders(holders, proof)


def check_with_privilege_by_sat(
    position: Position, holders: frozenset[Side], proof: PrivilegeStrategy
) -> None:
    """Check the same, every node as a question to a SAT solver."""
    strategy = proof.strategy
    if not strategy.nodes:
        raise CertificateError("SAT: a strategy needs at least one node")
    with Glucose4() as solver:
        _SatQuestions(position, proof, Formula(position, strategy, solver)).check()
    _check_holders(holders, proof)


def _check_holders(holders: frozenset[Side], proof: PrivilegeStrategy) -> None:
    """Check that the root asks for no other Privileges than there are."""
    strategy, last = proof.strategy, len(proof.strategy.nodes) - 1
    if last in proof.uses and strategy.prover not in holders:
        raise CertificateError("root: the prover holds no Privilege")
    leaf = strategy.root.kind is NodeKind.LEAF
    if strategy.prover.other in holders and not leaf and last not in proof.against:
        raise CertificateError("root: the opponent may use his Privilege")


def _marks_fault(proof: PrivilegeStrategy, number: int) -> str | None:
    """Return what is wrong with the marks of a node whose children come before it."""
    nodes = proof.strategy.nodes
    node, against, uses = nodes[number], number in proof.against, number in proof.uses
    if node.kind is NodeKind.SPLIT or node.ends is not None:
        return "games side by side are not known with Privileges"
    if node.kind is NodeKind.LEAF:
        return None
    if node.kind is NodeKind.REPLY:
        if not uses and any(child in proof.uses for child in node.children):
            return "a child uses a Privilege that is not there"
        return None
    for child in node.children:
        below = nodes[child]
        if against and below.kind is not NodeKind.LEAF and child not in proof.against:
            return "the child does not hold against the opponent's Privilege"
        if below.kind is NodeKind.MOVE and (child in proof.uses or not uses):
            return "two moves in a row need a Privilege, which is spent then"
        if child in proof.uses and not uses:
            return "a child uses a Privilege that is not there"
    return None


def _answers(
    proof: PrivilegeStrategy, number: int
) -> tuple[list[StrategyNode], list[StrategyNode]]:
    """Return the children of a reply node against the Privilege, by what they answer.

    First those that answer an ordinary turn, then those that answer the first of two moves.
    """
    nodes = proof.strategy.nodes
    turns, firsts = list[StrategyNode](), list[StrategyNode]()
    for child in nodes[number].children:
        kind = nodes[child].kind
        if kind is NodeKind.LEAF or (kind is NodeKind.MOVE and child in proof.against):
            turns.append(nodes[child])
        if kind is not NodeKind.MOVE:
            firsts.append(nodes[child])
    return turns, firsts


class _RuleChecker(Checker):
    def __init__(self, position: Position, proof: PrivilegeStrategy) -> None:
        super().__init__(position, proof.strategy, frozenset())
        self.proof = proof
        self.number = 0

    def _check_node(self, number: int, node: StrategyNode, root: bool) -> None:
        self.number = number
        if any(not 0 <= child < number for child in node.children):
            raise CertificateError("a child does not come before its parent")
        if fault := _marks_fault(self.proof, number):
            raise CertificateError(fault)
        super()._check_node(number, node, root)

    def _may_follow(self, child: StrategyNode) -> bool:
        return child.apart <= self.proof.strategy.nodes[self.number].apart

    def _check_reply(
        self, node: StrategyNode, children: list[StrategyNode], but: frozenset[Hole]
    ) -> None:
        if self.number not in self.proof.against:
            super()._check_reply(node, children, but)
            return
        turns, firsts = _answers(self.proof, self.number)
        super()._check_reply(node, turns, but)
        self._check_first_of_two(node, firsts)

    def _check_first_of_two(self, node: StrategyNode, children: list[StrategyNode]) -> None:
        if not children:
            raise CertificateError("the Privilege is not answered")
        for child in children:
            check_contained(child, node)
            if node.depth < child.depth:
                raise CertificateError("the depth is less than a child's")
        common = frozenset.intersection(*(child.zone for child in children))
        for hole in sorted((common - node.pegs) & self.open_to_foe):
            raise CertificateError(f"two moves that begin with {hole_text(hole)} are not answered")


class _SatQuestions(Questions):
    def __init__(self, position: Position, proof: PrivilegeStrategy, formula: Formula) -> None:
        super().__init__(position, proof.strategy, formula, frozenset())
        self.proof = proof
        self.number = 0

    def failure(self, number: int, node: StrategyNode) -> str | None:
        """Return how a node fails, or None when it holds."""
        self.number = number
        if not all(0 <= child < number for child in node.children):
            return "a child does not come before its parent"
        return _marks_fault(self.proof, number) or super().failure(number, node)

    def _may_follow(self, child: StrategyNode) -> bool:
        return child.apart <= self.proof.strategy.nodes[self.number].apart

    def _reply(self, number: int, node: StrategyNode, children: list[StrategyNode]) -> str | None:
        if number not in self.proof.against:
            return super()._reply(number, node, children)
        turns, firsts = _answers(self.proof, number)
        if not all(self._as_good(child, node) for child in firsts):
            return "an answer changes the ends"
        assumed = [*self._assumed(node), *self._free(node.zone, before=True)]
        if self.formula.possible(map(self._missing, firsts), assumed):
            return "the first of two moves may be left without an answer"
        return super()._reply(number, node, turns)
