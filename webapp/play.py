"""Play against the solver: replay a line from the stored puzzle, judge the next move.

The server keeps nothing between moves and takes nothing on trust but the line itself.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from solver.answers import Judgement, Outcome
from solver.errors import IllegalMoveError, NotationError
from solver.game import AnyMove, Move, Position, Special, hole_text, move_text, parse_move
from solver.proof import Claim, Limits, claim_of
from solver.puzzle import Puzzle
from webapp import words
from webapp.pictures import links, state

__all__ = ["Judge", "RefusedError", "answer", "opening"]

Judge = Callable[[Position, Move, Claim, Limits], Judgement]
"""What decides about moves; `solver.answers.judge` unless a test brings its own."""


class RefusedError(Exception):
    """A move or line that cannot be played; the message says why."""


def opening(puzzle: Puzzle) -> dict[str, Any]:
    """Return what the page shows first. There are no moves when nothing is left to play for."""
    claim = claim_of(puzzle)
    over = words.standing(puzzle.position, claim)
    shown = state(puzzle.position, claim.prover)
    return {
        "player": claim.prover.value,
        "goal": words.goal(puzzle, claim),
        "over": over,
        "state": shown if over is None else shown | {"moves": {}},
    }


def answer(
    puzzle: Puzzle, line: Sequence[str], text: str, judge: Judge, limits: Limits
) -> dict[str, Any]:
    """Judge the player's move `text` after the moves of `line`.

    `steps` are the positions after the move, the reply and, when the move loses, the rest of its
    refutation, and `end` is what that comes to; `played` counts the steps that are now on the
    board (1 or 2). Raises RefusedError.
    """
    claim = claim_of(puzzle)
    before = puzzle.position
    for number, earlier in enumerate(line, start=1):
        try:
            before = before.play(_parse(before, earlier))
        except (NotationError, IllegalMoveError) as error:
            raise RefusedError(f"move {number} of the line: {error}") from None
    if before.to_move is not claim.prover:
        raise RefusedError("it is not your move")
    try:
        move = _parse(before, text)
        before.play(move)
    except (NotationError, IllegalMoveError) as error:
        raise RefusedError(str(error)) from None
    judged = judge(before, move, claim, limits)

    moves = [move] if judged.reply is None else [move, judged.reply]
    played = len(moves)
    end = ""
    if judged.outcome in (Outcome.LOSES, Outcome.LOST):
        moves += judged.line
        end = words.refuted(judged, claim)
    return {
        "outcome": judged.outcome.value,
        "message": words.verdict(claim, move, judged, limits)
        + _as_published(puzzle, line, move, judged),
        "end": end,
        "steps": _steps(before, moves, claim),
        "played": played,
        "limit": judged.limit.value if judged.limit else None,
        "seconds": round(judged.seconds, 3),
    }


def _as_published(puzzle: Puzzle, line: Sequence[str], move: Move, judged: Judgement) -> str:
    """Say what print says of a first move, where that adds to the verdict."""
    if line or not puzzle.keys:
        return ""
    printed = move.peg in {key.peg for key in puzzle.keys}
    if judged.outcome is Outcome.WINS and not printed:
        return " (The published answer is another move; yours wins too.)"
    if judged.outcome is Outcome.UNDECIDED and printed:
        return " (It is the published answer, though.)"
    return ""


def _steps(position: Position, moves: Iterable[Move], claim: Claim) -> list[dict[str, Any]]:
    steps = []
    for move in moves:
        after = position.play(move)
        mover = position.to_move
        steps.append(
            {
                "move": move_text(position, move) or _PASS,
                "name": words.move_name(move),
                "side": mover.value,
                "hole": hole_text(move.peg) if move.peg else None,
                "made": links(after.links(mover) - position.links(mover)),
                "removed": links(position.links(mover) - after.links(mover)),
                "state": state(after, claim.prover),
            }
        )
        position = after
    return steps


_PASS = "pass"
"""SGF writes a pass as nothing at all, which nobody can type."""


def _parse(position: Position, text: str) -> Move:
    move: AnyMove = parse_move(position, "" if text.strip().lower() == _PASS else text)
    if isinstance(move, Special):
        raise NotationError(f"{text!r}: only pegs and links are played here")
    return move
