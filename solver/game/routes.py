"""The shortest ways of a side from one goal line to the other, counted in pegs."""

from collections import deque
from collections.abc import Iterable

from solver.game.geometry import Hole, Link, Side
from solver.game.position import Position

__all__ = ["FAR", "Routes"]

FAR = 99
"""The distance of a side that has no way left."""


class Routes:
    """How many pegs a side still needs, and where, if the opponent did not answer.

    Links that the opponent's links block are left out. Own links are not held against each other,
    so the number may be too small. Pegs outside a window are not looked at.
    """

    def __init__(self, position: Position, side: Side) -> None:
        """Measure a position that is not connected for the side."""
        holes, links = position.could_have(side)
        self._pegs = position.pegs(side)
        self._near = _neighbours(holes, links)
        board = position.board
        lines = [set(board.line_holes(side, end)).intersection(holes) for end in (0, 1)]
        ways = [self._from(line) for line in lines]
        self._through = {
            hole: ways[0][hole] + ways[1][hole] - (hole not in self._pegs)
            for hole in ways[0].keys() & ways[1].keys()
        }
        self.distance: int = min(self._through.values(), default=FAR)
        """Pegs still needed; `FAR` when there is no way."""

    @property
    def holes(self) -> frozenset[Hole]:
        """The empty holes that lie on a shortest way."""
        return frozenset(
            hole
            for hole, through in self._through.items()
            if through == self.distance and hole not in self._pegs
        )

    def _from(self, line: set[Hole]) -> dict[Hole, int]:
        """Return the pegs needed to join each hole with a line, its own peg included."""
        found = dict[Hole, int]()
        queue = deque[tuple[int, Hole]]()
        self._reach(line, 0, found, queue)
        while queue:
            pegs, hole = queue.popleft()
            if found[hole] == pegs:
                self._reach(self._near.get(hole, ()), pegs, found, queue)
        return found

    def _reach(
        self,
        holes: Iterable[Hole],
        pegs: int,
        found: dict[Hole, int],
        queue: deque[tuple[int, Hole]],
    ) -> None:
        """Note holes that are reached with so many pegs before them."""
        for hole in holes:
            free = hole in self._pegs
            needed = pegs if free else pegs + 1
            if needed < found.get(hole, FAR):
                found[hole] = needed
                if free:
                    queue.appendleft((needed, hole))
                else:
                    queue.append((needed, hole))


def _neighbours(holes: set[Hole], links: set[Link]) -> dict[Hole, list[Hole]]:
    near: dict[Hole, list[Hole]] = {hole: [] for hole in holes}
    for link in links:
        near[link.left].append(link.right)
        near[link.right].append(link.left)
    return near
