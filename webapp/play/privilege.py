"""Answers of a page on whose puzzle a side holds the Privilege of Double TwixT.

They have the form of those in `judge_move` and `explain`, with turns in the place of moves.
"""

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

from solver.answers import HintLevel, Outcome, Turn, TurnJudgement, judge_turn, patch_around
from solver.game import PrivilegedPosition
from solver.proof import Claim, Limits, Verdict, claim_with_privilege
from solver.puzzle import Puzzle
from webapp.core import sentences
from webapp.core.errors import RefusedError
from webapp.core.sized_cache import kept
from webapp.play.board_json import holes
from webapp.play.explain import VERDICTS, told_hint
from webapp.play.gated_solver import GatedSolver
from webapp.play.judge_move import told_answer
from webapp.play.lines import Changes
from webapp.play.search_gate import SearchGate
from webapp.play.turns import first_of_two, state_of, turn_in, turn_steps, turns_played

__all__ = [
    "TurnJudge",
    "answer",
    "begin",
    "hint",
    "opening",
    "position_verdict",
    "start_of",
    "turn_judge",
]

TurnJudge = Callable[[PrivilegedPosition, Turn, Claim, Limits], TurnJudgement]
"""Judges a turn: the position, the turn, the claim, the limits."""

_REMEMBERED = 8 << 20
"""Bytes of judgements in memory; each is a few positions, some kilobytes."""


def turn_judge(gate: SearchGate) -> TurnJudge:
    """Return a judge of turns that passes the gate, and remembers what it decided."""

    @kept(_REMEMBERED, when=lambda judged: judged.outcome is not Outcome.UNDECIDED)
    def ask(at: PrivilegedPosition, turn: Turn, claim: Claim, limits: Limits) -> TurnJudgement:
        with gate.place():
            return judge_turn(at, turn, claim, limits)

    return ask


def start_of(puzzle: Puzzle) -> PrivilegedPosition:
    """Return where a puzzle begins."""
    return PrivilegedPosition(puzzle.position, puzzle.privilege)


def opening(puzzle: Puzzle) -> dict[str, Any]:
    """Return what the page shows first."""
    claim, start = claim_with_privilege(puzzle), start_of(puzzle)
    over = sentences.standing(puzzle.position, claim)
    shown = state_of(start, claim.prover)
    return {
        "player": claim.prover.value,
        "goal": f"{sentences.goal(puzzle, claim)} {sentences.privilege(puzzle.privilege)}",
        "over": over,
        "state": shown if over is None else shown | {"moves": {}, "call": False},
        "privilege": True,
    }


def begin(puzzle: Puzzle, line: Sequence[str], text: str, changes: Changes) -> dict[str, Any]:
    """Return the first of two moves of the side to move, as a step. Raises RefusedError."""
    _, at = turns_played(start_of(puzzle), line)
    return first_of_two(at, text, changes)


def answer(
    puzzle: Puzzle,
    line: Sequence[str],
    text: str,
    judge: TurnJudge,
    limits: Limits,
    changes: Changes | None = None,
) -> dict[str, Any]:
    """Judge the player's turn; see `judge_move.answer`. Raises RefusedError."""
    claim = claim_with_privilege(puzzle)
    _, before = turns_played(start_of(puzzle), line)
    if before.position.to_move is not claim.prover:
        raise RefusedError("it is not your move")
    turn = turn_in(before, text, changes)
    judged = judge(before, turn, claim, limits)

    made = [turn] if judged.reply is None else [turn, judged.reply]
    rest = judged.line if judged.outcome is Outcome.LOSES else ()
    message = sentences.verdict(claim, turn, judged, limits)
    shown = turn_steps(before, [*made, *rest], claim.prover)
    last = reduce(lambda at, later: later.made(at), rest, judged.after)
    return told_answer(claim, judged, message, shown, last.position)


def hint(
    puzzle: Puzzle, line: Sequence[str], level: HintLevel, solver: GatedSolver
) -> dict[str, Any]:
    """Return a hint for the player's next turn; see `explain.hint`. Raises RefusedError."""
    claim = claim_with_privilege(puzzle)
    _, at = turns_played(start_of(puzzle), line)
    if at.position.to_move is not claim.prover or sentences.standing(at.position, claim):
        raise RefusedError("hints are given only when it is your turn")
    found = solver.decide_turn(at, claim)
    if found.verdict is Verdict.DISPROVEN:
        return told_hint(None, "This position is lost, so there is no hint. Take a move back.")
    if not found.line:
        return told_hint(None, "Not decided within the solver's limits, so there is no hint here.")
    turn = found.line[0]
    if level < HintLevel.KEY and at.can_call:
        text = (
            "Move once, and keep your Privilege." if turn.second is None else "Use your Privilege."
        )
        return told_hint(HintLevel.GROUPS, text, more=HintLevel.KEY)
    pegs = [move.peg for move in turn.moves if move.peg]
    if level is HintLevel.PATCH and pegs:
        patch = patch_around(at.position, pegs[0])
        return told_hint(
            patch.level, patch.text, groups=[holes(patch.holes[0])], more=HintLevel.KEY
        )
    if level < HintLevel.LINE:
        text = f"Play {turn.words}."
        return told_hint(HintLevel.KEY, text, groups=[holes(pegs)], more=HintLevel.LINE)
    words = ", ".join(each.words for each in found.line)
    shown = turn_steps(at, found.line, claim.prover)
    return told_hint(
        HintLevel.LINE, f"The longest line: {words}.", groups=[holes(pegs)], shown=shown
    )


def position_verdict(puzzle: Puzzle, line: Sequence[str], solver: GatedSolver) -> dict[str, Any]:
    """Return the positions of a line, and what is proved of the last one; see `explain`."""
    claim = claim_with_privilege(puzzle)
    turns, at = turns_played(start_of(puzzle), line)
    shown = turn_steps(start_of(puzzle), turns)
    if over := sentences.settled(at.position, claim):
        return {"steps": shown, "verdict": "over", "text": over}
    verdict = solver.decide_turn(at, claim).verdict
    text = sentences.position_verdict(at.position, claim, verdict, solver.limits)
    return {"steps": shown, "verdict": VERDICTS[verdict], "text": text}
