"""Whether a side is cut off: the question behind every leaf of a block.

Written from the rules alone. The search has ways of its own to find cuts.
"""

from collections import defaultdict, deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations, product

from pysat.solvers import Glucose4

from solver.game import Hole, Link, Position, Ruleset, Side, crossing_links, slots_at
from solver.verify.bounds import Conflicts

__all__ = ["Paths"]

_Place = Hole | int
"""A hole on a path, or goal line 0 or 1."""

_Way = tuple[_Place, Link | None]
"""A place one step away, and the slot that leads there: None between a goal line and its holes."""

_Ways = Mapping[_Place, Sequence[_Way]]

_MOST_BY_STEPS = 20_000
"""Conflicts of the SAT solver before cuts are tried: half a second on 24 x 24 holes."""


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
        return not _some_uncrossed(ways, self._conflicts)


def _some_uncrossed(ways: _Ways, conflicts: Conflicts) -> bool:
    """Tell whether slots of which no two cross lead from goal line to goal line.

    One question decides most cases in milliseconds, where cuts may take a minute. Beyond a gap in a
    wall between two open halves of a board it is the other way round.
    """
    found = _by_steps(ways, conflicts)
    return _by_cuts(ways, conflicts) if found is None else found


def _by_steps(ways: _Ways, conflicts: Conflicts) -> bool | None:
    """Tell the same, or None when it takes too long.

    A SAT solver chooses one step at each goal line, and two or none at every other place: a path
    from one goal line that can end at the other one only, and loops that do no harm.
    """
    steps: dict[tuple[frozenset[_Place], Link | None], int] = {}
    for place, onward in ways.items():
        for other, slot in onward:
            steps.setdefault((frozenset((place, other)), slot), len(steps) + 1)
    # To write a question takes about as long as its answer.
    conflicts.spend(len(steps))
    at = defaultdict[_Place, list[int]](list)
    along = defaultdict[Link, list[int]](list)
    for (places, slot), step in steps.items():
        for place in places:
            at[place].append(step)
        if slot is not None:
            along[slot].append(step)
    with Glucose4() as sat:
        for place in ways:
            if place in (0, 1):
                sat.add_clause(at[place])
            else:
                for step in at[place]:
                    sat.add_clause([-step, *(other for other in at[place] if other != step)])
            for many in combinations(at[place], 2 if place in (0, 1) else 3):
                sat.add_clause([-step for step in many])
        for slot, across in _crossings(along):
            for pair in product(along[slot], along[across]):
                sat.add_clause([-step for step in pair])
        return conflicts.tried(sat, _MOST_BY_STEPS)


def _by_cuts(ways: _Ways, conflicts: Conflicts) -> bool:
    """Tell the same.

    A SAT solver chooses slots. Where they do not lead across, every path needs another slot of
    each cut: from what can be reached with one more slot to what takes two, and so on. It chooses
    again.
    """
    slots = sorted({slot for onward in ways.values() for _, slot in onward if slot is not None})
    number = {slot: at for at, slot in enumerate(slots, start=1)}
    with Glucose4() as sat:
        for pair in _crossings(number):
            sat.add_clause([-number[slot] for slot in pair])
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


def _crossings(slots: Collection[Link]) -> Iterator[tuple[Link, Link]]:
    """Yield the pairs of slots that cross."""
    for slot in slots:
        for other in crossing_links(slot):
            if slot < other and other in slots:
                yield slot, other


def _levels(ways: _Ways, start: int, chosen: AbstractSet[Link]) -> dict[_Place, int]:
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
