"""Lines of play between the browser and the site: moves as text, and the positions they lead to."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from solver.answers import line_text
from solver.errors import IllegalMoveError, NotationError
from solver.game import (
    AnyMove,
    Move,
    Position,
    Side,
    Special,
    hole_text,
    parse_hole,
    parse_link,
    parse_move,
)
from webapp.core import sentences
from webapp.core.errors import RefusedError
from webapp.play.board_json import links_changed, state

__all__ = ["Changes", "move_in", "played", "steps", "steps_of", "text_of", "within_most"]


_MOST_HOLES = 200_000
"""Holes of all positions of a line, told one by one: 347 moves where 24 x 24 are played on."""


@dataclass(frozen=True, slots=True)
class Changes:
    """What a turn changes before its peg, as names of links and holes."""

    off: tuple[str, ...] = ()
    on: tuple[str, ...] = ()
    lift: tuple[str, ...] = ()


def played(start: Position, line: Sequence[str]) -> tuple[list[Move], Position]:
    """Return the moves of a line and the position they lead to. Raises RefusedError."""
    within_most(start, line)
    moves, position = list[Move](), start
    for number, text in enumerate(line, start=1):
        try:
            moves.append(_parse(position, text))
            position = position.play(moves[-1])
        except (NotationError, IllegalMoveError) as error:
            raise RefusedError(f"move {number} of the line: {error}") from None
    return moves, position


def steps_of(start: Position, line: Sequence[str]) -> list[dict[str, Any]]:
    """Return what each move of a line of both sides does. Raises RefusedError.

    Its last move is the one that was just played: a fault of it needs no number.
    """
    within_most(start, line)
    moves, before = played(start, line[:-1])
    return steps(start, [*moves, *(move_in(before, text) for text in line[-1:])])


def within_most(start: Position, line: Sequence[str]) -> None:
    """Raise RefusedError for a line that is too long to be told on a board of this size."""
    box = start.board.box
    most = _MOST_HOLES // (box.columns * box.rows)
    if len(line) > most:
        raise RefusedError(f"a line on a board of this size has {most} moves at most")


def move_in(position: Position, text: str, changes: Changes | None = None) -> Move:
    """Return a move that can be played in a position. Raises RefusedError."""
    try:
        move = _changed(_parse(position, text), changes or Changes())
        position.play(move)
    except (NotationError, IllegalMoveError) as error:
        raise RefusedError(str(error)) from None
    return move


def steps(
    position: Position, moves: Iterable[Move], player: Side | None = None
) -> list[dict[str, Any]]:
    """Return what each of some moves does; the player may move in his turn, else each side."""
    found = []
    for move in moves:
        after = position.play(move)
        mover = position.to_move
        found.append(
            {
                "move": text_of(position, move),
                "name": sentences.move_name(move),
                "side": mover.value,
                "hole": hole_text(move.peg) if move.peg else None,
                **links_changed(position, after, mover),
                "state": state(after, player or after.to_move),
            }
        )
        position = after
    return found


_PASS = "pass"
"""SGF writes a pass as nothing at all, which nobody can type."""

_LIFT = "~"
"""Before a hole: a peg that is removed first. SGF has no word for it."""


def text_of(position: Position, move: Move) -> str:
    """Return a move as text that `played` reads back."""
    return line_text(position, [move])


def _parse(position: Position, text: str) -> Move:
    *lifted, text = text.strip().split(" ")
    if not all(word.startswith(_LIFT) for word in lifted):
        raise NotationError(f"{' '.join([*lifted, text])!r} is not a move")
    move: AnyMove = parse_move(position, "" if text.strip().lower() == _PASS else text)
    if isinstance(move, Special):
        raise NotationError(f"{text!r}: only pegs and links can be played here")
    return replace(move, lift=frozenset(parse_hole(word[1:]) for word in lifted))


def _changed(move: Move, changes: Changes) -> Move:
    off, on = (frozenset(map(parse_link, names)) for names in (changes.off, changes.on))
    lift = frozenset(map(parse_hole, changes.lift))
    return replace(move, off=move.off | off, on=move.on | on, lift=move.lift | lift)
