"""Author's help: what is suggested is sound, with the same key."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from solver.audits import Audit, Improvement, Kind, Soundness, audit, improve
from solver.game import Board, Move, Position, Ruleset, Side, parse_hole
from solver.proof import Limits, claim_of
from solver.puzzle import Goal, Puzzle
from solver.search import solve
from solver.work import Answer, Failure, Unit, perform, run_here
from tests.audits.test_brute_force import compare
from tests.cases import random_case
from tests.oracles.setup import make_position

pytestmark = pytest.mark.native

LIMITS = Limits(nodes=50_000, memory=16)


def improved(position: Position, *keys: Move) -> Improvement:
    found = run_here(improve(Puzzle("", position, keys=keys), LIMITS, None))
    assert isinstance(found, Improvement)
    return found


def audited(puzzle: Puzzle) -> Audit:
    found = run_here(audit(puzzle, LIMITS))
    assert isinstance(found, Audit)
    return found


def test_a_sound_puzzle_keeps_verdict_and_key_without_the_pegs_that_go() -> None:
    position = make_position(
        Board(6, 6),
        "B6 C1 C3 C5 D3 D6 E1 E4 E6 (C3-E4 D3-E1 D6-E4)",
        "A2 A4 A5 B2 B3 B4 B5 C4 D2 D5 E2 F3 F4 F5 (A2-B4 B3-D2 B4-D5 E2-F4)",
        Side.WHITE,
    )
    found = improved(position)
    assert Soundness.SOUND is found.audit.verdict
    assert found.economy is not None
    smaller = found.economy.puzzle.position
    assert len(smaller.white | smaller.black) < len(position.white | position.black)
    again = audited(found.economy.puzzle)
    assert Soundness.SOUND is again.verdict
    assert ["e5"] == [key.text for key in again.keys]


def test_idle_pegs_may_go_together() -> None:
    position = make_position(
        Board(5, 5),
        "B4 B5 C1 C3 D1 D2 D5 (C3-D1)",
        "A2 A4 B3 C2 D3 D4 E3 E4 (B3-D4)",
        Side.BLACK,
    )
    found = audited(Puzzle("", position))
    assert found.idle_pegs
    for hole in found.idle_pegs:
        position = position.clear(hole)
    assert Soundness.SOUND is audited(Puzzle("", position)).verdict


@pytest.mark.parametrize("goal", [Goal.WIN, Goal.DRAW])
def test_idle_pegs_leave_small_puzzles_sound(goal: Goal) -> None:
    """For a draw it must stay true that there is no win."""
    seen = 0
    for seed in (*range(6000, 6060), 6114):
        case = random_case(Ruleset.STD, seed)
        puzzle = Puzzle("", replace(case.position, to_move=case.prover), goal)
        found = audited(puzzle)
        if found.verdict is Soundness.SOUND and found.idle_pegs:
            position = puzzle.position
            for hole in found.idle_pegs:
                position = position.clear(hole)
            again = audited(replace(puzzle, position=position))
            assert Soundness.SOUND is again.verdict, seed
            seen += 1
    assert seen > 3


@pytest.mark.parametrize("seed", [6001, 6012, 6035])
def test_no_peg_goes_that_leaves_another_first_move_where_all_are_keys(seed: int) -> None:
    """No proof says anything of a first move in its hole."""
    case = random_case(Ruleset.STD, seed)
    position = replace(case.position, to_move=case.prover)
    keys = tuple(map(Move, position.open_holes(case.prover)))
    found = improved(position, *keys)
    assert Soundness.SOUND is found.audit.verdict
    assert len(found.audit.of(Kind.KEY)) == len(found.audit.moves)
    assert found.economy is not None
    bare = position
    for hole in found.audit.idle_pegs:
        bare = bare.clear(hole)
    for smaller in (Puzzle("", bare, keys=keys), found.economy.puzzle):
        again = audited(smaller)
        compare(smaller, again, found.economy.text)
        assert Soundness.SOUND is again.verdict, found.economy.text


def test_a_key_that_takes_off_links_can_be_played_in_what_is_suggested() -> None:
    seen = 0
    for seed in (6006, 6010, *range(6040, 6120)):
        case = random_case(Ruleset.STD, seed)
        position = replace(case.position, to_move=case.prover)
        for key in solve(position, claim_of(Puzzle("", position)), LIMITS).keys:
            if key.peg is not None and not key.plain:
                found = improved(position, key)
                for change in filter(None, (found.economy, *found.repairs)):
                    change.puzzle.position.play(key)
                seen += 1
    assert seen > 5


def test_a_repair_kills_the_cook_and_keeps_the_key() -> None:
    position = make_position(
        Board(6, 5),
        "B1 B5 C1 C5 D1 E1 E3 E4 (C5-E4 D1-E3)",
        "A2 B2 C2 C3 C4 D3 E2 F2 F3 (B2-C4 B2-D3)",
        Side.BLACK,
    )
    found = improved(position, Move(parse_hole("f4")))
    assert Soundness.COOKED is found.audit.verdict
    assert found.audit.of(Kind.COOK)
    assert found.repairs
    for change in found.repairs:
        again = audited(change.puzzle)
        assert Soundness.SOUND is again.verdict, change.text
        compare(change.puzzle, again, change.text)
        assert ["f4"] == [key.text for key in again.keys]


@pytest.mark.parametrize("nodes", [3_000, 50_000])
def test_repairs_are_sought_to_the_end_unless_a_limit_comes_first(nodes: int) -> None:
    position = make_position(Board(6, 6), "B5 D4 (B5-D4)", "C3 E3", Side.WHITE, Ruleset.THREE_M)
    puzzle = Puzzle("", position, keys=(Move(parse_hole("c2")),))
    found = run_here(improve(puzzle, Limits(nodes=nodes, memory=16), None))
    assert isinstance(found, Improvement)
    assert (Soundness.COOKED, ()) == (found.audit.verdict, found.repairs)
    assert (nodes == 50_000) is found.ended


@pytest.mark.parametrize("nodes", [3_000, 50_000])
def test_pegs_that_can_go_are_sought_to_the_end_unless_a_limit_comes_first(nodes: int) -> None:
    position = make_position(Board(6, 6), "D1", "C2 F5", Side.WHITE)
    found = run_here(improve(Puzzle("", position), Limits(nodes=nodes, memory=16), None))
    assert isinstance(found, Improvement)
    assert Soundness.SOUND is found.audit.verdict
    assert found.economy is None
    assert (nodes == 50_000) is found.ended


@pytest.mark.parametrize("each", [Answer((), nodes=1000), Answer((), seconds=1.0)])
def test_the_limits_are_for_all_versions_of_a_puzzle_together(each: Answer) -> None:
    """Whatever a question takes, and however many pegs the setup has."""
    position = make_position(
        Board(6, 6),
        "B6 C1 C3 C5 D3 D6 E1 E4 E6 (C3-E4 D3-E1 D6-E4)",
        "A2 A4 A5 B2 B3 B4 B5 C4 D2 D5 E2 F3 F4 F5 (A2-B4 B3-D2 B4-D5 E2-F4)",
        Side.WHITE,
    )
    asked = list[Unit]()

    def work(unit: Unit) -> Answer | Failure:
        asked.append(unit)
        answer = perform(unit)
        assert isinstance(answer, Answer)
        return replace(answer, nodes=each.nodes, seconds=each.seconds)

    limits = Limits(nodes=10_000, seconds=10.0, memory=16)
    found = run_here(improve(Puzzle("", position), limits, None), work)
    assert isinstance(found, Improvement)
    assert Soundness.SOUND is found.audit.verdict
    assert 3 < len(asked) <= 10 + 4, "at most one more of each audit that has begun"


def test_what_is_left_for_several_versions_may_be_a_trifle(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time may end at any moment: here 2 ms are left for four audits side by side."""
    monkeypatch.setattr("solver.search.budget.time", SimpleNamespace(monotonic=lambda: 0.0))
    position = make_position(
        Board(6, 6),
        "B6 C1 C3 C5 D3 D6 E1 E4 E6 (C3-E4 D3-E1 D6-E4)",
        "A2 A4 A5 B2 B3 B4 B5 C4 D2 D5 E2 F3 F4 F5 (A2-B4 B3-D2 B4-D5 E2-F4)",
        Side.WHITE,
    )
    seconds = iter([8.498])

    def work(unit: Unit) -> Answer | Failure:
        answer = perform(unit)
        assert isinstance(answer, Answer)
        return replace(answer, nodes=0, seconds=next(seconds, 0.0))

    found = run_here(improve(Puzzle("", position), Limits(seconds=10.0, memory=16), None), work)
    assert isinstance(found, Improvement)
    assert Soundness.SOUND is found.audit.verdict
