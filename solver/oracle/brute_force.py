"""Exact brute force for small positions: can a side force its chain?

Written apart from the solver: of `solver.game` it takes records and the question which holes
exist; crossings, goal lines, links and play are worked out here once more. It knows no zones.

Four reductions, all exact, keep STD (and 3M, which is read as STD) feasible. Their reason is
one observation: a turn ends with any uncrossed set of own links, so the links a side has at
the *start* of its own turn do not limit it (they were legal, so it may keep them, and it may
take them off). A side's links matter only by the enemy slots they block in the enemy's very
next turn.

1. *State.* Pegs, the side to move, whether the last turn was a pass, and which slots the
   mover finds blocked. Slots that lack more than one peg cannot be made in this turn, so
   whether they are blocked now is left out of the key.
2. *Dominance.* If link set S blocks a subset of what S' blocks, the enemy has after S' a
   subset of his options after S, and from there on nothing differs. So only the link sets
   that block an inclusion-maximal set of next-turn enemy slots are tried. They are found per
   component of the crossing graph: blocked sets of different components are simply united.
3. *A win is taken.* If some uncrossed subset of the makeable slots holds a connecting path,
   the mover connects and the game is over in his favour.
4. *No path.* If the prover, were he to fill every open hole, finds no path avoiding the slots
   blocked now, he never connects: the opponent keeps the links he has.

`tests/oracles/naive.py` plays the readable rules without any of them, as a check on tiny
positions.

Under PP links come with the peg and stay, so the state carries both link sets; the no-path
rule is the only reduction.
"""

from collections.abc import Iterable
from functools import lru_cache

from solver.game import Link, Position, Ruleset, Side
from solver.oracle.slots import Ends, Half, maximal_only, maximal_sets, union

__all__ = [
    "Game",
    "TooHardError",
    "connects",
    "connects_by_some_links",
    "connects_whatever_links",
    "joined",
    "measured",
]


class TooHardError(Exception):
    """The search visited more positions than it was allowed to."""


def connects(
    position: Position,
    prover: Side,
    *,
    nodes: int | None = None,
    relaxed: bool = False,
    ends: Ends | None = None,
) -> bool:
    """Tell whether the prover can force his chain from a position that is not yet decided.

    Exact for any ruleset and any board or window of two rows and two columns or more. Cost is
    exponential in the empty holes: up to nine are usual. Raises ValueError when a side is
    connected already, TooHardError after visiting more than `nodes` positions.

    `relaxed` gives the opponent, from his first turn on, every slot that no link of the prover
    crosses, even slots that cross each other: then True is true in the game as well, False says
    nothing, and positions with very many enemy pegs are cheap.

    With `ends` the prover joins these instead, and whether the opponent connects is not looked at.
    """
    return Game(position, prover, nodes, relaxed=relaxed, ends=ends).value()


def measured(position: Position, prover: Side, *, nodes: int | None = None) -> tuple[bool, int]:
    """As `connects`, with the number of positions visited: 1 when a glance decides."""
    game = Game(position, prover, nodes)
    return game.value(), len(game.known)


def connects_whatever_links(
    position: Position,
    prover: Side,
    *,
    apart: Iterable[Link] = (),
    nodes: int | None = None,
    relaxed: bool = False,
    ends: Ends | None = None,
) -> bool:
    """As `connects` for the prover to move (STD), whatever uncrossed links the opponent has.

    The opponent's links in the position are ignored; he may hold any that the prover's links
    in the position do not cross, but for the slots `apart`.
    """
    game = Game(position, prover, nodes, relaxed=relaxed, ends=ends)
    return game.value_whatever_links(frozenset(apart))


def connects_by_some_links(
    position: Position, side: Side, *, apart: Iterable[Link] = (), nodes: int | None = None
) -> bool:
    """Tell whether a side that has moved connects (STD) with some uncrossed links of its own.

    As `connects_whatever_links`, from the other side's view: its links are ignored, and it may
    hold any that the mover's links do not cross, but for the slots `apart`.
    """
    return Game(position, side, nodes).value_by_some_links(frozenset(apart))


def joined(position: Position, side: Side, ends: Ends) -> bool:
    """Tell whether a side's links already join two ends."""
    sides = (Side.WHITE, Side.BLACK)
    half = _halves(position)[0][sides.index(side)]
    return half.between(ends).reaches(half.mask(position.links(side)))


