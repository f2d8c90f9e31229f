"""Units of work that travel between processes, their answers and failures."""

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeAlias, TypeVar

from solver.game import Hole, Position
from solver.proof import Claim, Limit, Limits, Verdict
from solver.search import FirstMoves, Solution

__all__ = [
    "Answer",
    "Failure",
    "Fault",
    "Others",
    "Plan",
    "Question",
    "Result",
    "Sweep",
    "Unit",
    "others_to_ask",
    "undecided",
]


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
    """The position and claim that a unit's questions about first moves share."""

    of: Question
    """Where the first moves are made, and the claim that they may fulfil."""
    likely: frozenset[Claim]
    """The claims that refute most first moves. Questions of other claims get fewer nodes."""


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
    """The answer to a unit."""

    solutions: tuple[Solution, ...]
    """One for each question; those that were not reached are undecided by the unit's limit."""
    others: FirstMoves | None = None
    asides: tuple[tuple[Question, Solution], ...] = ()
    """Other decided questions on the way to `others`, about positions after first moves."""
    nodes: int = 0
    """Search nodes of the questions and of `others`."""
    seconds: float = 0.0
    stored_nodes: int = 0
    """Of the nodes, those that answers from a store once took: they are told, and spent of no
    limit, so that nothing becomes dearer by being known."""
    stored_seconds: float = 0.0

    @property
    def searched(self) -> tuple[int, float]:
        """The nodes and seconds without those of stored answers."""
        return self.nodes - self.stored_nodes, self.seconds - self.stored_seconds


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
    """The reason in one line."""
    trace: str = ""
    """Python's trace, empty when there is none."""


Result = TypeVar("Result")

Plan: TypeAlias = Generator[Sequence[Unit], Sequence[Answer | Failure], Result]


def undecided(question: Question, limit: Limit) -> Solution:
    """Return the answer to a question that was not searched."""
    return Solution.of(question.position, question.claim, None, limit)


def others_to_ask(
    others: Others | None, found: Iterable[tuple[Question, Solution]]
) -> Others | None:
    """Return the question about the other first moves that is left when some are answered."""
    for question, solution in found:
        if others is not None and question == others.question:
            if solution.verdict is not Verdict.PROVEN:
                return None
            keys = {key.peg for key in solution.keys if key.peg is not None}
            others = replace(others, winning=others.winning | keys)
    return others
