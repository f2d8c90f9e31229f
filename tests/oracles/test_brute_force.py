"""The oracle's own tests: against the readable rules, and against what theory says."""

from random import Random

import pytest

from solver.game import Board, Hole, Position, Ruleset, Side, position_text
from solver.oracle import TooHardError, connects, holds, measured
from solver.oracle.slots import Ends
from tests.cases import random_case
from tests.oracles.naive import naively_connects, tiny_position
from tests.oracles.setup import make_position
from tests.parts import batches


def agree(ruleset: Ruleset, seed: int) -> None:
    most = (4, 8) if ruleset is Ruleset.STD else (6, 99)
    position = tiny_position(Random(f"tiny {seed}"), ruleset, *most, measured)
    for side in Side:
        naive = naively_connects(position, side)
        assert naive == connects(position, side), f"{side}: {position_text(position)}"


@pytest.mark.parametrize("seeds", batches(0, 5, each=24, count=4))
@pytest.mark.parametrize("ruleset", [Ruleset.STD, Ruleset.PP])
def test_the_reductions_change_no_value(ruleset: Ruleset, seeds: range) -> None:
    for seed in seeds:
        agree(ruleset, seed)


@pytest.mark.parametrize("ruleset", [Ruleset.STD, Ruleset.PP])
def test_an_extra_own_peg_never_hurts(ruleset: Ruleset) -> None:
    compared = 0
    for seed in range(60):
        case = random_case(ruleset, seed)
        before, side = case.position, case.prover
        for hole in before.open_holes(side):
            after = before.put(side, hole)
            if not case.connects or after.connected(side):
                continue
            compared += 1
            assert connects(after, side), f"{side} at {hole}: {position_text(before)}"
    assert compared > 40


@pytest.mark.parametrize("ruleset", [Ruleset.STD, Ruleset.PP])
def test_an_extra_enemy_peg_never_helps(ruleset: Ruleset) -> None:
    compared = 0
    for seed in range(60):
        case = random_case(ruleset, seed)
        before, foe = case.position, case.prover.other
        for hole in before.open_holes(foe):
            after = before.put(foe, hole)
            if case.connects or after.connected(foe):
                continue
            compared += 1
            assert not connects(after, case.prover), f"{hole}: {position_text(before)}"
    assert compared > 40


@pytest.mark.parametrize("ruleset", [Ruleset.STD, Ruleset.PP])
def test_at_most_one_side_can_force_its_chain(ruleset: Ruleset) -> None:
    for seed in range(60):
        case = random_case(ruleset, seed)
        assert not (case.connects and connects(case.position, case.prover.other))


def test_random_cases_are_balanced_and_of_every_kind() -> None:
    cases = [random_case(Ruleset.STD, seed) for seed in range(100)]
    assert 35 <= sum(case.connects for case in cases) <= 65
    assert 35 <= sum(case.position.to_move is case.prover for case in cases) <= 65
    assert 35 <= sum(case.position.board.region is not None for case in cases) <= 80
    assert 20 <= sum(any(outside_pegs(case.position)) for case in cases)
    assert all(case.position.problems() == [] for case in cases)


def outside_pegs(position: Position) -> list[bool]:
    pegs = position.white | position.black
    return [not position.board.in_region(hole) for hole in pegs]


@pytest.mark.parametrize("seed", range(20))
def test_paper_positions_have_every_own_link_that_nothing_crosses(seed: int) -> None:
    position = random_case(Ruleset.PP, seed).position
    for side in Side:
        for hole in position.pegs(side):
            assert position.automatic_links(side, hole) <= position.links(side)


def test_the_whole_position_is_a_pattern_of_itself() -> None:
    for seed in range(40):
        case = random_case(Ruleset.STD, seed)
        here, side = case.position, case.prover
        if here.to_move is side:
            continue  # the opponent's links are part of the position then
        zone = set(here.open_holes(side.other))
        assert case.connects == holds(
            here, side, here.to_move, zone, here.pegs(side), here.links(side)
        )


@pytest.mark.parametrize("ruleset", [Ruleset.STD, Ruleset.PP])
def test_a_chain_between_the_goal_lines_is_the_whole_chain(ruleset: Ruleset) -> None:
    for seed in range(40):
        case = random_case(ruleset, seed)
        joined = connects(case.position, case.prover, ends=(0, 1))
        assert case.connects == joined, position_text(case.position)


def test_a_part_of_a_chain_joins_what_it_names_and_needs_its_zone() -> None:
    here = make_position(Board(5, 7), "C3", "", Side.BLACK)
    c3 = frozenset({Hole(2, 2)})
    above = {Hole(col, row) for col in range(5) for row in range(4)} - c3

    def part(zone: set[Hole], ends: Ends | None) -> bool:
        return holds(here, Side.WHITE, Side.BLACK, zone, c3, (), ends=ends)

    assert part(above, (0, c3))
    assert not part(above, (c3, 1))
    assert not part(above, None)
    assert not part(above - {Hole(1, 3), Hole(3, 3)}, (0, c3)), "C2 cuts both ways"


def test_what_slots_join_is_known_of_the_ends_that_were_asked_about() -> None:
    here = make_position(Board(5, 4), "C3", "", Side.WHITE)
    ends = 0, frozenset({Hole(2, 2)})
    assert measured(here, Side.WHITE) > (True, 1), "one peg joins no goal lines"
    assert connects(here, Side.WHITE, ends=ends, nodes=1), "B1 joins C3 to one"


def test_the_search_stops_when_told_to() -> None:
    empty = Position(Board(6, 6))
    with pytest.raises(TooHardError):
        connects(empty, Side.WHITE, nodes=50)


def test_a_decided_position_is_no_question() -> None:
    won = make_position(Board(4, 3), "B1 C3 (B1-C3)", "", Side.BLACK)
    with pytest.raises(ValueError, match="connected"):
        connects(won, Side.WHITE)


def test_the_relaxed_game_is_never_kinder_than_the_game() -> None:
    for seed in range(60):
        case = random_case(Ruleset.STD, seed)
        relaxed = connects(case.position, case.prover, relaxed=True)
        assert case.connects or not relaxed, position_text(case.position)
