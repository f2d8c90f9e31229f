"""All that an audit has proved, before it is put in words."""

from collections.abc import Mapping
from dataclasses import dataclass

from solver.audits.audit_record import Proof
from solver.audits.first_move_search import FirstMoveSearch
from solver.game import Hole, Move, Position
from solver.proof import Claim, Strategy, Verdict
from solver.puzzle import Puzzle
from solver.search import Solution

__all__ = ["ProvedSoFar"]


@dataclass(frozen=True, slots=True)
class ProvedSoFar:
    """Strategies, and what they are about."""

    puzzle: Puzzle
    claim: Claim
    mine: bool
    """Whether the side to move is the one that claims, so that there are first moves."""
    proof: Strategy | None
    """Of the claim; by the published key, if that is proven."""
    refuting: Strategy | None
    """Of the opposite claim after all first moves but `left`, or at once if the claim fails."""
    left: frozenset[Hole]
    win: Solution | None
    """For a draw: whether the side to move can even win."""
    keys: Mapping[Move, Verdict]
    """The published ones."""
    key_proofs: Mapping[Move, Strategy]
    """Of the claim, beginning with the key, or of its opposite after it."""
    key_holes: frozenset[Hole]
    """The holes of the keys; empty while no first move is known to win."""
    moves: FirstMoveSearch
    closed: FirstMoveSearch | None
    """The other first moves that win or are hard, where the keys' holes are closed to the claiming
    side."""
    no_cooks: frozenset[Hole]
    """First moves that fail there."""
    no_cook: Proof | None
    """The proof that they fail."""
    failed: bool
    """Whether the claim is disproven."""
    pass_refuted: bool
    """Whether the opposite claim is proven after a pass."""

    @property
    def position(self) -> Position:
        """The puzzle's position."""
        return self.puzzle.position
