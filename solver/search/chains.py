"""Link questions that a graph cannot answer: chains whose own links must not cross.

Finding a path whose links pairwise do not cross is a constraint problem. The graph answers
first; where its path crosses itself, a SAT solver decides.
"""

from collections import deque
from collections.abc import Collection, Iterable
from typing import NamedTuple

from pysat.solvers import Glucose4

from solver.game import Board, Hole, Link, Position, Ruleset, Side, crossing_links

__all__ = ["KnownChains", "goal_ends", "has_chain", "uncrossed_links"]

_MOST_CHAINS = 16

_End = tuple[Hole, Link | None]
"""A hole of a chain that reaches a goal line, by itself or by a link to an outside peg."""


class KnownChains:
    """The last chains that sides could have somewhere on a board.

    Most positions of a search leave room for one of them, and then nothing else need be asked.
    """

    def __init__(self, board: Board) -> None:
        """Begin with none."""
        self.board = board
        self._known: dict[Side, list[_Chain]] = {side: [] for side in Side}

    def has_room(self, position: Position, side: Side) -> bool:
        """Tell whether one of them could stand in a position on the board."""
        own, foe, against = (
            position.pegs(side),
            position.pegs(side.other),
            position.links(side.other),
        )
        known = self._known[side]
        for at, chain in enumerate(known):
            if (
                chain.holes.isdisjoint(foe)
                and chain.closed <= own
                and chain.crossing.isdisjoint(against)
            ):
                known.insert(0, known.pop(at))
                return True
        return False

    def keep(self, side: Side, links: Iterable[Link]) -> None:
        """Take in a chain, and forget the one that was of no use for longest."""
        chain = _Chain.of(self.board, side, frozenset(links))
        self._known[side] = [chain, *self._known[side][: _MOST_CHAINS - 1]]


class _Chain(NamedTuple):
    """Links that do not cross."""

    holes: frozenset[Hole]
    closed: frozenset[Hole]
    """Those of them where the side must have a peg already."""
    crossing: frozenset[Link]

    @classmethod
    def of(cls, board: Board, side: Side, links: frozenset[Link]) -> "_Chain":
        """Return the chain of some links."""
        holes = frozenset(hole for link in links for hole in link)
        closed = frozenset(hole for hole in holes if not board.open_to(side, hole))
        return cls(holes, closed, frozenset(x for link in links for x in crossing_links(link)))


def has_chain(position: Position, side: Side, known: KnownChains | None = None) -> bool:
    """Tell whether a side could still connect if the opponent only kept his links.

    Exact, unlike `Position.has_path`: the side may fill every open hole and re-make its links,
    but under STD and 3M the links of its chain do not cross. False proves that the opponent
    blocks. `known` holds chains on the same board, and takes in the one that is found.
    """
    if position.ruleset is Ruleset.PP:
        return position.has_path(side)
    if known is not None and known.has_room(position, side):
        return True
    if not position.has_path(side):
        return False
    holes, links = position.could_have(side)
    inside = {hole for hole in holes if position.board.in_region(hole)}
    ends = goal_ends(position.board, side, inside, links)
    inner = {link for link in links if link.left in inside and link.right in inside}
    chain = _shortest(inner, *ends)
    if not _uncrossed(chain):
        chosen = uncrossed_links(links, inner, *ends)
        if chosen is None:
            return False
        ends = [[end for end in line if end[1] is None or end[1] in chosen] for line in ends]
        chain = _shortest(inner & chosen, *ends)
    if known is not None and chain:
        known.keep(side, chain)
    return True


def goal_ends(
    board: Board, side: Side, inside: Collection[Hole], links: Iterable[Link]
) -> list[list[_End]]:
    """Return where chains of a side may begin and end: for each goal line the holes inside the
    window that reach it by themselves, or by a link to an outside peg."""
    found: list[list[_End]] = [
        [(hole, None) for hole in inside if board.on_goal_line(side, end, hole)] for end in (0, 1)
    ]
    for link in links:
        own = [hole for hole in link if hole in inside]
        if len(own) == 1:
            for end, ends in enumerate(found):
                if board.meets_goal_line(side, end, link):
                    ends.append((own[0], link))
    return [sorted(ends, key=lambda end: (end[0], end[1] or ())) for ends in found]


