"""Has the questions of an audit answered, and pays for them from its budget."""

from collections.abc import Callable, Sequence

from solver.errors import PuzzleRuleError
from solver.proof import LEAST_SECONDS, Limit, Limits
from solver.search import Budget
from solver.store import Store
from solver.work import Answer, Failure, Fault, Others, Plan, Question, Sweep, Unit, ask, undecided

__all__ = ["Asker"]


class Asker:
    """Makes units of questions within a budget, and spends what their answers cost."""

    def __init__(self, limits: Limits, store: Store | None) -> None:
        """Begin with all of the limits."""
        self.budget = Budget(limits)
        """Its seconds are those of search and of the work between searches, in all processes
        together."""
        self.nodes = 0
        """Those that the budget was spent on, and those that stored answers once took."""
        self.faults = list[Failure]()
        """The units without an answer."""
        self.before: Callable[[], None] = lambda: None
        """Called before each question, when the answers so far are taken in."""
        self._store = store
        self._stored_seconds = 0.0

    @property
    def seconds(self) -> float:
        """Seconds that were used, and those that stored answers once took."""
        return self.budget.seconds + self._stored_seconds

    @property
    def ended(self) -> Limit:
        """Why something is open still: by the limit of which the most was used, or, where half of
        all limits is left, because no search says more."""
        return self.budget.nearest if self.budget.left(0.5) is None else Limit.EXHAUSTED

    def unit(
        self,
        left: Limits,
        questions: Sequence[Question],
        nodes: int,
        *,
        parts: float = 1,
        most: int | None = None,
        others: Others | None = None,
        sweep: Sweep | None = None,
    ) -> Unit:
        """Return a unit of questions, each answer of which gets `nodes` at most.

        All of it gets what is `left` divided by `parts`, and no more than `most` nodes.
        """
        total = left.nodes if left.nodes is None else max(1, int(left.nodes / parts))
        if most is not None:
            total = most if total is None else min(total, most)
        seconds = left.seconds if left.seconds is None else max(LEAST_SECONDS, left.seconds / parts)
        return Unit(
            tuple(questions),
            Limits(nodes=nodes),
            Limits(total, seconds, left.memory),
            others,
            sweep,
        )

    def ask(self, units: Sequence[Unit]) -> Plan[list[Answer]]:
        """Have units answered, and pay for them; one that failed leaves its questions undecided,
        and costs all that it was allowed.

        Raises PuzzleRuleError when the solver does not take the position.
        """
        self.budget.pause()
        self.before()
        answers = yield from ask(units, self._store)
        self.budget.resume()
        taken = list[Answer]()
        for unit, answer in zip(units, answers, strict=True):
            if isinstance(answer, Failure):
                if answer.fault is Fault.REFUSED:
                    raise PuzzleRuleError(answer.message)
                self.faults.append(answer)
                solutions = tuple(undecided(q, Limit.CANCELLED) for q in unit.questions)
                # It may have used all it was given, and what hung certainly did.
                nodes, seconds = unit.total.nodes or 0, unit.total.seconds or 0.0
                answer = Answer(solutions, nodes=nodes, seconds=seconds)
            self.nodes += answer.nodes
            self._stored_seconds += answer.stored_seconds
            self.budget.spend(*answer.searched)
            taken.append(answer)
        return taken
