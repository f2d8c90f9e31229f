"""The compiled arena says what the readable rules say, on any board and window."""

from dataclasses import replace
from random import Random

import pytest

from solver.arena import MAX_HOLES, SLOT_STEPS, Arena, compile_arena
from solver.errors import PuzzleRuleError
from solver.game import (
    Board,
    Box,
    Hole,
    Link,
    Position,
    Ruleset,
    Side,
    Special,
    cross,
    crossing_links,
    neighbours,
    position_text,
)
from solver.oracle import random_position
from solver.puzzle import rectangle, window
from tests.oracles.setup import holes, make_position


def random_positions(count: int) -> list[Position]:
    rng = Random("arena")
    thrown = [random_position(rng, rng.choice([Ruleset.STD, Ruleset.PP])) for _ in range(count)]
    return [position for position in thrown if position is not None]


POSITIONS = random_positions(500)


def named_links(arena: Arena, slots: tuple[int, ...]) -> set[Link]:
    return {arena.link(slot) for slot in slots}


def named_holes(arena: Arena, numbers: tuple[int, ...]) -> set[Hole]:
    return {arena.hole(number) for number in numbers}


def test_the_open_holes_are_those_that_a_side_may_peg_once_they_are_empty() -> None:
    for position in POSITIONS:
        arena = compile_arena(position)
        for side in Side:
            bare = replace(position, white=frozenset(), black=frozenset())
            assert named_holes(arena, arena.side(side).open) == set(bare.open_holes(side))
            assert named_holes(arena, arena.side(side).pegs) <= position.pegs(side)
            inside = {hole for hole in position.pegs(side) if position.board.in_region(hole)}
            assert inside <= named_holes(arena, arena.side(side).pegs)


def test_the_goal_holes_are_those_where_a_peg_alone_reaches_the_line() -> None:
    for position in POSITIONS:
        arena, board = compile_arena(position), position.board
        for side in Side:
            for end, goal in enumerate(arena.side(side).goals):
                assert named_holes(arena, goal) == {
                    hole
                    for hole in board.playable_holes()
                    if board.open_to(side, hole) and board.on_goal_line(side, end, hole)
                }


def test_a_peg_makes_no_link_that_is_no_slot_of_its_side() -> None:
    made = 0
    for position in POSITIONS:
        arena = compile_arena(position)
        for side in Side:
            slots = named_links(arena, arena.side(side).slots)
            assert position.links(side) & slots == named_links(arena, arena.side(side).links)
            for hole in position.open_holes(side):
                after = position.put(side, hole)
                made += len(after.links(side) - position.links(side))
                assert after.links(side) - position.links(side) <= slots, position_text(position)
    assert made > 500


def test_every_link_of_a_window_peg_is_a_slot_of_its_side() -> None:
    for position in POSITIONS:
        arena, board = compile_arena(position), position.board
        for side in Side:
            own = arena.side(side)
            inner = {link for link in position.links(side) if any(map(board.in_region, link))}
            assert inner <= named_links(arena, own.slots)
            both = {link for link in inner if all(map(board.in_region, link))}
            assert both == inner & named_links(arena, own.conducting)


def test_pairs_that_paper_rules_left_unlinked_are_slots_only_behind_an_enemy_link() -> None:
    for position in POSITIONS:
        arena = compile_arena(position)
        for side in Side:
            pegs = position.pegs(side)
            for link in named_links(arena, arena.side(side).slots):
                if pegs.issuperset(link) and position.ruleset is Ruleset.PP:
                    crossed = any(cross(link, other) for other in position.links(side.other))
                    assert link in position.links(side) or crossed


def test_exits_are_the_slots_to_outside_pegs_that_end_a_chain() -> None:
    count = 0
    for position in POSITIONS:
        arena, board = compile_arena(position), position.board
        for side in Side:
            own = arena.side(side)
            expected = set()
            for slot in set(own.slots) - set(own.conducting):
                link = arena.link(slot)
                inner = [hole for hole in link if board.in_region(hole)]
                assert set(link) - set(inner) <= position.pegs(side)
                expected |= {
                    (slot, arena.number(hole), end)
                    for hole in inner
                    for end in (0, 1)
                    if board.meets_goal_line(side, end, link)
                }
            assert expected == set(own.exits)
            count += len(expected)
    assert count > 100


def test_numbers_of_holes_and_slots_are_read_back() -> None:
    for position in POSITIONS[::10]:
        arena = compile_arena(position)
        numbers = range(arena.holes)
        assert [arena.number(arena.hole(number)) for number in numbers] == list(numbers)
        assert all(arena.hole(number) in arena.box for number in numbers)
        for number in numbers:
            for other in neighbours(arena.hole(number)):
                if other in arena.box:
                    link = Link.of(arena.hole(number), other)
                    assert arena.link(arena.slot(link)) == link
        for side in Side:
            for slot in arena.side(side).slots:
                assert arena.slot(arena.link(slot)) == slot


def test_the_slot_steps_lead_down_and_are_four_of_the_eight_ways() -> None:
    assert 4 == len(set(SLOT_STEPS))
    assert all(down > 0 and {abs(over), down} == {1, 2} for over, down in SLOT_STEPS)


def test_the_lattice_holds_every_outside_peg_whose_link_can_matter() -> None:
    seen = 0
    for position in POSITIONS:
        arena, board = compile_arena(position), position.board
        usable = {
            Link.of(hole, other)
            for side in Side
            for hole in board.playable_holes()
            for other in neighbours(hole)
            if other in board and (board.in_region(other) or other in position.pegs(side))
        }
        for side in Side:
            for link in position.links(side):
                if all(map(board.in_region, link)):
                    continue
                if not usable.isdisjoint(crossing_links(link)):
                    seen += 1
                    assert all(end in arena.box for end in link), position_text(position)
    assert seen > 50


def test_distant_pegs_do_not_grow_the_lattice() -> None:
    board = window(Board(24, 24), Box(8, 8, 15, 15))
    near = make_position(board, "T20 G8", "B3", Side.WHITE)
    assert Box(6, 7, 15, 15) == compile_arena(near).box


def test_a_narrow_window_gets_a_lattice_of_three_by_three() -> None:
    arena = compile_arena(Position(Board(8, 8, region=holes("C3 C4"))))
    assert Box(2, 2, 4, 4) == arena.box
    assert named_holes(arena, arena.white.open) == holes("C3 C4")


def test_a_position_with_problems_is_refused() -> None:
    wrong = Position(Board(6, 6), white=holes("A3"))
    with pytest.raises(PuzzleRuleError, match="border row"):
        compile_arena(wrong)


def test_a_connected_side_is_refused() -> None:
    won = make_position(Board(4, 3), "B1 C3 (B1-C3)", "", Side.BLACK)
    with pytest.raises(PuzzleRuleError, match="white is connected already"):
        compile_arena(won)


def test_a_finished_game_is_refused() -> None:
    with pytest.raises(PuzzleRuleError, match="the game is over: resigned"):
        compile_arena(Position(Board(6, 6)).play(Special.RESIGN))


def test_the_largest_lattice_is_accepted_and_one_more_row_is_not() -> None:
    cols = 48
    rows = MAX_HOLES // cols
    assert cols * rows == MAX_HOLES
    assert compile_arena(Position(Board(cols, rows))).holes == MAX_HOLES
    with pytest.raises(PuzzleRuleError, match="more than the 1536 that the solver takes"):
        compile_arena(Position(Board(cols, rows + 1)))
    box = Box(0, 0, cols - 1, rows - 1)
    assert compile_arena(Position(Board(cols, 60, region=rectangle(box)))).holes == MAX_HOLES
