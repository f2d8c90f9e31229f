"""The arena: a position's geometry compiled into masks for the native search.

Rules, board and window are looked at here and nowhere behind it. The lattice is the
bounding box of all holes that matter, row by row; a slot is numbered `direction * holes +
upper end`, with the four directions of `SLOT_STEPS`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from solver.errors import PuzzleRuleError
from solver.game import (
    Board,
    Box,
    Hole,
    Link,
    Position,
    Ruleset,
    Side,
    crossing_links,
    neighbours,
)

__all__ = [
    "MAX_HOLES",
    "SLOT_STEPS",
    "Arena",
    "ArenaSide",
    "arena_of",
    "check_size",
    "check_undecided",
    "compile_arena",
]

SLOT_STEPS = ((1, 2), (2, 1), (-2, 1), (-1, 2))
"""Slot directions (columns, rows) from a slot's upper end; the native core has the same."""

MAX_HOLES = 1536
"""Largest lattice of the native core, in holes: 39 x 39 fit."""


@dataclass(frozen=True, slots=True)
class ArenaSide:
    """What one side may use; holes and slots are lattice numbers."""

    open: tuple[int, ...]
    """Holes the side may peg, occupied or not."""
    pegs: tuple[int, ...]
    """Own pegs, those outside the window included."""
    goals: tuple[tuple[int, ...], tuple[int, ...]]
    """Open holes on the two goal lines."""
    slots: tuple[int, ...]
    """Slots that may ever carry an own link."""
    conducting: tuple[int, ...]
    """Those of them that join two holes of the window, and so carry a chain."""
    links: tuple[int, ...]
    """Links that stand."""
    exits: tuple[tuple[int, int, int], ...]
    """(slot, window hole, goal line 0 or 1) for slots to an outside peg that reach a line."""


@dataclass(frozen=True, slots=True)
class Arena:
    """A position on its lattice, for both sides."""

    box: Box
    """Where the lattice lies on the board."""
    own_links_cross: bool
    """True under PP rules."""
    white: ArenaSide
    black: ArenaSide

    @property
    def width(self) -> int:
        """Columns of the lattice."""
        return self.box.columns

    @property
    def holes(self) -> int:
        """Number of holes of the lattice."""
        return self.width * self.box.rows

    def side(self, side: Side) -> ArenaSide:
        """Return a side's masks."""
        return self.white if side is Side.WHITE else self.black

    def number(self, hole: Hole) -> int:
        """Return a hole's lattice number."""
        return (hole.row - self.box.top) * self.width + hole.col - self.box.left

    def hole(self, number: int) -> Hole:
        """Return the hole with a lattice number."""
        row, col = divmod(number, self.width)
        return Hole(col + self.box.left, row + self.box.top)

    def slot(self, link: Link) -> int:
        """Return a link's slot number."""
        upper, lower = sorted(link, key=lambda hole: hole.row)
        step = (lower.col - upper.col, lower.row - upper.row)
        return SLOT_STEPS.index(step) * self.holes + self.number(upper)

    def link(self, slot: int) -> Link:
        """Return the link that a slot number means."""
        direction, number = divmod(slot, self.holes)
        hole = self.hole(number)
        dc, dr = SLOT_STEPS[direction]
        return Link.of(hole, Hole(hole.col + dc, hole.row + dr))


def check_size(position: Position) -> None:
    """Raise PuzzleRuleError when the area to solve is larger than `MAX_HOLES`.

    It takes no time: what asks much of a position asks this first.
    """
    board = position.board
    region = frozenset[Hole]() if board.region is None else board.region
    pegs = (position.white | position.black) - region if region else frozenset[Hole]()
    _lattice_box(board, pegs)


def compile_arena(position: Position) -> Arena:
    """Compile a position that is neither decided nor impossible.

    Raises PuzzleRuleError when the position has problems, is decided already, or is larger
    than `MAX_HOLES`.
    """
    check_size(position)
    problems = position.problems()
    if problems:
        raise PuzzleRuleError("; ".join(problems))
    check_undecided(position)
    return arena_of(position)


def check_undecided(position: Position) -> None:
    """Raise PuzzleRuleError when a side is connected already, or the game is over."""
    for side in Side:
        if position.connected(side):
            raise PuzzleRuleError(f"{side.value} is connected already")
    if position.result is not None:
        raise PuzzleRuleError(f"the game is over: {position.result.ending.value}")


def arena_of(position: Position) -> Arena:
    """Compile what is known to be neither decided nor impossible, as `compile_arena` does."""
    board, pp = position.board, position.ruleset is Ruleset.PP
    region = board.region
    white, black = (
        frozenset[Hole]() if region is None else pegs - region
        for pegs in (position.white, position.black)
    )
    lattice = _lattice(board, pp, white, black)
    sides = (_compile_side(lattice.sides[side], lattice.holes, position, side) for side in Side)
    return Arena(lattice.blank.box, pp, *sides)


