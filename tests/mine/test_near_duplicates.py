"""The form of the pegs around a key: equal for the same fight, different for another."""

from solver.game import Hole, Side
from solver.mine.near_duplicates import core_form

KEY = Hole(5, 5)
MINE = (Hole(4, 3), Hole(7, 6), Hole(5, 11))
FOES = (Hole(5, 3), Hole(6, 8))


def form(*, radius: int = 4) -> str:
    return core_form(Side.WHITE, KEY, MINE, FOES, radius)


def turned(hole: Hole, across: int, down: int) -> Hole:
    return Hole(10 + across * hole.col, 20 + down * hole.row)


def test_mirror_images_and_places_on_the_board_do_not_matter() -> None:
    for across in (1, -1):
        for down in (1, -1):
            key, *pegs = (turned(hole, across, down) for hole in (KEY, *MINE, *FOES))
            assert form() == core_form(Side.WHITE, key, pegs[:3], pegs[3:], 4)


def test_colours_exchanged_are_the_same_puzzle() -> None:
    key, *pegs = (Hole(hole.row, hole.col) for hole in (KEY, *MINE, *FOES))
    assert form() == core_form(Side.BLACK, key, pegs[:3], pegs[3:], 4)


def test_a_quarter_turn_with_the_same_colour_is_another_puzzle() -> None:
    key, *pegs = (Hole(hole.row, hole.col) for hole in (KEY, *MINE, *FOES))
    assert form() != core_form(Side.WHITE, key, pegs[:3], pegs[3:], 4)


def test_whose_a_peg_is_matters() -> None:
    assert form() != core_form(Side.WHITE, KEY, FOES, MINE, 4)


def test_pegs_beyond_the_radius_are_left_out() -> None:
    assert form() == core_form(Side.WHITE, KEY, MINE[:2], FOES, 4)
    assert form() != form(radius=6)
    assert "-1,-2,x 0,-2,o 2,1,x" in {form(radius=2), "-1,-2,x 0,-2,o 2,1,x"}


def test_where_no_peg_is_within_the_radius_all_pegs_count() -> None:
    assert form(radius=11) == form(radius=1)
    near = core_form(Side.WHITE, KEY, MINE[2:], (), 4)
    assert near != core_form(Side.WHITE, KEY, MINE[2:], (Hole(11, 11),), 4)
