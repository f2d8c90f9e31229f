"""Exact brute force where sides may hold the Privilege of Double TwixT.

Two moves in a row come to one turn with two pegs: links may be chosen anew in the second move, and
under PP a peg's links depend on the enemy's links alone, which stay as they are between the two. A
chain that stands after the first move stands after both. So a holder's turn has one peg or two. The
reductions of `brute_force` hold as they are, but that two pegs reach farther slots.
"""

from collections.abc import Iterable
from itertools import combinations

from solver.game import Position, Side
from solver.oracle.brute_force import Game
from solver.oracle.slots import bits

__all__ = ["connects_with_privilege", "measured_with_privilege"]


def connects_with_privilege(
    position: Position, prover: Side, holders: Iterable[Side], *, nodes: int | None = None
) -> bool:
    """Tell whether the prover can force his chain from a position that is not yet decided.

    `holders` have not used their Privilege. Raises ValueError when a side is connected already,
    TooHardError after visiting more than `nodes` positions.
    """
    return _DoubleGame(position, prover, holders, nodes).value()


def measured_with_privilege(
    position: Position, prover: Side, holders: Iterable[Side], *, nodes: int | None = None
) -> tuple[bool, int]:
    """As `connects_with_privilege`, with the number of positions visited."""
    game = _DoubleGame(position, prover, holders, nodes)
    return game.value(), len(game.known)


class _DoubleGame(Game):
    """One question; `held` are bits of the sides that hold the Privilege, White's the first."""

    def __init__(
        self, position: Position, prover: Side, holders: Iterable[Side], nodes: int | None
    ) -> None:
        super().__init__(position, prover, nodes)
        sides = (Side.WHITE, Side.BLACK)
        self.held = sum(1 << sides.index(side) for side in set(holders))

    def value(self) -> bool:
        pegs = (self.halves[0].pegs, self.halves[1].pegs)
        if self.paper:
            return self._paper_double(pegs, self.links, self.mover, self.held, self.passed)
        blocked = self._blocked(1 - self.mover, self.links[1 - self.mover])
        return self._std_double(pegs, self.mover, self.held, blocked, self.passed)

    def _soon(self, side: int, pegs: int, empty: int) -> int:
        half = self.halves[side]
        return half.slots(pegs | (empty & half.open))

    def _turns(self, mover: int, held: int, pegs: tuple[int, int]) -> list[tuple[int, int]]:
        """Return the mover's pegs after each turn of his, and who holds the Privilege then."""
        holes = [1 << hole for hole in bits(self.halves[mover].open & ~(pegs[0] | pegs[1]))]
        mine = pegs[mover]
        turns = [(mine | hole, held) for hole in holes]
        if held >> mover & 1:
            spent = held & ~(1 << mover)
            turns += [(mine | one | two, spent) for one, two in combinations(holes, 2)]
        return turns

    def _std_double(
        self, pegs: tuple[int, int], mover: int, held: int, blocked: int, passed: bool
    ) -> bool:
        empty = (self.halves[0].open | self.halves[1].open) & ~(pegs[0] | pegs[1])
        soon = self._soon(mover, pegs[mover], empty)
        key = (*pegs, mover, held, blocked & soon, passed)
        if key in self.known:
            return self.known[key]
        self._count()
        turns = self._turns(mover, held, pegs)
        over = passed and not turns
        turns = turns or [(pegs[mover], held)]
        self.known[key] = self._std_after(pegs, mover, turns, blocked, over)
        return self.known[key]

    def _std_after(
        self,
        pegs: tuple[int, int],
        mover: int,
        turns: list[tuple[int, int]],
        blocked: int,
        over: bool,
    ) -> bool:
        me, proving = self.halves[mover], mover == self.prover
        passing = turns[0][0] == pegs[mover]
        if any(me.joins(me.slots(mine) & ~blocked) for mine, _ in turns):
            return proving
        if over:
            return False
        every = pegs[mover] | (me.open & ~(pegs[0] | pegs[1]))
        if proving and not me.reaches(me.slots(every) & ~blocked):
            return False
        for mine, left in turns:
            after = (mine, pegs[1]) if mover == 0 else (pegs[0], mine)
            for choice in self._link_choices(mover, me.slots(mine) & ~blocked, after):
                if self._std_double(after, 1 - mover, left, choice, passing) == proving:
                    return proving
        return not proving

    def _paper_double(
        self,
        pegs: tuple[int, int],
        links: tuple[int, int],
        mover: int,
        held: int,
        passed: bool,
    ) -> bool:
        key = (*pegs, *links, mover, held, passed)
        if key not in self.known:
            self._count()
            self.known[key] = self._paper_after(pegs, links, mover, held, passed)
        return self.known[key]

    def _paper_after(
        self,
        pegs: tuple[int, int],
        links: tuple[int, int],
        mover: int,
        held: int,
        passed: bool,
    ) -> bool:
        me, proving = self.halves[mover], mover == self.prover
        free = ~self._blocked(1 - mover, links[1 - mover])
        old = me.slots(pegs[mover])

        def with_links(mine: int) -> int:
            return links[mover] | (me.slots(mine) & ~old & free)

        turns = self._turns(mover, held, pegs)
        if not turns:
            # The mover cannot change anything any more, and he is not connected.
            return not passed and self._paper_double(pegs, links, 1 - mover, held, True)
        if any(me.reaches(with_links(mine)) for mine, _ in turns):
            return proving
        every = pegs[mover] | (me.open & ~(pegs[0] | pegs[1]))
        if proving and not me.reaches(with_links(every)):
            return False
        for mine, left in turns:
            made = with_links(mine)
            if mover == 0:
                value = self._paper_double((mine, pegs[1]), (made, links[1]), 1, left, False)
            else:
                value = self._paper_double((pegs[0], mine), (links[0], made), 0, left, False)
            if value == proving:
                return proving
        return not proving
