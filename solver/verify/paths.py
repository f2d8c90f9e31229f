"""Whether a side is cut off: the question behind every leaf of a block.

Written from the rules alone. The search has ways of its own to find cuts.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from pysat.solvers import Glucose4

from solver.game import Hole, Link, Position, Ruleset, Side, crossing_links, slots_at
from solver.verify.bounds import Conflicts

__all__ = ["Paths"]

_Place = Hole | int
"""A hole on a path, or goal line 0 or 1."""

_Way = tuple[_Place, Link | None]
"""A place one step away, and the slot that leads there: None between a goal line and its holes."""


class Paths:
    """A side's paths from one goal line to the other, were it to peg every hole open to it."""

    def __init__(self, position: Position, side: Side, conflicts: Conflicts) -> None:
        """Take the rules and the side's own pegs and links from a position."""
        board, pegs, paper = position.board, position.pegs(side), position.ruleset is Ruleset.PP
        self._may_cross = paper
        self._conflicts = conflicts
        self._ways: dict[_Place, list[_Way]] = {0: [], 1: []}
        self._known: dict[tuple[AbstractSet[Hole], AbstractSet[Link]], bool] = {}
        holes = {hole for hole in pegs if board.in_region(hole)}
        holes.update(board.playable_holes(side))
        for hole in holes:
            for end in (0, 1):
                if board.on_goal_line(side, end, hole):
                    self._join(hole, end, None)
            for slot, other in slots_at(hole):
                if paper and pegs.issuperset(slot) and slot not in position.links(side):
                    continue  # two pegs that stand unlinked stay so
                if other in holes:
                    if hole < other:
                        self._join(hole, other, slot)
                elif other in pegs:
                    # Outside of the window: of the link only what lies within it counts.
                    for end in (0, 1):
                        if board.meets_goal_line(side, end, slot):
                            self._join(hole, end, slot)

    def _join(self, one: _Place, other: _Place, slot: Link | None) -> None:
        self._ways.setdefault(one, []).append((other, slot))
        self._ways.setdefault(other, []).append((one, slot))

    def cut_off(self, pegs: AbstractSet[Hole], links: AbstractSet[Link]) -> bool:
        """Tell whether pegs and links of the other side leave no path.

        Unless own links may cross, a path whose links cross is none.
        """
        if (pegs, links) not in self._known:
            self._known[pegs, links] = self._cut_off(pegs, links)
        return self._known[pegs, links]

    def _cut_off(self, pegs: AbstractSet[Hole], links: AbstractSet[Link]) -> bool:
        barred = {slot for link in links for slot in crossing_links(link)}
        seen: set[_Place] = {0}
        queue: list[_Place] = [0]
        while queue:
            for place, slot in self._ways[queue.pop()]:
                if place not in seen and place not in pegs and slot not in barred:
                    seen.add(place)
                    queue.append(place)
        if 1 not in seen or self._may_cross:
            return 1 not in seen
        ways = {
            place: [way for way in onward if way[0] not in pegs and way[1] not in barred]
            for place, onward in self._ways.items()
            if place not in pegs
        }
        slots = {slot for onward in ways.values() for _, slot in onward if slot is not None}
        return not _some_uncrossed(ways, sorted(slots), self._conflicts)


def _some_uncrossed(
    ways: Mapping[_Place, Sequence[_Way]], slots: Sequence[Link], conflicts: Conflicts
) -> bool:
    """Tell whether slots of which no two cross lead from goal line to goal line.

    A SAT solver chooses slots. Where they do not, every path needs another slot of each cut: from
    what can be reached with one more slot to what takes two, and so on. It chooses again.
    """
    number = {slot: at for at, slot in enumerate(slots, start=1)}
    with Glucose4() as sat:
        for slot in slots:
            for other in crossing_links(slot):
                if slot < other and other in number:
                    sat.add_clause([-number[slot], -number[other]])
        sat.set_phases(list(number.values()))
        while conflicts.solve(sat):
            refused = {-literal for literal in sat.get_model() or [] if literal < 0}
            chosen = {slot for slot in slots if number[slot] not in refused}
            for start in (0, 1):
                levels = _levels(ways, start, chosen)
                if levels[1 - start] == 0:
                    return True
                cuts: list[set[int]] = [set() for _ in range(levels[1 - start])]
                for place, level in levels.items():
                    for onward, taken in ways[place]:
                        if taken is not None and level < min(levels[onward], len(cuts)):
                            cuts[level].add(number[taken])
                for cut in cuts:
                    sat.add_clause(cut)
    return False


def _levels(
    ways: Mapping[_Place, Sequence[_Way]], start: int, chosen: AbstractSet[Link]
) -> dict[_Place, int]:
    """Return how many slots besides the chosen ones it takes to each place from a goal line."""
    levels: dict[_Place, int] = {start: 0}
    queue = deque[_Place]([start])
    while queue:
        place = queue.popleft()
        for other, slot in ways[place]:
            level = levels[place] + (slot is not None and slot not in chosen)
            if level < levels.get(other, level + 1):
                levels[other] = level
                if level > levels[place]:
                    queue.append(other)
                else:
                    queue.appendleft(other)
    return levels
