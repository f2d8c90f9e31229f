"""Link questions that a graph cannot answer: chains whose own links must not cross.

Finding a path whose links pairwise do not cross is a constraint problem. The graph answers
first; where its path crosses itself, a SAT solver decides.
"""

from collections import deque
from collections.abc import Iterable
from itertools import combinations

from pysat.formula import IDPool
from pysat.solvers import Glucose4

from solver.game import Hole, Link, Position, Ruleset, Side, crossing_links

__all__ = ["has_chain"]

_End = tuple[Hole, Link | None]
"""A hole of a chain that reaches a goal line, by itself or by a link to an outside peg."""


def has_chain(position: Position, side: Side) -> bool:
    """Tell whether a side could still connect if the opponent only kept his links.

    Exact, unlike `Position.has_path`: the side may fill every open hole and re-make its links,
    but under STD and 3M the links of its chain do not cross. False proves that the opponent
    blocks.
    """
    if not position.has_path(side):
        return False
    if position.ruleset is Ruleset.PP:
        return True
    holes, links = position.could_have(side)
    inside = {hole for hole in holes if position.board.in_region(hole)}
    ends = [_ends(position, side, end, inside, links) for end in (0, 1)]
    inner = {link for link in links if link.left in inside and link.right in inside}
    return _uncrossed(_shortest(inner, *ends)) or _satisfiable(links, inner, *ends)


def _ends(
    position: Position, side: Side, end: int, inside: set[Hole], links: set[Link]
) -> list[_End]:
    board = position.board
    found: list[_End] = [(hole, None) for hole in inside if board.on_goal_line(side, end, hole)]
    for link in links:
        own = [hole for hole in link if hole in inside]
        if len(own) == 1 and board.meets_goal_line(side, end, link):
            found.append((own[0], link))
    return sorted(found, key=lambda end: (end[0], end[1] or ()))


def _shortest(inner: set[Link], starts: list[_End], finishes: list[_End]) -> list[Link]:
    """Return the links of a shortest chain, crossings aside. There must be one."""
    at: dict[Hole, list[Link]] = {}
    for link in sorted(inner):
        for hole in link:
            at.setdefault(hole, []).append(link)
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


def _satisfiable(
    links: set[Link], inner: set[Link], starts: list[_End], finishes: list[_End]
) -> bool:
    """Ask for a chain from a start to a finish, as a set of links of which none cross.

    Every hole has none or two of: a link, the start, the finish. So the links form one path
    from start to finish, and circles that do no harm.
    """
    pool = IDPool()
    at: dict[Hole, list[int]] = {}
    for link in inner:
        for hole in link:
            at.setdefault(hole, []).append(pool.id(link))
    with Glucose4() as sat:
        for link in links:
            for other in crossing_links(link):
                if link < other and other in links:
                    sat.add_clause([-pool.id(link), -pool.id(other)])
        for name, ends in (("start", starts), ("finish", finishes)):
            chosen = [pool.id((name, end)) for end in ends]
            _exactly_one(sat, chosen)
            for literal, (hole, exit_link) in zip(chosen, ends, strict=True):
                at.setdefault(hole, []).append(literal)
                if exit_link is not None:
                    sat.add_clause([-literal, pool.id(exit_link)])
        for literals in at.values():
            for literal in literals:
                sat.add_clause([-literal, *(other for other in literals if other != literal)])
            for triple in combinations(literals, 3):
                sat.add_clause([-literal for literal in triple])
        return bool(sat.solve())


def _exactly_one(sat: Glucose4, literals: Iterable[int]) -> None:
    literals = list(literals)
    sat.add_clause(literals)
    for pair in combinations(literals, 2):
        sat.add_clause([-literal for literal in pair])
