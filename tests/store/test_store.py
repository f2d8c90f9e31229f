"""The verdict store: knows what was proved, believes nothing, serves several at once."""

import sqlite3
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from solver.game import Move, Position, Ruleset, Side
from solver.proof import Aim, Claim, Limit, Limits, Strategy, Verdict
from solver.search import Solution, begun_with, solve
from solver.store import Store
from solver.verify import check_strategy
from tests.cases import random_case
from tests.oracles.images import images
from tests.store.positions import CHOICE, LIMITS, LOST, WHITE, WON, first_moves, proved

pytestmark = pytest.mark.native


def undecided(nodes: int = 1_000, limit: Limit = Limit.NODES) -> Solution:
    return Solution(WHITE, Verdict.UNDECIDED, limit, (), (), None, nodes, 0.5, None)


def damage(store: Store, statement: str) -> None:
    change(store.path, statement)


def change(path: Path, statement: str) -> None:
    with sqlite3.connect(path) as file:
        file.execute(statement)
    file.close()


def test_a_full_store_keeps_nothing_new_and_is_used(tmp_path: Path) -> None:
    path = tmp_path / "full.sqlite"
    with Store(path) as store:
        store.add(WON, proved(), Limits())
    with Store(path, path.stat().st_size) as store:
        store.add(LOST, proved(LOST), Limits())
        store.add_others(WON, WHITE, first_moves(), Limits(), nodes=1, seconds=0.0)
        assert 1 == len([*store.rows()])
        assert store.find(WON, WHITE) is not None
    with Store(path, path.stat().st_size + 1) as store:
        store.add(LOST, proved(LOST), Limits())
        assert 2 == len([*store.rows()])


def test_an_empty_store_knows_nothing(store: Store) -> None:
    assert store.find(WON, WHITE) is None
    assert store.find_others(WON, WHITE) is None


@pytest.mark.parametrize("position", [WON, LOST])
def test_a_solution_is_found_as_it_was(store: Store, position: Position) -> None:
    solution = proved(position)
    store.add(position, solution, LIMITS)
    stored = store.find(position, WHITE)
    assert stored is not None
    assert solution == stored.solution
    assert LIMITS == stored.limits


def test_a_proof_decides_the_opposite_claim_and_what_it_implies(store: Store) -> None:
    store.add(WON, proved(), LIMITS)
    verdicts = {
        Claim(Aim.BLOCK, Side.BLACK): Verdict.DISPROVEN,
        Claim(Aim.BLOCK, Side.WHITE): Verdict.PROVEN,
        Claim(Aim.CONNECT, Side.BLACK): Verdict.DISPROVEN,
    }
    for claim, verdict in verdicts.items():
        stored = store.find(WON, claim)
        assert stored is not None
        assert verdict is stored.solution.verdict


def test_a_block_does_not_show_a_chain(store: Store) -> None:
    blocks = 0
    for seed in range(30):
        case = random_case(Ruleset.STD, 81_000 + seed)
        solution = proved(case.position)
        if solution.strategy and solution.strategy.claim.aim is Aim.BLOCK:
            store.add(case.position, solution, LIMITS)
            chain = Claim(Aim.CONNECT, solution.strategy.prover)
            assert store.find(case.position, chain) is None
            blocks += 1
    assert blocks


@pytest.mark.parametrize("ruleset", list(Ruleset))
def test_a_proof_serves_every_image_of_its_position(store: Store, ruleset: Ruleset) -> None:
    found = 0
    for seed in range(20):
        case = random_case(ruleset, 80_000 + seed)
        claim = Claim(Aim.CONNECT, case.prover)
        solution = solve(case.position, claim, LIMITS)
        if solution.strategy is None:
            continue
        store.add(case.position, solution, LIMITS)
        for image in images(case.position.board):
            position = image.position(case.position)
            stored = store.find(position, image.claim(claim))
            assert stored is not None
            assert solution.verdict is stored.solution.verdict
            assert solution.pegs == stored.solution.pegs
            assert stored.solution.strategy is not None
            check_strategy(position, stored.solution.strategy)
            found += 1
    assert found > 70
    assert [] == store.faults


def test_another_position_is_not_answered(store: Store) -> None:
    store.add(WON, proved(), LIMITS)
    assert store.find(replace(WON, to_move=Side.BLACK), WHITE) is None
    assert store.find(LOST, WHITE) is None


