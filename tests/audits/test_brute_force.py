"""Audits of small random positions, each first move compared with brute force."""

import random
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

import pytest

from solver.audits import Audit, Kind, Soundness, audit
from solver.files import exact_sgf, parse_puzzle, read_text
from solver.game import (
    Board,
    Hole,
    Move,
    Position,
    Ruleset,
    Side,
    hole_text,
    parse_hole,
    parse_move,
    position_text,
)
from solver.oracle import connects
from solver.oracle.brute_force import connects_by_some_links, connects_whatever_links
from solver.proof import Aim, Claim, Limits, Verdict, claim_of
from solver.puzzle import Goal, Puzzle
from solver.verify import check_certificate, check_strategy, read_certificate
from solver.work import run_here
from tests.cases import random_case
from tests.parts import batches

pytestmark = pytest.mark.native

LIMITS = Limits(nodes=300_000, memory=16)

REFUTED = {Kind.TRY, Kind.IDLE}


@lru_cache(maxsize=64)
def holds(position: Position, claim: Claim) -> bool:
    """Tell by brute force whether a claim is true."""
    chaser = claim.chaser
    return connects(position, chaser) is (claim.aim is Aim.CONNECT)


@lru_cache(maxsize=256)
def wins(position: Position, claim: Claim, hole: Hole) -> bool:
    """Tell by brute force whether a first move fulfils a claim with some links."""
    after = position.play(Move(hole))
    if any(after.connected(side) for side in Side):
        return True  # the prover has just moved, so it is his chain
    side = claim.prover
    if claim.aim is Aim.CONNECT:
        if position.ruleset is Ruleset.PP:
            return connects(after, side)
        return connects_by_some_links(after, side)
    if position.ruleset is Ruleset.PP:
        return not connects(after, side.other)
    return not connects_whatever_links(after, side.other)


def judge(ruleset: Ruleset, seeds: Iterable[int]) -> Counter[str]:
    counts = Counter[str]()
    for seed in seeds:
        case = random_case(ruleset, seed)
        position = replace(case.position, to_move=case.prover)
        for goal in (Goal.WIN, Goal.DRAW):
            puzzle = Puzzle("", position, goal)
            found = run_here(audit(puzzle, LIMITS))
            assert isinstance(found, Audit)
            compare(puzzle, found, f"{seed} {goal}: {position_text(position)}")
            counts[found.verdict.value] += 1
            counts.update(move.kind.value for move in found.moves)
            counts.update(certify(puzzle, found))
    return counts


def certify(puzzle: Puzzle, found: Audit) -> Counter[str]:
    """Check the certificates of an audit; count them by what they are called."""
    words = Counter[str]()
    for word, proof in found.proofs.items():
        if (sgf := exact_sgf(proof.about(puzzle))) is not None:  # it carries whole boards only
            certificate = read_certificate(proof.certificate(puzzle, sgf))
            about = read_text(certificate.puzzle_text).puzzle
            assert about is not None
            check_certificate(about, certificate)
            words[f"{word.partition('-')[0]} {proof.verdict.value}"] += 1
    return words


