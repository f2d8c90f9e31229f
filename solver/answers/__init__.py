"""Answers for solvers: is a move right, what is the reply, how does it go on, and hints.

May import `store` and everything below it.
"""

from solver.answers.deciding import decide
from solver.answers.hinting import Hint, HintLevel, hints
from solver.answers.judging import judge, judge_known
from solver.answers.outcome import Judgement, Outcome
from solver.answers.patterns import part_for
from solver.answers.replies import (
    Defence,
    RefutingReplies,
    Share,
    defences,
    refuting_replies,
)
from solver.answers.saying import Said, said_json
from solver.answers.words import goal_lines, line_text, listed, move_words

__all__ = [
    "Defence",
    "Hint",
    "HintLevel",
    "Judgement",
    "Outcome",
    "RefutingReplies",
    "Said",
    "Share",
    "decide",
    "defences",
    "goal_lines",
    "hints",
    "judge",
    "judge_known",
    "line_text",
    "listed",
    "move_words",
    "part_for",
    "refuting_replies",
    "said_json",
]
