"""What a position is worth to the side to move: claims of both sides, each by its own proof."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from solver.game import Position, Side
from solver.proof.claim import Aim, Claim, Limits, Verdict
from solver.search.session import Session, Solution

__all__ = ["Evaluation", "Value", "evaluate", "open_claim", "value_of"]


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


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A value and the solutions that prove it, each of which holds its strategy."""

    value: Value
    solutions: tuple[Solution, ...]


def evaluate(
    position: Position,
    limits: Limits | None = None,
    session: Session | None = None,
    known: tuple[Solution, ...] = (),
) -> Evaluation:
    """Find out what a position is worth, as far as the limits allow for each side's claim.

    `known` are solutions of claims about the position, which need not be asked again. Raises
    PuzzleRuleError as `solve` does.
    """
    limits = limits or Limits()
    session = session or Session(Limits(memory=limits.memory, threads=limits.threads))
    solutions = list(known)
    while claim := open_claim(position, solutions):
        solutions.append(session.solve(position, claim, limits))
    return Evaluation(value_of(position, solutions), tuple(solutions))


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
    """Return what a position is worth by what is known of it."""
    return _VALUES[_bounds(position.to_move, known)]


def _bounds(me: Side, solutions: Sequence[Solution]) -> tuple[int, int]:
    """Return the least and the most that a side can reach: a win 1, a draw 0, a loss -1."""
    low, high = -1, 1
    for solution in solutions:
        if solution.strategy is None:
            continue
        proven = [solution.strategy.claim]
        proven += {
            Verdict.PROVEN: [solution.claim],
            Verdict.DISPROVEN: [solution.claim.opposite],
            Verdict.UNDECIDED: [],
        }[solution.verdict]
        for claim in proven:
            reached = 1 if claim.aim is Aim.CONNECT else 0
            if claim.prover is me:
                low = max(low, reached)
            else:
                high = min(high, -reached)
    return low, high
