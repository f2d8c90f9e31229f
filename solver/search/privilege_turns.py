"""Which first turns win where sides hold the Privilege."""

from dataclasses import dataclass, replace
from itertools import combinations

from solver.game import Hole, Position, Ruleset, Side
from solver.search.privilege_nodes import Found, answers
from solver.search.privilege_search import PrivilegeSearch, Turns, turns_with

__all__ = ["WinningTurns", "winning_turns"]


@dataclass(frozen=True, slots=True)
class WinningTurns:
    """The first turns of the side to move that win its claim."""

    moves: tuple[Hole, ...]
    """Single moves, the Privilege kept or not held."""
    pairs: tuple[tuple[Hole, Hole], ...]
    """Two moves in a row, by the Privilege; their order does not matter."""
    open: tuple[tuple[Hole, ...], ...]
    """Turns that are not decided. A hole twice: it is open whether it wins as the first of
    two moves, wherever the second one goes."""

    @property
    def key(self) -> tuple[Hole, ...] | None:
        """The one turn that wins, if every other one is shown to fail."""
        turns: list[tuple[Hole, ...]] = [(hole,) for hole in self.moves] + list(self.pairs)
        return turns[0] if len(turns) == 1 and not self.open else None


def winning_turns(
    search: PrivilegeSearch, position: Position, holders: frozenset[Side]
) -> WinningTurns:
    """Return the turns after which the side to move, the prover of the search's claim, wins.

    A turn is a hole, or two: with whatever own links serve best.
    """
    me = position.to_move
    holes = sorted(position.open_holes(me))
    moves, pairs, unknown = list[Hole](), list[tuple[Hole, Hole]](), list[tuple[Hole, ...]]()
    met = list[Found]()
    for hole in holes:
        won = _wins(search, turns_with(position, hole), holders, met, hole)
        if won:
            moves.append(hole)
        elif won is None:
            unknown.append((hole,))
    if me in holders:
        left, hopeful = holders - {me}, list[Hole]()
        lost = list[Found]()
        for hole in holes:
            # His second move makes the links anew: those of the first one do not matter.
            again = replace(turns_with(position, hole).afters[0], to_move=me)
            won = _wins(search, Turns([again], whole=True), left, lost, hole)
            if won is not False:
                hopeful.append(hole)
            if won is None:
                unknown.append((hole, hole))
        # Where links are not to be declined, such a first move leaves no second one.
        over = {
            hole
            for hole in hopeful
            if position.ruleset is Ruleset.PP and turns_with(position, hole).afters[0].connected(me)
        }
        for one, two in combinations(hopeful, 2):
            if over.issuperset((one, two)):
                continue
            first = replace(turns_with(position, one).afters[0], to_move=me)
            won = _wins(search, turns_with(first, two), left, [], two)
            if won:
                pairs.append((one, two))
            elif won is None:
                unknown.append((one, two))
    return WinningTurns(tuple(moves), tuple(pairs), tuple(unknown))


def _wins(
    search: PrivilegeSearch,
    turns: Turns,
    holders: frozenset[Side],
    met: list[Found],
    hole: Hole,
) -> bool | None:
    """Tell whether the prover wins with some of his link sets; None when it is not found out.

    `met` are patterns of the opponent that answer other moves, and get those that answer this one.
    """
    me, open_ = search.claim.prover, not turns.whole
    for after in turns.afters:
        if any(answers(found, hole, after.links(me)) for found in met):
            continue
        found = search.winner(after, holders)
        if found is None:
            open_ = True
        elif found.winner is me:
            return True
        else:
            met.append(found)
    return None if open_ else False
