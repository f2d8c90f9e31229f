"""The hardest position that a pattern claims to hold in.

A pattern says: with no opponent peg in the zone and these pegs and links of the prover
present, the prover connects, whatever else stands on the board. So only those pegs and links
are kept, the opponent fills every other hole that he may peg, and the brute force judges.
Extra opponent pegs never hurt the opponent, so no other position tests the pattern harder.
"""

from collections.abc import Iterable
from dataclasses import replace

from solver.game import Hole, Link, Position, Ruleset, Side, crossing_links
from solver.oracle.brute_force import (
    connects,
    connects_by_some_links,
    connects_whatever_links,
    joined,
)
from solver.oracle.slots import Ends, own_slots

__all__ = ["holds", "worst_case"]


def holds(
    position: Position,
    prover: Side,
    to_move: Side,
    zone: Iterable[Hole],
    pegs: Iterable[Hole],
    links: Iterable[Link],
    *,
    apart: Iterable[Link] = (),
    block: bool = False,
    nodes: int | None = None,
    relaxed: bool = False,
    ends: Ends | None = None,
) -> bool:
    """Tell whether a pattern of a position's arena is true: the prover connects, or blocks.

    When the prover is to move, the opponent may hold any links that those of the pattern do
    not cross, but for the slots `apart`. `relaxed` is as in `connects`: needed where the
    opponent gets many pegs; it says nothing of blocks. Raises TooHardError after visiting more
    than `nodes` positions. `ends` are what a part of a chain joins: of the whole it says nothing.
    """
    worst = worst_case(position, prover, to_move, zone, pegs, links)
    whatever = to_move is prover and position.ruleset is not Ruleset.PP
    if ends not in (None, (0, 1)):
        if joined(worst, prover, ends):
            return True
        if whatever:
            return connects_whatever_links(
                worst, prover, apart=apart, nodes=nodes, relaxed=relaxed, ends=ends
            )
        return connects(worst, prover, nodes=nodes, relaxed=relaxed, ends=ends)
    if block:
        assert not relaxed
        if worst.connected(prover) or not worst.has_path(prover.other):
            return True
        if worst.connected(prover.other):
            return False
        if whatever:
            return not connects_by_some_links(worst, prover.other, apart=apart, nodes=nodes)
        return not connects(worst, prover.other, nodes=nodes)
    if worst.connected(prover):
        return not worst.has_path(prover.other)
    if worst.connected(prover.other):
        return False
    if whatever:
        return connects_whatever_links(worst, prover, apart=apart, nodes=nodes, relaxed=relaxed)
    return connects(worst, prover, nodes=nodes, relaxed=relaxed)


def worst_case(
    position: Position,
    prover: Side,
    to_move: Side,
    zone: Iterable[Hole],
    pegs: Iterable[Hole],
    links: Iterable[Link],
) -> Position:
    """Return the position with the pattern alone, all else filled by the opponent.

    Under PP he has every link that the pattern's links do not cross, but for pairs that stand
    unlinked in the position: those never get one; and so has the prover where no such link
    crosses, for play begins closed. Otherwise the opponent has none here, as he may choose
    them in his turn.
    """
    board, foe = position.board, prover.other
    kept, free = frozenset(pegs), frozenset(zone)
    scenery = {hole for hole in position.pegs(foe) if not board.in_region(hole)}
    filled = set(board.playable_holes(foe))
    enemy = frozenset((filled | scenery) - free - kept)
    bare = replace(position, to_move=to_move, passed=False, result=None)
    worst = bare.with_side(foe, enemy, ()).with_side(prover, kept, links)
    if position.ruleset is not Ruleset.PP:
        return worst
    made = {link for hole in enemy for link in worst.automatic_links(foe, hole)}
    made -= set(own_slots(position.pegs(foe))) - position.links(foe)
    # Links are never removed: an own pair that no link crosses now was linked when its later
    # peg came, or stood unlinked at the start.
    own = set(own_slots(kept)) - (set(own_slots(position.pegs(prover))) - position.links(prover))
    own = {link for link in own if made.isdisjoint(crossing_links(link))}
    return worst.with_side(foe, enemy, made).with_side(prover, kept, frozenset(links) | own)
