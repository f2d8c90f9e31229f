"""The solver's desk: so many questions at a time, and what was decided is remembered."""

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any

from solver.answers import (
    Judgement,
    Outcome,
    RefutingReplies,
    decide,
    judge,
    judge_known,
    refuting_replies,
)
from solver.audit import Proof, stored_proofs
from solver.errors import PuzzleRuleError, StoreError
from solver.game import Hole, Move, Position
from solver.proof import Claim, Limits
from solver.puzzle import Puzzle
from solver.search import Solution
from solver.store import Store
from webapp.play.answering import Judge

__all__ = [
    "BusyError",
    "Known",
    "Slots",
    "Solver",
    "judge_with",
    "known_with",
    "open_desk",
    "open_store",
]

Known = Callable[[Position, Sequence[Move], Move, Claim, Limits], Judgement | None]
"""What answers as a judge does, or not at all, and always at once."""

PATIENCE = 10.0
"""Seconds a question waits for another one to finish."""
REMEMBERED = 2048
"""Judgements kept; each is a few positions, some kilobytes."""


def open_store(path: Path) -> Store:
    """Open a verdict store, or make it. Raises StoreError when the file is something else."""
    path.parent.mkdir(parents=True, exist_ok=True)
    return Store(path)


def judge_with(store: Store) -> Judge:
    """Return the judge of `solver.answers` with a verdict store."""

    def ask(
        start: Position, line: Sequence[Move], move: Move, claim: Claim, limits: Limits
    ) -> Judgement:
        try:
            return judge(start, line, move, claim, limits, store)
        except StoreError as error:
            # A full disk, say: the visitor need not know.
            logging.getLogger(__name__).warning("%s", error)
            return judge(start, line, move, claim, limits)

    return ask


def known_with(store: Store) -> Known:
    """Return what answers from a verdict store, without a search."""

    def ask(
        start: Position, line: Sequence[Move], move: Move, claim: Claim, limits: Limits
    ) -> Judgement | None:
        try:
            return judge_known(start, line, move, claim, limits, store)
        except StoreError:
            return None

    return ask


class BusyError(Exception):
    """The solver was busy with other questions for too long."""


class Slots:
    """So many questions at a time."""

    def __init__(self, count: int) -> None:
        self._free = BoundedSemaphore(count)

    @contextmanager
    def one(self) -> Iterator[None]:
        """Hold a slot. Raises BusyError when none gets free in time."""
        if not self._free.acquire(timeout=PATIENCE):
            raise BusyError
        try:
            yield
        finally:
            self._free.release()


class Solver:
    """What explains positions to all visitors, in the same slots as the judge."""

    def __init__(self, store: Store | None, slots: Slots) -> None:
        self._store, self._slots = store, slots

    def decide(
        self, start: Position, line: Sequence[Move], claim: Claim, limits: Limits
    ) -> Solution:
        """Decide a claim after a line; see `solver.answers.decide`. Raises BusyError."""
        with self._slots.one():
            try:
                return decide(start, line, claim, limits, self._store)
            except StoreError as error:
                logging.getLogger(__name__).warning("%s", error)
                return decide(start, line, claim, limits)

    def count(
        self, position: Position, claim: Claim, known: Iterable[Hole], limits: Limits
    ) -> RefutingReplies:
        """Count the replies that refute a claim. Raises BusyError."""
        with self._slots.one():
            return refuting_replies(position, claim, known, limits, self._store)

    def has_proofs(self, puzzle: Puzzle) -> bool:
        """Tell whether something that is proved of a puzzle is kept."""
        try:
            return self._store is not None and self._store.has_proof(puzzle.position)
        except (StoreError, PuzzleRuleError):
            return False

    def proofs(self, puzzle: Puzzle, record: Mapping[str, Any]) -> dict[str, Proof]:
        """Return the proofs behind a report, as far as they are kept; see `stored_proofs`. They
        are checked, which takes as long as a question: raises BusyError."""
        if self._store is None:
            return {}
        with self._slots.one():
            try:
                return stored_proofs(puzzle, record, self._store)
            except StoreError as error:
                logging.getLogger(__name__).warning("%s", error)
                return {}


class _UndecidedError(Exception):
    """Carries a judgement past the memory: the next try may have more luck."""

    def __init__(self, judged: Judgement) -> None:
        self.judged = judged


def open_desk(judge: Judge, slots: Slots, known: Known | None = None) -> Judge:
    """Return a judge that answers what was decided before at once, and the rest in turn.

    What is `known` waits for nobody. It raises BusyError when no slot gets free in time.
    """

    @lru_cache(maxsize=REMEMBERED)
    def decide(
        start: Position, line: tuple[Move, ...], move: Move, claim: Claim, limits: Limits
    ) -> Judgement:
        judged = known(start, line, move, claim, limits) if known else None
        if judged is None:
            with slots.one():
                judged = judge(start, line, move, claim, limits)
        if judged.outcome is Outcome.UNDECIDED:
            raise _UndecidedError(judged)
        return judged

    def ask(
        start: Position, line: Sequence[Move], move: Move, claim: Claim, limits: Limits
    ) -> Judgement:
        try:
            return decide(start, tuple(line), move, claim, limits)
        except _UndecidedError as undecided:
            return undecided.judged

    return ask
