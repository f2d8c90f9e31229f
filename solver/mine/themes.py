"""The themes of a puzzle that can be read off its position and key."""

from solver.game import Hole, Move, Position, setups_at
from solver.game.routes import Routes
from solver.puzzle import Goal, Puzzle

__all__ = ["TWIN", "puzzle_themes", "themes"]

TWIN = "the answer to a try: "
"""Begins the source of a puzzle that asks for the refutation of another one's try."""

_FAR = 3
"""Columns and rows within which a far key has no own peg."""


def puzzle_themes(puzzle: Puzzle) -> tuple[str, ...]:
    """Return the themes of a puzzle's first key, sorted, and those of the puzzle itself.

    - `hold the draw`: the goal is a draw;
    - `refute the try`: it begins after another puzzle's try that exactly one reply refutes.
    """
    found = set(themes(puzzle.position, puzzle.keys[0]))
    if puzzle.goal is Goal.DRAW:
        found.add("hold the draw")
    if TWIN in puzzle.source:
        found.add("refute the try")
    return tuple(sorted(found))


def themes(position: Position, key: Move) -> tuple[str, ...]:
    """Return the themes of a key in a position, sorted.

    - `link removal`: the key takes off or adds links by hand;
    - `quiet key`: it makes no link;
    - `far key`: no own peg stands within three columns and rows;
    - `block at a distance`: a quiet key in a hole on the opponent's shortest way, away from his
      pegs by more than one column or row;
    - `setup 4-0`, `3-3`, `3-1`, `2-0`, `1-1`: the key and an own peg can be joined in two ways.
    """
    found = set[str]()
    me, hole = position.to_move, key.peg
    if not key.plain:
        found.add("link removal")
    if hole is None:
        return tuple(sorted(found))
    after = position.play(key)
    if len(after.links(me)) <= len(position.links(me)):
        found.add("quiet key")
        foes = position.pegs(me.other)
        away = min((_distance(hole, peg) for peg in foes), default=99)
        if away > 1 and hole in Routes(position, me.other).holes:
            found.add("block at a distance")
    if all(_distance(hole, peg) > _FAR for peg in position.pegs(me)):
        found.add("far key")
    found.update(f"setup {setup.name}" for setup in setups_at(after, me, hole))
    return tuple(sorted(found))


def _distance(one: Hole, other: Hole) -> int:
    return max(abs(one.col - other.col), abs(one.row - other.row))
