"""What the site says to a move: it wins, it loses, or nobody knows, and the reply.

May import `proof` and everything below it.
"""

import time
from dataclasses import dataclass
from enum import Enum

from solver.game import Move, Position
from solver.proof import (
    Aim,
    Claim,
    Limit,
    Limits,
    Verdict,
    has_chain,
    solve,
)

__all__ = ["Judgement", "Outcome", "judge"]


class Outcome(Enum):
    """What a move does for the claim of the side that made it."""

    MET = "met"
    """The claim is fulfilled on the board."""
    WINS = "wins"
    """The claim is still proven; the opponent has replied."""
    LOSES = "loses"
    """The claim is disproven; the opponent has replied with the refutation."""
    LOST = "lost"
    """The opponent has fulfilled the opposite on the board."""
    UNDECIDED = "undecided"
    """Neither was proved within the limits."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The answer to one move."""

    outcome: Outcome
    reply: Move | None
    """The opponent's move: his longest defence or his refutation; None when the play is over
    or nothing is known."""
    after: Position
    """The position after the move and the reply."""
    line: tuple[Move, ...]
    """How it goes on after the reply: the winner's strategy against longest resistance."""
    pegs: int | None
    """Pegs the winning side still needs at most, as far as proved."""
    limit: Limit | None
    """Why it is undecided."""
    seconds: float


def judge(position: Position, move: Move, claim: Claim, limits: Limits | None = None) -> Judgement:
    """Judge a move of the claim's prover by what can be proved after it.

    Raises IllegalMoveError for a move the rules forbid.
    """
    started = time.monotonic()
    after = position.play(move)

    def over(outcome: Outcome) -> Judgement:
        return Judgement(outcome, None, after, (), 0, None, time.monotonic() - started)

    if met := _settled(after, claim):
        return over(met)
    solution = solve(after, claim, limits)
    outcome = {
        Verdict.PROVEN: Outcome.WINS,
        Verdict.DISPROVEN: Outcome.LOSES,
        Verdict.UNDECIDED: Outcome.UNDECIDED,
    }[solution.verdict]
    reply = solution.line[0] if solution.line else None
    line = solution.line[1:]
    if reply is not None:
        after = after.play(reply)
        outcome = _settled(after, claim) or outcome
    return Judgement(
        outcome,
        reply,
        after,
        line,
        solution.pegs,
        solution.limit,
        time.monotonic() - started,
    )


def _settled(position: Position, claim: Claim) -> Outcome | None:
    """Return MET or LOST when the board itself decides a claim."""
    chaser = claim.prover if claim.aim is Aim.CONNECT else claim.prover.other
    good, bad = Outcome.MET, Outcome.LOST
    if claim.aim is Aim.BLOCK:
        good, bad = bad, good
    if position.connected(chaser):
        return good
    if position.result is not None or position.connected(chaser.other):
        return bad
    ends = position.last_turn and position.to_move is chaser.other
    if ends or not has_chain(position, chaser):
        return bad
    return None
