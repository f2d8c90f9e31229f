"""Tells the kinds of first moves apart: key, cook, delay, try, idle, as far as it is proved."""

from solver.audits.audit_record import FirstMove, Kind
from solver.audits.proved_so_far import ProvedSoFar
from solver.game import Hole, Move, line_texts
from solver.proof import NodeKind, line_after, main_line

__all__ = ["first_moves"]


def first_moves(found: ProvedSoFar, *, lines: bool = True) -> tuple[FirstMove, ...]:
    """Return all first moves, with the lines that show what they are unless `lines` is false."""
    passed = _answer_to_pass(found)
    return tuple(_first_move(found, hole, passed, lines) for hole in found.moves.asked)


def _first_move(found: ProvedSoFar, hole: Hole, passed: frozenset[Hole], lines: bool) -> FirstMove:
    position = found.position
    win = found.moves.wins.get(hole)
    if win is not None:
        kind = Kind.KEY
        if hole not in found.key_holes:
            kind = Kind.WINS
            if found.closed is not None and hole in found.closed.wins:
                # What shows it, and where: else its line may go on with the key.
                kind, win, position = Kind.COOK, found.closed.wins[hole], found.closed.position
            elif hole in found.no_cooks:
                kind = Kind.DELAY
        if not lines:
            return FirstMove(hole, kind)
        line = main_line(position, win)
        return FirstMove(hole, kind, line_texts(position, line), win.root.depth - 1)
    if found.refuting is None or hole in found.left:
        return FirstMove(hole, Kind.NO_COOK if hole in found.no_cooks else Kind.UNDECIDED)
    kind = Kind.TRY if hole in passed else Kind.IDLE
    if not lines:
        return FirstMove(hole, kind)
    first = Move(hole)
    line, pegs = line_after(position, found.refuting, first)
    return FirstMove(hole, kind, line_texts(position, (first, *line)), pegs)


def _answer_to_pass(found: ProvedSoFar) -> frozenset[Hole]:
    """Return the zone of the answer to a pass that refutes the most first moves."""
    strategy = found.refuting
    if strategy is None:
        return frozenset()
    children = [strategy.nodes[child] for child in strategy.root.children]
    zones = [child.zone for child in children if not child.apart]
    if strategy.root.kind is not NodeKind.REPLY or not zones:
        return strategy.root.zone
    asked = frozenset(found.moves.asked)
    return min(zones, key=lambda zone: len(zone & asked))
