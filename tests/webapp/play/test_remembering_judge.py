"""The judge's memory: what it decided is asked once, and boards in it are bounded in bytes."""

from collections.abc import Sequence

import pytest

from solver.answers import Judgement, Outcome
from solver.game import Board, Hole, Move, Position, Side
from solver.proof import Aim, Claim, Limits
from webapp.play import remembering_judge as module
from webapp.play.remembering_judge import remembering_judge
from webapp.play.search_gate import SearchGate

CLAIM = Claim(Aim.CONNECT, Side.WHITE)


def test_a_judgement_is_remembered_until_larger_ones_need_its_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "REMEMBERED", 2 << 20)
    asked = list[Move]()

    def ask(
        start: Position, line: Sequence[Move], move: Move, _claim: Claim, _limits: Limits
    ) -> Judgement:
        asked.append(move)
        after = start.play_all((*line, move))
        return Judgement(Outcome.WINS, None, after, (), None, None, 0.0)

    judge = remembering_judge(ask, SearchGate(1))
    pegs = [Hole(col, row) for col in range(1, 37) for row in range(1, 30)]
    large = Position(Board(38, 38)).with_side(Side.WHITE, pegs, ())
    first = Move(Hole(1, 32))
    for _ in range(2):
        judge(large, (), first, CLAIM, Limits())
    assert [first] == asked
    for col in range(2, 30):
        judge(large, (), Move(Hole(col, 32)), CLAIM, Limits())
    judge(large, (), first, CLAIM, Limits())
    assert [first, first] == [move for move in asked if move == first]
