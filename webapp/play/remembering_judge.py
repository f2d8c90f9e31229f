"""The judge of moves: the solver with its verdict store, behind the gate, and with a memory."""

import logging
from collections.abc import Callable, Sequence

from solver.answers import Judgement, Outcome, judge, judge_known
from solver.errors import StoreError
from solver.game import Move, Position
from solver.proof import Claim, Limits
from solver.store import Store
from webapp.core.sized_cache import kept
from webapp.play.search_gate import SearchGate

__all__ = ["Judge", "Known", "judge_known_by", "judge_with", "remembering_judge"]

Judge = Callable[[Position, Sequence[Move], Move, Claim, Limits], Judgement]
"""Judges a move: the start, the line so far, the new move, the claim, the limits."""

Known = Callable[[Position, Sequence[Move], Move, Claim, Limits], Judgement | None]
"""Judges a move without a search; None where it would take one."""

REMEMBERED = 48 << 20
"""Bytes of judgements in memory: each is a few positions, and those of large boards are large."""


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


def judge_known_by(store: Store) -> Known:
    """Return a judge that only looks into a verdict store."""

    def ask(
        start: Position, line: Sequence[Move], move: Move, claim: Claim, limits: Limits
    ) -> Judgement | None:
        try:
            return judge_known(start, line, move, claim, limits, store)
        except StoreError:
            return None

    return ask


def remembering_judge(judge: Judge, gate: SearchGate, known: Known | None = None) -> Judge:
    """Return a judge that remembers what it decided, and passes the gate for all else.

    `known` is asked before the gate. Raises BusyError when no place gets free in time.
    """

    # What stayed undecided is not remembered: the next try may have more luck.
    @kept(REMEMBERED, when=lambda judged: judged.outcome is not Outcome.UNDECIDED)
    def decide(
        start: Position, line: tuple[Move, ...], move: Move, claim: Claim, limits: Limits
    ) -> Judgement:
        judged = known(start, line, move, claim, limits) if known else None
        if judged is None:
            with gate.place():
                judged = judge(start, line, move, claim, limits)
        return judged

    return lambda start, line, move, claim, limits: decide(start, tuple(line), move, claim, limits)
