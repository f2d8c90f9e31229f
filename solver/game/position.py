"""Positions and moves: the rules of TwixT, readable and immutable.

The oracle of every faster piece of code. Rulesets: `STD` (Randolph's: links never cross, a
player may take off and add own links in his turn), `PP` (paper and pencil: own links may
cross, none is ever removed), `3M` (as STD, without swap, and own pegs may be removed).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum

from solver.errors import IllegalMoveError, PuzzleRuleError
from solver.game.board import Board
from solver.game.diagram import position_diagram
from solver.game.geometry import Hole, Link, Side, cross, crossing_links, neighbours, slots_at
from solver.game.notation import hole_text, link_text, links_text

__all__ = ["AnyMove", "Ending", "Move", "Position", "Result", "Ruleset", "Special"]


_WIDEST = 40
"""Columns or rows up to which a position draws itself in a shell."""


class Ruleset(Enum):
    """Which rules are played; the values are those of SGF's `RU`."""

    STD = "STD"
    PP = "PP"
    THREE_M = "3M"


class Special(Enum):
    """A turn without a peg; the values are SGF's words."""

    SWAP_SIDES = "swap-sides"
    """The players change sides; the peg stays, Black is to move."""
    SWAP_PIECES = "swap-pieces"
    """The first peg is mirrored in the main diagonal and becomes Black's; White is to move."""
    RESIGN = "resign"
    FORFEIT = "forfeit"
    """Lost by the clock or by the server's decision."""
    DRAW = "draw"
    """The players agree on a draw."""