def test_an_undecided_question_counts_for_no_larger_limits(store: Store) -> None:
    store.add(LOST, undecided(), Limits(nodes=1_000, memory=64))
    for nodes, memory, known in [(1_000, 64, True), (10, 16, True), (1_001, 64, False)]:
        stored = store.find(LOST, WHITE, Limits(nodes=nodes, memory=memory))
        assert known == (stored is not None)
    assert store.find(LOST, WHITE, Limits(memory=64)) is None
    assert store.find(LOST, WHITE, Limits(nodes=1_000, memory=65)) is None
    assert store.find(LOST, WHITE) is None


def test_a_search_that_was_cut_short_counts_for_the_seconds_it_used(store: Store) -> None:
    early = Solution(WHITE, Verdict.UNDECIDED, Limit.SECONDS, (), (), None, 9, 2.0, None)
    store.add(WON, early, Limits(seconds=8.0))
    assert store.find(WON, WHITE, Limits(seconds=2.0)) is not None
    assert store.find(WON, WHITE, Limits(seconds=4.0)) is None


def test_more_seconds_say_no_more_where_nodes_ended_the_search(store: Store) -> None:
    store.add(WON, undecided(1_000), Limits(nodes=1_000, seconds=5.0, memory=16))
    for seconds in (None, 5.0, 50.0):
        assert store.find(WON, WHITE, Limits(nodes=1_000, seconds=seconds, memory=16)) is not None
    assert store.find(WON, WHITE, Limits(nodes=1_001, seconds=5.0, memory=16)) is None


def test_an_undecided_question_is_kept_with_what_it_used(store: Store) -> None:
    """A unit may have had less left than each of its questions was allowed."""
    store.add(LOST, undecided(nodes=300), Limits(nodes=1_000))
    assert store.find(LOST, WHITE, Limits(nodes=300)) is not None
    assert store.find(LOST, WHITE, Limits(nodes=301)) is None


def test_an_exhausted_search_is_not_repeated_with_more(store: Store) -> None:
    store.add(LOST, undecided(limit=Limit.EXHAUSTED), Limits(nodes=1_000))
    assert store.find(LOST, WHITE, Limits()) is not None


def test_a_cancelled_search_and_one_without_a_node_left_say_nothing(store: Store) -> None:
    store.add(LOST, undecided(limit=Limit.CANCELLED), LIMITS)
    store.add(LOST, undecided(nodes=0), LIMITS)
    assert store.find(LOST, WHITE, Limits(nodes=1)) is None


def test_another_version_left_it_undecided_so_it_is_asked_again(store: Store) -> None:
    store.add(LOST, undecided(), LIMITS)
    damage(store, "UPDATE verdicts SET version = '0.0'")
    assert store.find(LOST, WHITE, Limits(nodes=1)) is None


def test_a_proof_of_another_version_is_used_for_it_is_checked(store: Store) -> None:
    store.add(WON, proved(), LIMITS)
    damage(store, "UPDATE verdicts SET version = '0.0'")
    stored = store.find(WON, WHITE)
    assert stored is not None
    assert "0.0" == stored.version


def test_a_proof_goes_before_an_undecided_question(store: Store) -> None:
    store.add(WON, undecided(), LIMITS)
    store.add(WON, proved(), LIMITS)
    store.add(WON, undecided(), LIMITS)
    stored = store.find(WON, WHITE, LIMITS)
    assert stored is not None
    assert Verdict.PROVEN is stored.solution.verdict


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE verdicts SET strategy = x'00112233'",
        "UPDATE verdicts SET strategy = substr(strategy, 1, length(strategy) - 9)",
        "UPDATE verdicts SET prover = 'nobody'",
        "UPDATE verdicts SET prover = iif(prover = 'white', 'black', 'white')",
    ],
)
def test_a_damaged_row_is_ignored_and_told(store: Store, statement: str) -> None:
    store.add(WON, proved(), LIMITS)
    damage(store, statement)
    assert store.find(WON, WHITE) is None
    assert 1 == len(store.faults)
    assert str(store.path) in store.faults[0]


def test_a_row_whose_proof_is_damaged_gives_way_to_the_next_one(store: Store) -> None:
    solution = proved()
    store.add(WON, solution, LIMITS)
    damage(store, "UPDATE verdicts SET strategy = x'00'")
    store.add(WON, solution, LIMITS)
    assert 1 == store.proofs
    stored = store.find(WON, WHITE)
    assert stored is not None
    assert solution == stored.solution
    assert 1 == len(store.faults)


