"""A round of questions about the claim of a puzzle, and the units that ask them."""

from collections.abc import Iterator
from dataclasses import dataclass

from solver.audits.asker import Asker
from solver.audits.first_move_search import FIRST_NODES
from solver.game import Move
from solver.proof import Limits
from solver.work import Others, Question, Unit

__all__ = ["MORE", "ClaimRound"]

MORE = 4
"""How many times as many nodes each round gets as the one before."""

_OTHERS = 2_000_000
"""Nodes for the unit that begins with all first moves."""


@dataclass(frozen=True, slots=True)
class ClaimRound:
    """Questions about the claim that are asked side by side."""

    about: list[Move | None]
    """The keys that `questions` and `opposite` are about; None for the claim without any."""
    questions: list[Question]
    opposite: list[Question]
    """The same of the opposite claim, if they are asked."""
    wins: list[Question]
    """For a draw: whether there is a win."""

    def units(self, asker: Asker, left: Limits, nodes: int, others: Others | None) -> list[Unit]:
        """Return a unit for each question, of so many nodes and its part of what is left.

        The last one is about the other first moves, if they are asked.
        """
        parts = len(self.questions + self.wins) + (others is not None)
        # Most keys are right: their opposites get a fifth of what there is.
        part, fifth = parts * (1.25 if self.opposite else 1.0), 5 * len(self.opposite)
        units = [asker.unit(left, (q,), nodes, parts=part) for q in self.questions]
        units += [asker.unit(left, (q,), nodes // MORE, parts=fifth) for q in self.opposite]
        units += [asker.unit(left, (q,), nodes, parts=part) for q in self.wins]
        if others is not None:
            units.append(asker.unit(left, (), FIRST_NODES, parts=part, most=_OTHERS, others=others))
        return units

    def all(self) -> Iterator[tuple[Question, Move | None]]:
        """Yield the questions in the order of their units, each with its key."""
        yield from zip(self.questions, self.about, strict=True)
        yield from zip(self.opposite, self.about, strict=False)
        for question in self.wins:
            yield question, None
