"""How far ahead a player must look who tries first moves in the order of their shortest ways."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from solver.game import Hole, Move, Position, Routes

__all__ = ["Foresight", "foresight", "scores"]


@dataclass(frozen=True, slots=True)
class Foresight:
    """What a player of shortest ways meets before he finds a winning first move."""

    better: int
    """First moves that look better to him than every winning one."""
    ahead: int
    """Pegs he must see ahead: to refute all of those, or to see the win."""


def scores(position: Position) -> dict[Hole, int]:
    """Return how a player of shortest ways likes each first move; more is better.

    The gain on the opponent counts most, then the number of holes on shortest ways. First moves
    that connect at once are left out.
    """
    me = position.to_move
    found = dict[Hole, int]()
    for hole in position.open_holes(me):
        after = position.play(Move(hole))
        if after.result is not None:
            continue
        mine, foe = Routes(after, me), Routes(after, me.other)
        gain = foe.distance - mine.distance
        found[hole] = 1000 * gain + len(mine.holes) - len(foe.holes)
    return found


def foresight(
    liked: Mapping[Hole, int], winning: Collection[Hole], refuted: Mapping[Hole, int], pegs: int
) -> Foresight:
    """Return the foresight that a puzzle takes.

    `liked` are the `scores`, `winning` the first moves that win, `refuted` the pegs that the
    refutations of others take, and `pegs` those of the win. A move that is in neither counts as
    one that nobody refutes. A winning move without a score connects at once, and is seen at once.
    """
    if not liked.keys() >= set(winning):
        return Foresight(0, 0)
    most = max((liked[hole] for hole in winning), default=0)
    better = [hole for hole, score in liked.items() if score > most and hole not in winning]
    seen = max((refuted.get(hole, pegs) for hole in better), default=0)
    return Foresight(len(better), min(seen, pegs))
