"""What the set checker asks of a single pattern: sets of holes and links, and the board."""

from collections.abc import Iterable

from solver.errors import CertificateError
from solver.game import Board, Hole, Link, Side, crossing_links, link_text
from solver.proof import Aim, Ends, StrategyNode

__all__ = ["GOALS", "check_contained", "check_uncrossed", "ends_of", "joined"]

GOALS: Ends = (0, 1)


def ends_of(node: StrategyNode, aim: Aim) -> Ends | None:
    """Return what a node joins, None for a block; `aim` is that of the whole strategy."""
    return GOALS if node.ends is None and aim is Aim.CONNECT else node.ends


def check_contained(child: StrategyNode, node: StrategyNode) -> None:
    """Raise CertificateError when a child asks for more than its parent's pattern."""
    if not (child.zone <= node.zone and child.pegs <= node.pegs and child.links <= node.links):
        raise CertificateError("a child asks for more than the pattern holds")


def check_uncrossed(links: Iterable[Link], others: frozenset[Link]) -> None:
    """Raise CertificateError when a link crosses one of the others."""
    for link in links:
        for other in crossing_links(link):
            if other in others:
                raise CertificateError(f"own links {link_text(link)} and {link_text(other)} cross")


def joined(
    board: Board, side: Side, pegs: frozenset[Hole], links: Iterable[Link], ends: Ends
) -> bool:
    """Tell whether a side's links join two ends; pegs outside of the window do not conduct."""
    next_to: dict[Hole, list[Hole]] = {peg: [] for peg in pegs if board.in_region(peg)}
    reached = [
        {peg for peg in next_to if board.on_goal_line(side, end, peg)}
        if isinstance(end, int)
        else {peg for peg in next_to if peg in end}
        for end in ends
    ]
    for link in links:
        inside = [hole for hole in link if hole in next_to]
        if len(inside) == 2:
            next_to[link.left].append(link.right)
            next_to[link.right].append(link.left)
            continue
        for end, found in zip(ends, reached, strict=True):
            if isinstance(end, int) and board.meets_goal_line(side, end, link):
                found.update(inside)
    seen, queue = set(reached[0]), list(reached[0])
    while queue:
        for peg in next_to[queue.pop()]:
            if peg not in seen:
                seen.add(peg)
                queue.append(peg)
    return not seen.isdisjoint(reached[1])
