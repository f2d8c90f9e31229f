"""Decides claims where sides hold the Privilege of Double TwixT.

Both sides' proofs come from one search. The side to move tries its moves; as long as none wins,
each is met by a pattern of the other side, and moves that leave such a pattern whole need no try.
The first of two moves leads to a position in which the same side moves again, without its
Privilege: so pairs of moves are met by patterns as well and hardly any pair is looked at.

Where nobody holds a Privilege any more, the native search answers. Where only the winner holds
one, its answer stands too.
"""

from dataclasses import dataclass, replace
from time import monotonic
from typing import NamedTuple

from solver.errors import CertificateError
from solver.game import Hole, Link, Position, Ruleset, Side, crossing_links, neighbours
from solver.proof.claim import Aim, Claim, Limit, Limits, Verdict
from solver.proof.privilege import PrivilegeStrategy
from solver.proof.strategy import NodeKind
from solver.search.options import Options
from solver.search.privilege_nodes import (
    Found,
    answers,
    cut,
    imported,
    moved,
    replied,
    standing,
    whole,
)
from solver.search.session import Session
from solver.search.side_slots import SideSlots, bits, holes_numbered
from solver.verify import check_with_privilege

__all__ = ["PrivilegeSearch", "PrivilegeSolution", "Turns", "turns_with"]

_NATIVE = Limits(nodes=20_000)
"""Of each question to the native search."""

_MOST_CHOICES = 64
"""Link sets tried for one peg."""

_Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class PrivilegeSolution:
    """The result of a search for a claim."""

    claim: Claim
    verdict: Verdict
    limit: Limit | None
    """Why it is undecided; None when it is decided."""
    proof: PrivilegeStrategy | None
    """Of the claim or its opposite; checked."""
    nodes: int
    """Positions looked at."""


class _SpentError(Exception):
    """A limit is reached."""


class PrivilegeSearch:
    """Decides claims about positions of one board; what it finds serves the next ones.

    `claim` says whose chain it is about. Limits are those of all questions together: `nodes` are
    positions looked at, each of which may take 20,000 nodes of the native search beside; `seconds`
    run from when it is made; `memory` is the native search's, 256 MiB if it is None. `threads` are
    not used.
    """

    def __init__(self, claim: Claim, limits: Limits | None = None) -> None:
        self.claim = claim
        self.chaser = claim.chaser
        self.limits = limits or Limits()
        self.nodes = 0
        self._end = monotonic() + self.limits.seconds if self.limits.seconds else None
        memory = Limits(memory=self.limits.memory or 256)
        self._session = Session(memory, Options().changed(split=False, halves=False))
        self._native_known: dict[_Key, Found | None] = {}
        self._known: dict[_Key, Found] = {}
        self._tried: dict[_Key, int] = {}
        self._spent: Limit | None = None

    def solve(self, position: Position, holders: frozenset[Side]) -> PrivilegeSolution:
        """Decide the claim about a position in which `holders` have their Privilege."""
        found = self.winner(position, holders)
        if found is None:
            return PrivilegeSolution(
                self.claim, Verdict.UNDECIDED, self._spent or Limit.EXHAUSTED, None, self.nodes
            )
        mine = found.winner is self.claim.prover
        proof = whole(found, self.claim if mine else self.claim.opposite)
        verdict = Verdict.PROVEN if mine else Verdict.DISPROVEN
        try:
            check_with_privilege(position, holders, proof)
        except CertificateError:
            # The opponent may hold links together of which the patterns do not know.
            return PrivilegeSolution(
                self.claim, Verdict.UNDECIDED, Limit.EXHAUSTED, None, self.nodes
            )
        return PrivilegeSolution(self.claim, verdict, None, proof, self.nodes)

    def winner(self, position: Position, holders: frozenset[Side]) -> Found | None:
        """Return a proof for the side that wins the claim, None when none is found."""
        most = sum(1 for side in Side for _ in position.open_holes(side)) + 1
        try:
            for depth in range(most + 1):
                found = self._solve(position, holders, depth)
                if found is not None:
                    return found
        except _SpentError:
            pass
        return None

    def _count(self) -> None:
        self.nodes += 1
        if self.limits.nodes is not None and self.nodes > self.limits.nodes:
            self._spent = Limit.NODES
            raise _SpentError
        if self._end is not None and monotonic() > self._end:
            self._spent = Limit.SECONDS
            raise _SpentError

    def _solve(self, position: Position, holders: frozenset[Side], depth: int) -> Found | None:
        """Return who wins, or None when `depth` more ordinary turns do not show it."""
        key = (*_stand(position), position.to_move, holders, position.passed)
        if key in self._known:
            return self._known[key]
        if self._tried.get(key, -1) >= depth:
            return None
        self._count()
        found = self._decided(position, holders) or self._played(position, holders, depth)
        if found is None:
            self._tried[key] = depth
        else:
            self._known[key] = found
        return found

    def _decided(self, position: Position, holders: frozenset[Side]) -> Found | None:
        """Return the winner where a look or the native search shows him."""
        chaser = self.chaser
        if position.connected(chaser):
            return standing(position, chaser)
        if not position.has_path(chaser):
            return cut(position, chaser.other)
        if position.connected(chaser.other) or position.last_turn:
            # No pattern can say that the game is over.
            return None
        native = self._native(position)
        if native is None or (native.winner.other in holders):
            return None
        return native

    def _native(self, position: Position) -> Found | None:
        """Return who wins where nobody holds a Privilege, if the native search finds it."""
        key = (*_stand(position), position.to_move, position.passed)
        if key not in self._native_known:
            claim = Claim(Aim.CONNECT, self.chaser)
            outline = self._session.outline(position, claim, _NATIVE, 1000).outline
            found = None
            if outline is not None:
                winner = outline.claim.prover
                found = imported(position, winner, outline)
            self._native_known[key] = found
        return self._native_known[key]

    def _played(self, position: Position, holders: frozenset[Side], depth: int) -> Found | None:
        """Return the winner by trying the mover's turns; None when some stay open."""
        mover = position.to_move
        if not holders:
            return None
        called, unknown = list[Found](), False
        order = self._order(position)
        holes: list[Hole | None] = [*order] or [None]
        if mover in holders:
            for hole in holes:
                if any(answers(found, hole) for found in called):
                    continue
                first = turns_with(position, hole).afters[0]
                if first.connected(mover):
                    continue  # it wins alone
                again = replace(first, to_move=mover)
                found = self._solve(again, holders - {mover}, depth)
                if found is None:
                    unknown = True
                elif found.winner is mover:
                    if found.node.kind is NodeKind.MOVE and len(order) > 1:
                        return moved(position, hole, found, call=True)
                    unknown = True
                else:
                    called.append(found)
        if depth == 0:
            return None
        met = list[Found]()
        idle = self._solve(replace(position, to_move=mover.other, passed=False), holders, 0)
        if idle is not None and idle.winner is not mover:
            met.append(idle)
        for hole in holes:
            turns = turns_with(position, hole)
            unknown |= not turns.whole
            for after in turns.afters:
                links = after.links(mover)
                if any(answers(found, hole, links) for found in met):
                    continue
                found = self._solve(after, holders, depth - 1)
                if found is None:
                    unknown = True
                elif found.winner is mover:
                    return moved(position, hole, found)
                else:
                    met.append(found)
        if unknown:
            return None
        return replied(position, mover.other, (*met, *called), against=mover in holders)

    def _order(self, position: Position) -> list[Hole]:
        """Return the mover's holes, those that the native search wants first."""
        native = self._native(position)
        wanted = native.node.zone if native is not None else frozenset[Hole]()
        best = native.node.hole if native is not None else None
        pegs = position.white | position.black

        def rank(hole: Hole) -> tuple[bool, bool, int, Hole]:
            near = sum(other in pegs for other in neighbours(hole))
            return hole != best, hole not in wanted, -near, hole

        return sorted(position.open_holes(position.to_move), key=rank)


