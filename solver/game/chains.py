"""A side's chains, kept as pegs and links come and taken back in reverse order."""

from solver.game.board import Board
from solver.game.geometry import Hole, Link, Side

__all__ = ["Chains"]


class Chains:
    """Which pegs of a side are linked together, and whether a chain joins the goal lines.

    Pegs outside the window do not conduct; a link to one may reach a goal line. Links are never
    taken off but by taking back: chains without a link are made anew.
    """

    def __init__(self, board: Board, side: Side) -> None:
        self.board = board
        self.side = side
        self.joined = False
        """True when a chain joins the two goal lines."""
        self._above: dict[Hole, Hole] = {}
        """From each peg of the window to another of its chain; the first leads to itself."""
        self._reach: dict[Hole, tuple[int, int]] = {}
        """For the first of a chain: the goal lines it meets (1, 2 or 3 for both), and its pegs."""
        self._log: list[tuple[int, Hole, Hole, tuple[int, int] | None, bool]] = []
        """Time, peg, first of its chain, what the chain was before, and `joined` before."""

    def add_peg(self, hole: Hole, time: int = 0) -> None:
        """Add a peg without links; `time` never falls from one call to the next."""
        if not self.board.in_region(hole):
            return
        self._log.append((time, hole, hole, None, self.joined))
        lines = sum(1 << end for end in (0, 1) if self.board.on_goal_line(self.side, end, hole))
        self._above[hole] = hole
        self._set(hole, lines, 1)

    def add_link(self, link: Link, time: int = 0) -> None:
        """Add a link between pegs that were added."""
        firsts = [self._first(hole) for hole in link if hole in self._above]
        if len(firsts) == 2:
            small, large = sorted(firsts, key=lambda first: self._reach[first][1])
            if small != large:
                self._log.append((time, small, large, self._reach[large], self.joined))
                (lines, pegs), (more_lines, more_pegs) = self._reach[large], self._reach[small]
                self._above[small] = large
                self._set(large, lines | more_lines, pegs + more_pegs)
            return
        for first in firsts:
            lines, pegs = self._reach[first]
            for end in (0, 1):
                if self.board.meets_goal_line(self.side, end, link):
                    lines |= 1 << end
            if lines != self._reach[first][0]:
                self._log.append((time, first, first, self._reach[first], self.joined))
                self._set(first, lines, pegs)

    def take_back(self, time: int) -> None:
        """Take back all that was added later than a time."""
        while self._log and self._log[-1][0] > time:
            _, hole, first, before, self.joined = self._log.pop()
            if before is None:
                del self._above[hole], self._reach[hole]
            else:
                self._above[hole] = hole
                self._reach[first] = before

    def _first(self, hole: Hole) -> Hole:
        # The larger chain's first stays: the way there is short without shortening it, which
        # could not be taken back.
        while (above := self._above[hole]) != hole:
            hole = above
        return hole

    def _set(self, first: Hole, lines: int, pegs: int) -> None:
        self._reach[first] = lines, pegs
        self.joined = self.joined or lines == 3
