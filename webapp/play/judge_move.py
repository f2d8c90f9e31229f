"""Play against the solver: replay a line from the stored puzzle, judge the next move.

The server keeps nothing between moves and takes nothing on trust but the line itself.
"""

from collections.abc import Sequence
from typing import Any

from solver.answers import Judgement, Outcome, TurnJudgement
from solver.game import Position
from solver.proof import Claim, Limits, claim_of
from solver.puzzle import Puzzle
from webapp.core import sentences
from webapp.core.errors import RefusedError
from webapp.play.board_json import state
from webapp.play.lines import Changes, move_in, played, steps
from webapp.play.remembering_judge import Judge

__all__ = ["answer", "opening", "told_answer"]


def opening(puzzle: Puzzle) -> dict[str, Any]:
    """Return what the page shows first. There are no moves when nothing is left to play for."""
    claim = claim_of(puzzle)
    over = sentences.standing(puzzle.position, claim)
    shown = state(puzzle.position, claim.prover)
    return {
        "player": claim.prover.value,
        "goal": sentences.goal(puzzle, claim),
        "over": over,
        "state": shown if over is None else shown | {"moves": {}},
    }


def answer(
    puzzle: Puzzle,
    line: Sequence[str],
    text: str,
    judge: Judge,
    limits: Limits,
    changes: Changes | None = None,
) -> dict[str, Any]:
    """Judge the player's move `text` after the moves of `line`.

    `changes` are made before its peg. `steps` are the positions after the move, the reply and,
    when the move loses, the rest of its refutation, and `end` is what that comes to; `played`
    counts the steps that are now on the board (1 or 2). Raises RefusedError.
    """
    claim = claim_of(puzzle)
    earlier, before = played(puzzle.position, line)
    if before.to_move is not claim.prover:
        raise RefusedError("it is not your move")
    move = move_in(before, text, changes)
    judged = judge(puzzle.position, earlier, move, claim, limits)

    made = [move] if judged.reply is None else [move, judged.reply]
    rest = judged.line if judged.outcome is Outcome.LOSES else ()
    printed = {key.peg for key in puzzle.keys}
    first = not line and bool(printed)
    # It may be another move with the key's peg.
    same = any(before.play(key) == before.play(move) for key in puzzle.keys) if first else False
    cook = first and judged.outcome in _SUCCESSES and move.peg not in printed
    message = sentences.verdict(claim, move, judged, limits)
    message += sentences.as_published(judged.outcome, puzzle.goal, cook=cook, printed=same)
    shown = steps(before, [*made, *rest], claim.prover)
    return told_answer(claim, judged, message, shown, judged.after.play_all(rest), cook=cook)


def told_answer(
    claim: Claim,
    judged: Judgement | TurnJudgement,
    message: str,
    shown: list[dict[str, Any]],
    last: Position,
    *,
    cook: bool = False,
) -> dict[str, Any]:
    """Return the answer in which steps are shown; `last` is the position after all of them."""
    on_board = 1 if judged.reply is None else 2
    return {
        "outcome": judged.outcome.value,
        "message": message,
        "cook": cook,
        # Where the board has decided it, nothing is left to be shown.
        "end": sentences.refuted(last, claim) if len(shown) > on_board else "",
        "steps": shown,
        "played": on_board,
    }


_SUCCESSES = (Outcome.WINS, Outcome.MET)
