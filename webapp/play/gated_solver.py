"""The solver for analysis and reports: with the verdict store, and behind the gate for searches."""

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from flask import current_app

from solver.answers import (
    RefutingReplies,
    TurnSolution,
    decide,
    decide_turn,
    refuting_replies,
)
from solver.audits import Improvement, Proof, improve, stored_proofs
from solver.errors import PuzzleRuleError, StoreError
from solver.game import AnyMove, Hole, Line, Move, Position, PrivilegedPosition
from solver.proof import Claim, Limits
from solver.puzzle import Puzzle
from solver.review import EACH, Effect, Ply, review_ply
from solver.search import Solution, Value
from solver.store import Store
from solver.work import Failure, run_here
from webapp.core.settings import make_folder
from webapp.play.search_gate import SearchGate

__all__ = ["GatedSolver", "open_store", "solver_here"]

_Answer = TypeVar("_Answer")


def open_store(path: Path, most_bytes: int | None = None) -> Store:
    """Open a verdict store, or make it; see `Store`. Raises StoreError when the file is something
    else, and SettingError where its folder cannot be made."""
    make_folder("TWIXT_STORE", path)
    return Store(path, most_bytes)


class GatedSolver:
    """Decides positions and counts replies for all visitors, behind the same gate as the judge."""

    def __init__(self, store: Store | None, gate: SearchGate, limits: Limits) -> None:
        """`limits` are those of one question."""
        self._store, self._gate, self.limits = store, gate, limits

    def decide(
        self, start: Position, line: Sequence[Move], claim: Claim, limits: Limits | None = None
    ) -> Solution:
        """Decide a claim after a line; see `solver.answers.decide`. Raises BusyError."""
        most = limits or self.limits
        return self._asked(lambda store: decide(start, line, claim, most, store))

    def decide_turn(self, at: PrivilegedPosition, claim: Claim) -> TurnSolution:
        """Decide a claim where a side may hold the Privilege. Raises BusyError."""
        with self._gate.place():
            return decide_turn(at, claim, self.limits)

    def count(
        self,
        position: Position,
        claim: Claim,
        known: Iterable[Hole],
        limits: Limits | None = None,
    ) -> RefutingReplies:
        """Count the replies that refute a claim, within other limits if some are given.

        Raises BusyError.
        """
        most, holes = limits or self.limits, frozenset(known)
        return self._asked(lambda store: refuting_replies(position, claim, holes, most, store))

    def review_ply(
        self,
        line: Line,
        moves: Sequence[AnyMove],
        number: int,
        following: Value | None,
        *,
        handicap: bool = False,
    ) -> tuple[Ply, Effect | None]:
        """Review one position of a game; see `solver.review.review_ply`. Raises BusyError."""
        seconds = min(filter(None, (self.limits.seconds, EACH.seconds)))
        limits = replace(self.limits, seconds=seconds)
        return self._asked(
            lambda store: run_here(
                review_ply(line, moves, number, following, limits, store, handicap=handicap)
            )
        )

    def improve(self, puzzle: Puzzle) -> Improvement | Failure:
        """Look for changes to a puzzle; see `solver.audits.improve`. Raises BusyError."""
        return self._asked(lambda store: run_here(improve(puzzle, self.limits, store)))

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
        with self._gate.place():
            try:
                return stored_proofs(puzzle, record, self._store)
            except StoreError as error:
                logging.getLogger(__name__).warning("%s", error)
                return {}

    def _asked(self, question: Callable[[Store | None], _Answer]) -> _Answer:
        """Answer a question behind the gate, without the store if that fails. Raises BusyError."""
        with self._gate.place():
            try:
                return question(self._store)
            except StoreError as error:
                logging.getLogger(__name__).warning("%s", error)
                return question(None)


def solver_here() -> GatedSolver:
    """Return the solver of the app that answers this request."""
    found: GatedSolver = current_app.extensions["solver"]
    return found
