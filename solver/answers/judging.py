"""What the site says to a move: it wins, it loses, or nobody knows, and the reply."""

import time
from collections.abc import Sequence

from solver.answers.deciding import decide, known
from solver.answers.outcome import Judgement, Outcome, settled
from solver.arena import check_size
from solver.game import Move, Position
from solver.proof import Claim, Limits, Verdict
from solver.search import Solution
from solver.store import Store

__all__ = ["judge", "judge_known"]

_OUTCOMES = {
    Verdict.PROVEN: Outcome.WINS,
    Verdict.DISPROVEN: Outcome.LOSES,
    Verdict.UNDECIDED: Outcome.UNDECIDED,
}


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

    Raises IllegalMoveError for a move the rules forbid, PuzzleRuleError for a puzzle that is too
    large.
    """
    started = time.monotonic()
    check_size(start)
    after = _after(start, line, move)
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
    """Return what `judge` would, if that takes no search."""
    started = time.monotonic()
    check_size(start)
    after = _after(start, line, move)
    if over := settled(after, claim):
        return _over(over, after, started)
    solution = known(start, (*line, move), claim, limits, store)
    return None if solution is None else _said(solution, after, claim, started)


def _after(start: Position, line: Sequence[Move], move: Move) -> Position:
    for each in (*line, move):
        start = start.play(each)
    return start


def _over(outcome: Outcome, after: Position, started: float) -> Judgement:
    return Judgement(outcome, None, after, (), 0, None, time.monotonic() - started)


def _said(solution: Solution, after: Position, claim: Claim, started: float) -> Judgement:
    """Return the judgement that a solution of the position after the move comes to."""
    outcome = _OUTCOMES[solution.verdict]
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
