"""Judging moves: in a stored puzzle or in any position, one move or several at once."""

import math
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from flask import Response, current_app

from solver.answers import Judgement, MoveReport, Outcome, RefutingReplies, move_report_json
from solver.arena import check_size
from solver.errors import PuzzleFileError, PuzzleRuleError
from solver.game import Hole, Move, Position
from solver.proof import Claim, Limit, Limits, claim_of
from solver.puzzle import Puzzle
from webapp.api.request_checks import (
    asking,
    blueprint,
    json_body,
    puzzle_row,
    record_of,
    text,
    unreadable,
)
from webapp.catalog.puzzle_texts import puzzle_from, puzzle_in
from webapp.core.errors import FaultsError, RefusedError
from webapp.core.sentences import as_sentence
from webapp.play.gated_solver import solver_here
from webapp.play.lines import move_in, played
from webapp.play.request_body import LONGEST_LINE, LONGEST_MOVE

__all__: list[str] = []

MOST_MOVES = 20
"""Moves that are judged in one request."""


@blueprint.post("/api/v1/puzzles/<public_id>/judge")
@asking
def judge(public_id: str) -> Response:
    """Judge moves in a puzzle, as `twixt judge --json` does."""
    row = puzzle_row(public_id)
    return _judged(row.title, puzzle_from(row.sgf), f"{row.slug}.sgf", json_body())


@blueprint.post("/api/v1/judge")
@asking
def judge_text() -> Response:
    """Judge moves in a puzzle or a position that the request brings along.

    Where it is no puzzle, the side to move at its end is to win.
    """
    body = json_body()
    record = record_of(body)
    try:
        puzzle = puzzle_in(record) if record.puzzle else Puzzle("", record.line[-1])
        check_size(puzzle.position)
    except (PuzzleFileError, PuzzleRuleError) as error:
        raise unreadable(error) from None
    return _judged(puzzle.name or "position", puzzle, "-", body)


def _judged(title: str, puzzle: Puzzle, file: str, body: dict[str, Any]) -> Response:
    """Judge what a body asks for: a move, or several at the same place."""
    claim, several = claim_of(puzzle), "moves" in body
    if several == ("move" in body):
        raise FaultsError(400, [("move", "Send either move, a text, or moves, a list of texts.")])
    texts = _texts(body, "moves", 1, MOST_MOVES) if several else [text(body, "move", LONGEST_MOVE)]
    after = _texts(body, "after", 0, LONGEST_LINE) if "after" in body else []
    with _refused("after"):
        line, before = played(puzzle.position, after)
        if before.to_move is not claim.prover:
            raise RefusedError(
                f"{before.to_move.value} is to move here: `after` takes both sides' moves"
            )
    with _refused("moves" if several else "move"):
        moves = [move_in(before, each) for each in texts]
    solver = _Questions()
    # All verdicts before the first count: they matter more when time runs out.
    judged = [solver.judge(puzzle.position, line, move, claim) for move in moves]
    found = [
        move_report_json(MoveReport.of(title, puzzle, line, move, each, solver.count), file)
        for move, each in zip(moves, judged, strict=True)
    ]
    content = f'{{"judgements": [{", ".join(found)}]}}' if several else found[0]
    return Response(content, mimetype="application/json")


@contextmanager
def _refused(name: str) -> Iterator[None]:
    """Tell of a move that cannot be played by the name of its field. Raises FaultsError."""
    try:
        yield
    except RefusedError as error:
        raise FaultsError(422, [(name, as_sentence(str(error)))]) from None


def _texts(body: dict[str, Any], name: str, least: int, most: int) -> list[str]:
    """Return a list of moves' texts. Raises FaultsError."""
    found = body[name]
    if (
        not isinstance(found, list)
        or not least <= len(found) <= most
        or not all(isinstance(text, str) and len(text) <= LONGEST_MOVE for text in found)
    ):
        fault = (
            f"{name} must be a list of {least} to {most} moves, "
            f"each a text of up to {LONGEST_MOVE} characters."
        )
        raise FaultsError(400, [(name, fault)])
    return found


class _Questions:
    """Asks the solver. All that a request asks for has the limits of the site together."""

    def __init__(self) -> None:
        self._limits: Limits = current_app.config["SOLVER_LIMITS"]
        self._judge, self._solver = current_app.extensions["judge"], solver_here()
        self._ends = time.monotonic() + (self._limits.seconds or math.inf)

    def judge(self, start: Position, line: Sequence[Move], move: Move, claim: Claim) -> Judgement:
        """Judge a move; undecided when no time is left. Raises BusyError."""
        if limits := self._left():
            found: Judgement = self._judge(start, line, move, claim, limits)
            return found
        after = start.play_all((*line, move))
        return Judgement(Outcome.UNDECIDED, None, after, (), None, Limit.SECONDS, 0.0)

    def count(self, position: Position, claim: Claim, known: list[Hole]) -> RefutingReplies:
        """Count the replies that refute a claim: only `known` ones when no time is left."""
        if limits := self._left():
            return self._solver.count(position, claim, known, limits)
        replies = [*position.open_holes(position.to_move)]
        rest = tuple(hole for hole in replies if hole not in known)
        return RefutingReplies(tuple(known), rest, len(replies))

    def _left(self) -> Limits | None:
        """Return the limits for the next question, None when the time is over."""
        left = self._ends - time.monotonic()
        if self._limits.seconds is None or left >= self._limits.seconds:
            return self._limits
        # Whole seconds: the judge's memory keeps answers by their limits.
        return replace(self._limits, seconds=float(math.ceil(left))) if left > 0 else None
