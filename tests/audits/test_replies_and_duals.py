"""Questions that only the report asks: how many replies refute a try, and duals."""

from types import SimpleNamespace
from typing import cast

import pytest

from solver.audits import FirstMove, Kind
from solver.audits.proved_so_far import ProvedSoFar
from solver.audits.replies_and_duals import _refuting
from solver.game import Board, Hole, Position, Side, parse_hole
from solver.proof import Aim, Claim


@pytest.mark.parametrize(
    ("reply", "known"), [("d3", {parse_hole("d3")}), ("[-c'3][d3]", set()), ("", set())]
)
def test_a_reply_that_is_no_more_than_a_peg_is_known_to_refute(
    reply: str, known: set[Hole]
) -> None:
    claim = Claim(Aim.CONNECT, Side.WHITE)
    found = SimpleNamespace(position=Position(Board(5, 5)), claim=claim)
    tried = FirstMove(parse_hole("c3"), Kind.TRY, ("c3", reply))
    assert known == _refuting(cast(ProvedSoFar, found), tried).winning
