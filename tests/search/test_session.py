"""A session answers related claims as fresh searches do, with less work."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random

import pytest

from solver.bench.fuzz import fuzz_seed
from solver.game import (
    Board,
    Box,
    Hole,
    Link,
    Move,
    Position,
    Ruleset,
    Side,
    parse_hole,
    parse_link,
    position_text,
)
from solver.oracle import TooHardError, connects, random_position
from solver.proof import Aim, Claim, Limit, Limits, Verdict, claim_of
from solver.puzzle import window
from solver.search import (
    Cancel,
    Options,
    ProofNumberSearch,
    SearchProgress,
    Session,
    Solution,
    solve,
)
from solver.verify import check_strategy
from tests.cases import random_case
from tests.oracles.setup import classic
from tests.parts import batches

pytestmark = pytest.mark.native

LIMITS = Limits(nodes=20_000, memory=16)

RELATED = 12
"""Positions of one session."""


def played(rng: Random, position: Position) -> Position:
    """Return the position after up to two random moves."""
    for _ in range(rng.choice([1, 1, 2])):
        if position.result is not None or any(position.connected(side) for side in Side):
            break
        me = position.to_move
        taken = position.pegs(Side.WHITE) | position.pegs(Side.BLACK)
        free = [
            hole
            for hole in position.board.playable_holes()
            if hole not in taken and position.board.open_to(me, hole)
        ]
        if not free:
            break
        position = position.play(Move(rng.choice(sorted(free))))
    return position


def thinned(rng: Random, position: Position) -> Position:
    """Return the position without some links and some pegs of the window."""
    for side in Side:
        gone = {
            hole
            for hole in sorted(position.pegs(side))
            if position.board.in_region(hole) and rng.random() < 0.15
        }
        links = {
            link
            for link in sorted(position.links(side))
            if gone.isdisjoint(link) and rng.random() < 0.9
        }
        position = position.with_side(side, position.pegs(side) - gone, links)
    return position


def related(rng: Random, start: Position) -> Iterator[Position]:
    """Yield positions that may follow on the start or come before it."""
    for _ in range(RELATED):
        position = start
        if start.ruleset is not Ruleset.PP and rng.random() < 0.4:
            position = thinned(rng, position)
        position = played(rng, replace(position, to_move=rng.choice(list(Side))))
        decided = any(position.connected(side) for side in Side)
        if position.result is None and not position.problems() and not decided:
            yield position


def compared(ruleset: Ruleset, seeds: Iterable[int]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for seed in seeds:
        rng = Random(f"session {ruleset.value} {seed}")
        start = random_position(rng, ruleset)
        if start is None:
            continue
        session = Session(Limits(memory=16))
        for position in related(rng, start):
            claim = Claim(rng.choice(list(Aim)), rng.choice(list(Side)))
            chaser = claim.chaser
            try:
                value = connects(position, chaser, nodes=3000)
            except TooHardError:
                continue
            found = session.solve(position, claim, LIMITS)
            fresh = solve(position, claim, LIMITS)
            text = f"{claim.text}, seed {seed}: {position_text(position)}"
            wrong = Verdict.DISPROVEN if value is (chaser is claim.prover) else Verdict.PROVEN
            assert found.verdict is not wrong, text
            if fresh.verdict is not Verdict.UNDECIDED:
                assert found.verdict is fresh.verdict, text
            if found.strategy is not None:
                check_strategy(position, found.strategy)
            counts["session nodes"] += found.nodes
            counts["fresh nodes"] += fresh.nodes
    return counts


@pytest.mark.parametrize("seeds", batches(0, 60, each=150, count=8))
@pytest.mark.parametrize("ruleset", list(Ruleset))
def test_a_session_gives_the_verdicts_of_fresh_searches(ruleset: Ruleset, seeds: range) -> None:
    counts = compared(ruleset, seeds)
    assert counts["session nodes"] < counts["fresh nodes"]


def test_an_audit_of_first_moves_is_cheaper_in_a_session() -> None:
    puzzle = classic("p29")
    position, claim = puzzle.position, claim_of(puzzle)
    limits = Limits(nodes=100_000, memory=64)
    session, nodes, fresh_nodes = Session(Limits(memory=64)), 0, 0
    for hole in [Hole(col, row) for col in range(4, 7) for row in range(4, 8)]:
        if hole in position.pegs(Side.WHITE) | position.pegs(Side.BLACK):
            continue
        after = position.play(Move(hole))
        found, fresh = session.solve(after, claim, limits), solve(after, claim, limits)
        assert found.verdict is fresh.verdict
        nodes, fresh_nodes = nodes + found.nodes, fresh_nodes + fresh.nodes
    assert nodes < 0.8 * fresh_nodes


def test_what_one_link_proves_is_not_taken_for_granted_without_it() -> None:
    """The same pegs with and without a link are different starts."""
    puzzle = classic("p17")
    position = puzzle.position
    session, limits = Session(Limits(memory=64)), Limits(nodes=100_000)
    for side in Side:
        for link in sorted(position.links(side)):
            without: set[Link] = set(position.links(side)) - {link}
            for start in (position, position.with_side(side, position.pegs(side), without)):
                for to_move in Side:
                    asked, claim = replace(start, to_move=to_move), claim_of(puzzle)
                    found, fresh = session.solve(asked, claim, limits), solve(asked, claim, limits)
                    assert found.verdict is fresh.verdict, (link, to_move)


def test_a_search_that_is_asked_about_by_itself_is_left_out() -> None:
    puzzle = classic("p39")
    claim = claim_of(puzzle)
    position = puzzle.position.play(puzzle.keys[0])
    limits = Limits(nodes=60_000)
    block = Claim(Aim.BLOCK, claim.prover)
    at_once = Session().solve(position, block, limits)
    assert at_once.strategy is not None
    assert at_once.strategy.claim == claim
    alone = Session().solve(position, block, limits, without=claim)
    assert alone.strategy is None or alone.strategy.claim == block


def test_a_move_that_only_a_block_refutes_does_not_wait_long_for_the_search_for_it() -> None:
    puzzle = classic("p25")
    after = puzzle.position.play(Move(parse_hole("i4")))
    found = solve(after, claim_of(puzzle), Limits(nodes=200_000))
    assert Verdict.DISPROVEN is found.verdict
    assert found.strategy is not None
    assert Aim.BLOCK is found.strategy.claim.aim


def test_a_block_skips_moves_that_leave_a_known_refutation_standing() -> None:
    puzzle = classic("p34")
    after = puzzle.position.play(Move(parse_hole("f9")))
    block = Claim(Aim.BLOCK, Side.BLACK)
    limits = Limits(nodes=50_000)
    assert Verdict.PROVEN is solve(after, block, limits).verdict
    assert Verdict.UNDECIDED is solve(after, block, limits, Options(no_help=False)).verdict


def test_a_hard_claim_is_searched_move_by_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """The searches at once leave g7 in p36 open with 2.5 M nodes."""
    puzzle = classic("p36")
    after = puzzle.position.play(Move(parse_hole("g7")))
    limits = Limits(nodes=200_000)
    assert solve(after, claim_of(puzzle), limits).limit is Limit.NODES
    monkeypatch.setattr("solver.search.session._HARD", 100_000)
    found = solve(after, claim_of(puzzle), limits)
    assert found.verdict is Verdict.DISPROVEN
    assert 100_000 < found.nodes < 150_000
    # Each thread gets as many nodes before.
    found = solve(after, claim_of(puzzle), Limits(nodes=400_000, threads=2))
    assert found.verdict is Verdict.DISPROVEN
    assert found.nodes > 200_000


@pytest.mark.parametrize("ended", [Limit.EXHAUSTED, Limit.MEMORY, Limit.NODES])
def test_where_moves_say_no_more_the_searches_at_once_go_on(
    ended: Limit, monkeypatch: pytest.MonkeyPatch
) -> None:
    def give_up(*_: object) -> Solution:
        return Solution.of(puzzle.position, claim, None, ended)

    monkeypatch.setattr("solver.search.session._HARD", 1_000)
    monkeypatch.setattr(ProofNumberSearch, "solve", give_up)
    puzzle = classic("p13")
    claim = claim_of(puzzle)
    assert solve(puzzle.position, claim, Limits(nodes=10_000)).limit is Limit.NODES
    puzzle = classic("p54")
    claim = claim_of(puzzle)
    assert solve(puzzle.position, claim).verdict is Verdict.PROVEN


def test_a_search_move_by_move_keeps_to_the_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.search.session._HARD", 10_000)
    monkeypatch.setattr("solver.search.session._BETWEEN", 0.0)
    puzzle = classic("p57")
    after = puzzle.position.play(Move(parse_hole("f4")))
    told, by_moves = list[SearchProgress](), list[SearchProgress]()
    search = ProofNumberSearch.solve

    def noted(self: ProofNumberSearch, nodes: float) -> Solution:
        before = len(told)
        found = search(self, nodes)
        by_moves.extend(told[before:])
        return found

    monkeypatch.setattr(ProofNumberSearch, "solve", noted)
    session = Session(progress=told.append)
    found = session.solve(after, claim_of(puzzle), Limits(nodes=40_000))
    assert found.limit is Limit.NODES
    assert 30_000 < found.nodes <= 40_000
    assert {each.pegs for each in by_moves} == {by_moves[-1].pegs}
    assert by_moves[-1].nodes > 20_000
    assert session.solve(after, claim_of(puzzle), Limits(seconds=0.1)).limit is Limit.SECONDS

    cancel = Cancel()

    def stop(progress: SearchProgress) -> None:
        if progress.nodes > 20_000:
            cancel.set()

    found = solve(after, claim_of(puzzle), cancel=cancel, progress=stop)
    assert found.limit is Limit.CANCELLED


def test_halves_are_looked_for_after_the_memory_was_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.search.session._HARD", 20_000)
    puzzle = classic("p34")
    after = puzzle.position.play(Move(parse_hole("f5")))
    # 494,342 nodes; 632,158 where they end for good when the memory is full for the first time.
    found = solve(after, claim_of(puzzle), Limits(nodes=570_000, memory=16))
    assert found.verdict is Verdict.DISPROVEN


def test_progress_goes_on_where_a_plain_move_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.search.session._HARD", 1)
    monkeypatch.setattr("solver.search.session._BETWEEN", 0.0)
    puzzle, told = classic("p27"), list[int]()
    found = solve(
        puzzle.position, claim_of(puzzle), progress=lambda progress: told.append(progress.nodes)
    )
    assert found.verdict is Verdict.PROVEN
    assert len(told) > 2
    assert told == sorted(told)


@pytest.mark.parametrize("seed", [51001870, 51007725, 51007896])
def test_moves_put_together_that_may_not_last_are_left_to_the_searches(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Found by fuzzing: the checker refused them, and the claim ended with an error."""
    monkeypatch.setattr("solver.search.session._HARD", 20)
    assert not fuzz_seed(seed)[1]


