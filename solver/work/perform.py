"""Answers units in this process."""

from collections.abc import Callable

from solver.errors import CertificateError, TwixtError
from solver.game import Position
from solver.proof import Claim, Limits
from solver.search import Cancel, FirstMoves, Session, Solution, refute_others
from solver.work.sweep import sweep
from solver.work.units import Answer, Failure, Fault, Plan, Question, Result, Unit, others_to_ask

__all__ = ["InOneSession", "perform", "run_here"]


def perform(unit: Unit, *, cancel: Cancel | None = None) -> Answer | Failure:
    """Answer a unit; deterministic when its limits are on nodes. `cancel` as in `solve`."""
    return _answered(unit, _NotingSession(unit.total, cancel=cancel))


class InOneSession:
    """Answers units one after the other in one session: what is proved for one serves the next.

    What comes out then depends on the units before. For one thread at a time.
    """

    def __init__(self, memory: int | None) -> None:
        """`memory` is the MiB of all units together."""
        self._session = _NotingSession(Limits(memory=memory))

    def __call__(self, unit: Unit) -> Answer | Failure:
        """Answer a unit, as `perform`, but that its limits on all questions together do not
        hold."""
        return _answered(unit, self._session)


def _answered(unit: Unit, session: "_NotingSession") -> Answer | Failure:
    """Answer a unit in a session."""
    nodes, seconds = session.budget.nodes, session.budget.seconds
    others: FirstMoves | None = None
    try:
        if unit.sweep is None:
            solutions = tuple(session.solve(q.position, q.claim, unit.each) for q in unit.questions)
        else:
            solutions = sweep(unit, unit.sweep, session)
        session.decided.clear()
        if asked := others_to_ask(unit.others, zip(unit.questions, solutions, strict=True)):
            position, claim = asked.question.position, asked.question.claim
            others = refute_others(position, claim, asked.winning, unit.each, session)
    except CertificateError:
        raise
    except TwixtError as error:
        return Failure(Fault.REFUSED, str(error))
    return Answer(
        solutions,
        others,
        tuple(session.decided),
        session.budget.nodes - nodes,
        session.budget.seconds - seconds,
    )


class _NotingSession(Session):
    """A session that notes what it decides."""

    def __init__(self, limits: Limits, *, cancel: Cancel | None = None) -> None:
        super().__init__(limits, cancel=cancel)
        self.decided = list[tuple[Question, Solution]]()

    def solve(
        self,
        position: Position,
        claim: Claim,
        limits: Limits | None = None,
        *,
        without: Claim | None = None,
    ) -> Solution:
        """Decide a claim as any session does, and note the answer."""
        solution = super().solve(position, claim, limits, without=without)
        if solution.strategy is not None:
            self.decided.append((Question(position, claim), solution))
        return solution


def run_here(plan: Plan[Result], work: Callable[[Unit], Answer | Failure] = perform) -> Result:
    """Return a plan's result, its units answered one after the other in this process."""
    try:
        units = next(plan)
        while True:
            units = plan.send([work(unit) for unit in units])
    except StopIteration as stop:
        result: Result = stop.value
        return result
