"""The Privilege of Double TwixT: once a game a team may move twice in a row.

A move is played first and then the Privilege is called; the second move follows at once. Both are
ordinary moves, each with a peg. The game may end with the first one, and then nothing is called.
After the second move it is the opponent's turn, and if he holds his Privilege he may use it then.
"""

from dataclasses import dataclass, replace

from solver.errors import IllegalMoveError
from solver.game.geometry import Side
from solver.game.move import Move
from solver.game.position import Position
from solver.game.rules import has_open_hole

__all__ = ["PrivilegedPosition", "holders_letters", "parse_holders"]


def holders_letters(holders: frozenset[Side]) -> str:
    """Return who holds a Privilege as SGF's `PV` has it: `W`, `B` or `WB`."""
    return "".join(side.letter for side in Side if side in holders)


def parse_holders(text: str) -> frozenset[Side]:
    """Return the sides that letters name, `W`, `B` or `WB`; raises ValueError for other text."""
    found = frozenset(side for side in Side if side.letter in text.upper())
    if sorted(text.upper()) != sorted(holders_letters(found)) or not found:
        raise ValueError(f"{text!r} names no sides")
    return found


@dataclass(frozen=True, slots=True)
class PrivilegedPosition:
    """A position, and who still holds the Privilege."""

    position: Position
    holders: frozenset[Side] = frozenset()
    second: bool = False
    """True when the side to move has called its Privilege and makes its second move."""

    @property
    def can_call(self) -> bool:
        """True when the side to move may call its Privilege with this move."""
        return not self.second and self.position.to_move in self.holders

    def play(self, move: Move, *, call: bool = False) -> "PrivilegedPosition":
        """Return the position after a move, with `call` the mover's own again.

        Raises IllegalMoveError for an illegal move, and for a call without a Privilege, without a
        peg, at the end of the game or where no hole is left for the second peg.
        """
        mover = self.position.to_move
        after = self.position.play(move)
        if not call:
            return PrivilegedPosition(after, self.holders)
        if not self.can_call:
            raise IllegalMoveError(f"{mover.value} holds no Privilege")
        if after.result is not None:
            raise IllegalMoveError("the game is over: the Privilege cannot be called any more")
        if move.peg is None:
            raise IllegalMoveError("the Privilege cannot be called with a pass")
        if not has_open_hole(after, mover):
            raise IllegalMoveError("no hole is left for the second move of the Privilege")
        return PrivilegedPosition(replace(after, to_move=mover), self.holders - {mover}, True)
