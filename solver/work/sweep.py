"""Sweeps over first moves: rounds of growing limits, in which one answer may refute many moves."""

from dataclasses import replace

from solver.proof import Aim, Claim, Limit, Limits
from solver.search import DecidedMoves, ProofNumberSearch, Session, Solution
from solver.work.units import Question, Sweep, Unit, undecided

__all__ = ["AT_ONCE", "sweep"]

AT_ONCE = 320_000
"""Nodes of a question of a sweep from which on it counts as hard."""

_TIMES = 4
"""A block that is hard goes to proof-number search from then on, with so many times the nodes of
the round."""

_CHAIN = 4 * AT_ONCE
"""Nodes with which the opponent's chain by itself is looked for the last time."""

_MORE, _HARD_MORE = 4, 2
"""How many times as many nodes a question of a sweep gets each time it is asked again. Hard ones
take turns more often, as each may take all there is."""


def sweep(unit: Unit, about: Sweep, session: Session) -> tuple[Solution, ...]:
    """Return the solution of each question; those left out were cancelled."""
    settled, each = DecidedMoves(about.of.position, about.of.claim), unit.each
    swept = _Sweep(about, session)
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


class _Sweep:
    """A sweep: the session and the trees that its rounds share."""

    def __init__(self, about: Sweep, session: Session) -> None:
        self._session = session
        self._likely = about.likely
        self._opposite = about.of.claim.opposite
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
                self._session.outline, self._session.ratings, question.position, question.claim
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