def compare(puzzle: Puzzle, found: Audit, text: str) -> None:
    position, claim = puzzle.position, claim_of(puzzle)
    true = holds(position, claim)
    won = {m.hole for m in found.moves if wins(position, claim, m.hole)}
    kinds = {move.hole: move.kind for move in found.moves}
    keys = {hole for hole, kind in kinds.items() if kind is Kind.KEY}
    better = puzzle.goal is Goal.DRAW and connects(position, claim.prover)
    told = {hole_text(move.hole).lower() for move in found.of(Kind.COOK)}
    assert told == {name[5:] for name in found.proofs if name.startswith("cook-")}, text
    if puzzle.goal is Goal.DRAW and (found.verdict is Soundness.SOUND or "better" in found.reason):
        assert "win" in found.proofs, text
    for proof in found.proofs.values():
        closed = proof.about(puzzle).position.closing(claim.prover, proof.closed)
        check_strategy(closed, proof.strategy, proof.but)
    if found.verdict is Soundness.NO_SOLUTION:
        assert better or not true or won == set(kinds), text
        return
    closed = position.closing(claim.prover, keys)
    cooks = {hole for hole in won - keys if wins(closed, claim, hole)}
    for hole, kind in kinds.items():
        if kind in REFUTED:
            assert hole not in won, f"{hole} {text}"
        if kind in (Kind.KEY, Kind.COOK, Kind.DELAY, Kind.WINS):
            assert hole in won, f"{hole} {text}"
        if kind in (Kind.COOK, Kind.DELAY):
            assert (kind is Kind.COOK) is (hole in cooks), f"{hole} {text}"
        if kind is Kind.NO_COOK:
            assert hole not in cooks, f"{hole} {text}"
            assert hole not in found.proofs["no-cook"].but, f"{hole} {text}"
    if found.verdict is Soundness.SOUND:
        assert true, text
        assert not better, text
        assert keys, text
        assert not cooks, text
        assert Kind.NO_COOK in kinds.values() or won == keys or won != set(kinds), text
        assert not puzzle.keys or any(key.peg in won for key in puzzle.keys), text
    elif found.verdict is Soundness.COOKED and not told:
        assert not cooks or not all(move.decided for move in found.moves), text
        assert puzzle.keys, text
        assert all(key.verdict is Verdict.DISPROVEN for key in found.keys if key.published), text
        assert keys, text
    elif found.verdict is Soundness.COOKED:
        if not puzzle.keys and all(move.decided for move in found.moves):
            for key in sorted(cooks)[:4]:  # none is the better key
                without = position.closing(claim.prover, {key})
                assert any(wins(without, claim, hole) for hole in won - {key}), text
        does = "draws?" if puzzle.goal is Goal.DRAW else "wins?"
        assert re.search(rf" {does} without the key", found.reason), text
    else:
        assert not REFUTED.issuperset(kinds.values()), text
    for cook in found.of(Kind.COOK):
        # The line shows a win without the key, which is pegged only where nothing else is left.
        after = position
        for word in cook.line:
            move = parse_move(after, word)
            assert isinstance(move, Move)
            if move.peg in keys and after.to_move is claim.prover:
                assert keys.issuperset(after.open_holes(claim.prover)), f"{cook.line} {text}"
            after = after.play(move)
    assert not found.idle_pegs or found.verdict is Soundness.SOUND, text


@pytest.mark.parametrize("seeds", batches(6000, 30, each=30, count=2))
@pytest.mark.parametrize("ruleset", list(Ruleset))
def test_every_first_move_is_what_the_audit_says(ruleset: Ruleset, seeds: range) -> None:
    counts = judge(ruleset, seeds)
    for verdict in (Soundness.SOUND, Soundness.COOKED, Soundness.NO_SOLUTION):
        assert counts[verdict.value] > 0
    assert min(counts["win proven"], counts["win disproven"], counts["cook proven"]) > 0
    assert counts[Kind.NO_COOK.value] == 0  # none is hard


@pytest.mark.parametrize(
    ("ruleset", "seeds"),
    [
        (Ruleset.STD, (8001291, 8001705, 8001729)),
        (Ruleset.THREE_M, (8000180,)),
        (Ruleset.PP, (8002435, 8004127)),
    ],
)
def test_where_a_pass_wins_a_move_may_take_a_hole_that_is_needed(
    ruleset: Ruleset, seeds: tuple[int, ...]
) -> None:
    """Found by fuzzing: the checker refused such a move's strategy, and the audit ended so."""
    judge(ruleset, seeds)


