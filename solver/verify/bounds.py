"""How large a proof may be: looked at before anything is built from it."""

from collections.abc import Iterator

from pysat.solvers import Glucose4

from solver.errors import CertificateError
from solver.game import Position
from solver.proof import Aim, NodeKind, Strategy

__all__ = ["Conflicts", "check_bounds"]

_MAX_HOLES = 3072
"""Holes of the board, or of the window's box, and pegs: twice what the solver takes."""

_MAX_WORK = 400_000_000
"""Roughly a tenth of a microsecond each."""

_MAX_CONFLICTS = 2_000_000
"""Of a SAT solver, in all questions about a proof; a step in a question counts as one."""

_TOO_HARD = "the proof is too hard to check"


def check_bounds(position: Position, strategy: Strategy) -> None:
    """Raise CertificateError for a board or a strategy that takes too long to check."""
    box = position.board.box
    holes = box.columns * box.rows
    holes += len(position.white) + len(position.black)
    if holes > _MAX_HOLES:
        raise CertificateError(
            f"the board is too large to check: {holes} holes and pegs, more than {_MAX_HOLES}"
        )
    work = 0
    for more in _work(strategy, holes):
        work += more
        if work > _MAX_WORK:
            raise CertificateError("the proof is too large to check")


def _work(strategy: Strategy, holes: int) -> Iterator[int]:
    """Yield what the nodes of a strategy take at most, for either checker."""
    sizes = list[int]()
    splits = any(node.kind is NodeKind.SPLIT for node in strategy.nodes)
    links = len({link for node in strategy.nodes for link in node.links | node.made})
    for node in strategy.nodes:
        children = [child for child in node.children if child < len(sizes)]
        size = len(node.zone) + len(node.pegs) + 10 * len(node.links) + 100 * len(node.made)
        sizes.append(size + 10 * len(node.apart))
        yield holes + sizes[-1] + sum(sizes[child] for child in children)
        if node.kind is NodeKind.LEAF:
            yield 10 * (holes if strategy.claim.aim is Aim.BLOCK else len(node.pegs))
        if node.kind is NodeKind.REPLY:
            apart = sum(len(strategy.nodes[child].apart) for child in children)
            yield 10 * apart * (1 + len(node.zone))
        if splits:
            yield links // 8
        if node.kind is NodeKind.SPLIT:
            ends = [end for child in children for end in strategy.nodes[child].ends or ()]
            meeting = sum(len(end) for end in ends if not isinstance(end, int))
            yield 10 * (links * len(children) + meeting * size)


class Conflicts:
    """What is left to the SAT solvers of one check."""

    def __init__(self) -> None:
        self._left = _MAX_CONFLICTS

    def solve(self, sat: Glucose4) -> bool:
        """Tell whether a solver finds a solution; raises CertificateError when nothing is left."""
        found = self.tried(sat, self._left)
        if found is None:
            raise CertificateError(_TOO_HARD)
        return found

    def tried(self, sat: Glucose4, most: int) -> bool | None:
        """Tell the same, or None after so many conflicts."""
        before = sat.accum_stats()["conflicts"]
        sat.conf_budget(min(most, self._left))
        found: bool | None = sat.solve_limited()
        self.spend(sat.accum_stats()["conflicts"] - before)
        return found

    def spend(self, conflicts: int) -> None:
        """Note work of so many conflicts; raises CertificateError when nothing is left."""
        self._left -= conflicts
        if self._left <= 0:
            raise CertificateError(_TOO_HARD)
