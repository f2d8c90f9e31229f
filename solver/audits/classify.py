"""Tells the kinds of first moves apart: key, cook, delay, try, idle, as far as it is proved."""

from solver.audits.audit_record import FirstMove, Kind
from solver.audits.proved_so_far import ProvedSoFar
from solver.game import Hole, Move, line_texts
from solver.proof import NodeKind, Strategy, line_after, main_line

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
                kind, win = Kind.COOK, found.closed.wins[hole]
            elif hole in found.no_cooks:
                kind = Kind.DELAY
        if not lines:
            return FirstMove(hole, kind)
        line = _line_of_win(found, kind, win)
        return FirstMove(hole, kind, line_texts(position, line), win.root.depth - 1)
    if found.refuting is None or hole in found.left:
        return FirstMove(hole, Kind.NO_COOK if hole in found.no_cooks else Kind.UNDECIDED)
    kind = Kind.TRY if hole in passed else Kind.IDLE
    if not lines:
        return FirstMove(hole, kind)
    first = Move(hole)
    line, pegs = line_after(position, found.refuting, first)
    return FirstMove(hole, kind, line_texts(position, (first, *line)), pegs)


def _line_of_win(found: ProvedSoFar, kind: Kind, win: Strategy) -> tuple[Move, ...]:
    """Return how a win goes on; that of a cook pegs no key's hole while another one is left."""
    if kind is Kind.COOK and found.closed is not None:
        line = main_line(found.closed.position, win)
        # With the keys' holes closed he may have to pass where the puzzle does not let him.
        if all(move.peg is not None for move in line[::2]):
            return line
    return main_line(found.position, win)


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
