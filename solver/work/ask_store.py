"""Asks units as part of a plan: first the store, then the workers; new answers are stored."""

from collections.abc import Sequence
from dataclasses import replace

from solver.game import Ruleset
from solver.proof import Aim, Limit, Limits, NodeKind
from solver.search import DecidedMoves, Solution, least
from solver.store import Store
from solver.work.units import (
    Answer,
    Failure,
    Plan,
    Question,
    Sweep,
    Unit,
    others_to_ask,
    undecided,
)

__all__ = ["ask"]


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
        self.asked = others_to_ask(unit.others, ((q, s) for q, s in found if s is not None))
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
                before = sum(solution.seconds for solution in answer.solutions)
                store.add_others(
                    about.position,
                    about.claim,
                    answer.others,
                    limits,
                    nodes=answer.nodes - cost,
                    seconds=max(0.0, answer.seconds - before),
                )
        fresh = iter(answer.solutions)
        known = [solution for solution in self.known if solution is not None]
        solutions = tuple(solution or next(fresh) for solution in self.known)
        others = self.others or Answer(())
        nodes = others.nodes + sum(solution.nodes for solution in known)
        seconds = others.seconds + sum(solution.seconds for solution in known)
        return Answer(
            solutions,
            answer.others or others.others,
            answer.asides,
            answer.nodes + nodes,
            answer.seconds + seconds,
            nodes,
            seconds,
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
