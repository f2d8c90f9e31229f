"""How the claim stands: with plain moves only, under PP, under STD."""

from collections.abc import Sequence
from dataclasses import replace

from solver.audits.asker import Asker
from solver.audits.audit_record import ClaimStanding
from solver.audits.proved_so_far import ProvedSoFar
from solver.game import (
    Hole,
    Move,
    Position,
    Ruleset,
    Side,
    crossing_links,
    hole_text,
    move_text,
)
from solver.proof import NodeKind, Strategy, Verdict
from solver.search import Solution
from solver.work import Plan, Question

__all__ = ["plain_moves_suffice", "standings_of", "under_other_rules"]

_LEAST = 50_000
"""Nodes for each question, or as many as the audit used before if that is more."""

_MOST_STATES = 200_000
"""Positions of a strategy that are looked at for long moves."""


def standings_of(
    found: ProvedSoFar, line: Sequence[Move], asker: Asker
) -> Plan[tuple[ClaimStanding, ...]]:
    """Return whether plain moves suffice, and the verdict under PP, or under STD for PP.

    Where a key changes links, the claim after a plain peg in its hole comes first: `plain d2`.
    `line` is that of the proof.
    """
    told = list[ClaimStanding]()
    position = found.position
    if found.proof is not None and position.ruleset is not Ruleset.PP:
        plain = plain_moves_suffice(position, found.proof)
        for hole in _changing(found, line):
            verdict, enough = yield from _plainly(found, hole, asker)
            plain = plain or enough
            told.append(ClaimStanding(f"plain {hole_text(hole).lower()}", verdict.value))
        said = "suffice" if plain else "not shown to suffice: the proof takes off or adds links"
        told.append(ClaimStanding("plain moves", said))
    other = under_other_rules(position)
    rules = Ruleset.STD if position.ruleset is Ruleset.PP else Ruleset.PP
    under = f"under {rules.value}"
    if other is None:
        told.append(ClaimStanding(under, "not comparable: other links would stand"))
    elif any(other.connected(side) for side in Side):
        told.append(ClaimStanding(under, "not comparable: a side is connected"))
    elif solution := (yield from _asked(other, found, asker)):
        keys = tuple(move_text(other, key) for key in solution.keys)
        told.append(ClaimStanding(under, solution.verdict.value, keys))
    return tuple(told)


def _asked(position: Position, found: ProvedSoFar, asker: Asker) -> Plan[Solution | None]:
    """Return what a search finds of the claim in another position; None when nothing is left."""
    left = asker.budget.left()
    if left is None:
        return None
    nodes = max(_LEAST, asker.nodes)
    unit = asker.unit(left, (Question(position, found.claim),), nodes, most=nodes)
    (answer,) = yield from asker.ask([unit])
    (solution,) = answer.solutions
    return solution


def _changing(found: ProvedSoFar, line: Sequence[Move]) -> Sequence[Hole]:
    """Return the holes of the proven keys that change links, also of one that was found."""
    if not found.mine:
        return ()
    proven = [move for move, verdict in found.keys.items() if verdict is Verdict.PROVEN]
    return sorted({move.peg for move in [*proven, *line[:1]] if move.peg and not move.plain})


def _plainly(found: ProvedSoFar, hole: Hole, asker: Asker) -> Plan[tuple[Verdict, bool]]:
    """Return the verdict after a plain peg in a hole, and whether plain moves suffice then."""
    after = found.position.play(Move(hole))
    if after.connected(found.claim.prover):
        return Verdict.PROVEN, True
    solution = yield from _asked(after, found, asker)
    if solution is None:
        return Verdict.UNDECIDED, False
    proof = solution.strategy if solution.verdict is Verdict.PROVEN else None
    return solution.verdict, proof is not None and plain_moves_suffice(after, proof)


def under_other_rules(position: Position) -> Position | None:
    """Return a position under PP instead of STD or 3M, or under STD instead of PP.

    None when the pegs would not have the same links then. Under PP every own pair that no
    opposing link crosses is linked. Where two such pairs of different sides cross, it would
    depend on the order in which the pegs came, which is not known here.
    """
    if position.ruleset is Ruleset.PP:
        other = replace(position, ruleset=Ruleset.STD)
        return None if other.problems() else other
    closed = {side: position.free_slots(side) for side in Side}
    if any(not closed[Side.WHITE].isdisjoint(crossing_links(x)) for x in closed[Side.BLACK]):
        return None
    other = replace(position, ruleset=Ruleset.PP)
    for side, links in closed.items():
        other = other.with_side(side, position.pegs(side), links)
    return other


def plain_moves_suffice(position: Position, strategy: Strategy) -> bool:
    """Tell whether a strategy surely works with plain moves only.

    A sufficient check: every link it makes ends in the peg of that move, and no own link that
    plain moves may have made by then crosses it. False says nothing.
    """
    me = strategy.prover
    start, linked = position.pegs(me), position.links(me)
    todo = [(len(strategy.nodes) - 1, start)]
    seen = set(todo)
    while todo:
        number, pegs = todo.pop()
        node = strategy.nodes[number]
        if node.kind is NodeKind.SPLIT or len(seen) > _MOST_STATES:
            return False
        if node.kind is NodeKind.MOVE:
            if node.hole is None or node.hole in pegs:
                return False
            for link in node.made:
                may_stand = (
                    other in linked or (pegs.issuperset(other) and not start.issuperset(other))
                    for other in crossing_links(link)
                )
                if node.hole not in link or any(may_stand):
                    return False
            pegs |= {node.hole}
        for child in node.children:
            if (child, pegs) not in seen:
                seen.add((child, pegs))
                todo.append((child, pegs))
    return True
