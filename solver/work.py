"""Work in units that travel between processes, and plans that ask for them.

A plan is the solving or the audit of one puzzle, written as a generator: it yields units that
may run side by side, is sent their answers in the same order, and returns its result. What it
yields may depend on answers, never on time or on the number of workers: with limits on nodes
the result is then the same on one processor and on a cluster.

May import `proof`, `store` and everything below them.
"""

from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeAlias, TypeVar

from solver.errors import CertificateError, TwixtError
from solver.game import Hole, Position, Ruleset
from solver.proof import Aim, Claim, Limit, Limits, NodeKind, Verdict
from solver.search import (
    Cancel,
    DecidedMoves,
    ProofNumberSearch,
    SearchProgress,
    Session,
    Solution,
    Uniqueness,
    least,
    uniqueness,
)
from solver.store import Store

__all__ = [
    "AT_ONCE",
    "Answer",
    "Failure",
    "Fault",
    "Others",
    "Plan",
    "Question",
    "Result",
    "Sweep",
    "Unit",
    "ask",
    "perform",
    "run_here",
    "undecided",
]

AT_ONCE = 320_000
"""Nodes of a question of a sweep from which on it counts as hard."""

_TIMES = 4
"""A block that is hard goes to proof-number search from then on, with so many times the nodes of
the round."""

_CHAIN = 4 * AT_ONCE
"""Nodes with which the opponent's chain is looked for at once for the last time."""

_MORE, _HARD_MORE = 4, 2
"""How many times as many nodes a question of a sweep gets each time it is asked again. Hard ones
take turns more often, as each may take all there is."""


@dataclass(frozen=True, slots=True)
class Question:
    """Whether a claim about a position holds."""

    position: Position
    claim: Claim


@dataclass(frozen=True, slots=True)
class Others:
    """Whether any first move but some fulfils a claim of the side to move."""

    question: Question
    winning: frozenset[Hole] = frozenset()
    """First moves that are known to, and need no answer."""


@dataclass(frozen=True, slots=True)
class Sweep:
    """What the questions of a unit have in common when they are about first moves."""

    of: Question
    """Where the first moves are made, and the claim that they may fulfil."""
    likely: frozenset[Claim]
    """What most first moves are refuted by. Questions of other claims get fewer nodes."""


@dataclass(frozen=True, slots=True)
class Unit:
    """Questions that one process answers in one session, in their order, and then `others`.

    With `sweep` each question is about the position after a first move there, or after a pass.
    Those that are refuted by what was found for others are left out, and the open ones are asked
    again with more nodes, until the total is used up. A pass is asked about once, and to its end.

    The first moves that `questions` prove for the question of `others` count as winning there.
    If it is among them and not proven, the others are not looked at.
    """

    questions: tuple[Question, ...]
    each: Limits
    """For each question, and each answer that `others` needs."""
    total: Limits
    """For the unit; its memory is the session's."""
    others: Others | None = None
    sweep: Sweep | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a unit."""

    solutions: tuple[Solution, ...]
    """One for each question; those that were not reached are undecided by the unit's limit."""
    others: Uniqueness | None = None
    asides: tuple[tuple[Question, Solution], ...] = ()
    """What was decided on the way to `others`, each about a position after a first move."""
    nodes: int = 0
    """Search nodes of the questions and of `others`."""
    seconds: float = 0.0


class Fault(Enum):
    """Why a unit has no answer."""

    REFUSED = "refused"
    """The solver does not take such a position, one decided already for instance."""
    CRASHED = "crashed"
    HUNG = "hung"
    """It went on long after its seconds."""
    MEMORY = "memory"
    """It took far more memory than it was allowed."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A unit without an answer."""

    fault: Fault
    message: str
    """What happened, in one line."""
    trace: str = ""
    """Python's trace, empty when there is none."""


Result = TypeVar("Result")

Plan: TypeAlias = Generator[Sequence[Unit], Sequence[Answer | Failure], Result]


