"""Answers for people who solve: is a move right, the reply, the line, and hints."""

from solver.answers.decide_after_line import decide
from solver.answers.hints import Hint, HintLevel, hints, patch_around
from solver.answers.judgement import Judgement, Outcome, judge, judge_known
from solver.answers.move_report import MoveReport, move_report_json
from solver.answers.move_words import (
    line_text,
    line_words,
    move_words,
    played_texts,
)
from solver.answers.proof_reuse import part_for
from solver.answers.replies import (
    Defence,
    RefutingReplies,
    Share,
    defences,
    refuting_replies,
)
from solver.answers.turns import (
    Turn,
    TurnJudgement,
    TurnSolution,
    decide_turn,
    judge_turn,
    proved_line,
)

__all__ = [
    "Defence",
    "Hint",
    "HintLevel",
    "Judgement",
    "MoveReport",
    "Outcome",
    "RefutingReplies",
    "Share",
    "Turn",
    "TurnJudgement",
    "TurnSolution",
    "decide",
    "decide_turn",
    "defences",
    "hints",
    "judge",
    "judge_known",
    "judge_turn",
    "line_text",
    "line_words",
    "move_report_json",
    "move_words",
    "part_for",
    "patch_around",
    "played_texts",
    "proved_line",
    "refuting_replies",
]