def _shortest(inner: set[Link], starts: list[_End], finishes: list[_End]) -> list[Link]:
    """Return the links of a shortest chain, crossings aside. There must be one."""
    at = _by_hole(inner)
    last = dict(reversed(finishes))
    came = dict(reversed(starts))
    first = set(came)
    queue = deque(came)
    while queue:
        hole = queue.popleft()
        if hole in last:
            break
        for link in at.get(hole, []):
            other = link.end_opposite(hole)
            if other not in came:
                came[other] = link
                queue.append(other)
    chain = [last[hole]]
    while (step := came[hole]) is not None:
        chain.append(step)
        if hole in first:
            break
        hole = step.end_opposite(hole)
    return [link for link in chain if link is not None]


def _uncrossed(chain: list[Link]) -> bool:
    links = set(chain)
    return all(links.isdisjoint(crossing_links(link)) for link in chain)


def uncrossed_links(
    links: set[Link], inner: set[Link], starts: list[_End], finishes: list[_End]
) -> set[Link] | None:
    """Return links of which none cross and that hold a chain from a start to a finish, if any do.

    `inner` are the links between holes of which a chain may consist. Starts and finishes are such
    holes, each with the link by which a chain goes on there to its goal line, if it needs one.

    The solver chooses links. Where they do not lead from a start to a finish, at least one link
    of each cut between what they reach must be chosen, and it chooses again. Cuts from both ends,
    layer after layer, keep the rounds few. (A formula for the chain itself may take minutes
    where there is none.)
    """
    number = {link: index for index, link in enumerate(sorted(links), start=1)}
    at = _by_hole(inner)
    with Glucose4() as sat:
        for link in number:
            for other in crossing_links(link):
                if link < other and other in links:
                    sat.add_clause([-number[link], -number[other]])
        sat.set_phases(list(number.values()))
        while sat.solve():
            refused = {-literal for literal in sat.get_model() or [] if literal < 0}
            chosen = {link for link, literal in number.items() if literal not in refused}
            cuts = _cuts(at, chosen, starts, finishes)
            if not cuts:
                return chosen
            for cut in cuts + _cuts(at, chosen, finishes, starts):
                sat.add_clause([number[link] for link in cut])
    return None


def _cuts(
    at: dict[Hole, list[Link]], chosen: set[Link], starts: list[_End], finishes: list[_End]
) -> list[set[Link]]:
    """Return sets of links that are not chosen; every chain needs a link of each set.

    There are none if chosen links hold a chain. The first set leads on from what they reach from
    the starts, the next from what they reach with these, and so on.
    """
    exits: dict[Hole, list[Link | None]] = {}
    for hole, link in finishes:
        exits.setdefault(hole, []).append(link)
    cuts = list[set[Link]]()
    reached = set[Hole]()
    cut = {link for _, link in starts if link is not None and link not in chosen}
    new = {hole for hole, link in starts if link is None or link in chosen}
    beyond = {hole for hole, _ in starts}
    while True:
        _reach(at, chosen, new, reached)
        for hole in reached:
            for exit_link in exits.get(hole, []):
                if exit_link is None or exit_link in chosen:
                    return cuts
                cut.add(exit_link)
            for link in at.get(hole, []):
                other = link.end_opposite(hole)
                if other not in reached:
                    cut.add(link)
                    beyond.add(other)
        cuts.append(cut)
        new = beyond - reached
        if not new:
            return cuts
        cut, beyond = set(), set()


def _reach(
    at: dict[Hole, list[Link]], chosen: set[Link], new: set[Hole], reached: set[Hole]
) -> None:
    """Add new holes to those that are reached, and all to which chosen links lead from them."""
    reached |= new
    queue = list(new)
    while queue:
        hole = queue.pop()
        for link in at.get(hole, []):
            other = link.end_opposite(hole)
            if link in chosen and other not in reached:
                reached.add(other)
                queue.append(other)


def _by_hole(inner: Iterable[Link]) -> dict[Hole, list[Link]]:
    at: dict[Hole, list[Link]] = {}
    for link in sorted(inner):
        for hole in link:
            at.setdefault(hole, []).append(link)
    return at
