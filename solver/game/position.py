"""Positions and moves: the rules of TwixT, readable and immutable.

What every other room is tested against. Rulesets: `STD` (Randolph's: links never cross, a
player may take off and add own links in his turn), `PP` (paper and pencil: own links may
cross, none is ever removed), `3M` (as STD, without swap, and own pegs may be removed).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from solver.errors import IllegalMoveError, PuzzleRuleError
from solver.game.board import Board
from solver.game.diagram import drawn_box, position_diagram
from solver.game.geometry import Hole, Link, Side, cross, crossing_links, slots_at
from solver.game.move import AnyMove, Ending, Move, Result, Ruleset, Special
from solver.game.notation import hole_text, link_text
from solver.game.rules import (
    automatic_links,
    change_of,
    check_hole,
    check_lift,
    check_swap,
    crossed_by,
    ended_by,
    has_open_hole,
    peg_at,
)

__all__ = ["Position"]

_WIDEST = 40
"""Columns or rows up to which a position draws itself in a shell."""


@dataclass(frozen=True, slots=True)
class Position:
    """Pegs, links and the side to move; `play` returns the next position."""

    board: Board = field(default_factory=Board)
    ruleset: Ruleset = Ruleset.STD
    to_move: Side = Side.WHITE
    white: frozenset[Hole] = frozenset()
    black: frozenset[Hole] = frozenset()
    white_links: frozenset[Link] = frozenset()
    black_links: frozenset[Link] = frozenset()
    ply: int = 0
    """Turns played since the game began, swaps and passes included."""
    passed: bool = False
    """True when the turn before was a pass."""
    result: Result | None = None

    def __str__(self) -> str:
        return position_diagram(self).rstrip()

    def __repr__(self) -> str:
        box = drawn_box(self)
        if max(box.right - box.left, box.bottom - box.top) >= _WIDEST:
            return f"<Position {self.board.width}x{self.board.height} {self.ruleset.value}>"
        return f"<Position\n{self}>"

    def pegs(self, side: Side) -> frozenset[Hole]:
        """Return a side's pegs, outside the window too."""
        return self.white if side is Side.WHITE else self.black

    def links(self, side: Side) -> frozenset[Link]:
        """Return a side's links, outside the window too."""
        return self.white_links if side is Side.WHITE else self.black_links

    def peg_at(self, hole: Hole) -> Side | None:
        """Return whose peg stands in a hole, None when it is empty."""
        return peg_at(self, hole)

    def open_holes(self, side: Side) -> Iterator[Hole]:
        """Yield the empty holes a side may peg now, row by row."""
        for hole in self.board.playable_holes(side):
            if hole not in self.white and hole not in self.black:
                yield hole

    def with_side(self, side: Side, pegs: Iterable[Hole], links: Iterable[Link]) -> "Position":
        """Return the position with a side's pegs and links replaced, unchecked."""
        if side is Side.WHITE:
            return replace(self, white=frozenset(pegs), white_links=frozenset(links))
        return replace(self, black=frozenset(pegs), black_links=frozenset(links))

    def closing(self, side: Side, holes: Iterable[Hole]) -> "Position":
        """Return the position on the board where empty holes are closed to one side."""
        return replace(self, board=self.board.closing(side, holes))

    # -- setting up ---------------------------------------------------------------------

    def put(self, side: Side, hole: Hole) -> "Position":
        """Return the position with a setup peg and its automatic links; no turn is taken.

        Raises PuzzleRuleError for a hole that is off the board, taken or the opponent's.
        """
        check_hole(self, side, hole, PuzzleRuleError, in_region=False)
        links = self.links(side) | self.automatic_links(side, hole)
        return self.with_side(side, self.pegs(side) | {hole}, links)

    def clear(self, hole: Hole) -> "Position":
        """Return the position with a hole emptied and the links of its peg gone."""
        position = self
        for side in Side:
            links = [link for link in self.links(side) if hole not in link]
            position = position.with_side(side, self.pegs(side) - {hole}, links)
        return position

    def problems(self) -> list[str]:
        """Return what is impossible about the position, a sentence each; empty when sound."""
        found = []
        for hole in sorted(self.white & self.black):
            found.append(f"{hole_text(hole)} holds pegs of both sides")
        for side in Side:
            for hole in sorted(self.pegs(side)):
                if hole not in self.board:
                    found.append(f"{side.value} peg {hole_text(hole)} is off the board")
                elif self.board.foreign(side, hole):
                    found.append(
                        f"{side.value} peg {hole_text(hole)} stands in the opponent's border row"
                    )
            for link in sorted(self.links(side)):
                missing = [hole_text(end) for end in link if end not in self.pegs(side)]
                if missing:
                    found.append(
                        f"{side.value} link {link_text(link)} has no peg at {' and '.join(missing)}"
                    )
                for other in crossed_by(self, link, side):
                    if link < other or other not in self.links(side):
                        found.append(f"links {link_text(link)} and {link_text(other)} cross")
        return list(dict.fromkeys(found))

    def automatic_links(self, side: Side, hole: Hole) -> frozenset[Link]:
        """Return the links a side's peg in this hole gets by itself: every legal one."""
        return automatic_links(self, side, hole)

    # -- playing ------------------------------------------------------------------------

    def play(self, move: AnyMove) -> "Position":
        """Return the position after a move of the side to move.

        Raises IllegalMoveError, with the rule that forbids it.
        """
        if self.result is not None:
            raise IllegalMoveError("the game is over")
        if isinstance(move, Special):
            return self._play_special(move)
        me, before = self.to_move, self
        check_lift(self, move)
        for hole in move.lift:
            before = before.clear(hole)
        change = change_of(before, move)
        pegs = before.pegs(me) | ({move.peg} if move.peg is not None else set())
        links = (before.links(me) - change.gone) | change.made
        after = replace(
            before.with_side(me, pegs, links),
            to_move=me.other,
            ply=self.ply + 1,
            passed=move.peg is None,
        )
        if after.connected(me):
            return replace(after, result=Result(me, Ending.CONNECTED))
        if self.passed and move.peg is None:
            return replace(after, result=Result(None, Ending.PASSED))
        return after

    def play_all(self, moves: Iterable[AnyMove]) -> "Position":
        """Return the position after some moves. Raises IllegalMoveError as `play` does."""
        position = self
        for move in moves:
            position = position.play(move)
        return position

    def _play_special(self, move: Special) -> "Position":
        me = self.to_move
        after = replace(self, ply=self.ply + 1, passed=False, result=ended_by(move, me))
        if after.result is not None:
            return after
        check_swap(self, move)
        if move is Special.SWAP_SIDES:
            # The seats change, not the colours: White has pegged, so Black is to move.
            return after
        (hole,) = self.white
        mirrored = Hole(hole.row, hole.col)
        swapped = replace(after, white=frozenset(), to_move=me.other)
        check_hole(swapped, me, mirrored, IllegalMoveError)
        return replace(swapped, black=frozenset((mirrored,)))

    # -- winning and drawing ------------------------------------------------------------

    def connected(self, side: Side) -> bool:
        """Tell whether a side's links join its two goal lines now."""
        return self.joins(side, self.pegs(side), self.links(side))

    def winning_chain(self, side: Side) -> frozenset[Hole]:
        """Return the pegs of a side that links join to both its goal lines, if there are such."""
        ends, joined = self._chains(side, self.pegs(side), self.links(side))
        return frozenset(_reached(ends[0], joined) & _reached(ends[1], joined))

    def chain_of(self, side: Side, peg: Hole) -> frozenset[Hole]:
        """Return the pegs that links join to one of a side's, itself included; none for another
        hole, or one outside the window: those do not conduct."""
        _, joined = self._chains(side, self.pegs(side), self.links(side))
        return frozenset(_reached({peg}, joined)) if peg in joined else frozenset()

    def shortest_chain(self, side: Side) -> tuple[Hole, ...]:
        """Return the pegs of a shortest chain between a connected side's goal lines, in order."""
        ends, joined = self._chains(side, self.pegs(side), sorted(self.links(side)))
        came: dict[Hole, Hole | None] = dict.fromkeys(sorted(ends[0]))
        queue = list(came)
        for hole in queue:
            if hole in ends[1]:
                chain, at = [hole], came[hole]
                while at is not None:
                    chain.append(at)
                    at = came[at]
                return tuple(reversed(chain))
            for other in joined[hole]:
                if other not in came:
                    came[other] = hole
                    queue.append(other)
        return ()

    def has_path(self, side: Side) -> bool:
        """Tell whether a side could still connect if the opponent only kept his links.

        The side may fill every open hole and, except under PP, re-make links between pegs
        that stand. Own links are not held against it, so True is no promise: a path may
        cross itself. False is certain.
        """
        board, own, foe = self.board, self.pegs(side), self.pegs(side.other)
        could_link = self._could_link(side)

        def could_use(hole: Hole) -> bool:
            if hole in own:
                return board.in_region(hole)
            return hole not in foe and board.open_to(side, hole)

        walls = [set(filter(could_use, board.line_holes(side, end))) for end in (0, 1)]
        for outside in own if board.region is not None else ():
            if not board.in_region(outside):
                for link, hole in slots_at(outside):
                    for end in (0, 1):
                        if (
                            board.meets_goal_line(side, end, link)
                            and could_use(hole)
                            and could_link(link)
                        ):
                            walls[end].add(hole)
        # Hole by hole, not from all links there could be: on an open board a path is found soon.
        seen, stack = set(walls[0]), list(walls[0])
        while stack:
            hole = stack.pop()
            if hole in walls[1]:
                return True
            for link, other in slots_at(hole):
                if other not in seen and could_link(link):
                    seen.add(other)
                    if could_use(other):
                        stack.append(other)
        return False

    def _could_link(self, side: Side) -> Callable[[Link], bool]:
        """Return what tells whether a side with pegs at both ends could have a link."""
        blocked = set[Link]()
        for link in self.links(side.other):
            blocked.update(crossing_links(link))
        pegs, made = self.pegs(side), self.links(side)
        # Under PP two pegs that stand unlinked stay so.
        fixed = self.ruleset is Ruleset.PP

        def could_link(link: Link) -> bool:
            return link not in blocked and not (
                fixed and link.left in pegs and link.right in pegs and link not in made
            )

        return could_link

    def free_slots(self, side: Side) -> frozenset[Link]:
        """Return the slots between a side's pegs that no link of the opponent crosses, those that
        have a link included. Own links are not held against them."""
        pegs, enemy = self.pegs(side), self.links(side.other)
        return frozenset(
            link
            for peg in pegs
            for link, other in slots_at(peg)
            if other in pegs and enemy.isdisjoint(crossing_links(link))
        )

    def could_have(self, side: Side) -> tuple[set[Hole], set[Link]]:
        """Return the pegs and links a side could ever have if the opponent only kept his links.

        Own links are not held against each other: not all of them need to go together.
        """
        outside = {hole for hole in self.pegs(side) if not self.board.in_region(hole)}
        holes = set(self.pegs(side)) | set(self.open_holes(side))
        links = set[Link]()
        for hole in holes - outside:
            links.update(link for link, other in slots_at(hole) if other in holes)
        return holes, set(filter(self._could_link(side), links))

    @property
    def last_turn(self) -> bool:
        """True when the game ends with this turn: the mover has no hole, and a pass went before.

        Unless he connects by his links alone, it is a draw.
        """
        return self.passed and not has_open_hole(self, self.to_move)

    @property
    def certain_draw(self) -> bool:
        """True when neither side has a path left, so that both can hold the draw."""
        return not self.has_path(Side.WHITE) and not self.has_path(Side.BLACK)

    def joins(self, side: Side, pegs: Iterable[Hole], links: Iterable[Link]) -> bool:
        """Tell whether some pegs and links would join a side's goal lines."""
        ends, joined = self._chains(side, pegs, links)
        return not _reached(ends[0], joined).isdisjoint(ends[1])

    def _chains(
        self, side: Side, pegs: Iterable[Hole], links: Iterable[Link]
    ) -> tuple[list[set[Hole]], dict[Hole, list[Hole]]]:
        """Return the pegs at each goal line, and the pegs that links join to each peg.

        Those outside the window are left out: they do not conduct.
        """
        board = self.board
        inside = set(filter(board.in_region, pegs))
        ends: list[set[Hole]] = [
            {hole for hole in inside if board.on_goal_line(side, end, hole)} for end in (0, 1)
        ]
        joined: dict[Hole, list[Hole]] = {hole: [] for hole in inside}
        for link in links:
            if link.left in inside and link.right in inside:
                joined[link.left].append(link.right)
                joined[link.right].append(link.left)
                continue
            for end in (0, 1):
                if board.meets_goal_line(side, end, link):
                    ends[end].update(hole for hole in link if hole in inside)
        return ends, joined

    def move_making(self, peg: Hole | None, needed: frozenset[Link]) -> Move:
        """Return the simplest move of the side to move that pegs a hole and ends with links.

        A plain move when its automatic links do it; otherwise a long move that takes off
        every own link crossing a needed one and adds the needed ones. Not checked for
        legality.
        """
        me = self.to_move
        off = frozenset(
            link
            for link in self.links(me)
            if self.ruleset is not Ruleset.PP and any(cross(link, need) for need in needed)
        )
        kept = self.with_side(me, self.pegs(me), self.links(me) - off)
        have = kept.links(me) | (kept.automatic_links(me, peg) if peg else frozenset())
        return Move(peg, off, needed - have)


def _reached(start: set[Hole], joined: Mapping[Hole, Sequence[Hole]]) -> set[Hole]:
    """Return the pegs that links join to some of them, those included."""
    seen, queue = set(start), list(start)
    while queue:
        for hole in joined[queue.pop()]:
            if hole not in seen:
                seen.add(hole)
                queue.append(hole)
    return seen
