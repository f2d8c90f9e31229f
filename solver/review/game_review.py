"""What a review says of a game: the worth of its positions, and what each move did to it."""

from dataclasses import dataclass
from enum import Enum

from solver.game import AnyMove, Move, Position, Result, Side
from solver.proof import Limit
from solver.search import Value

__all__ = ["Effect", "GamePuzzle", "Ply", "Review", "effect_of", "winner_of"]

_AT_LEAST_DRAW = (Value.WIN, Value.DRAW, Value.AT_LEAST_DRAW)


class Effect(Enum):
    """What a move did to a result that was proven for its player."""

    KEEPS_WIN = "keeps the win"
    """A win was proven, and it still is after the move."""
    LEAVES_WIN = "leaves the proven win"
    """A win was proven; after the move nobody's win is."""
    THROWS_WIN = "throws the win away"
    """A win was proven; after the move it is proven that there is none."""
    THROWS_DRAW = "throws the draw away"
    """At least a draw was proven; after the move a loss is."""


@dataclass(frozen=True, slots=True)
class Ply:
    """A position of a game, and the move that was made there."""

    number: int
    """Moves from the start to the position."""
    position: Position
    move: AnyMove | None
    """None where the game ends."""
    value: Value
    """To the side to move."""
    best: Move | None = None
    """A winning move that was proved."""
    pegs: int | None = None
    """Own pegs the winning side still needs at most, as far as proved."""
    limit: Limit | None = None
    """Why the position is open."""
    swap: bool = False
    """Whether the position was left open because the sides may be swapped."""
    nodes: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class GamePuzzle:
    """A position of a game with exactly one winning first move, all others refuted."""

    ply: int
    key: Move
    pegs: int
    """Pegs that the win needs at most, the key included."""


@dataclass(frozen=True, slots=True)
class Review:
    """A game with what was proved of its positions."""

    plies: tuple[Ply, ...]
    """From the start; a position that differs from the last one only in that a player resigned,
    lost on time or agreed to a draw is left out."""
    result: Result | None
    """How the game ended; None when it was broken off."""
    puzzles: tuple[GamePuzzle, ...]
    nodes: int
    seconds: float

    @property
    def proven(self) -> int:
        """How many positions have a winner, or a draw, that is proven."""
        return sum(ply.value in (Value.WIN, Value.DRAW, Value.LOSS) for ply in self.plies)

    @property
    def proven_from(self) -> int | None:
        """The first position from which on one and the same outcome is proven to the end."""
        first: int | None = None
        for ply in reversed(self.plies):
            outcome = _outcome(ply)
            if outcome is None or outcome != _outcome(self.plies[-1]):
                break
            first = ply.number
        return first

    def effect(self, number: int) -> Effect | None:
        """Return what the move at a position did; see `effect_of`."""
        following = self.plies[number + 1] if number + 1 < len(self.plies) else None
        return effect_of(self.plies[number], following, self.result)

    def moves_with(self, *effects: Effect) -> tuple[int, ...]:
        """Return the positions whose moves had one of some effects."""
        return tuple(p.number for p in self.plies if self.effect(p.number) in effects)

    @property
    def thrown(self) -> tuple[int, ...]:
        """The positions whose moves threw a win or a draw away."""
        return self.moves_with(Effect.THROWS_WIN, Effect.THROWS_DRAW)

    @property
    def missed(self) -> tuple[int, ...]:
        """The positions in which a win was proven and another move was made, after which it was
        not proven any more: thrown away, or open again."""
        return self.moves_with(Effect.THROWS_WIN, Effect.LEAVES_WIN)


def effect_of(before: Ply, following: Ply | None, result: Result | None) -> Effect | None:
    """Return what the move at a position did.

    None where nothing was proven for its player, where a draw was and no loss is after the move,
    and where there is no move. `following` is the position that it led to, None where it ended the
    game: then `result` tells how. A player who resigns, loses on time or agrees to a draw gives
    away what was proven.
    """
    if before.move is None:
        return None
    after = _after(before, following, result)
    if before.value is Value.WIN:
        if after is None or after is Value.AT_MOST_DRAW or after is Value.UNKNOWN:
            return Effect.LEAVES_WIN
        return Effect.KEEPS_WIN if after is Value.LOSS else Effect.THROWS_WIN
    if before.value in _AT_LEAST_DRAW and after is Value.WIN:
        return Effect.THROWS_DRAW
    return None


def _after(before: Ply, following: Ply | None, result: Result | None) -> Value | None:
    """Return the worth of what a move led to, for the other side."""
    if following is not None:
        same = following.position.to_move is not before.position.to_move
        return following.value if same else _turned(following.value)
    if result is None:
        return None
    if result.winner is None:
        return Value.DRAW
    return Value.LOSS if result.winner is before.position.to_move else Value.WIN


def _turned(value: Value) -> Value:
    """Return a worth as the other side sees it."""
    return {
        Value.WIN: Value.LOSS,
        Value.LOSS: Value.WIN,
        Value.AT_LEAST_DRAW: Value.AT_MOST_DRAW,
        Value.AT_MOST_DRAW: Value.AT_LEAST_DRAW,
    }.get(value, value)


def winner_of(ply: Ply) -> Side | None:
    """Return who is proven to win a position."""
    mover = ply.position.to_move
    return {Value.WIN: mover, Value.LOSS: mover.other}.get(ply.value)


def _outcome(ply: Ply) -> Side | Value | None:
    return Value.DRAW if ply.value is Value.DRAW else winner_of(ply)
