"""Positions that are solved in no time, for White to move and connect, and proofs about them."""

from solver.files import read_text
from solver.game import Board, Position, Side
from solver.proof import Aim, Claim, Limits
from solver.search import FirstMoves, Session, Solution, refute_others, solve
from tests.cli.samples import DISPROVEN, PROVEN
from tests.oracles.setup import holes, make_position

__all__ = ["CHOICE", "LIMITS", "LOST", "WHITE", "WON", "first_moves", "proved"]


def _position(text: str) -> Position:
    puzzle = read_text(text).puzzle
    assert puzzle is not None
    return puzzle.position


WON = _position(PROVEN)
"""Even a pass wins."""

LOST = _position(DISPROVEN)

CHOICE = make_position(
    Board(10, 7, region=holes("C5 C6 C7 D6 D7 E4 E5 E7 F5 F7 G3 G4")),
    "B1 B4 B5 D7 F2 F7 G1 G3 H4 I4 (G3-I4)",
    "A6 B3 C6 D6 H3",
    Side.WHITE,
)
"""Four of seven first moves win."""

WHITE = Claim(Aim.CONNECT, Side.WHITE)

LIMITS = Limits(nodes=5_000, memory=16)


def proved(position: Position = WON, claim: Claim = WHITE) -> Solution:
    return solve(position, claim, LIMITS)


def first_moves() -> FirstMoves:
    """Return what is proved of the first moves of `CHOICE` beside its key."""
    key = proved(CHOICE).keys[0].peg
    assert key is not None
    return refute_others(CHOICE, WHITE, frozenset({key}), LIMITS, Session(Limits(memory=16)))
