"""Questions that only the report asks: how many replies refute a try, and duals."""

from collections.abc import Sequence
from dataclasses import replace

from solver.audits.asker import Asker
from solver.audits.audit_record import Dual, FirstMove, Kind, Replies
from solver.audits.proved_so_far import ProvedSoFar
from solver.game import Hole, Move, Position, hole_text, move_text, parse_hole
from solver.work import Others, Plan, Question

__all__ = ["count_replies_and_duals"]

_TRIES = 8
"""Tries of which the replies that refute are counted: those with the longest refutations."""

_DUALS = 3
"""Moves of the winner after the key, on the main line, that are looked at for duals."""

_EACH, _LEAST = 4, 20_000
"""An answer may use one in so many nodes of its try or move; and the least that each of these gets.
All together get as many nodes as the audit used before, shared evenly."""


def count_replies_and_duals(
    found: ProvedSoFar, moves: tuple[FirstMove, ...], line: Sequence[Move], asker: Asker
) -> Plan[tuple[tuple[FirstMove, ...], tuple[Dual, ...]]]:
    """Return the first moves with the tries' refuting replies counted, and the duals."""
    left = asker.budget.left()
    if left is None or found.proof is None or not found.mine:
        return moves, ()
    tries = sorted(
        (move for move in moves if move.kind is Kind.TRY),
        key=lambda move: (-(move.pegs or 0), move.hole),
    )[:_TRIES]
    later = list(_later_moves(found.position, line))
    asked = [_refuting(found, move) for move in tries]
    asked += [Others(Question(at, found.claim), _hole(move)) for _, at, move in later]
    if not asked:
        return moves, ()
    most = max(_LEAST, asker.nodes // len(asked))
    units = [
        asker.unit(left, (), most // _EACH, parts=len(asked), most=most, others=others)
        for others in asked
    ]
    answers = yield from asker.ask(units)
    counted = dict[Hole, Replies]()
    for move, asked_of, answer in zip(tries, asked, answers, strict=False):
        # Where no peg refutes, links alone do.
        if (replies := answer.others) and (replies.winning or replies.undecided):
            number = sum(1 for _ in asked_of.question.position.open_holes(found.claim.prover.other))
            counted[move.hole] = Replies(len(replies.winning), len(replies.undecided), number)
    duals = list[Dual]()
    for (ply, at, played), answer in zip(later, answers[len(tries) :], strict=True):
        if (found_there := answer.others) is not None:
            others = found_there.winning - _hole(played)
            every = frozenset(at.open_holes(at.to_move)) <= found_there.winning
            names = () if every else tuple(hole_text(hole).lower() for hole in sorted(others))
            open_yet = len(found_there.undecided)
            duals.append(Dual(ply, move_text(at, played), names, open_yet, every))
    return tuple(replace(m, replies=counted.get(m.hole)) for m in moves), tuple(duals)


def _refuting(found: ProvedSoFar, move: FirstMove) -> Others:
    """Return the question which replies refute a try; the line's reply is known to, if it is no
    more than a peg."""
    after = found.position.play(Move(move.hole))
    known = [parse_hole(text) for text in move.line[1:2] if text and not text.startswith("[")]
    return Others(Question(after, found.claim.opposite), frozenset(known))


def _later_moves(position: Position, line: Sequence[Move]) -> list[tuple[int, Position, Move]]:
    """Return the winner's moves after the key: number, position and move."""
    found = list[tuple[int, Position, Move]]()
    for ply, move in enumerate(line):
        if 0 < ply <= 2 * _DUALS and ply % 2 == 0 and move.peg is not None:
            found.append((ply // 2 + 1, position, move))
        position = position.play(move)
    return found


def _hole(move: Move) -> frozenset[Hole]:
    return frozenset(() if move.peg is None else (move.peg,))
