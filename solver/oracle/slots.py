"""One side's slots, what they cross and what they join: the geometry of the brute force."""

from collections.abc import Iterable, Iterator, Set
from copy import copy
from fractions import Fraction
from functools import cache

from solver.game import Hole, Link, Position, Side, slots_at

__all__ = ["End", "Ends", "Half", "bits", "maximal_only", "maximal_sets", "own_slots", "union"]

End = int | frozenset[Hole]
"""What a chain joins: a goal line, 0 or 1, or a chain, by some of its pegs."""

Ends = tuple[End, End]

_STEPS = ((1, 2), (2, 1), (2, -1), (1, -2))


@cache
def _crossed_steps(step: tuple[int, int]) -> tuple[tuple[int, int, int, int], ...]:
    """Return the slots (two ends) that cross the one from the origin, by solving for the point."""
    dc, dr = step
    found = []
    for col in range(-3, 5):
        for row in range(-5, 6):
            for ec, er in _STEPS:
                # t * (dc, dr) = (col, row) + u * (ec, er), a proper crossing: 0 < t, u < 1
                det = dr * ec - dc * er
                if det == 0:
                    continue
                t = Fraction(row * ec - col * er, det)
                u = Fraction(dc * row - dr * col, det)
                if 0 < t < 1 and 0 < u < 1:
                    found.append((col, row, col + ec, row + er))
    return tuple(found)


_ROW = 1 << 11
"""How far the keys of two rows are apart: more than columns and a slot's reach together."""


def _key(left: tuple[int, int], step: tuple[int, int]) -> int:
    """Return the key of the slot from a hole, its left end."""
    return (left[1] * _ROW + left[0]) * 4 + _STEPS.index(step)


def _link_key(link: Link) -> int:
    (col, row), (col2, row2) = link
    return _key(link.left, (col2 - col, row2 - row))


@cache
def _key_steps() -> list[list[int]]:
    """Return, by the last two bits of a slot's key, how far off the keys of its crossings are."""
    return [
        [
            _key((col, row), (col2 - col, row2 - row)) - _key((0, 0), step)
            for col, row, col2, row2 in _crossed_steps(step)
        ]
        for step in _STEPS
    ]


def _meets(
    line_axis: int, line: int, low: int, high: int, one: tuple[int, int], two: tuple[int, int]
) -> bool:
    """Tell whether a segment meets the part of a grid line from `low` to `high`."""
    a, b = one[line_axis], two[line_axis]
    if not min(a, b) <= line <= max(a, b):
        return False
    t = Fraction(line - a, b - a)  # a != b: both differ by 1 or 2 along either axis
    along = one[1 - line_axis] + t * (two[1 - line_axis] - one[1 - line_axis])
    return low <= along <= high


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def union(masks: list[int], chosen: int) -> int:
    """Return the union of the masks whose numbers are the bits of `chosen`."""
    found = 0
    while chosen:
        low = chosen & -chosen
        found |= masks[low.bit_length() - 1]
        chosen ^= low
    return found


def _borders(position: Position, side: Side) -> dict[int, set[Hole]] | None:
    """Return the borders of a diagonal board by goal, -1 and -2; None for a rectangle.

    Worked out from the middle of all holes: a hole is in the border when it lies farther off,
    across the border, than the outermost lines within.
    """
    diagonal = position.board.diagonal
    if diagonal is None:
        return None
    degrees = int(diagonal.text[len("diagonal-") :].partition(":")[0])
    right, down, deep = {45: (1, 1, 1), 26: (1, 2, 3)}[degrees]
    if side is Side.BLACK:
        right, down = down, -right
    across = {hole: right * hole.col + down * hole.row for hole in position.board.each_hole()}
    middle = Fraction(sum(across.values()), len(across))
    reach = Fraction(diagonal.size, 2) - deep
    return {
        -1: {hole for hole, at in across.items() if middle - at > reach},
        -2: {hole for hole, at in across.items() if at - middle > reach},
    }


