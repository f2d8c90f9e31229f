"""The result of a search for a claim, whole or in short."""

from dataclasses import dataclass
from typing import NamedTuple

from solver.game import Move, Position
from solver.proof.claim import Claim, Limit, Verdict
from solver.proof.lines import main_line
from solver.proof.strategy import Strategy
from solver.search.outline import Outline

__all__ = ["FoundOutline", "Solution"]


@dataclass(frozen=True, slots=True)
class Solution:
    """The result of a search for a claim."""

    claim: Claim
    verdict: Verdict
    limit: Limit | None
    """Why it is undecided; None when it is decided."""
    keys: tuple[Move, ...]
    """The first move that was proved, when the claim's prover is to move. The search stops at one;
    others may do it too."""
    line: tuple[Move, ...]
    """A main line from the position: the strategy against long resistance."""
    pegs: int | None
    """Own pegs the winning side still needs at most; None when nothing was proved."""
    nodes: int
    seconds: float
    strategy: Strategy | None
    """The proof; None for undecided claims."""

    def __str__(self) -> str:
        found = f"{self.claim.text}: {self.verdict.value}"
        if self.keys:
            found += f" by {self.keys[0]}"
        if self.limit is not None:
            found += f" ({self.limit.value})"
        return f"{found}, {self.nodes:,} nodes, {self.seconds:.1f} s"

    def __repr__(self) -> str:
        return f"<Solution {self}>"

    @classmethod
    def of(
        cls,
        position: Position,
        claim: Claim,
        strategy: Strategy | None,
        limit: Limit | None,
        nodes: int = 0,
        seconds: float = 0.0,
    ) -> "Solution":
        """Return the solution of a claim by a checked strategy, or without one."""
        verdict, keys = Verdict.UNDECIDED, tuple[Move, ...]()
        line = main_line(position, strategy) if strategy else ()
        if strategy is not None:
            verdict = Verdict.PROVEN if strategy.claim.implies(claim) else Verdict.DISPROVEN
            if verdict is Verdict.PROVEN and position.to_move is claim.prover:
                keys = line[:1]
        pegs = strategy.root.depth if strategy else None
        return cls(claim, verdict, limit, keys, line, pegs, nodes, seconds, strategy)


class FoundOutline(NamedTuple):
    """A solution whose proof is packed and not checked yet."""

    outline: Outline | None
    limit: Limit | None
    """Why it is undecided."""
    nodes: int
