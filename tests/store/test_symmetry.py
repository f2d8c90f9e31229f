"""One key for all images of a position, and different keys for all else."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from solver.files import read_file
from solver.game import Board, Box, Hole, Position, Ruleset, Side, parse_hole
from solver.proof import Aim, Claim, Limits
from solver.puzzle import window
from solver.search import solve
from solver.store.symmetry import canonical
from solver.verify import check_strategy
from tests.cases import random_case
from tests.oracles.images import images
from tests.oracles.setup import make_position

PUZZLES = Path(__file__).parents[2] / "puzzles"


def key(position: Position) -> bytes:
    return canonical(position).key


def puzzle(path: str) -> Position:
    found = read_file(PUZZLES / path).puzzle
    assert found is not None
    return found.position


@pytest.mark.parametrize("ruleset", list(Ruleset))
def test_all_images_of_a_position_share_its_key(ruleset: Ruleset) -> None:
    for seed in range(20):
        position = random_case(ruleset, 70_000 + seed).position
        keys = {key(image.position(position)) for image in images(position.board)}
        assert {key(position)} == keys


@pytest.mark.parametrize("name", ["p01", "p15", "p31"])
def test_all_images_of_a_puzzle_in_a_window_share_its_key(name: str) -> None:
    position = puzzle(f"randolph-hensel/{name}.sgf")
    keys = {key(image.position(position)) for image in images(position.board)}
    assert {key(position)} == keys


def test_different_positions_have_different_keys() -> None:
    """A peg more, a link less, the other side to move: nothing of it is lost."""
    for seed in range(12):
        position = random_case(Ruleset.STD, 71_000 + seed).position
        others = [replace(position, to_move=position.to_move.other)]
        for side in Side:
            holes = sorted(position.open_holes(side))
            others += [
                position.with_side(side, position.pegs(side) | {hole}, position.links(side))
                for hole in holes[:3]
            ]
            others += [
                position.with_side(side, position.pegs(side), position.links(side) - {link})
                for link in position.links(side)
            ]
        for other in others:
            if not other.connected(Side.WHITE) and not other.connected(Side.BLACK):
                same = {image.position(other) for image in images(position.board)} | {other}
                assert (key(other) == key(position)) == (position in same)


def test_a_hole_closed_to_one_side_matters() -> None:
    position = make_position(Board(8, 8), "C3", "E5", Side.WHITE)
    hole = parse_hole("D4")
    assert 3 == len({key(position), *(key(position.closing(side, [hole])) for side in Side)})


def test_the_ruleset_matters_where_it_changes_the_game() -> None:
    position = make_position(Board(8, 8), "C3", "E5", Side.WHITE)
    std, pp, three_m = (key(replace(position, ruleset=ruleset)) for ruleset in Ruleset)
    assert std == three_m
    assert std != pp


def on_board(columns: int, rows: int, box: Box, *, shift: int = 0) -> Position:
    board = window(Board(columns, rows), box)
    pegs = [Hole(h.col + shift, h.row + shift) for h in map(parse_hole, ("E5", "G6"))]
    return Position(board).put(Side.WHITE, pegs[0]).put(Side.BLACK, pegs[1])


def test_where_a_window_lies_on_the_board_does_not_matter() -> None:
    one = on_board(24, 24, Box(2, 2, 9, 9))
    moved = on_board(24, 24, Box(7, 7, 14, 14), shift=5)
    smaller = on_board(12, 12, Box(2, 2, 9, 9))
    assert key(one) == key(moved) == key(smaller)


def test_a_window_at_the_edge_is_another_one() -> None:
    """The opponent's border row is closed to a side."""
    inner = on_board(24, 24, Box(1, 1, 8, 8))
    edge = on_board(24, 24, Box(0, 0, 7, 7), shift=-1)
    corner = on_board(24, 24, Box(1, 0, 8, 7), shift=-1).clear(Hole(3, 3)).clear(Hole(5, 4))
    corner = corner.put(Side.WHITE, Hole(4, 3)).put(Side.BLACK, Hole(6, 4))
    assert 3 == len({key(inner), key(edge), key(corner)})


def test_a_whole_board_is_not_the_window_of_its_size() -> None:
    whole = Position(Board(8, 8)).put(Side.WHITE, parse_hole("D4"))
    inner = Position(window(Board(24, 24), Box(4, 4, 11, 11))).put(Side.WHITE, parse_hole("H8"))
    assert key(whole) != key(inner)


def test_links_from_outside_the_window_matter() -> None:
    board = window(Board(24, 24), Box(4, 4, 11, 11))
    bare = Position(board).put(Side.WHITE, parse_hole("F6"))
    with_peg = bare.put(Side.WHITE, parse_hole("D5"))
    without_link = with_peg.with_side(Side.WHITE, with_peg.white, ())
    assert 3 == len(set(map(key, (bare, with_peg, without_link))))


def test_far_scenery_does_not_matter() -> None:
    board = window(Board(24, 24), Box(4, 4, 11, 11))
    bare = Position(board).put(Side.WHITE, parse_hole("F6"))
    assert key(bare) == key(bare.put(Side.BLACK, parse_hole("V20")))


def test_under_pp_a_pair_that_stands_unlinked_differs_from_a_linked_one() -> None:
    linked = make_position(Board(9, 9), "D4 E6 (D4-E6)", "", Side.BLACK, Ruleset.PP)
    apart = make_position(Board(9, 9), "D4 E6", "", Side.BLACK, Ruleset.PP)
    assert key(linked) != key(apart)


def test_a_pass_before_matters() -> None:
    position = make_position(Board(6, 6), "C3", "D4", Side.WHITE)
    assert key(position) != key(replace(position, passed=True))


@pytest.mark.native
@pytest.mark.parametrize("ruleset", list(Ruleset))
def test_a_strategy_carried_there_and_back_proves_every_image(ruleset: Ruleset) -> None:
    proofs = 0
    for seed in range(20):
        case = random_case(ruleset, 72_000 + seed)
        claim = Claim(Random(seed).choice(list(Aim)), case.prover)
        strategy = solve(case.position, claim, Limits(nodes=5_000, memory=16)).strategy
        if strategy is None:
            continue
        here = canonical(case.position)
        packed = here.strategy(strategy)
        assert strategy == here.strategy_back(packed)
        for image in images(case.position.board):
            position = image.position(case.position)
            there = canonical(position)
            carried = there.strategy_back(packed)
            assert there.claim(image.claim(strategy.claim)) == packed.claim
            check_strategy(position, carried)
            proofs += 1
    assert proofs > 50
