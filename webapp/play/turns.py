"""Turns between the browser and the site where a side holds the Privilege of Double TwixT.

A turn is text as a move is; two moves in a row have a plus between them: `e4+f6`.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from solver.answers import Turn
from solver.errors import IllegalMoveError
from solver.game import PrivilegedPosition, Side, hole_text
from webapp.core.errors import RefusedError
from webapp.play.board_json import links_changed, state
from webapp.play.lines import Changes, move_in, text_of, within_most

__all__ = ["first_of_two", "state_of", "turn_in", "turn_steps", "turn_steps_of", "turns_played"]

_AND = "+"


def turns_played(
    start: PrivilegedPosition, line: Sequence[str]
) -> tuple[list[Turn], PrivilegedPosition]:
    """Return the turns of a line and the position they lead to. Raises RefusedError."""
    within_most(start.position, line)
    turns, at = list[Turn](), start
    for number, text in enumerate(line, start=1):
        try:
            turns.append(turn_in(at, text))
        except RefusedError as error:
            raise RefusedError(f"move {number} of the line: {error}") from None
        at = turns[-1].made(at)
    return turns, at


def turn_steps_of(start: PrivilegedPosition, line: Sequence[str]) -> list[dict[str, Any]]:
    """Return what each turn of a line does, as `steps_of` does of moves. Raises RefusedError."""
    within_most(start.position, line)
    turns, before = turns_played(start, line[:-1])
    return turn_steps(start, [*turns, *(turn_in(before, text) for text in line[-1:])])


def turn_in(at: PrivilegedPosition, text: str, changes: Changes | None = None) -> Turn:
    """Return a turn that can be made; changes belong to its last move. Raises RefusedError."""
    *earlier, last = text.split(_AND)
    if len(earlier) > 1:
        raise RefusedError("a turn has two moves at most")
    try:
        if not earlier:
            return Turn(move_in(at.position, last, changes))
        first = move_in(at.position, earlier[0])
        between = at.play(first, call=True)
        turn = Turn(first, move_in(between.position, last, changes))
        turn.made(at)
    except IllegalMoveError as error:
        raise RefusedError(str(error)) from None
    return turn


def state_of(at: PrivilegedPosition, player: Side) -> dict[str, Any]:
    """Return what `state` does, with `call`: whether the player may call his Privilege now."""
    shown = state(at.position, player)
    return shown | {"call": bool(shown["moves"]) and at.can_call}


def turn_steps(
    at: PrivilegedPosition, turns: Iterable[Turn], player: Side | None = None
) -> list[dict[str, Any]]:
    """Return what each of some turns does, as `steps` does of moves."""
    found = []
    for turn in turns:
        after = turn.made(at)
        found.append(_step(at, after, turn, state_of(after, player or after.position.to_move)))
        at = after
    return found


def first_of_two(at: PrivilegedPosition, text: str, changes: Changes) -> dict[str, Any]:
    """Return the step of the first of two moves in a row; the mover is to move again in it.

    Raises RefusedError.
    """
    turn = turn_in(at, text, changes)
    try:
        between = at.play(turn.first, call=True)
    except IllegalMoveError as error:
        raise RefusedError(str(error)) from None
    return _step(at, between, turn, state_of(between, between.position.to_move))


def _step(
    before: PrivilegedPosition, after: PrivilegedPosition, turn: Turn, shown: dict[str, Any]
) -> dict[str, Any]:
    mover = before.position.to_move
    texts = [text_of(before.position, turn.first)]
    if turn.second is not None:
        between, move = turn.last(before)
        texts.append(text_of(between, move))
    pegs = [hole_text(move.peg) for move in turn.moves if move.peg]
    return {
        "move": _AND.join(texts),
        "name": turn.words,
        "side": mover.value,
        "hole": pegs[-1] if pegs else None,
        "holes": pegs,
        **links_changed(before.position, after.position, mover),
        "state": shown,
    }
