"""What a turn may do, asked of a position that is fixed or of one that is played on."""

from collections.abc import Set
from dataclasses import dataclass
from typing import Protocol

from solver.errors import IllegalMoveError, PuzzleRuleError
from solver.game.board import Board
from solver.game.geometry import Hole, Link, Side, crossing_links, slots_at
from solver.game.move import Ending, Move, Result, Ruleset, Special
from solver.game.notation import hole_text, link_text, links_text

__all__ = [
    "Change",
    "Standing",
    "automatic_links",
    "change_of",
    "check_hole",
    "check_lift",
    "check_swap",
    "crossed_by",
    "ended_by",
    "has_open_hole",
    "no_swap",
    "peg_at",
]

_NO_LINKS = frozenset[Link]()


class Standing(Protocol):
    """What stands on a board, and whose turn it is."""

    @property
    def board(self) -> Board:
        """The holes there are."""

    @property
    def ruleset(self) -> Ruleset:
        """The rules that are played."""

    @property
    def to_move(self) -> Side:
        """Whose turn it is."""

    @property
    def ply(self) -> int:
        """Turns played since the game began, swaps and passes included."""

    @property
    def passed(self) -> bool:
        """True when the turn before was a pass."""

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it goes on."""

    def pegs(self, side: Side) -> Set[Hole]:
        """Return a side's pegs, outside the window too."""

    def links(self, side: Side) -> Set[Link]:
        """Return a side's links, outside the window too."""


@dataclass(frozen=True, slots=True)
class Change:
    """What a turn changes of the mover's pegs and links."""

    peg: Hole | None
    gone: frozenset[Link]
    """Links taken off."""
    made: frozenset[Link]
    """Links made, automatic ones included."""


def peg_at(standing: Standing, hole: Hole) -> Side | None:
    """Return whose peg stands in a hole, None when it is empty."""
    if hole in standing.pegs(Side.WHITE):
        return Side.WHITE
    return Side.BLACK if hole in standing.pegs(Side.BLACK) else None


def crossed_by(
    standing: Standing,
    link: Link,
    side: Side,
    gone: Set[Link] = _NO_LINKS,
    made: Set[Link] = _NO_LINKS,
) -> list[Link]:
    """Return the links that forbid a side this link.

    The side's links `gone` are off before, its links `made` are on.
    """
    enemy = standing.links(side.other)
    crossing = crossing_links(link)
    if standing.ruleset is Ruleset.PP:
        return [other for other in crossing if other in enemy]
    mine = standing.links(side)
    return [
        other
        for other in crossing
        if other in enemy or (other in mine and other not in gone) or other in made
    ]


def automatic_links(
    standing: Standing,
    side: Side,
    hole: Hole,
    gone: Set[Link] = _NO_LINKS,
    made: Set[Link] = _NO_LINKS,
) -> frozenset[Link]:
    """Return the links a side's peg in this hole gets by itself: every legal one.

    Links `gone` are off before, links `made` are on.
    """
    pegs = standing.pegs(side)
    return frozenset(
        link
        for link, other in slots_at(hole)
        if other in pegs and not crossed_by(standing, link, side, gone, made)
    )


def has_open_hole(standing: Standing, side: Side) -> bool:
    """Tell whether a side has a hole to peg now."""
    board = standing.board
    # Not from the list of playable holes: on a large board it is long, and one hole is enough.
    holes = board.each_hole() if board.region is None else board.region
    return any(peg_at(standing, hole) is None and board.open_to(side, hole) for hole in holes)


