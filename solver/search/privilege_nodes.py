"""What a search with Privileges builds proofs of: patterns found on the way, and the whole."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from solver.game import Hole, Link, Position, Ruleset, Side, crossing_links
from solver.proof.claim import Claim
from solver.proof.privilege import PrivilegeStrategy
from solver.proof.strategy import NodeKind, Strategy, StrategyNode
from solver.search.outline import Outline
from solver.search.standing_block import thinned

__all__ = ["Found", "answers", "cut", "imported", "moved", "replied", "standing", "whole"]


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A pattern that was proved for a side, its children beside it."""

    winner: Side
    """The prover."""
    node: StrategyNode
    """Its children are left out."""
    children: tuple["Found", ...] = ()
    against: bool = False
    """Whether it holds though the opponent may still use his Privilege."""
    uses: bool = False
    """Whether it needs the winner's Privilege."""
    outline: Outline | None = None
    """A proof without Privileges whose root this is, maybe with more excuses."""


def answers(found: Found, reply: Hole | None, links: frozenset[Link] = frozenset()) -> bool:
    """Tell whether a pattern holds after the opponent's reply, with these links of his."""
    return reply not in found.node.zone and found.node.apart.isdisjoint(links)


def standing(position: Position, side: Side) -> Found:
    """Return the leaf of a side that is connected: a chain, or all it has beside outside pegs."""
    pegs, links = position.pegs(side), position.links(side)
    if all(map(position.board.in_region, pegs | position.pegs(side.other))):
        for link in sorted(links):
            fewer = links - {link}
            if position.with_side(side, pegs, fewer).connected(side):
                links = fewer
        pegs = frozenset(end for link in links for end in link)
    return Found(side, StrategyNode(NodeKind.LEAF, 0, frozenset(), pegs, links))


def cut(position: Position, side: Side) -> Found:
    """Return the leaf of pegs and links that leave the opponent of a side no path."""
    free = replace(position, ruleset=Ruleset.STD)

    def cuts(pegs: frozenset[Hole], links: frozenset[Link]) -> bool:
        return not free.with_side(side, pegs, links).has_path(side.other)

    pegs, links = thinned(position, side, cuts)
    return Found(side, StrategyNode(NodeKind.LEAF, 0, frozenset(), pegs, links))


def imported(position: Position, winner: Side, outline: Outline) -> Found | None:
    """Return the root of a proof in which nobody uses a Privilege; None when it is of no use."""
    root = replace(outline.root, children=())
    if root.kind is NodeKind.SPLIT or root.ends is not None:
        return None
    if root.kind is NodeKind.MOVE:
        root = _excused(position, root)
    return Found(winner, root, outline=outline)


def moved(
    position: Position, hole: Hole | None, child: Found, *, call: bool = False
) -> Found | None:
    """Return the pattern before a move that leads to another.

    None for a pass of a side that has no peg which the pattern could name. With `call` the child is
    the same side's second move.
    """
    me, after = position.to_move, child.node
    made = after.links - position.links(me)
    ends = frozenset(end for link in made for end in link)
    pegs = after.pegs | ends
    if hole is None:
        standing = [peg for peg in position.pegs(me) if position.board.open_to(me, peg)]
        if not standing:
            return None
        pegs |= {standing[0]}
        peg = standing[0]
    else:
        pegs -= {hole}
        peg = hole
    node = StrategyNode(
        NodeKind.MOVE,
        after.depth + (hole is not None),
        after.zone | {peg},
        pegs,
        after.links - made,
        peg,
        made,
        apart=after.apart,
    )
    return Found(
        child.winner,
        _excused(position, node),
        (child,),
        against=child.against or after.kind is NodeKind.LEAF,
        uses=child.uses or call,
    )


def _excused(position: Position, node: StrategyNode) -> StrategyNode:
    """Return a move node that names why no link of the opponent stands across its own."""
    me = position.to_move
    foe, board = me.other, position.board
    zone, pegs, links, apart = set(node.zone), set(node.pegs), set(node.links), set(node.apart)
    own, his = position.pegs(me), position.pegs(foe)
    for link in sorted(node.made):
        for slot in crossing_links(link):
            if any(end not in his and not board.open_to(foe, end) for end in slot):
                continue
            crossing = crossing_links(slot)
            if not (pegs | zone).isdisjoint(slot) or not links.isdisjoint(crossing):
                continue
            mine = [end for end in slot if end in own]
            excuses = [other for other in crossing if other in position.links(me)]
            free = [end for end in slot if end not in own and end not in his]
            if mine:
                pegs.add(mine[0])
            elif excuses:
                links.add(excuses[0])
                pegs.update(excuses[0])
            elif free:
                zone.add(free[0])
            elif position.ruleset is not Ruleset.PP:
                apart.add(slot)
    return replace(
        node,
        zone=frozenset(zone),
        pegs=frozenset(pegs),
        links=frozenset(links),
        apart=frozenset(apart),
    )


def replied(position: Position, winner: Side, children: Iterable[Found], *, against: bool) -> Found:
    """Return the pattern of a position in which every turn of the opponent is answered."""
    kids = tuple(children)
    zone = frozenset[Hole]().union(*(kid.node.zone for kid in kids))
    pegs = frozenset[Hole]().union(*(kid.node.pegs for kid in kids))
    links = frozenset[Link]().union(*(kid.node.links for kid in kids))
    if any(kid.node.apart for kid in kids):
        # Which links he can hold is known of this very position only.
        zone |= frozenset(position.open_holes(winner)) | frozenset(
            position.open_holes(winner.other)
        )
        pegs, links = position.pegs(winner), position.links(winner)
    pegs |= position.pegs(winner) & zone
    depth = max(kid.node.depth for kid in kids)
    node = StrategyNode(NodeKind.REPLY, depth, zone, pegs, links)
    return Found(winner, node, kids, against=against, uses=any(kid.uses for kid in kids))


def whole(root: Found, claim: Claim) -> PrivilegeStrategy:
    """Return the strategy that a pattern stands for, children before their parents."""
    nodes, place = list[StrategyNode](), dict[int, int]()
    against, uses = set[int](), set[int]()
    stack = [root]
    while stack:
        found = stack[-1]
        waiting = [child for child in found.children if id(child) not in place]
        if waiting:
            stack += waiting
            continue
        stack.pop()
        if id(found) in place:
            continue
        children = tuple(place[id(child)] for child in found.children)
        if found.outline is not None:
            first = len(nodes)
            unfolded = [
                replace(node, children=tuple(child + first for child in node.children))
                for node in found.outline.unfold().nodes
            ]
            nodes += unfolded[:-1]
            children = unfolded[-1].children
        place[id(found)] = len(nodes)
        if found.against:
            against.add(len(nodes))
        if found.uses:
            uses.add(len(nodes))
        nodes.append(replace(found.node, children=children))
    return PrivilegeStrategy(Strategy(claim, tuple(nodes)), frozenset(against), frozenset(uses))
