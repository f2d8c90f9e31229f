"""The facts of an audit that the difficulty rests on."""

from collections.abc import Sequence

from solver.audits.audit_record import Dual, FirstMove, Kind
from solver.audits.foresight import Foresight, foresight, scores
from solver.audits.proved_so_far import ProvedSoFar
from solver.difficulty import Facts, difficulty
from solver.proof import NodeKind, strategy_move

__all__ = ["foresight_of", "rate"]

_WINNING = (Kind.KEY, Kind.COOK, Kind.DELAY, Kind.WINS)


_MOST_MOVES = 200
"""First moves of which the shortest ways are measured; it takes a millisecond for each."""


def foresight_of(found: ProvedSoFar, moves: Sequence[FirstMove]) -> Foresight | None:
    """Return the foresight that a puzzle takes, None where it is not measured."""
    proof = found.proof
    if proof is None or not moves or proof.root.kind is not NodeKind.MOVE:
        return None
    if len(moves) > _MOST_MOVES:
        return None
    winning = {move.hole for move in moves if move.kind in _WINNING}
    refuted = {
        move.hole: move.pegs
        for move in moves
        if move.kind in (Kind.TRY, Kind.IDLE) and move.pegs is not None
    }
    return foresight(scores(found.position), winning, refuted, proof.root.depth)


def rate(
    found: ProvedSoFar,
    moves: Sequence[FirstMove],
    duals: Sequence[Dual],
    looked: Foresight | None,
) -> int | None:
    """Return the difficulty of a puzzle whose claim is proven, None for others.

    Whether the key alone wins counts only if every other first move is known to win or to fail: of
    a no-cook it is not. How many replies refute a try counts only if all its replies are decided.
    """
    proof = found.proof
    if proof is None or not moves or proof.root.kind is not NodeKind.MOVE:
        return None
    winning = sum(move.kind in _WINNING for move in moves)
    tries = [move for move in moves if move.kind is Kind.TRY]
    counted = [
        move.replies.refuting for move in tries if move.replies and not move.replies.undecided
    ]
    all_decided = all(move.kind not in (Kind.UNDECIDED, Kind.NO_COOK) for move in moves)
    later = [dual for dual in duals if not dual.undecided]
    return difficulty(
        Facts(
            pegs=max(1, proof.root.depth),
            looked_at=all_decided + len(later),
            only_moves=(all_decided and winning == 1)
            + sum(not dual.every and not dual.others for dual in later),
            try_replies=min(counted, default=None),
            try_length=max((move.pegs or 0 for move in tries), default=0),
            better=looked.better if looked else 0,
            ahead=looked.ahead if looked else None,
            removal=not strategy_move(found.position, proof.root).plain,
        )
    )