class Half:
    """One side's slots over its pegs and the holes it may still peg, as bit numbers."""

    def __init__(self, position: Position, side: Side, holes: dict[Hole, int]) -> None:
        board = position.board
        enemy = position.pegs(side.other)
        self.holes = holes
        self.pegs = sum(1 << holes[hole] for hole in position.pegs(side))
        self.open = sum(1 << holes[hole] for hole in position.open_holes(side))
        mine = self.pegs | self.open
        # Plain pairs find their hole here, too, and are made sooner.
        usable: dict[tuple[int, int], int] = {
            hole: number for hole, number in holes.items() if mine >> number & 1
        }
        inside = [hole for hole in holes if hole in usable and board.in_region(hole)]
        region = board.region
        if region is None:
            low, high = (0, 0), (board.width - 1, board.height - 1)
        else:
            low = (min(hole.col for hole in region), min(hole.row for hole in region))
            high = (max(hole.col for hole in region), max(hole.row for hole in region))
        axis = 1 if side is Side.WHITE else 0
        lines = (low[axis], high[axis])
        if low[axis] == high[axis]:
            raise ValueError("both goal lines are one")
        borders = _borders(position, side)
        self.slot: dict[int, int] = {}  # by key, as a bit
        self.at = [0] * len(holes)  # the slots with an end at each hole
        # Graph on the holes inside and two goals, -1 and -2: (slot bit or 0, neighbour).
        self.graph: dict[int, list[tuple[int, int]]] = {-1: [], -2: []}
        for hole in inside:
            self.graph[holes[hole]] = []
            for goal, line in zip((-1, -2), lines, strict=True):
                if hole[axis] == line if borders is None else hole in borders[goal]:
                    self._join(0, holes[hole], goal)
        conducting = set[tuple[int, int]](inside)
        assert not enemy & usable.keys()
        for one, first in usable.items():
            for step in _STEPS:
                two = (one[0] + step[0], one[1] + step[1])
                second = usable.get(two)
                if second is None:
                    continue
                bit = 1 << len(self.slot)
                self.slot[_key(one, step)] = bit
                self.at[first] |= bit
                self.at[second] |= bit
                if one in conducting and two in conducting:
                    self._join(bit, first, second)
                    continue
                for end, number in ((one, first), (two, second)):
                    for goal, line in zip((-1, -2), lines, strict=True):
                        span = (low[1 - axis], high[1 - axis])
                        if end in conducting and _meets(axis, line, *span, one, two):
                            self._join(bit, number, goal)
        self.own = self.crossings(self)
        # What was found before: the same pegs and slots come again and again.
        self.touched = {0: 0}
        self.mine = {0: 0}
        self.reached: dict[int, bool] = {}
        self.joined: dict[int, bool] = {}

    def mask(self, links: Iterable[Link]) -> int:
        """Return links as slots."""
        return sum(self.slot[_link_key(link)] for link in links)

    def known(self, link: Link) -> bool:
        """Tell whether a link is one of these slots."""
        return _link_key(link) in self.slot

    def between(self, ends: Ends) -> "Half":
        """Return the same slots with goals -1 and -2 at these ends."""
        other = copy(self)
        other.reached, other.joined = {}, {}
        other.graph = {
            hole: [way for way in ways if way[1] >= 0]
            for hole, ways in self.graph.items()
            if hole >= 0
        } | {-1: [], -2: []}
        for goal, end in zip((-1, -2), ends, strict=True):
            ways = (
                self.graph[-1 - end] if isinstance(end, int) else [(0, self.holes[h]) for h in end]
            )
            for slot, hole in ways:
                other._join(slot, hole, goal)
        return other

    def _join(self, slot: int, one: int, two: int) -> None:
        self.graph[one].append((slot, two))
        self.graph[two].append((slot, one))

    def crossings(self, other: "Half") -> list[int]:
        """Return for every slot here the mask of the other half's slots that cross it."""
        steps, found = _key_steps(), []
        for key in self.slot:
            crossed = 0
            for step in steps[key & 3]:
                crossed |= other.slot.get(key + step, 0)
            found.append(crossed)
        return found

    def touching(self, holes: int) -> int:
        """Return the slots with an end among the holes."""
        if holes not in self.touched:
            low = holes & -holes
            self.touched[holes] = self.touching(holes ^ low) | self.at[low.bit_length() - 1]
        return self.touched[holes]

    def slots(self, pegs: int) -> int:
        """Return the slots whose two ends are among the pegs."""
        if pegs not in self.mine:
            low = pegs & -pegs
            more = self.at[low.bit_length() - 1] & self.touching(pegs ^ low)
            self.mine[pegs] = self.slots(pegs ^ low) | more
        return self.mine[pegs]

    def turns(self, pegs: int, holes: int) -> list[tuple[int, int]]:
        """Return pegs and slots with one more peg on each hole; as they are if there is none."""
        old, near = self.slots(pegs), self.touching(pegs)
        return [(pegs | 1 << at, old | (self.at[at] & near)) for at in bits(holes)] or [(pegs, old)]

    def next_slots(self, pegs: int, empty: int) -> int:
        """Return the slots that pegs and one more peg, on an empty hole, can have."""
        return self.slots(pegs) | (self.touching(pegs) & self.touching(empty & self.open))

    def reaches(self, slots: int) -> bool:
        """Tell whether slots join the goals, even with slots that cross each other."""
        if slots not in self.reached:
            self.reached[slots] = self._search(slots)
        return self.reached[slots]

    def _search(self, slots: int) -> bool:
        seen, queue = {-1}, [-1]
        while queue:
            for slot, hole in self.graph[queue.pop()]:
                if hole not in seen and (slot == 0 or slot & slots):
                    if hole == -2:
                        return True
                    seen.add(hole)
                    queue.append(hole)
        return False

    def joins(self, slots: int) -> bool:
        """Tell whether some pairwise uncrossed subset of the slots joins the goals."""
        if slots not in self.joined:
            self.joined[slots] = self.reaches(slots) and self._uncrossed_path(-1, slots, {-1})
        return self.joined[slots]

    def _uncrossed_path(self, at: int, slots: int, seen: set[int]) -> bool:
        """Tell whether a simple path runs from here to goal -2; `slots` shrinks as it grows.

        A goal is an end, never on the way: two pegs of one goal line are not joined by it.
        """
        for slot, hole in self.graph[at]:
            if hole in seen or (slot and not slot & slots):
                continue
            if hole == -2:
                return True
            left = slots & ~self.own[slot.bit_length() - 1] if slot else slots
            if self._uncrossed_path(hole, left, seen | {hole}):
                return True
        return False


def maximal_sets(slots: int, crossed: list[int]) -> Iterator[int]:
    """Yield the inclusion-maximal uncrossed subsets of slots, some more than once.

    Each of them holds the first slot or one of those that cross it.
    """
    stack = [(0, slots)]
    while stack:
        chosen, rest = stack.pop()
        if not rest:
            yield chosen
            continue
        first = (rest & -rest).bit_length() - 1
        for slot in bits(1 << first | (crossed[first] & rest)):
            stack.append((chosen | 1 << slot, rest & ~(1 << slot | crossed[slot])))


def maximal_only(sets: set[int], mask: int) -> list[int]:
    """Return the sets whose part within the mask no other one's part covers."""
    kept: list[int] = []
    for one in sorted(sets, key=lambda each: (-(each & mask).bit_count(), each)):
        if not any(one & mask & ~other == 0 for other in kept):
            kept.append(one)
    return kept


def own_slots(pegs: Set[Hole]) -> list[Link]:
    """Return the slots between pegs, sorted."""
    return sorted({slot for hole in pegs for slot, other in slots_at(hole) if other in pegs})