@pytest.mark.parametrize("seeds", batches(0, 20, each=150, count=8))
@pytest.mark.parametrize("ruleset", list(Ruleset))
def test_small_boards_searched_move_by_move_have_their_value(
    ruleset: Ruleset, seeds: range, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solver.search.session._HARD", 1)
    decided = 0
    for seed in seeds:
        case = random_case(ruleset, seed)
        claim = Claim(Aim.CONNECT, case.prover)
        for asked in (claim, claim.opposite):
            found = solve(case.position, asked, Limits(nodes=3_000, memory=16))
            if found.strategy is None:
                continue
            decided += 1
            true = (asked == claim) == case.connects
            place = f"{ruleset.value} {seed} {asked.text}\n{position_text(case.position)}"
            assert (found.verdict is Verdict.PROVEN) == true, place
            check_strategy(case.position, found.strategy)
    assert decided > 0.9 * 2 * len(seeds)


def test_links_outside_the_window_are_part_of_what_proofs_rest_on() -> None:
    """The prover has those that stood at first, and makes no others there."""
    board = window(Board(12, 12), Box(0, 0, 4, 4))
    linked = Position(board).put(Side.WHITE, parse_hole("f2")).put(Side.WHITE, parse_hole("g4"))
    assert {parse_link("f2-g4")} == linked.white_links
    apart = linked.with_side(Side.WHITE, linked.white, ())
    session, claim = Session(), Claim(Aim.CONNECT, Side.WHITE)
    for position, kept in ((linked, False), (linked, True), (apart, False)):
        before = session._searches.get(claim)
        session.solve(position, claim, Limits(nodes=100))
        assert kept == (before is not None and before is session._searches[claim])
