"""Turns: rulesets, moves, the words for turns without a peg, and how games end."""

from dataclasses import dataclass
from enum import Enum

from solver.game.geometry import Hole, Link, Side
from solver.game.notation import hole_text, link_text

__all__ = ["AnyMove", "Ending", "Move", "Result", "Ruleset", "Special"]


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
