"""A side's slots in a position as bit numbers, for searches through whole link sets."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence

from solver.game import Hole, Link, Position, Side, crossing_links, neighbours
from solver.search.chains import uncrossed_links

__all__ = ["SideSlots", "bits", "holes_numbered", "union"]


def holes_numbered(position: Position) -> dict[Hole, int]:
    """Return numbers for the pegs' holes and those that a side may still peg."""
    holes = set(position.white | position.black)
    for side in Side:
        holes.update(position.open_holes(side))
    return {hole: number for number, hole in enumerate(sorted(holes))}


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def union(masks: Sequence[int], chosen: int) -> int:
    """Return the union of the masks whose numbers are the bits of `chosen`."""
    found = 0
    for number in bits(chosen):
        found |= masks[number]
    return found


class SideSlots:
    """One side's slots over its pegs and the holes it may still peg."""

    def __init__(self, position: Position, side: Side, numbers: dict[Hole, int]) -> None:
        board = position.board
        self.pegs = sum(1 << numbers[hole] for hole in position.pegs(side))
        self.open = self.pegs & sum(
            1 << number for hole, number in numbers.items() if board.open_to(side, hole)
        ) | sum(1 << numbers[hole] for hole in position.open_holes(side))
        usable = [hole for hole, n in numbers.items() if (self.pegs | self.open) >> n & 1]
        inside = {hole for hole in usable if board.in_region(hole)}
        known = set(usable)
        self.links: list[Link] = sorted(
            {
                Link.of(hole, other)
                for hole in usable
                for other in neighbours(hole)
                if other in known
            }
        )
        """Slots by number."""
        self.number = {link: number for number, link in enumerate(self.links)}
        self.needs = [1 << numbers[link.left] | 1 << numbers[link.right] for link in self.links]
        """Both holes of a slot, as a mask."""
        self.own = [
            sum(1 << self.number[other] for other in crossing_links(link) if other in self.number)
            for link in self.links
        ]
        """Own slots that cross a slot, as a mask."""
        self._holes = {numbers[hole]: hole for hole in inside}
        # A graph on the holes inside, from one goal to the other: (slot or -1, hole or goal).
        self.graph: dict[int, list[tuple[int, int]]] = {_START: [], _GOAL: []}
        for hole in inside:
            self.graph[numbers[hole]] = []
        for hole in sorted(inside):
            for end, goal in ((0, _START), (1, _GOAL)):
                if board.on_goal_line(side, end, hole):
                    self._join(-1, numbers[hole], goal)
        for number, link in enumerate(self.links):
            here = [hole for hole in link if hole in inside]
            if len(here) == 2:
                self._join(number, numbers[here[0]], numbers[here[1]])
                continue
            for end, goal in ((0, _START), (1, _GOAL)):
                if here and board.meets_goal_line(side, end, link):
                    self._join(number, numbers[here[0]], goal)
        self._slots: dict[int, int] = {}
        self._chains: dict[int, tuple[int, int] | None] = {}

    def _join(self, slot: int, one: int, two: int) -> None:
        self.graph[one].append((slot, two))
        self.graph[two].append((slot, one))

    def mask(self, links: Iterable[Link]) -> int:
        """Return links as a mask of slots."""
        return sum(1 << self.number[link] for link in links)

    def crossed_by(self, other: "SideSlots") -> list[int]:
        """Return for every slot the mask of the other side's slots that cross it."""
        return [
            sum(1 << other.number[link] for link in crossing_links(slot) if link in other.number)
            for slot in self.links
        ]

    def ends_of(self, links: int) -> int:
        """Return the holes at the ends of links."""
        return union(self.needs, links)

    def slots(self, pegs: int) -> int:
        """Return the slots whose two ends are among the pegs."""
        if pegs not in self._slots:
            self._slots[pegs] = sum(
                1 << number for number, ends in enumerate(self.needs) if ends & ~pegs == 0
            )
        return self._slots[pegs]

    def soon(self, pegs: int, empty: int) -> int:
        """Return the slots that pegs and one more can have."""
        found = self.slots(pegs)
        for hole in bits(empty):
            found |= self.slots(pegs | 1 << hole)
        return found

    def filled(self, links: int, slots: int) -> int:
        """Return links and as many of the slots as fit beside them without crossing."""
        free = slots & ~links & ~union(self.own, links)
        while free:
            slot = (free & -free).bit_length() - 1
            links |= 1 << slot
            free &= ~(self.own[slot] | 1 << slot)
        return links

    def choices(
        self,
        slots: int,
        crossing: list[int],
        soon: int,
        most: int,
        look: Callable[[], None],
    ) -> Iterator[int]:
        """Yield uncrossed sets of slots that block as much as can be of the enemy's `soon`.

        `crossing` are the enemy slots that each slot crosses. At most `most` sets. `look` is
        called again and again: where many slots cross, to find the sets takes long.
        """
        useful = sum(1 << slot for slot in bits(slots) if crossing[slot] & soon)
        parts: list[list[int]] = []
        while useful:
            part, queue = 0, useful & -useful
            while queue:
                part |= queue
                queue = union(self.own, queue) & useful & ~part
            useful &= ~part
            parts.append(self._best(part, crossing, soon, look))
        found = [0]
        for part_sets in parts:
            found = [one | two for one in found for two in part_sets][:most]
        yield from found

    def _best(
        self, part: int, crossing: list[int], soon: int, look: Callable[[], None]
    ) -> list[int]:
        blocking: dict[int, int] = {}
        stack = [(0, part, 0)]
        while stack:
            look()
            links, rest, blocked = stack.pop()
            if not rest:
                blocking.setdefault(blocked & soon, links)
                continue
            first = (rest & -rest).bit_length() - 1
            for slot in bits(1 << first | (self.own[first] & rest)):
                stack.append(
                    (
                        links | 1 << slot,
                        rest & ~(self.own[slot] | 1 << slot),
                        blocked | crossing[slot],
                    )
                )
        kept: list[int] = []
        for blocked in sorted(blocking, key=lambda mask: (-mask.bit_count(), mask)):
            if all(blocked & ~other for other in kept):
                kept.append(blocked)
        return [blocking[blocked] for blocked in kept]

    def reaches(self, slots: int) -> bool:
        """Tell whether slots join the goals, even with slots that cross each other."""
        return self._path(slots) is not None

    def chain(self, slots: int) -> tuple[int, int] | None:
        """Return the links and pegs of a chain that does not cross itself, if slots hold one."""
        if slots not in self._chains:
            path = self._path(slots)
            if path is not None and not self._uncrossed(path[0]):
                path = self._choice(slots)
            self._chains[slots] = path
        return self._chains[slots]

    def _choice(self, slots: int) -> tuple[int, int] | None:
        links = {self.links[slot] for slot in bits(slots)}
        inside = set(self._holes.values())
        inner = {link for link in links if inside.issuperset(link)}
        starts, finishes = (
            [
                (self._holes[hole], self.links[slot] if slot >= 0 else None)
                for slot, hole in self.graph[goal]
                if slot < 0 or slots >> slot & 1
            ]
            for goal in (_START, _GOAL)
        )
        chosen = uncrossed_links(links, inner, starts, finishes)
        return None if chosen is None else self._path(self.mask(chosen))

    def _uncrossed(self, links: int) -> bool:
        return all(self.own[link] & links == 0 for link in bits(links))

    def _path(self, slots: int) -> tuple[int, int] | None:
        came = {_START: (-1, _START)}
        queue = deque([_START])
        while queue:
            at = queue.popleft()
            for slot, hole in self.graph[at]:
                if hole in came or (slot >= 0 and not slots >> slot & 1):
                    continue
                came[hole] = (slot, at)
                if hole == _GOAL:
                    return self._back(came)
                queue.append(hole)
        return None

    @staticmethod
    def _back(came: dict[int, tuple[int, int]]) -> tuple[int, int]:
        links = pegs = 0
        at = _GOAL
        while at != _START:
            slot, at = came[at]
            if slot >= 0:
                links |= 1 << slot
            if at >= 0:
                pegs |= 1 << at
        return links, pegs


_START, _GOAL = -1, -2
