"""Judges a move: it wins, it loses or it is undecided, with the reply."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from solver.answers.decide_after_line import decide, known
from solver.arena import check_size
from solver.errors import IllegalMoveError
from solver.game import Move, Position
from solver.proof import Aim, Claim, Limit, Limits, Strategy, Verdict
from solver.search import Solution, has_chain
from solver.store import Store

__all__ = ["OUTCOMES", "Judgement", "Outcome", "judge", "judge_known", "settled"]


class Outcome(Enum):
    """The effect of a move on the claim of the side that made it."""

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
    """Pegs the winning side still needs at most, as far as proved; a refutation is one of them."""
    limit: Limit | None
    """Why it is undecided."""
    seconds: float
    nodes: int = 0
    """Nodes searched for it; 0 when the answer was known."""
    proof: Strategy | None = None
    """The proof of the outcome after the move, when the board does not show it."""


def settled(position: Position, claim: Claim) -> Outcome | None:
    """Return MET or LOST when the board itself decides a claim."""
    chaser = claim.chaser
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


OUTCOMES = {
    Verdict.PROVEN: Outcome.WINS,
    Verdict.DISPROVEN: Outcome.LOSES,
    Verdict.UNDECIDED: Outcome.UNDECIDED,
}
"""What a verdict on the position after a move says of the move."""


def judge(
    start: Position,
    line: Sequence[Move],
    move: Move,
    claim: Claim,
    limits: Limits | None = None,
    store: Store | None = None,
) -> Judgement:
    """Judge a move of the claim's prover, after a line of play, by what can be proved after it.

    When the claim stands, the reply is the longest resistance to its proof: the one after which
    that proof needs the most pegs (`by_resistance` orders them). When it falls, the reply is the
    first move of the opposite's proof. Which proof: see `decide`; the same line gets the same.

    Raises IllegalMoveError for a move the rules forbid, or when it is not the prover's turn;
    PuzzleRuleError for a puzzle that is too large.
    """
    started = time.monotonic()
    check_size(start)
    before = start.play_all(line)
    if before.to_move is not claim.prover:
        raise IllegalMoveError(
            f"{before.to_move.value} is to move here, and only moves of {claim.prover.value} are "
            "judged; `after` takes moves of both sides"
        )
    after = before.play(move)
    if over := settled(after, claim):
        return _over(over, after, started)
    return _said(decide(start, (*line, move), claim, limits, store), after, claim, started)


def judge_known(
    start: Position,
    line: Sequence[Move],
    move: Move,
    claim: Claim,
    limits: Limits,
    store: Store,
) -> Judgement | None:
    """Return the judgement of `judge` if it takes no search, else None."""
    started = time.monotonic()
    check_size(start)
    after = start.play_all((*line, move))
    if over := settled(after, claim):
        return _over(over, after, started)
    solution = known(start, (*line, move), claim, limits, store)
    return None if solution is None else _said(solution, after, claim, started)


def _over(outcome: Outcome, after: Position, started: float) -> Judgement:
    return Judgement(outcome, None, after, (), 0, None, time.monotonic() - started)


def _said(solution: Solution, after: Position, claim: Claim, started: float) -> Judgement:
    """Return the judgement that a solution of the position after the move comes to."""
    outcome = OUTCOMES[solution.verdict]
    reply = solution.line[0] if solution.line else None
    if reply is not None:
        after = after.play(reply)
        outcome = settled(after, claim) or outcome
    return Judgement(
        outcome,
        reply,
        after,
        solution.line[1:],
        solution.pegs,
        solution.limit,
        time.monotonic() - started,
        solution.nodes,
        solution.strategy,
    )
