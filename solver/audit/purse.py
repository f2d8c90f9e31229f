"""What an audit may still spend, and the units that spend it."""

import time
from collections.abc import Callable, Sequence

from solver.errors import PuzzleRuleError
from solver.proof import Limit, Limits
from solver.store import Store
from solver.work import Answer, Failure, Fault, Others, Plan, Question, Sweep, Unit, ask, undecided

__all__ = ["Purse"]

_SMALLEST = 0.001
"""Seconds: less is no limit."""


class Purse:
    """The limits of one audit, and what was used of them."""

    def __init__(self, limits: Limits, store: Store | None) -> None:
        """Begin with everything."""
        self._limits = limits
        self._store = store
        self._since = time.monotonic()
        self.nodes = 0
        self.seconds = 0.0
        """Of search and of what is made of it, in all processes together."""
        self.faults = list[Failure]()
        """What kept units from being answered."""
        self.before: Callable[[], None] = lambda: None
        """Called before each question, when the answers so far are taken in."""

    def left(self, share: float = 1.0) -> Limits | None:
        """Return what is left of a share of the limits, None when it is used up."""
        nodes, seconds = self._limits.nodes, self._limits.seconds
        if nodes is not None:
            nodes = int(nodes * share) - self.nodes
            if nodes < 1:
                return None
        if seconds is not None:
            seconds = seconds * share - self.seconds - (time.monotonic() - self._since)
            if seconds < _SMALLEST:
                return None
        return Limits(nodes, seconds, self._limits.memory)

    @property
    def limit(self) -> Limit:
        """The limit of which the most was used."""
        nodes, seconds = self._limits.nodes, self._limits.seconds
        of_nodes = self.nodes / nodes if nodes else 0.0
        of_seconds = self.seconds / seconds if seconds else 0.0
        return Limit.NODES if of_nodes >= of_seconds else Limit.SECONDS

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
        """Return a unit of so many nodes for each answer, one of some parts of what is left.

        `most` are nodes for all of it.
        """
        total = left.nodes if left.nodes is None else max(1, int(left.nodes / parts))
        if most is not None:
            total = most if total is None else min(total, most)
        seconds = left.seconds if left.seconds is None else max(_SMALLEST, left.seconds / parts)
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
        self.seconds += time.monotonic() - self._since
        self.before()
        answers = yield from ask(units, self._store)
        self._since = time.monotonic()
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
            self.seconds += answer.seconds
            taken.append(answer)
        return taken
