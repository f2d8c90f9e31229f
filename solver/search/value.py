"""The worth of a position to the side to move: claims of both sides, each by its own proof."""

from collections.abc import Sequence
from enum import Enum

from solver.game import Position, Side
from solver.proof.claim import Aim, Claim
from solver.search.solution import Solution

__all__ = ["Value", "open_claim", "value_of"]


class Value(Enum):
    """The outcome that the side to move can force, or as much of it as is proved."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    AT_LEAST_DRAW = "at least a draw"
    AT_MOST_DRAW = "at most a draw"
    UNKNOWN = "unknown"


_VALUES = {
    (1, 1): Value.WIN,
    (0, 0): Value.DRAW,
    (-1, -1): Value.LOSS,
    (0, 1): Value.AT_LEAST_DRAW,
    (-1, 0): Value.AT_MOST_DRAW,
    (-1, 1): Value.UNKNOWN,
}


def open_claim(position: Position, known: Sequence[Solution]) -> Claim | None:
    """Return the claim to ask next for a position's worth; None when all is known or asked."""
    me = position.to_move
    low, high = _bounds(me, known)
    for side in (me, me.other):
        claim = Claim(Aim.CONNECT, side)
        settled = low == 1 or high < 1 if side is me else high == -1 or low > -1
        if not settled and all(solution.claim != claim for solution in known):
            return claim
    return None


def value_of(position: Position, known: Sequence[Solution]) -> Value:
    """Return the worth of a position by the solutions that are known."""
    return _VALUES[_bounds(position.to_move, known)]


def _bounds(me: Side, solutions: Sequence[Solution]) -> tuple[int, int]:
    """Return the least and the most that a side can reach: a win 1, a draw 0, a loss -1."""
    low, high = -1, 1
    for solution in solutions:
        if solution.strategy is None:
            continue
        # It says as much as the verdict, or more: a chain that is proved blocks as well.
        proved = solution.strategy.claim
        reached = 1 if proved.aim is Aim.CONNECT else 0
        if proved.prover is me:
            low = max(low, reached)
        else:
            high = min(high, -reached)
    return low, high
