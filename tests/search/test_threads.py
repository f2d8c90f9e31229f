"""Several threads search for one proof: the same verdicts, no wrong proof, the same manners."""

import threading
import time
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from solver.files import read_file
from solver.game import Board, Hole, Move, Position, Ruleset, Side, position_text
from solver.proof import Aim, Claim, Limit, Limits, Verdict, claim_of
from solver.search import Cancel, SearchProgress, Session, solve
from solver.verify import check_strategy
from tests.cases import random_case
from tests.oracles.setup import classic
from tests.parts import parts

pytestmark = pytest.mark.native


@pytest.mark.parametrize(("threads", "before"), [(2, 1_000_000), (3, 1_000_000), (2, 1)])
@pytest.mark.parametrize("ruleset", list(Ruleset))
def test_threads_decide_as_brute_force_does(
    ruleset: Ruleset, threads: int, before: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At once, and move by move after so many nodes of each thread."""
    monkeypatch.setattr("solver.search.session._HARD", before)
    limits = Limits(nodes=20_000, memory=16, threads=threads)
    counts = Counter[Verdict]()
    for seed in range(100):
        case = random_case(ruleset, seed)
        for claim, true in (
            (Claim(Aim.CONNECT, case.prover), case.connects),
            (Claim(Aim.BLOCK, case.prover.other), not case.connects),
        ):
            found = solve(case.position, claim, limits)
            wrong = Verdict.DISPROVEN if true else Verdict.PROVEN
            assert found.verdict is not wrong, position_text(case.position)
            if found.strategy is not None:
                check_strategy(case.position, found.strategy)
            counts[found.verdict] += 1
    assert counts[Verdict.UNDECIDED] <= 0.01 * counts.total()


@pytest.mark.parametrize("threads", [2, 4])
@pytest.mark.parametrize("name", ["p01", "p07", "p09", "p29", "p43", "p51", "p57"])
def test_threads_prove_what_one_thread_proves(name: str, threads: int) -> None:
    asked = classic(name)
    limits = Limits(nodes=2_000_000, memory=256, threads=threads)
    found = solve(asked.position, claim_of(asked), limits)
    assert Verdict.PROVEN is found.verdict
    assert found.strategy is not None
    check_strategy(asked.position, found.strategy)
    assert found.keys[0] in asked.keys


@pytest.mark.slow
@pytest.mark.parametrize("part", parts(4))
def test_threads_that_settle_each_others_nodes_go_on(part: int) -> None:
    # How often they meet is a matter of chance: one of some fifty runs once ended in a crash.
    asked = classic("p29")
    for run in range(50 * part, 50 * (part + 1)):
        limits = Limits(nodes=2_000_000, memory=64, threads=4)
        found = solve(asked.position, claim_of(asked), limits)
        assert Verdict.PROVEN is found.verdict, f"run {run}"


@pytest.mark.parametrize("size", [6, 7, 8])
def test_threads_win_on_an_empty_board(size: int) -> None:
    claim = Claim(Aim.CONNECT, Side.WHITE)
    found = solve(Position(Board(size, size)), claim, Limits(nodes=5_000_000, threads=3))
    assert Verdict.PROVEN is found.verdict


def test_threads_prove_the_end_of_a_game_on_a_whole_board() -> None:
    boards = Path(__file__).parents[2] / "solver" / "bench" / "boards"
    asked = read_file(boards / "game1069.sgf").puzzle
    assert asked is not None
    found = solve(asked.position, claim_of(asked), Limits(nodes=5_000_000, threads=2))
    assert Verdict.PROVEN is found.verdict


def test_a_session_in_threads_gives_the_verdicts_of_one_thread() -> None:
    asked = classic("p07")
    position, claim = asked.position, claim_of(asked)
    session, limits = Session(Limits(memory=64, threads=2)), Limits(nodes=200_000)
    for hole in [Hole(col, row) for col in range(4, 7) for row in range(4, 8)]:
        if hole in position.pegs(Side.WHITE) | position.pegs(Side.BLACK):
            continue
        after = position.play(Move(hole))
        found, alone = session.solve(after, claim, limits), solve(after, claim, limits)
        if Verdict.UNDECIDED not in (found.verdict, alone.verdict):
            assert found.verdict is alone.verdict


@pytest.mark.parametrize("nodes", [1, 2, 999, 5_000, 60_000])
def test_a_limit_on_nodes_is_for_all_threads_together(nodes: int) -> None:
    asked = classic("p41")
    found = solve(asked.position, claim_of(asked), Limits(nodes=nodes, memory=64, threads=3))
    assert (Verdict.UNDECIDED, Limit.NODES) == (found.verdict, found.limit)
    # The node that finds the limit is counted too, once a thread and search.
    assert found.nodes <= nodes + 5


def test_a_limit_on_seconds_ends_all_threads() -> None:
    asked = classic("p41")
    limits = Limits(seconds=0.3, memory=64, threads=3)
    started = time.process_time()
    found = solve(asked.position, claim_of(asked), limits)
    assert (Verdict.UNDECIDED, Limit.SECONDS) == (found.verdict, found.limit)
    # Seconds of this process, all its threads together.
    assert time.process_time() - started < 3


def test_threads_share_the_memory_and_forget_when_it_is_full() -> None:
    held = list[float]()
    limits = Limits(memory=16, threads=2)
    session = Session(limits, progress=lambda _: held.append(session.memory_used))
    asked = classic("p41")
    session.solve(asked.position, claim_of(asked), Limits(nodes=1_600_000))
    # What a few nodes prove may come on top, in every thread.
    assert max(held) < 18
    assert any(later < earlier for earlier, later in pairwise(held))


def test_threads_that_forget_prove_all_the_same() -> None:
    asked = classic("p57")
    limits = Limits(nodes=3_000_000, memory=16, threads=2)
    assert Verdict.PROVEN is solve(asked.position, claim_of(asked), limits).verdict


def test_all_threads_are_cancelled_at_once() -> None:
    asked, cancel, at = classic("p41"), Cancel(), list[float]()

    def call() -> None:
        at.append(time.process_time())
        cancel.set()

    timer = threading.Timer(0.5, call)
    timer.start()
    limits = Limits(nodes=40_000_000, memory=64, threads=3)
    found = solve(asked.position, claim_of(asked), limits, cancel=cancel)
    used = time.process_time() - at[0]
    assert (Verdict.UNDECIDED, Limit.CANCELLED) == (found.verdict, found.limit)
    assert used < 1


def test_threads_tell_their_progress() -> None:
    asked, told = classic("p41"), list[SearchProgress]()
    limits = Limits(nodes=800_000, memory=256, threads=2)
    found = solve(asked.position, claim_of(asked), limits, progress=told.append)
    assert len(told) >= 2
    assert told == sorted(told, key=lambda progress: progress.nodes)
    assert told[-1].nodes <= found.nodes


def test_what_a_progress_callback_raises_ends_all_threads() -> None:
    class EnoughError(Exception):
        pass

    def stop(_: SearchProgress) -> None:
        raise EnoughError

    asked = classic("p41")
    with pytest.raises(EnoughError):
        solve(asked.position, claim_of(asked), Limits(threads=3), progress=stop)


def test_numbers_of_threads_out_of_range_are_refused() -> None:
    with pytest.raises(ValueError, match="threads must be at most 256, not 300"):
        Limits(threads=300)
    with pytest.raises(ValueError, match="threads must be at least 1"):
        Limits(threads=0)