@lru_cache(maxsize=1)
def _halves(position: Position) -> tuple[tuple[Half, Half], tuple[list[int], list[int]]]:
    """Return both sides' slots, and what enemy slots each of them crosses, from the pegs."""
    pegged = position.white | position.black
    holes = {
        hole: number
        for number, hole in enumerate(sorted(pegged | set(position.board.playable_holes())))
    }
    white, black = (Half(position, side, holes) for side in (Side.WHITE, Side.BLACK))
    return (white, black), (white.crossings(black), black.crossings(white))


class Game:
    """One question about one position; White is half 0, Black half 1.

    The arguments are those of `connects`.
    """

    def __init__(
        self,
        position: Position,
        prover: Side,
        nodes: int | None,
        *,
        relaxed: bool = False,
        ends: Ends | None = None,
    ) -> None:
        if position.result is not None:
            raise ValueError("the game is over")
        sides = (Side.WHITE, Side.BLACK)
        bare = Position(position.board, white=position.white, black=position.black)
        self.halves, self.blocks = _halves(bare)
        white, black = self.halves
        self.prover = sides.index(prover)
        self.mover = sides.index(position.to_move)
        if ends is not None:
            none: Ends = frozenset(), frozenset()
            goals = (ends, none) if prover is Side.WHITE else (none, ends)
            self.halves = white.between(goals[0]), black.between(goals[1])
        self.passed = position.passed
        self.relaxed = relaxed
        self.paper = position.ruleset is Ruleset.PP
        self.links = (
            white.mask(position.white_links),
            black.mask(position.black_links),
        )
        for half, links in zip(self.halves, self.links, strict=True):
            if half.reaches(links):
                raise ValueError("a side is connected already")
        self.left = nodes
        self.known: dict[tuple[int, ...], bool] = {}
        self.choices: dict[tuple[int, int, int], list[int]] = {}
        self.crossed: dict[tuple[int, int], int] = {}

    def value(self) -> bool:
        """Tell whether the prover connects."""
        white, black = (half.pegs for half in self.halves)
        if self.paper:
            return self._paper((white, black), self.links, self.mover, self.passed)
        blocked = self._blocked(1 - self.mover, self.links[1 - self.mover])
        return self._std((white, black), self.mover, blocked, self.passed)

    def value_whatever_links(self, apart: frozenset[Link]) -> bool:
        """Tell the same, whatever uncrossed links the opponent has, but for some."""
        assert self.mover == self.prover
        assert not self.paper
        pegs = (self.halves[0].pegs, self.halves[1].pegs)
        enemy = 1 - self.mover
        slots = self._but(enemy, self.halves[enemy].slots(pegs[enemy]), apart)
        slots &= ~self._blocked(self.mover, self.links[self.mover])
        return all(
            self._std(pegs, self.mover, blocked, self.passed)
            for blocked in self._link_choices(enemy, slots, pegs)
        )

    def value_by_some_links(self, apart: frozenset[Link]) -> bool:
        """Tell whether the prover, who has moved, connects with some links of his own."""
        assert self.mover != self.prover
        assert not self.paper
        pegs = (self.halves[0].pegs, self.halves[1].pegs)
        slots = self._but(self.prover, self.halves[self.prover].slots(pegs[self.prover]), apart)
        slots &= ~self._blocked(self.mover, self.links[self.mover])
        return any(
            self._std(pegs, self.mover, blocked, self.passed)
            for blocked in self._link_choices(self.prover, slots, pegs)
        )

    def _but(self, side: int, slots: int, apart: frozenset[Link]) -> int:
        half = self.halves[side]
        return slots & ~half.mask(filter(half.known, apart))

    def _count(self) -> None:
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                raise TooHardError

    def _blocked(self, side: int, links: int) -> int:
        """Return the enemy slots that a side's links cross."""
        key = (side, links)
        if key not in self.crossed:
            self.crossed[key] = union(self.blocks[side], links)
        return self.crossed[key]

    # -- STD ----------------------------------------------------------------------------

    def _std(self, pegs: tuple[int, int], mover: int, blocked: int, passed: bool) -> bool:
        """Tell whether the prover connects; `blocked` are slots the mover cannot make now."""
        me, taken = self.halves[mover], pegs[0] | pegs[1]
        empty = (self.halves[0].open | self.halves[1].open) & ~taken
        key = (*pegs, mover, blocked & me.next_slots(pegs[mover], empty), passed)
        if key not in self.known:
            self._count()
            self.known[key] = self._std_value(pegs, mover, blocked, passed, empty)
        return self.known[key]

    def _std_value(
        self, pegs: tuple[int, int], mover: int, blocked: int, passed: bool, empty: int
    ) -> bool:
        me, proving = self.halves[mover], mover == self.prover
        holes = me.open & empty
        turns = me.turns(pegs[mover], holes)
        joins = me.reaches if self.relaxed and not proving else me.joins
        # One look at all turns together spares most of those at each.
        soon = me.next_slots(pegs[mover], empty) & ~blocked
        if me.reaches(soon) and any(joins(slots & ~blocked) for _, slots in turns):
            return proving
        if passed and not holes:
            return False
        if proving and not me.reaches(me.slots(pegs[mover] | holes) & ~blocked):
            return False
        for mine, slots in turns:
            after = (mine, pegs[1]) if mover == 0 else (pegs[0], mine)
            for choice in self._link_choices(mover, slots & ~blocked, after):
                if self._std(after, 1 - mover, choice, not holes) == proving:
                    return proving
        return not proving

    def _soon(self, side: int, pegs: int, empty: int) -> int:
        """Return the slots that a side can have after its next turn."""
        return self.halves[side].next_slots(pegs, empty)

    def _link_choices(self, side: int, slots: int, pegs: tuple[int, int]) -> list[int]:
        """Return what uncrossed subsets of slots can block of the enemy's next turn.

        Only inclusion-maximal ones, each with all else that its links block.
        """
        if self.relaxed and side != self.prover:
            return [self._blocked(side, slots)]
        taken = pegs[0] | pegs[1]
        empty = (self.halves[0].open | self.halves[1].open) & ~taken
        soon = self._soon(1 - side, pegs[1 - side], empty)
        useful = slots & self._blocked(1 - side, soon)
        own = self.halves[side].own
        key = (side, useful, soon)
        if key not in self.choices:
            found, rest = [0], useful
            while rest:
                part, queue = 0, rest & -rest
                while queue:
                    part |= queue
                    queue = union(own, queue) & useful & ~part
                rest &= ~part
                sets = {self._blocked(side, links) for links in maximal_sets(part, own)}
                best = maximal_only(sets, soon)
                found = [one | two for one in found for two in best]
            self.choices[key] = found
        return self.choices[key]

    # -- PP -----------------------------------------------------------------------------

    def _paper(
        self, pegs: tuple[int, int], links: tuple[int, int], mover: int, passed: bool
    ) -> bool:
        key = (*pegs, *links, mover, passed)
        if key not in self.known:
            self._count()
            self.known[key] = self._paper_value(pegs, links, mover, passed)
        return self.known[key]

    def _paper_value(
        self, pegs: tuple[int, int], links: tuple[int, int], mover: int, passed: bool
    ) -> bool:
        me, proving = self.halves[mover], mover == self.prover
        free = ~self._blocked(1 - mover, links[1 - mover])
        holes = me.open & ~(pegs[0] | pegs[1])
        old = me.slots(pegs[mover])

        def linked(slots: int) -> int:
            return links[mover] | (slots & ~old & free)

        if proving and not me.reaches(linked(me.slots(pegs[mover] | holes))):
            return False
        if not holes:
            # The mover cannot change anything any more, and he is not connected.
            return not passed and self._paper(pegs, links, 1 - mover, True)
        turns = [(mine, linked(slots)) for mine, slots in me.turns(pegs[mover], holes)]
        soon = linked(me.next_slots(pegs[mover], holes))
        if me.reaches(soon) and any(me.reaches(made) for _, made in turns):
            return proving
        for mine, made in turns:
            if mover == 0:
                value = self._paper((mine, pegs[1]), (made, links[1]), 1, False)
            else:
                value = self._paper((pegs[0], mine), (links[0], made), 0, False)
            if value == proving:
                return proving
        return not proving
