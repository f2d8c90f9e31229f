"""Strategies of which only the root is at hand."""

from collections.abc import Callable
from dataclasses import dataclass

from solver.proof.claim import Claim
from solver.proof.strategy import Strategy, StrategyNode

__all__ = ["Outline"]


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """A strategy of which only the root is built: many are found on the way to a proof, and
    few become part of it.

    Nothing is checked yet.
    """

    claim: Claim
    root: StrategyNode
    """The node of the position itself, its children left out or numbered as in the whole."""
    unfold: Callable[[], Strategy]
    """Returns the whole."""

    @classmethod
    def of(cls, strategy: Strategy) -> "Outline":
        """Return the outline of a strategy that is there."""
        return cls(strategy.claim, strategy.root, lambda: strategy)