def check_hole(
    standing: Standing,
    side: Side,
    hole: Hole,
    error: type[IllegalMoveError] | type[PuzzleRuleError],
    in_region: bool = True,
) -> None:
    """Raise `error` unless a side may put a peg into a hole now."""
    name, board = hole_text(hole), standing.board
    if hole not in board:
        if hole.col < board.width and hole.row < board.height:  # a corner, or beside the border
            raise error(f"there is no hole at {name}")
        raise error(f"{name} is not on the {board.size_text} board")
    if board.foreign(side, hole):
        rows = "first or last column" if side is Side.WHITE else "first or last row"
        where = "it" if board.diagonal else rows
        raise error(f"{name} is not open to {side.value}: {where} is the opponent's border")
    holder = peg_at(standing, hole)
    if holder is not None:
        raise error(f"{name} is taken by a {holder.value} peg")
    if in_region and not board.in_region(hole):
        raise error(f"{name} lies outside the puzzle's window")
    if (side, hole) in board.closed:
        raise error(f"{name} is closed to {side.value} here")


def check_lift(standing: Standing, move: Move) -> None:
    """Raise IllegalMoveError unless the mover may remove the pegs that a move lifts."""
    if move.lift and standing.ruleset is not Ruleset.THREE_M:
        raise IllegalMoveError("pegs may be removed under the ruleset 3M only")
    for hole in move.lift:
        if hole not in standing.pegs(standing.to_move):
            raise IllegalMoveError(f"{hole_text(hole)} is no own peg and cannot be removed")


def change_of(standing: Standing, move: Move) -> Change:
    """Return what a move of the side to move changes, its lifted pegs being gone already.

    Raises IllegalMoveError, with the rule that forbids it.
    """
    me = standing.to_move
    if standing.ruleset is Ruleset.PP and (move.off or move.on or not move.auto):
        raise IllegalMoveError("links are never taken off or added by hand under PP rules")
    if move.peg is not None:
        check_hole(standing, me, move.peg, IllegalMoveError)
    elif has_open_hole(standing, me):
        raise IllegalMoveError("a side may pass only when no hole is left to it")
    pegs, links = standing.pegs(me), standing.links(me)
    absent = move.off - links
    if absent:
        raise IllegalMoveError(f"no own link {links_text(absent)} to take off")
    made = set[Link]()
    for link in sorted(move.on):
        if link in links and link not in move.off:
            raise IllegalMoveError(f"link {link_text(link)} is there already")
        if not all(end in pegs or end == move.peg for end in link):
            raise IllegalMoveError(f"link {link_text(link)} needs an own peg at both ends")
        crossed = crossed_by(standing, link, me, move.off, made)
        if crossed:
            raise IllegalMoveError(f"link {link_text(link)} is blocked by {links_text(crossed)}")
        made.add(link)
    if move.auto and move.peg is not None:
        made |= automatic_links(standing, me, move.peg, move.off, made)
    return Change(move.peg, move.off, frozenset(made))


def no_swap(board: Board, ruleset: Ruleset) -> str:
    """Return why no game on a board has a swap; empty if games on it have one."""
    if ruleset is Ruleset.THREE_M:
        return "there is no swap under the ruleset 3M"
    # Diagonal boards are no handicap boards, though those of an even size are not square.
    handicap = board.width != board.height and board.diagonal is None
    return "there is no swap on a handicap board" if handicap else ""


def check_swap(standing: Standing, move: Special) -> None:
    """Raise IllegalMoveError unless this is the turn of a swap."""
    if ruled_out := no_swap(standing.board, standing.ruleset):
        raise IllegalMoveError(ruled_out)
    if move is Special.SWAP_PIECES and standing.board.diagonal is not None:
        raise IllegalMoveError("on a diagonal board sides are swapped, not pieces")
    white, black = standing.pegs(Side.WHITE), standing.pegs(Side.BLACK)
    if standing.ply != 1 or len(white) != 1 or black:
        raise IllegalMoveError("swap is the second player's first move only")


def ended_by(move: Special, me: Side) -> Result | None:
    """Return how a turn without a peg ends the game, None for a swap."""
    match move:
        case Special.RESIGN:
            return Result(me.other, Ending.RESIGNED)
        case Special.FORFEIT:
            return Result(me.other, Ending.FORFEITED)
        case Special.DRAW:
            return Result(None, Ending.AGREED)
    return None
