"""Small random positions with their exact value, the same for the same seed.

Boards of 3x3 to 6x6, 5x7 and 7x5, some with missing holes, some as windows of a bigger board
with pegs outside, or diagonal boards of 9 to 37 holes; one to nine holes are empty. Half of the
cases are true claims, and few are decided at a glance.
"""

from dataclasses import dataclass, replace
from random import Random

from solver.game import (
    Board,
    Diagonal,
    Hole,
    Link,
    Position,
    Ruleset,
    Shape,
    Side,
    crossing_links,
    neighbours,
)
from solver.oracle.brute_force import TooHardError, measured
from solver.oracle.slots import own_slots

__all__ = ["Case", "random_case", "random_position"]

_SIZES = [(cols, rows) for cols in range(3, 7) for rows in range(3, 7)] + [(5, 7), (7, 5)]
_BIGGER = [(5, 5), (5, 6), (6, 5), (6, 6), (5, 7), (7, 5)]

_LINES = {Shape.DIAGONAL_45: (5, 6, 7, 8, 9), Shape.DIAGONAL_26: (10, 11, 12, 13, 14)}
"""Sizes of diagonal boards."""

EMPTY = (2, 3, 4, 5, 6, 7, 8, 9)
"""Holes left open, before those that neither side may peg are taken off."""

MOST_NODES = 4000
"""Positions the brute force may visit for one case; harder ones are thrown away."""


@dataclass(frozen=True, slots=True)
class Case:
    """A position, a claim about it and whether the claim is true."""

    position: Position
    prover: Side
    connects: bool
    visited: int
    """Positions the brute force looked at; 1 when a glance decides."""


def random_case(ruleset: Ruleset, seed: int, shape: Shape | None = None) -> Case:
    """Return the case of a seed, on a diagonal board if a shape is given.

    Coins decide beforehand whether its claim is true, who is to move and how many positions
    the brute force must at least look at, as most of what comes by chance is shallow.
    """
    rng = Random(f"{ruleset.value} {seed}" + (f" {shape.value}" if shape else ""))
    wanted, prover = rng.random() < 0.5, rng.choice(list(Side))
    to_move = rng.choice(list(Side))
    deep = rng.choice([1, 2, 3, 6, 12])
    while True:
        position = random_position(rng, ruleset, shape)
        if position is None or not position.has_path(prover):
            continue
        position = replace(position, to_move=to_move)
        try:
            value, visited = measured(position, prover, nodes=MOST_NODES)
        except TooHardError:
            continue
        if value == wanted and visited >= deep:
            return Case(position, prover, value, visited)


def random_position(rng: Random, ruleset: Ruleset, shape: Shape | None = None) -> Position | None:
    """Return a position that nobody has won, or None when the throw failed.

    Slots of both sides are linked in random order where nothing crosses, so under PP every
    own pair that no enemy link crosses is linked. Under STD some links may be missing.
    """
    board = Board.of(Diagonal(shape, rng.choice(_LINES[shape]))) if shape else _random_board(rng)
    inside = list(board.playable_holes())
    rng.shuffle(inside)
    # Closing some holes keeps the board from clogging up.
    closing = rng.choice([0.0, 0.0, 0.2, 0.4])
    closed = {hole for hole in inside if rng.random() < closing}
    waiting = [hole for hole in inside if hole not in closed]
    pegs = {side: set[Hole]() for side in Side}
    for hole in waiting[rng.choice(EMPTY) :] + _outside(board, rng):
        sides = [side for side in Side if not board.foreign(side, hole)]
        if sides:
            pegs[rng.choice(sides)].add(hole)
        else:
            closed.add(hole)
    if closed.issuperset(inside):
        return None
    board = _without(board, closed, rng)
    box = board.box
    if box.right - box.left < 2 or box.bottom - box.top < 2:
        return None
    links = _random_links(rng, ruleset, pegs)
    position = Position(board, ruleset)
    for side in Side:
        position = position.with_side(side, pegs[side], links[side])
        if position.connected(side):
            return None
    return position


def _random_links(
    rng: Random, ruleset: Ruleset, pegs: dict[Side, set[Hole]]
) -> dict[Side, set[Link]]:
    slots = [(side, slot) for side in Side for slot in own_slots(pegs[side])]
    if ruleset is not Ruleset.PP:
        share = rng.choice([1.0, 1.0, 0.8, 0.5])
        slots = [slot for slot in slots if rng.random() < share]
    rng.shuffle(slots)
    links = {side: set[Link]() for side in Side}
    for side, slot in slots:
        against = links[side.other] if ruleset is Ruleset.PP else links[side] | links[side.other]
        if against.isdisjoint(crossing_links(slot)):
            links[side].add(slot)
    return links


def _random_board(rng: Random) -> Board:
    cols, rows = rng.choice(_SIZES if rng.random() < 0.35 else _BIGGER)
    if rng.random() < 0.6:
        return Board(cols, rows)
    left, top, right, bottom = (rng.choice([0, 0, 2, 3]) for _ in range(4))
    region = frozenset(Hole(left + col, top + row) for col in range(cols) for row in range(rows))
    return Board(left + cols + right, top + rows + bottom, region=region)


def _without(board: Board, closed: set[Hole], rng: Random) -> Board:
    """Close holes: unlist them from the window, or take them off the board."""
    if not closed:
        return board
    if board.diagonal is not None:
        return board.closing(Side.WHITE, closed).closing(Side.BLACK, closed)
    if board.region is not None:
        return replace(board, region=board.region - closed)
    rectangle = {Hole(col, row) for col in range(board.width) for row in range(board.height)}
    if rng.random() < 0.5:
        return replace(board, region=frozenset(rectangle - closed))
    return replace(board, holes=frozenset(rectangle - closed))


def _outside(board: Board, rng: Random) -> list[Hole]:
    """Return some holes outside the window, within a link's reach of it."""
    if board.region is None:
        return []
    near = set().union(*map(neighbours, board.region)) - board.region
    share = rng.choice([0.15, 0.35, 0.6])
    return [hole for hole in sorted(near) if hole in board and rng.random() < share]
