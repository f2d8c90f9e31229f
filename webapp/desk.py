"""The solver's desk: so many questions at a time, and what was decided is remembered."""

from functools import lru_cache
from threading import BoundedSemaphore

from solver.answers import Judgement, Outcome
from solver.game import Move, Position
from solver.proof import Claim, Limits
from webapp.play import Judge

__all__ = ["BusyError", "open_desk"]

PATIENCE = 10.0
"""Seconds a question waits for another one to finish."""
REMEMBERED = 2048
"""Judgements kept; each is a few positions, some kilobytes."""


class BusyError(Exception):
    """The solver was busy with other questions for too long."""


class _UndecidedError(Exception):
    """Carries a judgement past the memory: the next try may have more luck."""

    def __init__(self, judged: Judgement) -> None:
        self.judged = judged


def open_desk(judge: Judge, slots: int) -> Judge:
    """Return a judge that answers what was decided before at once, and the rest in turn.

    It raises BusyError when no slot gets free in time.
    """
    free = BoundedSemaphore(slots)

    @lru_cache(maxsize=REMEMBERED)
    def decide(position: Position, move: Move, claim: Claim, limits: Limits) -> Judgement:
        if not free.acquire(timeout=PATIENCE):
            raise BusyError
        try:
            judged = judge(position, move, claim, limits)
        finally:
            free.release()
        if judged.outcome is Outcome.UNDECIDED:
            raise _UndecidedError(judged)
        return judged

    def ask(position: Position, move: Move, claim: Claim, limits: Limits) -> Judgement:
        try:
            return decide(position, move, claim, limits)
        except _UndecidedError as undecided:
            return undecided.judged

    return ask
