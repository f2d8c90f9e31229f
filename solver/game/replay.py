"""A game that is set up and played on one board, turn by turn, and taken back.

Does what `Position` does, by the same rules, but a turn costs as much as it changes: positions
of a long game, or of a tree of variations, are worked out only where they are asked for.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import overload

from solver.errors import IllegalMoveError, PuzzleRuleError
from solver.game.chains import Chains
from solver.game.geometry import Hole, Link, Side, slots_at
from solver.game.move import AnyMove, Ending, Move, Result, Special
from solver.game.position import Position
from solver.game.rules import (
    automatic_links,
    change_of,
    check_hole,
    check_lift,
    check_swap,
    ended_by,
)

__all__ = ["Line", "Mark", "Replay"]


@dataclass(frozen=True, slots=True)
class Mark:
    """A moment of a replay to come back to."""

    changes: int
    to_move: Side
    ply: int
    passed: bool
    result: Result | None


class Replay:
    """A position that changes in place; `back_to` takes back whatever was done since a mark."""

    def __init__(self, start: Position) -> None:
        self.board = start.board
        self.ruleset = start.ruleset
        self.to_move = start.to_move
        self.ply = start.ply
        self.passed = start.passed
        self.result = start.result
        self.work = 0
        """Pegs and links looked at where a turn was not enough: what is to be bounded."""
        self._pegs = {side: set(start.pegs(side)) for side in Side}
        self._links = {side: set(start.links(side)) for side in Side}
        self._log: list[tuple[Side, Hole | Link, bool]] = []
        """Changes in turn: a peg or a link, True when it was added."""
        self._chains: dict[Side, tuple[int, Chains]] = {}
        """Chains, and the number of changes when they were made; none once a link is taken off."""

    def pegs(self, side: Side) -> set[Hole]:
        """Return a side's pegs now; not to be changed."""
        return self._pegs[side]

    def links(self, side: Side) -> set[Link]:
        """Return a side's links now; not to be changed."""
        return self._links[side]

    def position(self) -> Position:
        """Return what stands now."""
        return Position(
            self.board,
            self.ruleset,
            self.to_move,
            frozenset(self._pegs[Side.WHITE]),
            frozenset(self._pegs[Side.BLACK]),
            frozenset(self._links[Side.WHITE]),
            frozenset(self._links[Side.BLACK]),
            self.ply,
            self.passed,
            self.result,
        )

    # -- going back -----------------------------------------------------------------------

    def mark(self) -> Mark:
        """Return the present moment."""
        return Mark(len(self._log), self.to_move, self.ply, self.passed, self.result)

    def back_to(self, mark: Mark) -> None:
        """Take back all that was done since a mark."""
        while len(self._log) > mark.changes:
            side, what, added = self._log.pop()
            if isinstance(what, Link):
                (self._links[side].remove if added else self._links[side].add)(what)
            else:
                (self._pegs[side].remove if added else self._pegs[side].add)(what)
        for side, (made, chains) in list(self._chains.items()):
            if made > mark.changes:
                del self._chains[side]
            else:
                chains.take_back(mark.changes)
        self.to_move, self.ply = mark.to_move, mark.ply
        self.passed, self.result = mark.passed, mark.result

    # -- setting up -----------------------------------------------------------------------

    def put(self, side: Side, hole: Hole) -> frozenset[Link]:
        """Add a setup peg with its automatic links, and return these; no turn is taken.

        Raises PuzzleRuleError for a hole that is off the board, taken or the opponent's.
        """
        check_hole(self, side, hole, PuzzleRuleError, in_region=False)
        made = automatic_links(self, side, hole)
        self._add_peg(side, hole)
        for link in made:
            self.add_link(side, link)
        return made

    def clear(self, hole: Hole) -> None:
        """Empty a hole; the links of its peg go with it."""
        for side in Side:
            if hole in self._pegs[side]:
                for link, _ in slots_at(hole):
                    if link in self._links[side]:
                        self.take_link(side, link)
                self._pegs[side].remove(hole)
                self._note(side, hole, False)

    def add_link(self, side: Side, link: Link) -> None:
        """Add a link, unchecked."""
        self._links[side].add(link)
        self._note(side, link, True)
        if side in self._chains:
            self._chains[side][1].add_link(link, len(self._log))

    def take_link(self, side: Side, link: Link) -> None:
        """Take a link off that is there."""
        self._links[side].remove(link)
        self._note(side, link, False)

    def _add_peg(self, side: Side, hole: Hole) -> None:
        self._pegs[side].add(hole)
        self._note(side, hole, True)
        if side in self._chains:
            self._chains[side][1].add_peg(hole, len(self._log))

    def _note(self, side: Side, what: Hole | Link, added: bool) -> None:
        self._log.append((side, what, added))
        if not added:
            self._chains.pop(side, None)

    # -- playing --------------------------------------------------------------------------

    def play(self, move: AnyMove) -> None:
        """Play a move of the side to move.

        Raises IllegalMoveError, with the rule that forbids it; nothing is changed then.
        """
        if self.result is not None:
            raise IllegalMoveError("the game is over")
        mark = self.mark()
        try:
            if isinstance(move, Special):
                self._play_special(move)
            else:
                self._play(move)
        except IllegalMoveError:
            self.back_to(mark)
            raise

    def _play(self, move: Move) -> None:
        me = self.to_move
        check_lift(self, move)
        for hole in move.lift:
            self.clear(hole)
        if move.peg is None:
            self.work += len(self._pegs[Side.WHITE]) + len(self._pegs[Side.BLACK])
        change = change_of(self, move)
        if not change.gone:
            # Before the peg comes, so that they outlast the taking back of this turn.
            self._chains_of(me)
        for link in change.gone:
            self.take_link(me, link)
        if change.peg is not None:
            self._add_peg(me, change.peg)
        for link in change.made:
            self.add_link(me, link)
        passes = move.peg is None
        if self._chains_of(me).joined:
            self.result = Result(me, Ending.CONNECTED)
        elif self.passed and passes:
            self.result = Result(None, Ending.PASSED)
        self.to_move, self.ply, self.passed = me.other, self.ply + 1, passes

    def _play_special(self, move: Special) -> None:
        me = self.to_move
        self.result = ended_by(move, me)
        if self.result is None:
            check_swap(self, move)
        if move is Special.SWAP_PIECES:
            (hole,) = self._pegs[Side.WHITE]
            mirrored = Hole(hole.row, hole.col)
            self.clear(hole)
            check_hole(self, me, mirrored, IllegalMoveError)
            self._add_peg(Side.BLACK, mirrored)
            self.to_move = me.other
        self.ply, self.passed = self.ply + 1, False

    def _chains_of(self, side: Side) -> Chains:
        if side not in self._chains:
            chains = Chains(self.board, side)
            for hole in self._pegs[side]:
                chains.add_peg(hole)
            for link in self._links[side]:
                chains.add_link(link)
            self.work += len(self._pegs[side]) + len(self._links[side])
            self._chains[side] = len(self._log), chains
        return self._chains[side][1]


class Line(Sequence[Position]):
    """The positions of a line of moves, from its start on; each is worked out when asked for."""

    def __init__(self, start: Position, moves: Sequence[AnyMove]) -> None:
        """Keep what gives the line; the moves are legal."""
        self._start = start
        self._moves = moves

    def __len__(self) -> int:
        return len(self._moves) + 1

    def __iter__(self) -> Iterator[Position]:
        yield self._start
        replay = Replay(self._start)
        for move in self._moves:
            replay.play(move)
            yield replay.position()

    @overload
    def __getitem__(self, index: int) -> Position: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Position]: ...

    def __getitem__(self, index: int | slice) -> Position | Sequence[Position]:
        if isinstance(index, slice):
            return tuple(self)[index]
        plies = range(len(self))[index]
        if plies == 0:
            return self._start
        replay = Replay(self._start)
        for move in self._moves[:plies]:
            replay.play(move)
        return replay.position()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Line):
            return NotImplemented
        return len(self) == len(other) and all(
            one == two for one, two in zip(self, other, strict=True)
        )

    def __hash__(self) -> int:
        return hash((self._start, len(self)))
