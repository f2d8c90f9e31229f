"""Refuted first moves, and the proof that no other first move does it.

A refuted first move is a proof of the opposite claim after it. All of them together are one
reply node of the opposite claim: what answers a pass answers most first moves too, and only the
holes that lie in its zone need answers of their own.
"""

from dataclasses import dataclass

from solver.game import Hole, Link, Position
from solver.proof.claim import Claim, Limits
from solver.proof.strategy import Strategy
from solver.search.budget import Budget
from solver.search.refuted_moves import RefutedMoves
from solver.search.session import Session

__all__ = ["FirstMoves", "refute_others"]

_ROUNDS = 400
"""Most answers looked for."""


@dataclass(frozen=True, slots=True)
class FirstMoves:
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


def refute_others(
    position: Position,
    claim: Claim,
    winning: frozenset[Hole],
    limits: Limits,
    session: Session | None = None,
) -> FirstMoves:
    """Refute all first moves of a claim's prover but those that are known to win.

    A first move is a hole with a link set. A hole counts as refuted when it is so with every link
    set that its side may hold then. Each answer gets the limits on nodes, and the seconds are for
    all of them.
    """
    return _Refuting(position, claim, winning, limits, session or Session()).run()


class _Refuting:
    """Asks for one refutation after the other, in one session."""

    def __init__(
        self,
        position: Position,
        claim: Claim,
        winning: frozenset[Hole],
        limits: Limits,
        session: Session,
    ) -> None:
        self.claim = claim
        self.holes = frozenset(position.open_holes(claim.prover))
        self.winning = set(winning)
        self.undecided = set[Hole]()
        self.each = Limits(limits.nodes)
        self.session = session
        self.budget = Budget(Limits(seconds=limits.seconds))
        self.refuted = RefutedMoves(position, claim)

    def run(self) -> FirstMoves:
        """Refute a pass, then what its answer leaves open."""
        rounds = 0
        for first in (None, *sorted(self.holes)):
            if first in self.winning:
                continue
            while (needed := self.refuted.unanswered(first)) is not None:
                rounds += 1
                if rounds > _ROUNDS or not self._answer(first, needed):
                    if first is None:
                        return self._result(None)
                    self.undecided.update({first} - self.winning)
                    break
        left = frozenset(self.winning | self.undecided)
        return self._result(self.refuted.strategy(left))

    def _result(self, strategy: Strategy | None) -> FirstMoves:
        undecided = frozenset(self.undecided)
        if strategy is None:
            undecided = self.holes - self.winning
        return FirstMoves(strategy, frozenset(self.winning), undecided)

    def _answer(self, first: Hole | None, needed: frozenset[Link]) -> bool:
        """Look for an answer to a first move with links; note where the move wins instead."""
        after = self.refuted.after(first, needed)
        # Where even a pass wins, an own peg anywhere does no harm.
        moves = self.holes if first is None else {first}
        if after.result is not None or after.connected(self.claim.prover):
            self.winning |= moves
            return False
        for asked in self.refuted.questions:
            solution = self.session.solve(after, asked, self.budget.at_most(self.each))
            if (strategy := solution.strategy) is None:
                continue
            if strategy.claim.implies(self.claim):
                self.winning |= moves
                return False
            if strategy.claim.implies(self.claim.opposite):
                return self.refuted.take_in(strategy) and (self.refuted.unanswered(first) != needed)
        return False