def _stand(position: Position) -> _Key:
    return position.white, position.black, position.white_links, position.black_links


class Turns(NamedTuple):
    """What one peg of a side can lead to."""

    afters: list[Position]
    """Positions after it, at least one. A chain that it completes stands in one of them."""
    whole: bool
    """Whether these are all that count. If not, it shows nothing that each of them fails."""


def turns_with(position: Position, hole: Hole | None) -> Turns:
    """Return the positions after a peg: one for each largest set of links that may stand then."""
    me = position.to_move
    pegs = position.pegs(me) | ({hole} if hole is not None else frozenset())
    turned = replace(
        position, to_move=me.other, ply=position.ply + 1, passed=hole is None, result=None
    )
    if position.ruleset is Ruleset.PP:
        links = position.links(me)
        if hole is not None:
            links |= position.automatic_links(me, hole)
        return Turns([turned.with_side(me, pegs, links)], whole=True)
    slots = sorted(turned.with_side(me, pegs, ()).free_slots(me))
    sets, whole = _largest(slots)
    if not whole:
        sets = [*_joining(turned.with_side(me, pegs, ()), me, slots), *sets]
    return Turns([turned.with_side(me, pegs, links) for links in sets], whole)


def _joining(position: Position, side: Side, slots: list[Link]) -> list[frozenset[Link]]:
    """Return a largest set of a side's slots that holds a chain, if there is one."""
    own = SideSlots(position, side, holes_numbered(position))
    usable = own.mask(slots)
    chain = own.chain(usable)
    if chain is None:
        return []
    return [frozenset(own.links[slot] for slot in bits(own.filled(chain[0], usable)))]


def _largest(slots: list[Link]) -> tuple[list[frozenset[Link]], bool]:
    """Return the largest sets of slots that do not cross, and whether these are all.

    There are `_MOST_CHOICES` at most.
    """
    known = set(slots)
    crossing = {slot: known.intersection(crossing_links(slot)) for slot in slots}
    loose = frozenset(slot for slot in slots if not crossing[slot])
    sets = dict[frozenset[Link], None]()
    stack = [(loose, tuple(slot for slot in slots if crossing[slot]))]
    while stack and len(sets) < _MOST_CHOICES:
        chosen, rest = stack.pop()
        if not rest:
            sets[chosen] = None
            continue
        for slot in [each for each in rest if each == rest[0] or each in crossing[rest[0]]]:
            left = tuple(each for each in rest if each != slot and each not in crossing[slot])
            stack.append((chosen | {slot}, left))
    return list(sets), not stack
