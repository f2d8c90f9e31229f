"""The solver of the site goes on without its store where that cannot be written."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from solver.game import parse_hole
from solver.proof import Limits, Verdict, claim_of
from solver.store import Store
from tests.webapp.conftest import SMALL, plain
from webapp.play.gated_solver import GatedSolver
from webapp.play.search_gate import SearchGate

pytestmark = pytest.mark.native


@pytest.fixture
def solver(tmp_path: Path) -> Iterator[GatedSolver]:
    """A solver whose store can be read and takes nothing."""
    with Store(tmp_path / "verdicts.sqlite") as store:
        with closing(sqlite3.connect(store.path)) as file:
            refuse = "BEGIN SELECT RAISE(FAIL, 'the disk is full'); END"
            file.execute(f"CREATE TRIGGER full BEFORE INSERT ON verdicts {refuse}")
        yield GatedSolver(store, SearchGate(1), Limits(seconds=20.0, memory=64))


def test_a_claim_is_decided_where_the_store_takes_nothing(solver: GatedSolver) -> None:
    claim = claim_of(SMALL)
    assert Verdict.PROVEN is solver.decide(SMALL.position, (), claim).verdict


def test_replies_are_counted_where_the_store_takes_nothing(solver: GatedSolver) -> None:
    position = SMALL.position.play(plain(SMALL.position, "e2"))
    found = solver.count(position, claim_of(SMALL), [parse_hole("b2")])
    assert "2 of 21 replies" == found.text