def test_a_damaged_proof_does_not_keep_an_undecided_question_out(store: Store) -> None:
    store.add(WON, replace(proved(), nodes=5_000), LIMITS)
    damage(store, "UPDATE verdicts SET strategy = x'00'")
    store.add(WON, undecided(), LIMITS)
    stored = store.find(WON, WHITE, Limits(nodes=1_000, memory=16))
    assert stored is not None
    assert Limit.NODES is stored.solution.limit


def test_a_proof_of_something_else_gives_no_verdict(store: Store) -> None:
    store.add(WON, proved(), LIMITS)
    store.add(LOST, proved(LOST), LIMITS)
    damage(store, "UPDATE verdicts SET strategy = (SELECT strategy FROM verdicts v WHERE id = 1)")
    for position, truth in [(WON, Verdict.PROVEN), (LOST, Verdict.DISPROVEN)]:
        stored = store.find(position, WHITE)
        assert stored is None or truth is stored.solution.verdict


def test_what_is_written_together_is_all_there_or_not_at_all(store: Store) -> None:
    def write() -> None:
        with store.together():
            store.add(WON, proved(), LIMITS)
            raise KeyError

    with pytest.raises(KeyError):
        write()
    assert store.find(WON, WHITE) is None
    with store.together():
        store.add(WON, proved(), LIMITS)
    assert store.find(WON, WHITE) is not None


class Busy(sqlite3.Connection):
    """Another process holds the file when the journal mode is set: SQLite does not wait there."""

    left = 3

    def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
        if "WAL" in statement and Busy.left:
            Busy.left -= 1
            raise sqlite3.OperationalError("database is locked")
        return super().execute(statement, *values)


def test_a_store_that_another_process_is_making_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Busy))
    with Store(tmp_path / "verdicts.sqlite") as store:
        store.add(WON, proved(), LIMITS)
    assert Busy.left == 0


def test_a_frozen_store_finds_what_it_knew_and_no_more(store: Store) -> None:
    store.add(WON, proved(), LIMITS)
    store.freeze()
    store.add(LOST, proved(LOST), LIMITS)
    store.add_others(CHOICE, WHITE, first_moves(), LIMITS, nodes=7, seconds=0.1)
    assert store.find(WON, WHITE) is not None
    assert store.find(LOST, WHITE) is None
    assert store.find_others(CHOICE, WHITE) is None
    assert 1 == len([*store.rows()]) == store.proofs
    with Store(store.path) as other:
        assert other.find(LOST, WHITE) is not None
        assert other.find_others(CHOICE, WHITE) is not None


def test_an_undecided_question_is_no_answer_to_another_one(store: Store) -> None:
    store.add(LOST, undecided(), LIMITS)
    limits = Limits(nodes=10, memory=16)
    assert store.find(LOST, WHITE, limits) is not None
    assert store.find(LOST, Claim(Aim.CONNECT, Side.BLACK), limits) is None
    assert not store.has_proof(LOST)
    store.add(LOST, proved(LOST), LIMITS)
    assert store.has_proof(LOST)


def test_a_fault_is_told_once_however_often_its_row_is_read(store: Store) -> None:
    store.add(WON, proved(), LIMITS)
    damage(store, "UPDATE verdicts SET strategy = x'00'")
    assert [None, None] == [store.find(WON, WHITE) for _ in range(2)]
    assert 1 == len(store.faults)


def test_a_proof_with_other_pegs_is_kept_beside_the_one_that_is_there(store: Store) -> None:
    found = list[Strategy]()
    for hole in sorted(first_moves().winning):
        rest = proved(CHOICE.play(Move(hole))).strategy
        assert rest is not None
        found.append(begun_with(CHOICE, hole, rest))
    found.sort(key=lambda strategy: -strategy.root.depth)
    assert found[0].root.depth > found[-1].root.depth
    for strategy in (found[0], found[-1], found[0]):
        store.add(CHOICE, replace(proved(CHOICE), strategy=strategy), LIMITS)
    assert 2 == store.proofs
    stored = store.find(CHOICE, WHITE)
    assert stored is not None
    assert stored.solution.strategy == found[-1], "the shorter one"
