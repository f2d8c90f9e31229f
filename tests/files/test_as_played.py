"""How a position came about: the game before a puzzle, handicaps, draws that were offered."""

import pytest

from solver.errors import NotationError
from solver.files import Format, handicap, moves_before, parse_server_size, read_text, write_text
from solver.game import Side, parse_hole

GAME = "(;FF[4]GM[21]SZ[12]RU[{rules}]PZ[]PL[{turn}];W[g6];B[{second}];{rest};IP[];{key}TE[1])"
SIDES = GAME.format(
    rules="STD", turn="W", second="swap-sides", rest="B[c8];W[f10];B[d4]", key="W[d6]"
)
PIECES = GAME.format(
    rules="PP", turn="B", second="swap-pieces", rest="W[c8];B[f10];W[d4]", key="B[d6]"
)


@pytest.mark.parametrize(
    ("text", "side", "peg"), [(SIDES, Side.WHITE, "g6"), (PIECES, Side.BLACK, "f7")]
)
def test_a_puzzle_after_a_swap_tells_its_game(text: str, side: Side, peg: str) -> None:
    record = read_text(text)
    assert record.puzzle is not None
    assert "1.g6 2.swap 3.c8 4.f10 5.d4" == moves_before(record)
    assert "1.g6 2.swap 3.c8 4.f10 5.d4 6.d6" == moves_before(record, 1)
    assert parse_hole(peg) in record.start.pegs(side)


def test_what_a_tree_says_of_a_swap_and_an_offer_is_kept_by_sgf() -> None:
    text = SIDES.replace("W[f10]", "W[f10]C[draw offered]")
    again = read_text(write_text(read_text(text), Format.SGF).text)
    assert "1.g6 2.swap 3.c8 4.f10 (draw offered) 5.d4" == moves_before(again)


@pytest.mark.parametrize(
    "setup",
    [
        ";W[g6];W[c8];B[f10];B[d4]",  # no turns
        ";AW[g6];B[c8];W[f10];B[d4]",
        ";W[g6];B[swap-sides];W[c8];B[f10]",  # the turn is Black's
        ";W[g6];B[c8];W[f10]",  # Black would be to move
    ],
)
def test_a_setup_that_is_no_game_is_not_told_as_one(setup: str) -> None:
    text = f"(;FF[4]GM[21]SZ[12]RU[STD]PZ[]PL[W]{setup};IP[];W[d6])"
    assert "" == moves_before(read_text(text))


def test_a_window_does_not_hide_the_game_before() -> None:
    text = SIDES.replace("PL[W]", "PL[W]VW[a1:h12]")
    assert "1.g6 2.swap 3.c8 4.f10 5.d4" == moves_before(read_text(text))


def test_a_game_is_told_up_to_a_ply() -> None:
    record = read_text("(;FF[4]GM[21]SZ[12]RU[STD];W[g6];B[c8];W[f8];B[resign])")
    assert "" == moves_before(record)
    assert "1.g6 2.c8 3.f8" == moves_before(record, 3)
    assert "1.g6 2.c8 3.f8 4.resign" == moves_before(record, 4)


@pytest.mark.parametrize(
    ("header", "words"),
    [
        ("SZ[24]", ""),
        ("SZ[24]HA[]", "handicap of the first move for White, no swap"),
        ("SZ[24:23]HA[]", "handicap of 1 row for White, no swap"),
        ("SZ[14:24]HA[]", "handicap of 10 columns for Black, no swap"),
    ],
)
def test_a_handicap_is_told_from_board_and_header(header: str, words: str) -> None:
    assert words == handicap(read_text(f"(;FF[4]GM[21]RU[STD]{header};W[f6])"))


def test_the_servers_handicap_makes_the_board_narrower_or_lower() -> None:
    assert [(24, 24), (18, 24), (24, 14)] == [*map(parse_server_size, ("24", "24+6", "24-10"))]
    for text in ("24+22", "24-24", "24+", "+6", "24-6-2"):
        with pytest.raises(NotationError, match="no board size"):
            parse_server_size(text)


def test_an_offered_draw_goes_to_little_golem_and_back() -> None:
    text = "(;FF[4]EV[null]SZ[12];b[ff];r[cj|draw];b[gh];r[draw])"
    written = write_text(read_text(text), Format.LITTLE_GOLEM)
    assert "r[cj|draw];b[gh];r[draw]" in written.text
    assert "1.f6 2.c10 (draw offered) 3.g8 4.draw" == moves_before(read_text(text), 4)
    lost = write_text(read_text(text), Format.MOVES).findings
    assert any("does not carry draw offers" in finding.message for finding in lost)