@pytest.mark.parametrize("told_apart", [False, True])
@pytest.mark.parametrize("ruleset", [Ruleset.STD, Ruleset.PP])
def test_hard_first_moves_are_asked_whether_they_are_cooks(
    ruleset: Ruleset, told_apart: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All are hard here. Those that are no cooks may be told apart afterwards."""
    monkeypatch.setattr("solver.audits.first_move_search.AT_ONCE", 0)
    monkeypatch.setattr("solver.audits.claim_round._OTHERS", 1)
    if not told_apart:
        later = "solver.audits.schedule._Auditor.part_tries_from_delays"
        monkeypatch.setattr(later, lambda _: iter(()))
    counts = judge(ruleset, range(6000, 6030))
    for found in (Soundness.SOUND, Soundness.COOKED, Kind.COOK, Kind.DELAY):
        assert counts[found.value] > 0
    # Few stay when as many nodes as before are spent on them.
    assert (counts[Kind.NO_COOK.value] > 4) is not told_apart


@pytest.mark.parametrize("hard", [0, 320_000])
@pytest.mark.parametrize("ruleset", [Ruleset.STD, Ruleset.PP])
def test_a_published_key_that_fails_hides_no_cook(
    ruleset: Ruleset, hard: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It counts as a key until it is refuted: what was asked without it is asked again."""
    monkeypatch.setattr("solver.audits.first_move_search.AT_ONCE", hard)
    monkeypatch.setattr("solver.audits.claim_round._OTHERS", 1)
    for name in ("_FIRST_NODES", "_HARD"):
        monkeypatch.setattr(f"solver.audits.schedule.{name}", 1)
    counts, rng = Counter[str](), random.Random(12)
    for seed in range(6130, 6170):
        case = random_case(ruleset, seed)
        position = replace(case.position, to_move=case.prover)
        keys = [Move(hole) for hole in position.open_holes(case.prover)]
        if not keys:
            continue  # nothing is left but links
        goal = (Goal.WIN, Goal.DRAW)[seed % 2]
        puzzle = Puzzle("", position, goal, keys=tuple(rng.sample(keys, min(3, len(keys)))))
        found = run_here(audit(puzzle, LIMITS))
        assert isinstance(found, Audit)
        compare(puzzle, found, f"{seed}: {position_text(position)}")
        counts[found.verdict.value] += 1
        counts.update(key.verdict.value for key in found.keys)
        counts.update(move.kind.value for move in found.moves)
    assert min(counts["proven"], counts["disproven"], counts["cook"], counts["delay"]) > 0


@pytest.mark.parametrize("ruleset", [Ruleset.STD, Ruleset.PP])
def test_what_limits_leave_open_is_neither_a_delay_nor_no_cook(
    ruleset: Ruleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solver.audits.first_move_search.AT_ONCE", 0)
    monkeypatch.setattr("solver.audits.claim_round._OTHERS", 1)
    counts = Counter[str]()
    for seed in range(6170, 6250):
        case = random_case(ruleset, seed)
        position = replace(case.position, to_move=case.prover)
        holes = list(position.open_holes(case.prover))
        keys = [Move(hole) for hole in holes[: seed % 3]]
        puzzle = Puzzle("", position, (Goal.WIN, Goal.DRAW)[seed % 2], keys=tuple(keys))
        for nodes in (10, 40, 160, 640):
            found = run_here(audit(puzzle, Limits(nodes=nodes, memory=16)))
            assert isinstance(found, Audit)
            compare(puzzle, found, f"{seed} {nodes}: {position_text(puzzle.position)}")
            counts[found.verdict.value] += 1
            counts.update(move.kind.value for move in found.moves)
    assert min(counts[kind.value] for kind in (Kind.UNDECIDED, Kind.DELAY, Kind.TRY)) > 0
    assert counts[Kind.WINS.value] + counts[Kind.NO_COOK.value] > 0


def test_where_every_first_move_does_it_there_is_nothing_to_find() -> None:
    # No chain is long enough on a board so small.
    dead = Position(Board(4, 4))
    found = run_here(audit(Puzzle("", dead, Goal.DRAW), LIMITS))
    assert isinstance(found, Audit)
    assert Soundness.NO_SOLUTION is found.verdict
    assert "every first move does it" in found.reason
    assert REFUTED.isdisjoint(move.kind for move in found.moves)


def test_a_draw_is_not_sound_while_nobody_asked_for_a_win() -> None:
    puzzle = parse_puzzle("""\
TwixT 5x5 STD, white to move and draw
   A  B  C  D  E
1     W  W  W
2  B  B  B  B  B
3  B  W  B  B  B
4  B  B  B  B  B
5     W  .  W
White links: C1-B3
Black links: none
""")
    puzzle = replace(puzzle, keys=(Move(parse_hole("c5")),))
    found = run_here(audit(puzzle, Limits(nodes=1)))
    assert isinstance(found, Audit)
    assert Soundness.UNDECIDED is found.verdict
    assert "it is undecided whether white connects" == found.reason


@pytest.mark.parametrize("hard", [0, 800_000])
@pytest.mark.parametrize("ruleset", [Ruleset.STD, Ruleset.PP])
def test_a_published_key_is_what_the_audit_says(
    ruleset: Ruleset, hard: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may be decided by itself or, where that is hard, among the first moves."""
    monkeypatch.setattr("solver.audits.schedule._HARD", hard)
    counts, rng = Counter[Verdict](), random.Random(11)
    for seed in range(6090, 6130):
        case = random_case(ruleset, seed)
        position = replace(case.position, to_move=case.prover)
        key = Move(rng.choice([*position.open_holes(case.prover)]))
        puzzle = Puzzle("", position, Goal.WIN, keys=(key,))
        found = run_here(audit(puzzle, LIMITS))
        assert isinstance(found, Audit)
        after, told = position.play(key), found.keys[0]
        text = f"{told.text} {seed}: {position_text(position)}"
        if told.verdict is not Verdict.UNDECIDED:
            won = after.connected(case.prover) or connects(after, case.prover)
            assert (told.verdict is Verdict.PROVEN) is won, text
            assert told.line[0].lower() == told.text.lower(), text
        counts[told.verdict] += 1
    assert min(counts[Verdict.PROVEN], counts[Verdict.DISPROVEN]) >= 5
