"""What a side could ever join, as a graph that is asked about many cuts."""

from collections.abc import Set as AbstractSet
from functools import lru_cache

from solver.game import Hole, Link, Position, Side, crossing_links
from solver.search.chains import goal_ends

__all__ = ["Network", "network_of"]


class Network:
    """Every slot that a side could have in a position, were the other side not there."""

    def __init__(self, bare: Position, side: Side) -> None:
        """Take a position without pegs of the other side."""
        board = bare.board
        holes, links = bare.could_have(side)
        self._next: dict[Hole, list[tuple[Hole, Link]]] = {
            hole: [] for hole in holes if board.in_region(hole)
        }
        for link in links:
            if link.left in self._next and link.right in self._next:
                self._next[link.left].append((link.right, link))
                self._next[link.right].append((link.left, link))
        self._ends: tuple[dict[Hole, list[Link | None]], ...] = ({}, {})
        for exits, ends in zip(self._ends, goal_ends(board, side, self._next, links), strict=True):
            for hole, leave in ends:
                exits.setdefault(hole, []).append(leave)

    def has_path(self, pegs: AbstractSet[Hole], links: AbstractSet[Link]) -> bool:
        """Tell whether a path is left past pegs and links of the other side.

        The path's own links may cross each other.
        """
        blocked = {slot for link in links for slot in crossing_links(link)}
        starts, finishes = self._ends

        def opens(exits: list[Link | None]) -> bool:
            return any(exit_link is None or exit_link not in blocked for exit_link in exits)

        seen = {hole for hole, exits in starts.items() if hole not in pegs and opens(exits)}
        queue = list(seen)
        while queue:
            hole = queue.pop()
            if hole in finishes and opens(finishes[hole]):
                return True
            for other, link in self._next[hole]:
                if other not in seen and other not in pegs and link not in blocked:
                    seen.add(other)
                    queue.append(other)
        return False


def network_of(position: Position, side: Side) -> Network:
    """Return a side's network in a position; proofs about one puzzle ask for few of them."""
    return _network_of(position.with_side(side.other, (), ()), side)


_network_of = lru_cache(maxsize=4)(Network)
