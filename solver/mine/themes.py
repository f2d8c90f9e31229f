"""The themes of a puzzle: what its position, its key and the line of its win show."""

from collections.abc import Sequence
from itertools import pairwise

from solver.game import AnyMove, Hole, Move, Position, Routes, distance, setups_at
from solver.puzzle import Goal, Puzzle

__all__ = ["TWIN", "line_themes", "puzzle_themes", "themes"]

TWIN = "the answer to a try: "
"""Begins the source of a puzzle that asks for the refutation of another one's try."""

_FAR = 3
"""Columns and rows within which a far key has no own peg."""


_SLOW = 4
"""Pegs that are still missing after a slow key, at least."""

_FRONT = 2
"""Pegs of the line in each part of a chain that is made on two fronts, at least."""

_LADDER = 3
"""Own pegs of a ladder, at least."""


def puzzle_themes(puzzle: Puzzle, line: Sequence[AnyMove] = ()) -> tuple[str, ...]:
    """Return the themes of a puzzle, of its first key and of the line of its win, sorted.

    - `hold the draw`: the goal is a draw;
    - `refute the try`: it begins after another puzzle's try that exactly one reply refutes.
    """
    found = {*themes(puzzle.position, puzzle.keys[0]), *line_themes(puzzle.position, line)}
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
    - `slow key`: after it the shortest way still needs four pegs or more;
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
        away = min((distance(hole, peg) for peg in foes), default=99)
        if away > 1 and hole in Routes(position, me.other).holes:
            found.add("block at a distance")
    if all(distance(hole, peg) > _FAR for peg in position.pegs(me)):
        found.add("far key")
    if Routes(after, me).distance >= _SLOW:
        found.add("slow key")
    found.update(f"setup {setup.name}" for setup in setups_at(after, me, hole))
    return tuple(sorted(found))


def line_themes(position: Position, line: Sequence[AnyMove]) -> frozenset[str]:
    """Return what the line of a win shows, which begins with the key.

    - `link removal`: the winner takes off or adds links by hand;
    - `ladder`: three of his pegs, one after the other, each a knight's move further in the same
      direction, and two of the opponent's in step with them;
    - `sacrifice`: a peg of his that no link joins to the chain that wins;
    - `two fronts`: after the key two parts of that chain are still made, of two pegs or more each,
      and the play goes from one to the other and back.
    """
    me, found = position.to_move, set[str]()
    own, foe = ([move for move in line[start::2] if isinstance(move, Move)] for start in (0, 1))
    if any(not move.plain for move in own):
        found.add("link removal")
    pegs = [move.peg for move in own if move.peg is not None]
    if _in_steps(pegs) & _in_steps([move.peg for move in foe if move.peg], least=2):
        found.add("ladder")
    end = position.play_all(line)
    if not pegs or not end.connected(me):
        return frozenset(found)
    chain = end.chain_of(me, pegs[-1])
    if any(peg not in chain for peg in pegs):
        found.add("sacrifice")
    held = position.play(line[0]).chain_of(me, pegs[0])
    rest = {link for link in end.links(me) if not held.intersection(link)}
    open_end = end.with_side(me, end.pegs(me), rest)
    parts = [open_end.chain_of(me, peg) for peg in pegs if peg in chain and peg not in held]
    large = {part for part in parts if parts.count(part) >= _FRONT}
    if len(large) > 1 and sum(one != other for one, other in pairwise(parts)) > 1:
        found.add("two fronts")
    return frozenset(found)


def _in_steps(pegs: Sequence[Hole], least: int = _LADDER) -> set[tuple[int, int]]:
    """Return the knight's moves by which so many pegs follow each other."""
    steps = [(b.col - a.col, b.row - a.row) for a, b in pairwise(pegs)]
    return {
        step
        for step, *more in (steps[at : at + least - 1] for at in range(len(steps) - least + 2))
        if {1, 2} == {abs(part) for part in step} and all(step == other for other in more)
    }
