"""All that is said about a move, and its JSON (`solver/schemas/judge.json`)."""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from solver import __version__
from solver.answers.judgement import Judgement, Outcome
from solver.answers.move_words import line_text, played_texts
from solver.answers.replies import Defence, RefutingReplies, defences
from solver.game import Hole, Move, Position, hole_text
from solver.proof import Claim, claim_of
from solver.puzzle import Puzzle

__all__ = ["MoveReport", "move_report_json"]


@dataclass(frozen=True, slots=True)
class MoveReport:
    """All that is said about a move."""

    name: str
    """Of the puzzle."""
    claim: Claim
    start: Position
    line: tuple[Move, ...]
    """The moves between the start and the move."""
    before: Position
    move: Move
    """The one that is judged."""
    judged: Judgement
    refuting: RefutingReplies | None
    """For a losing move that a peg refutes: with no hole left links alone may do it."""
    defences: tuple[Defence, ...]
    """For a winning one."""

    @classmethod
    def of(
        cls,
        name: str,
        puzzle: Puzzle,
        line: Iterable[Move],
        move: Move,
        judged: Judgement,
        count: Callable[[Position, Claim, list[Hole]], RefutingReplies],
    ) -> "MoveReport":
        """Return what is said about a judged move after a line of play.

        `count` counts the replies that refute it: after the move, of a claim, some of them known.
        """
        claim, line = claim_of(puzzle), tuple(line)
        before = puzzle.position.play_all(line)
        after = before.play(move)
        refuting, classes = None, tuple[Defence, ...]()
        reply = None if judged.reply is None else judged.reply.peg
        if judged.outcome in (Outcome.LOSES, Outcome.LOST) and reply is not None:
            refuting = count(after, claim, [reply])
        elif judged.outcome in (Outcome.WINS, Outcome.MET) and judged.proof is not None:
            classes = defences(after, judged.proof)
        return cls(name, claim, puzzle.position, line, before, move, judged, refuting, classes)

    @property
    def after(self) -> Position:
        """The position after the move."""
        return self.before.play(self.move)


def move_report_json(said: MoveReport, file: str) -> str:
    """Return it as one line of JSON; `file` names where the puzzle is from."""
    judged, after = said.judged, said.after
    replied = after if judged.reply is None else after.play(judged.reply)
    refuting = said.refuting
    values: dict[str, Any] = {
        "puzzle": said.name,
        "file": file,
        "ruleset": said.before.ruleset.value,
        "claim": said.claim.text,
        "after": played_texts(said.start, said.line),
        "move": line_text(said.before, [said.move]),
        "outcome": judged.outcome.value,
        "reply": None if judged.reply is None else line_text(after, [judged.reply]),
        "line": played_texts(replied, judged.line),
        "pegs": judged.pegs,
        "refuting": None
        if refuting is None
        else {
            "share": refuting.share.value,
            "holes": [hole_text(hole).lower() for hole in refuting.refuting],
            "undecided": [hole_text(hole).lower() for hole in refuting.undecided],
            "replies": refuting.replies,
        },
        "defences": [
            {
                "answer": None
                if defence.answer is None
                else line_text(after.play(Move(defence.replies[0])), [defence.answer]),
                "replies": [hole_text(hole).lower() for hole in defence.replies],
                "pegs": defence.pegs,
            }
            for defence in said.defences
        ],
        "nodes": judged.nodes,
        "seconds": round(judged.seconds, 3),
        "limit": judged.limit.value if judged.limit else None,
        "version": __version__,
    }
    return json.dumps(values, ensure_ascii=False)