def perform(
    unit: Unit,
    *,
    cancel: Cancel | None = None,
    progress: Callable[[SearchProgress], None] | None = None,
) -> Answer | Failure:
    """Answer a unit; deterministic when its limits are on nodes. `cancel` and `progress` as in
    `solve`."""
    session = _NotingSession(unit.total, cancel=cancel, progress=progress)
    others: Uniqueness | None = None
    try:
        if unit.sweep is None:
            solutions = tuple(session.solve(q.position, q.claim, unit.each) for q in unit.questions)
        else:
            solutions = _swept(unit, unit.sweep, session)
        session.decided.clear()
        if asked := _asked(unit.others, zip(unit.questions, solutions, strict=True)):
            position, claim = asked.question.position, asked.question.claim
            others = uniqueness(position, claim, asked.winning, unit.each, session)
    except CertificateError:
        raise
    except TwixtError as error:
        return Failure(Fault.REFUSED, str(error))
    return Answer(
        solutions,
        others,
        tuple(session.decided),
        session.budget.nodes,
        session.budget.seconds,
    )


class _NotingSession(Session):
    """A session that notes what it decides."""

    def __init__(
        self,
        limits: Limits,
        *,
        cancel: Cancel | None,
        progress: Callable[[SearchProgress], None] | None,
    ) -> None:
        super().__init__(limits, cancel=cancel, progress=progress)
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


def _swept(unit: Unit, sweep: Sweep, session: Session) -> tuple[Solution, ...]:
    """Return what came of each question; those left out were cancelled."""
    settled, each = DecidedMoves(sweep.of.position, sweep.of.claim), unit.each
    swept = _Swept(sweep, session)
    found = {question: undecided(question, Limit.CANCELLED) for question in unit.questions}
    todo = list(unit.questions)
    while todo and not session.budget.reached:
        again = list[Question]()
        for question in todo:
            if settled.decides(question.position):
                continue
            passed = settled.first(question.position) is None
            if passed:
                solution = session.solve(question.position, question.claim)
            else:
                solution = swept.solve(question, each)
            found[question] = solution
            settled.take_in(question.position, solution.strategy)
            done = passed or solution.strategy or solution.limit is Limit.EXHAUSTED
            if not done and not swept.enough(question, each):
                again.append(question)
        todo = again
        if each.nodes:
            more = _MORE if each.nodes < AT_ONCE else _HARD_MORE
            each = replace(each, nodes=each.nodes * more)
    return tuple(found[question] for question in unit.questions)


