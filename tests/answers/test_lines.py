"""Whole lines of play: every judgement is true, and nothing but the line decides the answers."""

import importlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from solver.answers import Judgement, Outcome, decide, judge, judge_known
from solver.answers.proof_reuse import part_for
from solver.game import Move, Position, Ruleset, position_text
from solver.oracle import connects
from solver.proof import Aim, Claim, Limit, Limits, Verdict, claim_of
from solver.search import Solution, refute_others
from solver.store import Store
from solver.verify import check_strategy
from tests.cases import random_case
from tests.oracles.setup import classic

pytestmark = pytest.mark.native

LIMITS = Limits(nodes=5_000, memory=16)

PLAYED = (Outcome.WINS, Outcome.LOSES)
"""Outcomes after which there is something left to play."""


def is_true(position: Position, claim: Claim) -> bool:
    """Tell by brute force whether a claim holds in a position, decided or not."""
    chaser = claim.chaser
    if position.result is not None or any(map(position.connected, (chaser, chaser.other))):
        return position.connected(chaser) is (claim.aim is Aim.CONNECT)
    return connects(position, chaser) is (claim.aim is Aim.CONNECT)


def games(ruleset: Ruleset, seeds: range) -> Iterator[tuple[Position, Claim, Random]]:
    for seed in seeds:
        position = random_case(ruleset, seed).position
        rng = Random(f"lines {seed}")
        yield position, Claim(rng.choice(list(Aim)), position.to_move), rng


def play(
    start: Position, claim: Claim, rng: Random, store: Store | None
) -> Iterator[tuple[tuple[Move, ...], Judgement]]:
    """Yield a game against the judge, of good and of random moves, and what he said."""
    line, position = tuple[Move, ...](), start
    while True:
        holes = list(position.open_holes(position.to_move))
        move = Move(rng.choice(holes) if holes else None)
        keys = decide(start, line, claim, LIMITS, store).keys
        if keys and rng.random() < 0.8:
            (move,) = keys
        said = judge(start, line, move, claim, LIMITS, store)
        yield (*line, move), said
        if said.outcome not in PLAYED or said.reply is None:
            return
        line, position = (*line, move, said.reply), said.after


@pytest.mark.parametrize("ruleset", list(Ruleset))
def test_every_move_of_a_line_is_judged_truly(ruleset: Ruleset, tmp_path: Path) -> None:
    counts = Counter[str]()
    store = Store(tmp_path / "verdicts.sqlite")
    for start, claim, rng in games(ruleset, range(6000, 6100)):
        for line, said in play(start, claim, rng, store):
            position = start.play_all(line)
            text = f"{claim.text} after {line}: {position_text(start)}"
            assert said.outcome is not Outcome.UNDECIDED, text
            good = said.outcome in (Outcome.MET, Outcome.WINS)
            assert is_true(position, claim) is good, text
            if said.reply is not None:
                assert said.after == position.play(said.reply), text
                assert is_true(said.after, claim) is good, f"the reply throws it away: {text}"
            if said.proof is not None:
                check_strategy(position, said.proof)
            counts["known"] += said.nodes == 0 and said.outcome in PLAYED
            counts[said.outcome.value] += 1
    store.close()
    assert counts["known"] > 10, counts
    assert counts[Outcome.WINS.value] > 5, counts
    assert counts[Outcome.LOSES.value] >= 3, counts


