"""What an audit may spend: its limits hold whatever becomes of its units."""

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from solver.audits import Audit, audit
from solver.files import read_file
from solver.proof import Limits
from solver.puzzle import Puzzle
from solver.store import Store
from solver.work import Failure, Fault, run_here
from tests.oracles.setup import classic


@pytest.mark.parametrize("limits", [Limits(seconds=10.0), Limits(nodes=10_000_000)])
def test_units_without_an_answer_are_paid_for(limits: Limits) -> None:
    plan = audit(classic("p27"), replace(limits, memory=16))
    seconds, nodes = 0.0, 0
    units = next(plan)
    while True:
        seconds += sum(unit.total.seconds or 0 for unit in units)
        nodes += sum(unit.total.nodes or 0 for unit in units)
        try:
            units = plan.send([Failure(Fault.HUNG, "it did not end")] * len(units))
        except StopIteration as stop:
            found = stop.value
            break
    assert isinstance(found, Audit)
    assert (found.verdict.value, found.limit) == ("undecided", "hung")
    assert found.error == "it did not end"
    if limits.seconds:
        assert seconds <= limits.seconds
    else:
        assert nodes <= (limits.nodes or 0)


def course(name: str) -> Puzzle:
    puzzle = read_file(Path(__file__).parents[2] / "puzzles" / "course" / f"{name}.sgf").puzzle
    assert puzzle is not None
    return puzzle


def kept_audit(puzzle: Puzzle, limits: Limits, store: Store) -> Audit:
    """Audit a puzzle as `twixt audit --store` does."""
    store.freeze()
    found = run_here(audit(puzzle, limits, store))
    assert isinstance(found, Audit)
    return found


@pytest.mark.native
@pytest.mark.parametrize(
    ("name", "nodes"),
    [("edge-wall", 5350), ("top-decides", 1064), ("step-back", 6191), ("setup-3-3", 1354)],
)
def test_a_store_makes_no_verdict_worse(name: str, nodes: int, tmp_path: Path) -> None:
    puzzle, limits = course(name), Limits(nodes=nodes, seconds=60.0, memory=16)
    with Store(tmp_path / "verdicts.sqlite") as store:
        first, again = (kept_audit(puzzle, limits, store) for _ in range(2))
    assert "sound" == first.verdict.value
    assert first.verdict is again.verdict
    assert all(move.decided for move in again.moves)


@pytest.mark.native
def test_what_stored_proofs_once_took_is_told_and_not_spent(tmp_path: Path) -> None:
    puzzle, limits = course("edge-wall"), Limits(nodes=5350, seconds=60.0, memory=16)
    path = tmp_path / "verdicts.sqlite"
    with Store(path) as store:
        first = kept_audit(puzzle, limits, store)
    with sqlite3.connect(path) as file:
        file.execute("UPDATE verdicts SET nodes = 9000, seconds = 90.0 WHERE strategy IS NOT NULL")
    file.close()
    with Store(path) as store:
        again = kept_audit(puzzle, limits, store)
    assert first.verdict is again.verdict
    assert again.nodes >= 9000
    assert again.seconds >= 90.0