def _lattice_box(board: Board, outside: frozenset[Hole]) -> Box:
    """Return the window's box, grown to hold every outside peg near it and to 3 x 3 holes.

    Raises PuzzleRuleError when it has more than `MAX_HOLES` holes.
    """
    box = board.box
    # A slot with an end in the box reaches less than two steps beyond it at any inner
    # point, so the ends of a link that crosses it lie at most three steps off the box.
    near = Box(box.left - 3, box.top - 3, box.right + 3, box.bottom + 3)
    pegs = [hole for hole in outside if hole in near]
    grown = Box.around([*box.corners, Hole(box.left + 2, box.top + 2), *pegs])
    holes = grown.columns * grown.rows
    if holes > MAX_HOLES:
        raise PuzzleRuleError(
            f"the area to solve has {holes} holes, more than the {MAX_HOLES} that the solver "
            "takes; a puzzle can be confined to a window (VW)"
        )
    return grown


def _compile_side(
    ground: "_Ground", numbers: Mapping[Hole, int], position: Position, side: Side
) -> ArenaSide:
    slots, pegs, links = ground.slots, position.pegs(side), position.links(side)
    gone = set[Link]()
    if position.ruleset is Ruleset.PP:
        # Links come with the later of their pegs or never. Where an enemy link is in the way, the
        # search sees so itself, and later positions of a game keep the slots of its start.
        pairs = {x for x in slots if x not in links and x.left in pegs and x.right in pegs}
        enemy = position.links(side.other)
        gone = {link for link in pairs if enemy.isdisjoint(crossing_links(link))}
    blank = ground.without(gone) if gone else ground.side
    return ArenaSide(
        open=blank.open,
        pegs=tuple(sorted([numbers[hole] for hole in pegs if hole in numbers])),
        goals=blank.goals,
        slots=blank.slots,
        conducting=blank.conducting,
        links=tuple(sorted([slots[link] for link in links if link in slots])),
        exits=blank.exits,
    )


@dataclass(frozen=True, slots=True)
class _Ground:
    """A side without pegs in the window, and what its masks rest on."""

    side: ArenaSide
    slots: Mapping[Link, int]
    """In the order of their numbers."""

    def without(self, gone: set[Link]) -> ArenaSide:
        """Return the side without some slots."""
        numbers = {self.slots[link] for link in gone}
        return replace(
            self.side,
            slots=tuple(slot for slot in self.side.slots if slot not in numbers),
            conducting=tuple(slot for slot in self.side.conducting if slot not in numbers),
            exits=tuple(leave for leave in self.side.exits if leave[0] not in numbers),
        )


@dataclass(frozen=True, slots=True)
class _Lattice:
    """What the positions of a game and of a session share."""

    blank: Arena
    """Without sides."""
    holes: Mapping[Hole, int]
    """Numbers of all holes of the box."""
    sides: Mapping[Side, _Ground]


@lru_cache(maxsize=16)
def _lattice(
    board: Board, own_links_cross: bool, white: frozenset[Hole], black: frozenset[Hole]
) -> _Lattice:
    """Return the lattice of a board with some pegs outside its window."""
    nothing = ArenaSide((), (), ((), ()), (), (), (), ())
    blank = Arena(_lattice_box(board, white | black), own_links_cross, nothing, nothing)
    numbers = {blank.hole(number): number for number in range(blank.holes)}
    sides = {
        side: _ground(blank, board, side, outside.intersection(numbers))
        for side, outside in ((Side.WHITE, white), (Side.BLACK, black))
    }
    return _Lattice(blank, numbers, sides)


def _ground(lattice: Arena, board: Board, side: Side, outside: frozenset[Hole]) -> _Ground:
    """Return the ground of a side with some outside pegs."""
    usable = set(board.playable_holes(side))
    slots = {
        Link.of(hole, other)
        for hole in usable | outside
        for other in neighbours(hole)
        if other in usable or other in outside
    }
    numbers = {link: lattice.slot(link) for link in sorted(slots, key=lattice.slot)}
    goals = tuple(
        _numbers(lattice, (hole for hole in usable if board.on_goal_line(side, end, hole)))
        for end in (0, 1)
    )
    blank = ArenaSide(
        open=_numbers(lattice, usable),
        pegs=(),
        goals=(goals[0], goals[1]),
        slots=tuple(numbers.values()),
        conducting=tuple(slot for link, slot in numbers.items() if outside.isdisjoint(link)),
        links=(),
        exits=tuple(
            (numbers[link], lattice.number(hole), end)
            for link in sorted(slots)
            if len(outside.intersection(link)) == 1
            for hole in link
            if hole not in outside
            for end in (0, 1)
            if board.meets_goal_line(side, end, link)
        ),
    )
    return _Ground(blank, numbers)


def _numbers(lattice: Arena, holes: Iterable[Hole]) -> tuple[int, ...]:
    return tuple(sorted(lattice.number(hole) for hole in holes))