class _Swept:
    """What the rounds of a sweep share."""

    def __init__(self, sweep: Sweep, session: Session) -> None:
        self._session = session
        self._likely = sweep.likely
        self._opposite = sweep.of.claim.opposite
        self._chain = Claim(Aim.CONNECT, self._opposite.prover)  # has questions of its own
        self._trees = dict[Question, ProofNumberSearch]()

    def enough(self, question: Question, each: Limits) -> bool:
        """Tell whether a question is not worth more nodes than these."""
        return question.claim == self._chain != self._opposite and (each.nodes or 0) >= _CHAIN

    def solve(self, question: Question, each: Limits) -> Solution:
        """Ask about a first move, at once or by proof-number search."""
        if question.claim == self._chain or question not in self._trees:
            solution = self._at_once(question, each)
            hard = question.claim == self._opposite and (each.nodes or 0) >= AT_ONCE
            if solution.strategy or not hard:
                return solution
        if question not in self._trees:
            self._trees[question] = ProofNumberSearch(
                self._session, question.position, question.claim
            )
        return self._trees[question].solve(_TIMES * (each.nodes or 0))

    def _at_once(self, question: Question, each: Limits) -> Solution:
        claim, nodes = question.claim, each.nodes
        if nodes:
            share = 1 if claim in self._likely else _MORE
            most = nodes if claim == self._chain else AT_ONCE
            nodes = max(1, min(nodes, most) // share)
        without = None if claim == self._chain else self._chain
        limits = replace(each, nodes=nodes)
        return self._session.solve(question.position, claim, limits, without=without)


def undecided(question: Question, limit: Limit) -> Solution:
    """Return what a question has for an answer that was not searched."""
    return Solution.of(question.position, question.claim, None, limit)


def run_here(plan: Plan[Result], work: Callable[[Unit], Answer | Failure] = perform) -> Result:
    """Return a plan's result, its units answered one after the other in this process."""
    try:
        units = next(plan)
        while True:
            units = plan.send([work(unit) for unit in units])
    except StopIteration as stop:
        result: Result = stop.value
        return result


def ask(units: Sequence[Unit], store: Store | None) -> Plan[list[Answer | Failure]]:
    """Have units answered, as part of a plan: `answers = yield from ask(units, store)`.

    What the store knows is not asked again, and what comes out is added to it.
    """
    if store is None:
        return list((yield units))
    looked = [_Looked(unit, store) for unit in units]
    wanted = [each.rest for each in looked if each.rest is not None]
    new = iter((yield wanted) if wanted else ())
    return [each.whole(next(new) if each.rest else Answer(()), store) for each in looked]


class _Looked:
    """A unit, what the store knows of it, and what is left to ask."""

    def __init__(self, unit: Unit, store: Store) -> None:
        self.unit = unit
        self.known = [_known(store, question, unit) for question in unit.questions]
        if unit.sweep is not None:
            self._settle(unit.sweep)
        self.others: Answer | None = None
        unknown = tuple(
            question
            for question, solution in zip(unit.questions, self.known, strict=True)
            if solution is None
        )
        found = zip(unit.questions, self.known, strict=True)
        self.asked = _asked(unit.others, ((q, s) for q, s in found if s is not None))
        if self.asked is not None:
            question = self.asked.question
            stored = store.find_others(
                question.position, question.claim, self.asked.winning, _limits(unit)
            )
            if stored is not None:
                self.others = Answer((), stored.others, (), stored.nodes, stored.seconds)
        asked = None if self.others else self.asked
        self.rest = replace(unit, questions=unknown, others=asked) if unknown or asked else None

    def _settle(self, sweep: Sweep) -> None:
        """Leave out the questions about first moves that known answers to others decide."""
        settled = DecidedMoves(sweep.of.position, sweep.of.claim)
        for question, solution in zip(self.unit.questions, self.known, strict=True):
            if solution is not None:
                settled.take_in(question.position, solution.strategy)
        for number, question in enumerate(self.unit.questions):
            if self.known[number] is None and settled.decides(question.position):
                self.known[number] = undecided(question, Limit.CANCELLED)

    def whole(self, answer: Answer | Failure, store: Store) -> Answer | Failure:
        """Return the answer to the whole unit; add what is new to the store."""
        if isinstance(answer, Failure):
            return answer
        limits = _limits(self.unit)
        if self.rest is not None:
            for question, solution in zip(self.rest.questions, answer.solutions, strict=True):
                store.add(question.position, solution, limits)
            for question, solution in answer.asides:
                store.add(question.position, solution, limits)
            if answer.others is not None and self.asked is not None:
                about = self.asked.question
                cost = sum(solution.nodes for solution in answer.solutions)
                store.add_others(
                    about.position,
                    about.claim,
                    answer.others,
                    limits,
                    nodes=answer.nodes - cost,
                    seconds=answer.seconds,
                )
        fresh = iter(answer.solutions)
        known = [solution for solution in self.known if solution is not None]
        solutions = tuple(solution or next(fresh) for solution in self.known)
        others = self.others or Answer(())
        return Answer(
            solutions,
            answer.others or others.others,
            answer.asides,
            answer.nodes + others.nodes + sum(solution.nodes for solution in known),
            answer.seconds + others.seconds + sum(solution.seconds for solution in known),
        )


def _known(store: Store, question: Question, unit: Unit) -> Solution | None:
    stored = store.find(question.position, question.claim, _limits(unit))
    if stored is None:
        return None
    strategy = stored.solution.strategy
    cut = strategy and strategy.claim.aim is Aim.BLOCK and strategy.root.kind is NodeKind.LEAF
    if cut and question.position.ruleset is Ruleset.PP:
        # It may rest on links that the last peg brought, and so hold here but not one move
        # earlier. To find one that does takes no search.
        return None
    return stored.solution


def _limits(unit: Unit) -> Limits:
    """Return what a single question of a unit may use at most."""
    each, total = unit.each, unit.total
    return Limits(least(each.nodes, total.nodes), least(each.seconds, total.seconds), total.memory)


def _asked(others: Others | None, found: Iterable[tuple[Question, Solution]]) -> Others | None:
    """Return what to ask of the other first moves, when some questions are answered."""
    for question, solution in found:
        if others is not None and question == others.question:
            if solution.verdict is not Verdict.PROVEN:
                return None
            keys = {key.peg for key in solution.keys if key.peg is not None}
            others = replace(others, winning=others.winning | keys)
    return others
