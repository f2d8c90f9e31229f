"""Refuted first moves, and the proof that no other first move does it.

A refuted first move is a proof of the opposite claim after it. All of them together are one
reply node of the opposite claim: what answers a pass answers most first moves too, and only the
holes that lie in its zone need answers of their own.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from solver.game import Hole, Link, Move, Position, Ruleset, Side, crossing_links, neighbours
from solver.proof.certify import check_strategy
from solver.proof.claim import Aim, Claim, Limits, Verdict
from solver.proof.search import Session
from solver.proof.strategy import NodeKind, Strategy, StrategyNode

__all__ = ["Uniqueness", "refutation", "uniqueness"]

_ROUNDS = 400
"""Most answers looked for."""


@dataclass(frozen=True, slots=True)
class Uniqueness:
    """Which first moves fulfil a claim, as far as it is known."""

    strategy: Strategy | None
    """The opposite claim after every first move but those of `left`; None when not even a pass
    was refuted."""
    winning: frozenset[Hole]
    """First moves after which the claim is proven, one link set at least."""
    undecided: frozenset[Hole]

    @property
    def left(self) -> frozenset[Hole]:
        """The first moves that the strategy says nothing of."""
        return self.winning | self.undecided


def refutation(
    position: Position, move: Move, claim: Claim, session: Session, limits: Limits | None = None
) -> Strategy | None:
    """Return the proof of the opposite claim after a first move, if it is found.

    Raises IllegalMoveError for a move the rules forbid.
    """
    solution = session.solve(position.play(move), claim, limits)
    return solution.strategy if solution.verdict is Verdict.DISPROVEN else None


def uniqueness(
    position: Position,
    claim: Claim,
    winning: frozenset[Hole],
    limits: Limits | None = None,
    session: Session | None = None,
) -> Uniqueness:
    """Refute all first moves of a claim's prover but those that are known to win.

    A first move is a hole and a link set, so a hole is refuted with every set that he may hold
    then. Each answer gets the limits on nodes, and the seconds are for all of them.
    """
    return _Audit(position, claim, winning, limits or Limits(), session or Session()).run()


class _Audit:
    """`me` is the prover of the opposite claim, `foe` makes the first move."""

    def __init__(
        self,
        position: Position,
        claim: Claim,
        winning: frozenset[Hole],
        limits: Limits,
        session: Session,
    ) -> None:
        self.position = position
        self.claim = claim
        self.me: Side = claim.prover.other
        self.foe: Side = claim.prover
        self.winning = set(winning)
        self.undecided = set[Hole]()
        self.limits = limits
        self.session = session
        self.until = None if limits.seconds is None else time.monotonic() + limits.seconds
        self.nodes: list[StrategyNode] = []
        self.answers: list[int] = []

    def run(self) -> Uniqueness:
        """Refute a pass, then what its answer leaves open."""
        rounds = 0
        for first in (None, *sorted(self.position.open_holes(self.foe))):
            if first in self.winning:
                continue
            while (needed := self._unanswered(first)) is not None:
                rounds += 1
                if rounds > _ROUNDS or not self._answer(first, needed):
                    if first is None:
                        return self._result(None)
                    self.undecided.update({first} - self.winning)
                    break
        return self._result(self._strategy())

    def _result(self, strategy: Strategy | None) -> Uniqueness:
        undecided = frozenset(self.undecided)
        if strategy is None:
            undecided = frozenset(self.position.open_holes(self.foe)) - self.winning
        return Uniqueness(strategy, frozenset(self.winning), undecided)

    def _unanswered(self, first: Hole | None) -> frozenset[Link] | None:
        """Return links that do not cross and that every answer to a first move needs apart."""
        asked = [
            node.apart
            for node in (self.nodes[number] for number in self.answers)
            if first not in node.zone
        ]
        if frozenset() in asked:
            return None
        return _hitting(asked, frozenset())

    def _answer(self, first: Hole | None, needed: frozenset[Link]) -> bool:
        """Look for an answer to a first move with links; note where the move wins instead."""
        after = self._after(first, needed)
        if after.result is not None or after.connected(self.foe):
            self.winning |= {first} if first else set()
            return False
        limits = self.limits
        if self.until is not None:
            limits = replace(limits, seconds=max(0.001, self.until - time.monotonic()))
        solution = self.session.solve(after, self.claim, limits)
        if solution.verdict is Verdict.PROVEN:
            # Where even a pass wins, an own peg anywhere does no harm.
            self.winning.update(self.position.open_holes(self.foe) if first is None else {first})
        if solution.verdict is not Verdict.DISPROVEN or solution.strategy is None:
            return False
        return self._take_in(solution.strategy)

    def _after(self, first: Hole | None, needed: frozenset[Link]) -> Position:
        """Return the position after a first move that ends with links, and all that fit beside."""
        position = self.position
        if position.ruleset is Ruleset.PP:
            return replace(position, to_move=self.me) if first is None else _play(position, first)
        pegs = position.pegs(self.foe) | ({first} if first else set())
        blocked = {x for link in position.links(self.me) for x in crossing_links(link)}
        # Another answer's slot apart may end in the hole of another first move.
        links = {slot for slot in needed if pegs.issuperset(slot) and slot not in blocked}
        for link in (*sorted(position.links(self.foe)), *_slots(pegs)):
            if link not in blocked and links.isdisjoint(crossing_links(link)):
                links.add(link)
        return replace(position.with_side(self.foe, pegs, links), to_move=self.me)

    def _take_in(self, strategy: Strategy) -> bool:
        """Add a strategy's nodes; its root may no longer rest on the links that stand."""
        root = strategy.root
        if root.kind is NodeKind.MOVE:
            root = replace(root, apart=root.apart | self._apart(root))
            if root.apart and self.position.ruleset is Ruleset.PP:
                return False
        elif root.kind is not NodeKind.LEAF:
            return False
        start = len(self.nodes)
        # A chain's nodes say which ends they join, so that they may stand in a block.
        chain = strategy.claim != self.claim.opposite
        for node in (*strategy.nodes[:-1], root):
            self.nodes.append(
                replace(
                    node,
                    children=tuple(start + child for child in node.children),
                    ends=(0, 1) if chain and node.ends is None else node.ends,
                )
            )
        self.answers.append(len(self.nodes) - 1)
        return True

    def _apart(self, root: StrategyNode) -> frozenset[Link]:
        """Return the slots that nothing but the links of this very position keeps apart."""
        board, foes = self.position.board, self.position.pegs(self.foe)

        def may_hold(slot: Link) -> bool:
            if any(link in root.links for link in crossing_links(slot)):
                return False
            return all(
                end not in root.pegs
                and end not in root.zone
                and (board.open_to(self.foe, end) or end in foes)
                for end in slot
            )

        across = {slot for link in root.made for slot in crossing_links(link)}
        return frozenset(filter(may_hold, across))

    def _strategy(self) -> Strategy:
        """Return the answers under one reply node, without those that are not needed."""
        left = frozenset(self.winning | self.undecided)
        claim = self.claim.opposite
        if claim.aim is Aim.CONNECT:
            self.nodes = [replace(n, ends=None) if n.ends == (0, 1) else n for n in self.nodes]
        children = [self.nodes[number] for number in self.answers]
        zone, pegs = frozenset[Hole](), frozenset[Hole]()
        links = frozenset[Link]()
        for child in children:
            zone, pegs, links = zone | child.zone, pegs | child.pegs, links | child.links
        root = StrategyNode(
            kind=NodeKind.REPLY,
            depth=max(child.depth for child in children),
            zone=zone,
            pegs=pegs | (self.position.pegs(self.me) & zone),
            links=links,
            hole=None,
            made=frozenset(),
            children=tuple(self.answers),
        )
        strategy = Strategy(claim, (*self.nodes, root))
        check_strategy(self.position, strategy, left)
        return strategy


def _play(position: Position, hole: Hole) -> Position:
    return position.play(Move(hole))


def _slots(pegs: frozenset[Hole]) -> Iterator[Link]:
    for hole in sorted(pegs):
        for other in neighbours(hole):
            if other in pegs and hole < other:
                yield Link.of(hole, other)


def _hitting(asked: list[frozenset[Link]], held: frozenset[Link]) -> frozenset[Link] | None:
    """Return links that do not cross and meet every set, if there are some."""
    for apart in asked:
        if apart.isdisjoint(held):
            for slot in sorted(apart):
                if held.isdisjoint(crossing_links(slot)):
                    found = _hitting(asked, held | {slot})
                    if found is not None:
                        return found
            return None
    return held