class Ending(Enum):
    """Why a game is over."""

    CONNECTED = "connected"
    RESIGNED = "resigned"
    FORFEITED = "forfeited"
    AGREED = "agreed"
    PASSED = "passed"


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: the winner, or None for a draw, and why."""

    winner: Side | None
    ending: Ending


@dataclass(frozen=True, slots=True)
class Move:
    """One turn: links off, links on, a peg, and by default every legal link to that peg."""

    peg: Hole | None
    """The hole pegged; None is a pass, allowed only to a side with no open hole left."""
    off: frozenset[Link] = frozenset()
    """Own links taken off first."""
    on: frozenset[Link] = frozenset()
    """Own links added; they may end at the new peg."""
    auto: bool = True
    """Add every legal link to the new peg as well, as a plain move does."""
    lift: frozenset[Hole] = frozenset()
    """Own pegs removed first, with their links (3M only)."""

    def __str__(self) -> str:
        changes = [f"-{link_text(link)}" for link in sorted(self.off)]
        changes += [f"-{hole_text(hole)}" for hole in sorted(self.lift)]
        changes += [f"+{link_text(link)}" for link in sorted(self.on)]
        only = () if self.auto else ("no other link",)
        return " ".join([hole_text(self.peg) if self.peg else "pass", *changes, *only])

    def __repr__(self) -> str:
        return f"<Move {self}>"

    @property
    def plain(self) -> bool:
        """True when the move is a peg with its automatic links and nothing else."""
        return self == Move(self.peg)


AnyMove = Move | Special


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
        board = self.board.box
        if max(board.right - board.left, board.bottom - board.top) > _WIDEST:
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
        if hole in self.white:
            return Side.WHITE
        return Side.BLACK if hole in self.black else None

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

    # -- setting up ---------------------------------------------------------------------

    def put(self, side: Side, hole: Hole) -> "Position":
        """Return the position with a setup peg and its automatic links; no turn is taken.

        Raises PuzzleRuleError for a hole that is off the board, taken or the opponent's.
        """
        self._check_hole(side, hole, PuzzleRuleError, in_region=False)
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
                for other in self._crossed_by(link, side):
                    if link < other or other not in self.links(side):
                        found.append(f"links {link_text(link)} and {link_text(other)} cross")
        return list(dict.fromkeys(found))

    # -- links --------------------------------------------------------------------------

    def _crossed_by(self, link: Link, side: Side) -> list[Link]:
        """Return the links on the board that forbid a side this link."""
        mine = frozenset() if self.ruleset is Ruleset.PP else self.links(side)
        enemy = self.links(side.other)
        return [other for other in crossing_links(link) if other in mine or other in enemy]

    def automatic_links(self, side: Side, hole: Hole) -> frozenset[Link]:
        """Return the links a side's peg in this hole gets by itself: every legal one."""
        ends = (other for other in neighbours(hole) if other in self.pegs(side))
        links = (Link.of(hole, other) for other in ends)
        return frozenset(link for link in links if not self._crossed_by(link, side))

    # -- playing ------------------------------------------------------------------------

    def play(self, move: AnyMove) -> "Position":
        """Return the position after a move of the side to move.

        Raises IllegalMoveError, with the rule that forbids it.
        """
        if self.result is not None:
            raise IllegalMoveError("the game is over")
        if isinstance(move, Special):
            return self._play_special(move)
        me = self.to_move
        before = self._lifted(move)
        links = before._links_after(move)
        pegs = before.pegs(me) | ({move.peg} if move.peg is not None else set())
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

    def _lifted(self, move: Move) -> "Position":
        if not move.lift:
            return self
        if self.ruleset is not Ruleset.THREE_M:
            raise IllegalMoveError("pegs may be removed under the ruleset 3M only")
        position = self
        for hole in move.lift:
            if hole not in self.pegs(self.to_move):
                raise IllegalMoveError(f"{hole_text(hole)} is no own peg and cannot be removed")
            position = position.clear(hole)
        return position

    def _links_after(self, move: Move) -> frozenset[Link]:
        """Return the mover's links after a move, or raise the rule it breaks."""
        me = self.to_move
        if self.ruleset is Ruleset.PP and (move.off or move.on or not move.auto):
            raise IllegalMoveError("links are never taken off or added by hand under PP rules")
        if move.peg is None:
            if next(self.open_holes(me), None) is not None:
                raise IllegalMoveError("a side may pass only when no hole is left to it")
        else:
            self._check_hole(me, move.peg, IllegalMoveError)
        absent = move.off - self.links(me)
        if absent:
            raise IllegalMoveError(f"no own link {links_text(absent)} to take off")
        pegs = self.pegs(me) | {move.peg}
        kept = self.with_side(me, self.pegs(me), self.links(me) - move.off)
        for link in sorted(move.on):
            if link in kept.links(me):
                raise IllegalMoveError(f"link {link_text(link)} is there already")
            if not (link.left in pegs and link.right in pegs):
                raise IllegalMoveError(f"link {link_text(link)} needs an own peg at both ends")
            crossed = kept._crossed_by(link, me)
            if crossed:
                raise IllegalMoveError(
                    f"link {link_text(link)} is blocked by {links_text(crossed)}"
                )
            kept = kept.with_side(me, self.pegs(me), kept.links(me) | {link})
        if move.auto and move.peg is not None:
            return kept.links(me) | kept.automatic_links(me, move.peg)
        return kept.links(me)

    def _check_hole(
        self,
        side: Side,
        hole: Hole,
        error: type[IllegalMoveError] | type[PuzzleRuleError],
        in_region: bool = True,
    ) -> None:
        """Raise `error` unless a side may put a peg into a hole now."""
        name = hole_text(hole)
        if hole not in self.board:
            size = f"{self.board.width} x {self.board.height}"
            raise error(f"{name} is not on the {size} board")
        if self.board.foreign(side, hole):
            rows = "first or last column" if side is Side.WHITE else "first or last row"
            raise error(f"{name} is not open to {side.value}: {rows} is the opponent's border")
        holder = self.peg_at(hole)
        if holder is not None:
            raise error(f"{name} is taken by a {holder.value} peg")
        if in_region and not self.board.in_region(hole):
            raise error(f"{name} lies outside the puzzle's window")
        if (side, hole) in self.board.closed:
            raise error(f"{name} is closed to {side.value} here")

    def _play_special(self, move: Special) -> "Position":
        me = self.to_move
        after = replace(self, ply=self.ply + 1, passed=False)
        match move:
            case Special.RESIGN:
                return replace(after, result=Result(me.other, Ending.RESIGNED))
            case Special.FORFEIT:
                return replace(after, result=Result(me.other, Ending.FORFEITED))
            case Special.DRAW:
                return replace(after, result=Result(None, Ending.AGREED))
        if self.ruleset is Ruleset.THREE_M:
            raise IllegalMoveError("there is no swap under the ruleset 3M")
        if self.board.width != self.board.height:
            raise IllegalMoveError("there is no swap on a handicap board")
        if self.ply != 1 or len(self.white) != 1 or self.black:
            raise IllegalMoveError("swap is the second player's first move only")
        if move is Special.SWAP_SIDES:
            # The seats change, not the colours: White has pegged, so Black is to move.
            return after
        (hole,) = self.white
        mirrored = Hole(hole.row, hole.col)
        swapped = replace(after, white=frozenset(), to_move=me.other)
        swapped._check_hole(me, mirrored, IllegalMoveError)
        return replace(swapped, black=frozenset((mirrored,)))

    # -- winning and drawing ------------------------------------------------------------

    def connected(self, side: Side) -> bool:
        """Tell whether a side's links join its two goal lines now."""
        return self._joins(side, self.pegs(side), self.links(side))

    def has_path(self, side: Side) -> bool:
        """Tell whether a side could still connect if the opponent only kept his links.

        The side may fill every open hole and, except under PP, re-make links between pegs
        that stand. Own links are not held against it, so True is no promise: a path may
        cross itself. False is certain.
        """
        return self._joins(side, *self.could_have(side))

    def could_have(self, side: Side) -> tuple[set[Hole], set[Link]]:
        """Return the pegs and links a side could ever have if the opponent only kept his links.

        Own links are not held against each other: not all of them need to go together.
        """
        board, blocked = self.board, set[Link]()
        for link in self.links(side.other):
            blocked.update(crossing_links(link))
        outside = {hole for hole in self.pegs(side) if not board.in_region(hole)}
        holes = set(self.pegs(side)) | set(self.open_holes(side))
        links = set[Link]()
        for hole in holes - outside:
            links.update(link for link, other in slots_at(hole) if other in holes)
        links -= blocked
        if self.ruleset is Ruleset.PP:
            # Two pegs that stand unlinked stay so.
            pegs, made = self.pegs(side), self.links(side)
            links -= {link for link in links - made if link.left in pegs and link.right in pegs}
        return holes, links

    @property
    def last_turn(self) -> bool:
        """True when the game ends with this turn: the mover has no hole, and a pass went before.

        Unless he connects by his links alone, it is a draw.
        """
        return self.passed and next(self.open_holes(self.to_move), None) is None

    @property
    def certain_draw(self) -> bool:
        """True when neither side has a path left, so that both can hold the draw."""
        return not self.has_path(Side.WHITE) and not self.has_path(Side.BLACK)

    def _joins(self, side: Side, pegs: Iterable[Hole], links: Iterable[Link]) -> bool:
        """Tell whether pegs and links join a side's goal lines; outside pegs do not conduct."""
        board = self.board
        inside = {hole for hole in pegs if board.in_region(hole)}
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
        seen, queue = set(ends[0]), list(ends[0])
        while queue:
            for hole in joined[queue.pop()]:
                if hole not in seen:
                    seen.add(hole)
                    queue.append(hole)
        return not seen.isdisjoint(ends[1])

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