def search_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every search an error."""
    monkeypatch.setattr(importlib.import_module("solver.answers.decide_after_line"), "solve", None)


def essence(said: Judgement) -> tuple[Any, ...]:
    return said.outcome, said.reply, said.after, said.line, said.pegs


def test_a_line_gets_the_same_replies_from_searches_and_from_the_store(tmp_path: Path) -> None:
    for start, claim, _ in games(Ruleset.STD, range(6100, 6130)):
        with Store(tmp_path / "verdicts.sqlite") as store:
            runs = [
                [(line, essence(said)) for line, said in play(start, claim, Random("same"), kept)]
                for kept in (None, store, store, None)
            ]
            for line, said in runs[1]:
                again = judge_known(start, line[:-1], line[-1], claim, LIMITS, store)
                assert again is not None, "what was played is known"
                assert essence(again) == said
        assert runs[0] == runs[1] == runs[2] == runs[3], position_text(start)


def test_what_the_store_holds_is_not_searched_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = classic("p21")
    start, claim = puzzle.position, claim_of(puzzle)
    limits = Limits(nodes=400_000, memory=64)
    with Store(tmp_path / "verdicts.sqlite") as store:
        first = judge(start, (), puzzle.keys[0], claim, limits, store)
        search_nothing(monkeypatch)
        assert essence(first) == essence(judge(start, (), puzzle.keys[0], claim, limits, store))
        # The published line needs no search either while it follows the proof.
        solution = decide(start, (), claim, limits, store)
        for turn in range(1, len(solution.line), 2):
            line, move = solution.line[: turn - 1], solution.line[turn - 1]
            said = judge(start, line, move, claim, limits, store)
            assert said.outcome in (Outcome.WINS, Outcome.MET)
            assert said.reply == solution.line[turn], "the main line is what is played"
            assert said.nodes == 0


def test_what_takes_a_search_is_not_known(tmp_path: Path) -> None:
    puzzle = classic("p15")
    start, claim = puzzle.position, claim_of(puzzle)
    limits = Limits(nodes=100_000, memory=64)
    with Store(tmp_path / "verdicts.sqlite") as store:
        assert judge_known(start, (), puzzle.keys[0], claim, limits, store) is None
        # The position alone is not enough: the proof of the start might give another reply.
        decide(start.play(puzzle.keys[0]), (), claim, limits, store)
        assert judge_known(start, (), puzzle.keys[0], claim, limits, store) is None
        said = judge(start, (), puzzle.keys[0], claim, limits, store)
        known = judge_known(start, (), puzzle.keys[0], claim, limits, store)
        assert known is not None
        assert essence(known) == essence(said)


def test_one_proof_refutes_nearly_all_first_moves_without_a_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = classic("p21")
    start, claim = puzzle.position, claim_of(puzzle)
    limits = Limits(nodes=400_000, memory=64)
    keys = frozenset(key.peg for key in puzzle.keys if key.peg)
    with Store(tmp_path / "verdicts.sqlite") as store:
        decide(start, (), claim, limits, store)
        others = refute_others(start, claim, keys, limits)
        store.add_others(start, claim, others, limits, nodes=1, seconds=1.0)
        search_nothing(monkeypatch)
        for hole in list(start.open_holes(claim.prover))[::5]:
            if hole not in others.left:
                said = judge(start, (), Move(hole), claim, limits, store)
                assert said.outcome is Outcome.LOSES
                assert said.proof is not None
                check_strategy(start.play(Move(hole)), said.proof)


@pytest.mark.parametrize("ruleset", [Ruleset.STD, Ruleset.PP])
def test_a_proof_is_used_only_where_it_is_one(ruleset: Ruleset) -> None:
    counts = Counter[str]()
    for start, claim, rng in games(ruleset, range(6200, 6260)):
        strategy = decide(start, (), claim, LIMITS).strategy
        assert strategy is not None
        for _ in range(6):
            position = start
            for _ in range(rng.randint(1, 4)):
                holes = list(position.open_holes(position.to_move))
                if position.result is None and holes:
                    position = position.play(Move(rng.choice(holes)))
            if position.result is not None:
                continue
            part = part_for(position, strategy)
            counts["used" if part else "of no use"] += 1
            if part is not None:
                assert is_true(position, part.claim), position_text(position)
    assert counts["used"] > 30, counts
    assert counts["of no use"] > 30, counts


def test_what_stayed_undecided_for_want_of_time_is_tried_again(tmp_path: Path) -> None:
    puzzle = classic("p15")
    line, claim = puzzle.keys[:1], claim_of(puzzle)
    late = Solution(claim, Verdict.UNDECIDED, Limit.SECONDS, (), (), None, 9, 8.0, None)
    limits = Limits(seconds=8.0, memory=64)
    with Store(tmp_path / "verdicts.sqlite") as store:
        store.add(puzzle.position.play(line[0]), late, limits)
        assert decide(puzzle.position, line, claim, limits, store).verdict is Verdict.PROVEN


def test_a_line_off_the_proof_is_searched_within_the_limits() -> None:
    puzzle = classic("p41")
    said = decide(puzzle.position, puzzle.keys[:1], claim_of(puzzle), Limits(nodes=400, memory=16))
    assert said.verdict is Verdict.UNDECIDED
    assert said.nodes < 420
