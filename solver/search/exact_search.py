"""Exact proofs for positions with few open holes (STD and 3M).

The native searches let the opponent hold slots that cross each other. This search does not: it
tries holes and whole link sets of both sides. What it finds is a strategy whose patterns may say
which slots the opponent holds no link in, so that he is answered according to his links.

Which replies and link sets still need an answer is asked of the answers found so far: a reply is
open when no answer's zone leaves it out, a link set when it meets the `apart` of every answer
that is left. So most of them are never looked at.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from solver.game import Position, Ruleset, crossing_links
from solver.proof.claim import Aim, Claim
from solver.proof.strategy import NodeKind, Strategy, StrategyNode
from solver.search.budget import Budget
from solver.search.side_slots import SideSlots, bits, holes_numbered, union

__all__ = ["MOST_OPEN_HOLES", "decide_exactly", "prove_exactly"]

MOST_OPEN_HOLES = 12
"""Positions with more are not tried."""

_NODES = 2_000
"""Turns looked at before the search gives up."""

_MOST_CHOICES = 64
"""Link sets tried for one peg."""


def decide_exactly(position: Position, claim: Claim, budget: Budget) -> Strategy | None:
    """Return a strategy for a claim or for its opposite, if one is found with little effort."""
    return prove_exactly(position, claim, budget) or prove_exactly(position, claim.opposite, budget)


def prove_exactly(
    position: Position, claim: Claim, budget: Budget | None = None
) -> Strategy | None:
    """Return a strategy for a claim, or None when none is found with little effort.

    For positions that are not decided yet. None for more than `MOST_OPEN_HOLES` and under PP,
    where the native search is exact already. Ends with the seconds of the budget, and takes none
    of its nodes.
    """
    if position.ruleset is Ruleset.PP:
        return None
    numbers = holes_numbered(position)
    open_holes = len(numbers) - len(position.white | position.black)
    if open_holes > MOST_OPEN_HOLES:
        return None
    search = _Search(position, claim, budget or Budget())
    try:
        root = search.root()
    except _TooHardError:
        return None
    return None if root is None else Strategy(claim, search.strategy(root))


class _TooHardError(Exception):
    """More turns or seconds than allowed."""


@dataclass(frozen=True, slots=True)
class _Pattern:
    """A strategy node in masks; `number` is its place among the nodes."""

    kind: NodeKind
    number: int
    depth: int
    zone: int = 0
    pegs: int = 0
    links: int = 0
    apart: int = 0
    hole: int = -1
    made: int = 0
    children: tuple[int, ...] = ()


class _Search:
    """The search for one claim; `me` is its prover. Holes, slots and links are masks."""

    def __init__(self, position: Position, claim: Claim, budget: Budget) -> None:
        self.budget = budget
        self.block = claim.aim is Aim.BLOCK
        self.numbers = holes_numbered(position)
        self.me = SideSlots(position, claim.prover, self.numbers)
        self.foe = SideSlots(position, claim.prover.other, self.numbers)
        self.crossing_me = self.foe.crossed_by(self.me)
        """For each of the opponent's slots the own slots that it crosses."""
        self.crossing_foe = self.me.crossed_by(self.foe)
        """For each own slot the opponent's slots that it crosses."""
        self.real_links = (
            self.me.mask(position.links(claim.prover)),
            self.foe.mask(position.links(claim.prover.other)),
        )
        self.held_pegs = [
            [
                sum(1 << self.numbers[end] for end in slot if end in position.pegs(claim.prover))
                for slot in crossing_links(link)
            ]
            for link in self.me.links
        ]
        """For each own slot the own pegs on slots across it, which the opponent's half lacks."""
        self.my_turn = position.to_move is claim.prover
        self.nodes: list[_Pattern] = []
        self.left = _NODES
        self.proved: dict[tuple[int, int, int], _Pattern] = {}
        self.lost_replies: set[tuple[int, int, int]] = set()
        self.lost_moves: set[tuple[int, int, int]] = set()

    def root(self) -> _Pattern | None:
        """Return the pattern of the position, if it is found."""
        mine, his = self.real_links
        if self.my_turn:
            return self._move(self.me.pegs, self.foe.pegs, his, mine, root=True)
        return self._reply(self.me.pegs, self.foe.pegs, mine)

    def _count(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise _TooHardError
        self._look()

    def _look(self) -> None:
        if self.budget.overdue:
            raise _TooHardError

    def _store(self, pattern: _Pattern) -> _Pattern:
        self.nodes.append(pattern)
        return pattern

    # -- the opponent to move -------------------------------------------------------------

    def _reply(self, own: int, foe: int, links: int) -> _Pattern | None:
        """Return the pattern of a position with the opponent to move, if it is won."""
        exact = (own, foe, links)
        if exact in self.proved:
            return self.proved[exact]
        blocked = union(self.crossing_foe, links)
        empty = self.foe.open & ~own & ~foe
        key = (own, foe, blocked & self.foe.soon(foe, empty))
        if key in self.lost_replies:
            return None
        self._count()
        found = self._reply_tried(own, foe, links, blocked, empty)
        if found is None:
            self.lost_replies.add(key)
        else:
            self.proved[exact] = found
        return found

    def _reply_tried(
        self, own: int, foe: int, links: int, blocked: int, empty: int
    ) -> _Pattern | None:
        if self.block and self.foe.chain(self._ever(foe | empty, links)) is None:
            return self._cut(own, links)
        turns = [1 << hole for hole in bits(empty)]
        if any(self.foe.chain(self.foe.slots(foe | x) & ~blocked) for x in turns or [0]):
            return None
        answers: list[_Pattern] = []
        for x in (0, *turns):
            slots = self.foe.slots(foe | x) & ~blocked
            while (needed := self._unanswered(answers, x)) is not None:
                held = self.foe.filled(needed & slots, slots)
                answer = self._move(own, foe | x, held, links)
                if answer is None:
                    return None
                answers.append(answer)
        zone = pegs = links = 0
        for answer in answers:
            zone |= answer.zone
            pegs |= answer.pegs
            links |= answer.links
        depth = max(answer.depth for answer in answers)
        children = tuple(answer.number for answer in answers)
        return self._store(
            _Pattern(
                NodeKind.REPLY,
                len(self.nodes),
                depth,
                zone=zone,
                pegs=pegs | (own & zone),
                links=links,
                children=children,
            )
        )

    def _unanswered(self, answers: list[_Pattern], x: int) -> int | None:
        """Return slots that do not cross and meet what every answer to a reply needs apart.

        None when some answer needs nothing apart, or no such slots are there.
        """
        asked = [answer.apart for answer in answers if not answer.zone & x]
        if 0 in asked:
            return None

        def hitting(at: int, held: int, free: int) -> int | None:
            while at < len(asked) and asked[at] & held:
                at += 1
            if at == len(asked):
                return held
            for slot in bits(asked[at] & free):
                found = hitting(at + 1, held | 1 << slot, free & ~self.foe.own[slot])
                if found is not None:
                    return found
            return None

        return hitting(0, 0, -1)

    def _cut(self, own: int, links: int) -> _Pattern:
        """Return a leaf of pegs and links that leave the opponent no chain."""

        def cuts(pegs: int, held: int) -> bool:
            return self.foe.chain(self._ever((self.foe.open | self.foe.pegs) & ~pegs, held)) is None

        # The opponent's half knows no slots at pegs that stood from the start: those stay.
        for hole in bits(own & ~self.me.pegs):
            left = links & self.me.slots(own & ~(1 << hole))
            if cuts(own & ~(1 << hole), left):
                own, links = own & ~(1 << hole), left
        for link in bits(links):
            if cuts(own, links & ~(1 << link)):
                links &= ~(1 << link)
        return self._store(_Pattern(NodeKind.LEAF, len(self.nodes), 0, pegs=own, links=links))

    # -- the prover to move ---------------------------------------------------------------

    def _move(
        self, own: int, foe: int, held: int, links: int, *, root: bool = False
    ) -> _Pattern | None:
        """Return the pattern of a position with the prover to move, if it is won.

        `held` are the opponent's links, `links` the prover's at the start of his turn.
        """
        blocked = union(self.crossing_me, held)
        empty = self.me.open & ~own & ~foe
        if not self.block and not self.me.reaches(self.me.slots(own | empty) & ~blocked):
            return None
        key = (own, foe, blocked & self.me.soon(own, empty))
        if key in self.lost_moves:
            return None
        self._count()
        for peg, child in self._ways(own, foe, empty, blocked):
            return self._moved(own, foe, links, peg, child, root=root)
        self.lost_moves.add(key)
        return None

    def _ways(self, own: int, foe: int, empty: int, blocked: int) -> Iterator[tuple[int, _Pattern]]:
        """Yield winning turns: the hole or -1, and the pattern after it."""
        turns = list(bits(empty)) or [-1]
        after = {peg: own | 1 << peg if peg >= 0 else own for peg in turns}
        if not self.block:
            for peg in turns:
                path = self.me.chain(self.me.slots(after[peg]) & ~blocked)
                if path is not None:
                    yield peg, self._chain_leaf(*path)
        stuck = turns == [-1]
        if stuck and not self.block:
            return  # with the links he has now the opponent keeps these pegs apart for ever
        for peg in turns:
            still = self.foe.open & ~foe & ~after[peg]
            soon = self.foe.soon(foe, still)
            slots = self.me.slots(after[peg]) & ~blocked
            for links in self.me.choices(slots, self.crossing_foe, soon, _MOST_CHOICES, self._look):
                if stuck and self.foe.chain(self._ever(foe | still, links)) is not None:
                    continue  # links alone may go to and fro without an end
                child = self._reply(after[peg], foe, links)
                if child is not None:
                    yield peg, child

    def _chain_leaf(self, links: int, pegs: int) -> _Pattern:
        pegs |= self.me.ends_of(links)
        return self._store(_Pattern(NodeKind.LEAF, len(self.nodes), 0, pegs=pegs, links=links))

    def _moved(
        self,
        own: int,
        foe: int,
        links: int,
        peg: int,
        child: _Pattern,
        *,
        root: bool,
    ) -> _Pattern | None:
        """Return the pattern before a turn that pegs a hole and leads to a child's pattern."""
        new = child.links & ~links
        need = child.links & links
        added = 1 << peg if peg >= 0 else 0
        if peg < 0:
            # A turn without a peg names one that stands.
            standing = own & self.me.open
            if not standing:
                return None
            peg = next(bits(standing & self.me.ends_of(new)), next(bits(standing)))
        zone = child.zone | 1 << peg
        pegs = (child.pegs | self.me.ends_of(new)) & ~added
        if not added:
            pegs |= 1 << peg
        apart = 0
        for link in bits(new):
            for held in self.held_pegs[link]:
                if held and not held & pegs:
                    pegs |= held & -held
        for slot in bits(union(self.crossing_foe, new)):
            ends = self.foe.needs[slot]
            if ends & (zone | pegs) or self.crossing_me[slot] & need:
                continue
            if ends & own:
                pegs |= ends & own & -(ends & own)
            elif self.crossing_me[slot] & links:
                excuse = self.crossing_me[slot] & links
                need |= excuse & -excuse
            elif ends & ~foe:
                free = ends & ~foe
                zone |= free & -free
            elif not (root and not self.real_links[1] >> slot & 1):
                apart |= 1 << slot
        return self._store(
            _Pattern(
                NodeKind.MOVE,
                len(self.nodes),
                child.depth + (added != 0),
                zone=zone,
                pegs=pegs | self.me.ends_of(need),
                links=need,
                apart=apart,
                hole=peg,
                made=new,
                children=(child.number,),
            )
        )

    # -- what is common -------------------------------------------------------------------

    def _ever(self, foe: int, links: int) -> int:
        """Return the slots of the opponent's pegs that own links leave him."""
        return self.foe.slots(foe) & ~union(self.crossing_foe, links)

    def strategy(self, root: _Pattern) -> tuple[StrategyNode, ...]:
        """Return what the root rests on as strategy nodes, children first."""
        wanted = {root.number}
        for pattern in reversed(self.nodes[: root.number + 1]):
            if pattern.number in wanted:
                wanted.update(pattern.children)
        place = {number: at for at, number in enumerate(sorted(wanted))}
        holes = {number: hole for hole, number in self.numbers.items()}
        found = []
        for number in sorted(wanted):
            pattern = self.nodes[number]
            found.append(
                StrategyNode(
                    kind=pattern.kind,
                    depth=pattern.depth,
                    zone=frozenset(holes[hole] for hole in bits(pattern.zone)),
                    pegs=frozenset(holes[hole] for hole in bits(pattern.pegs)),
                    links=frozenset(self.me.links[link] for link in bits(pattern.links)),
                    hole=holes[pattern.hole] if pattern.hole >= 0 else None,
                    made=frozenset(self.me.links[link] for link in bits(pattern.made)),
                    children=tuple(place[child] for child in pattern.children),
                    apart=frozenset(self.foe.links[slot] for slot in bits(pattern.apart)),
                )
            )
        return tuple(found)
