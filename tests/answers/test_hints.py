"""Hints give away more and more, and never anything false."""

import pytest

from solver.answers import HintLevel, hints, move_words, patch_around
from solver.game import Board, Position, Side, hole_text, parse_hole
from solver.proof import Aim, Claim, Limits, claim_of
from solver.search import Solution, solve
from tests.oracles.setup import classic, holes, make_position

pytestmark = pytest.mark.native


def solved(name: str) -> tuple[Position, Solution]:
    puzzle = classic(name)
    limits = Limits(nodes=400_000, memory=64)
    return puzzle.position, solve(puzzle.position, claim_of(puzzle), limits)


@pytest.mark.parametrize("name", ["p15", "p17", "p19", "p21", "p27", "p49"])
def test_hints_grow_from_a_patch_with_the_key_to_the_line(name: str) -> None:
    position, solution = solved(name)
    (key,) = solution.keys
    found = hints(position, solution)
    assert [hint.level for hint in found] == list(HintLevel)
    patch, groups, move, line = found
    assert len(patch.holes[0]) == 9
    assert key.peg in patch.holes[0]
    assert all(hole in position.board for hole in patch.holes[0])
    assert groups.text.startswith("Join row 1 with row 12 through ")
    assert all(position.white.issuperset(group) for group in groups.holes)
    assert not any(
        set(one) & set(two) for one in groups.holes for two in groups.holes if one != two
    )
    assert move.moves == (key,)
    assert line.moves == solution.line
    assert line.holes == tuple((each.peg,) for each in solution.line)
    assert move_words(key) in line.text
    assert found == hints(position, solution)


def test_the_key_is_not_always_in_the_middle_of_the_patch() -> None:
    seen = set()
    for name in ("p15", "p17", "p19", "p21", "p49"):
        position, solution = solved(name)
        patch = hints(position, solution)[0].holes[0]
        seen.add(patch.index(solution.keys[0].peg))
    assert len(seen) > 2


def test_a_patch_stays_on_the_board() -> None:
    board = Board(5, 5, holes=holes("B1 C3 B5 A3 E3 A2 E2"))
    start = make_position(board, "C3 B1 (B1-C3)", "", Side.WHITE)
    solution = solve(start, Claim(Aim.CONNECT, Side.WHITE), Limits(nodes=1000, memory=16))
    patch, groups, key, _ = hints(start, solution)
    assert {hole.row for hole in patch.holes[0]} == {2, 3, 4}
    assert groups.text == "Join row 1 with row 5 through B1-C3."
    assert groups.holes == ((parse_hole("B1"), parse_hole("C3")),)
    assert key.text == "Play B5."


def test_a_patch_fits_a_window_narrower_than_three() -> None:
    board = Board(12, 12, region=holes("E4 E5 E6 E7 E8 F4 F5 F6 F7 F8"))
    start = make_position(board, "E4 E8", "", Side.WHITE)
    solution = solve(start, Claim(Aim.CONNECT, Side.WHITE), Limits(nodes=100_000, memory=16))
    (patch,) = hints(start, solution)[0].holes
    assert {"E", "F"} == {hole_text(hole)[0] for hole in patch}
    assert len(patch) == 6
    assert solution.keys[0].peg in patch


@pytest.mark.parametrize(
    ("window", "text"),
    [
        ("F6", "Look at F6."),
        ("F6 G6 F7 G7", "Look in the square from F6 to G7."),
        ("F6 G6 F7 G7 F8 G8", "Look in the holes from F6 to G8."),
        ("F6 F7 F8", "Look in the holes from F6 to F8."),
    ],
)
def test_a_patch_is_called_a_square_only_where_it_is_one(window: str, text: str) -> None:
    position = Position(Board(12, 12, region=holes(window)))
    assert text == patch_around(position, parse_hole("F6")).text


def test_a_block_names_the_pegs_of_its_wall() -> None:
    board = Board(5, 5, holes=holes("B1 A3 C2 C4 E3 B5 D5 D1"))
    start = make_position(board, "C4", "A3 E3", Side.WHITE)
    solution = solve(start, Claim(Aim.BLOCK, Side.WHITE), Limits(nodes=1000, memory=16))
    assert hints(start, solution)[1].text == "Your wall goes through C4."


def test_there_are_no_hints_without_a_proof() -> None:
    start = Position(Board(24, 24))
    claim = Claim(Aim.CONNECT, Side.WHITE)
    assert () == hints(start, solve(start, claim, Limits(nodes=1)))


def test_a_group_ends_at_the_window() -> None:
    """Pegs outside of it do not conduct."""
    position = make_position(
        Board(7, 4, region=holes("C1 C2 C3 C4 D1 D2 D3 D4 E1 E2 E3 E4")),
        "B1 B2 B4 C1 C3 D2 (B1-C3 B1-D2)",
        "A2 A3 D3 F3 G2 ()",
        Side.WHITE,
    )
    solution = solve(position, Claim(Aim.CONNECT, Side.WHITE), Limits(nodes=50_000, memory=16))
    (groups,) = [hint for hint in hints(position, solution) if hint.level is HintLevel.GROUPS]
    assert "B1" not in groups.text
    assert "C3-D2" not in groups.text
