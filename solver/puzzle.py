"""The puzzle record that every stage shares: a position, a goal, and who says so."""

from dataclasses import dataclass, replace
from enum import Enum

from solver.errors import PuzzleRuleError
from solver.game import Board, Box, Hole, Move, Position, Side

__all__ = ["Goal", "Puzzle", "goal_note", "rectangle", "window"]


class Goal(Enum):
    """What the puzzle asks for; the values are those of SGF's `PZ`."""

    WIN = ""
    """The side to move is to win."""
    WHITE_WINS = "W+"
    BLACK_WINS = "B+"
    DRAW = "0"
    """The side to move is to force a draw."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with a goal; its side to move is the solver unless the goal says otherwise."""

    name: str
    """Title for people (SGF `GN`)."""
    position: Position
    """Where the puzzle begins; its board carries the window."""
    goal: Goal = Goal.WIN
    keys: tuple[Move, ...] = ()
    """Published first moves, in file order; empty when none is known."""
    author: str = ""
    source: str = ""
    copyright: str = ""
    privilege: frozenset[Side] = frozenset()
    """Sides that hold the Privilege of Double TwixT where the puzzle begins."""

    def __post_init__(self) -> None:
        problems = self.position.problems()
        if problems:
            raise PuzzleRuleError("; ".join(problems))

    @property
    def winner(self) -> Side | None:
        """The side that is to connect, None when the goal is a draw."""
        if self.goal is Goal.DRAW:
            return None
        if self.goal is Goal.WIN:
            return self.position.to_move
        return Side.WHITE if self.goal is Goal.WHITE_WINS else Side.BLACK


def goal_note(goal: Goal, mover: Side) -> str:
    """Return what a puzzle asks for in a few words: `White to move and win`."""
    side = mover.value.capitalize()
    if goal is Goal.DRAW:
        return f"{side} to move and draw"
    winner = {Goal.WIN: mover, Goal.WHITE_WINS: Side.WHITE, Goal.BLACK_WINS: Side.BLACK}[goal]
    if winner is mover:
        return f"{side} to move and win"
    return f"{side} to move, {winner.value.capitalize()} wins"


def rectangle(box: Box) -> frozenset[Hole]:
    """Return every hole of a rectangle, as `VW[A1:L12]` lists them."""
    return frozenset(box.holes())


def window(board: Board, box: Box) -> Board:
    """Return the board with play confined to a rectangle.

    Raises PuzzleRuleError for a diagonal board.
    """
    return replace(board, region=rectangle(box))
