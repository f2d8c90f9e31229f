"""Swap, resignation, passing and draws."""

import pytest

from solver.errors import IllegalMoveError
from solver.files import read_diagram
from solver.game import (
    AnyMove,
    Board,
    Ending,
    Hole,
    Move,
    Position,
    Result,
    Ruleset,
    Side,
    Special,
    parse_hole,
    parse_link,
)


def opened(hole: str, board: Board | None = None, rules: Ruleset = Ruleset.STD) -> Position:
    return Position(board or Board(), rules).play(Move(parse_hole(hole)))


def refused(position: Position, move: AnyMove, reason: str) -> None:
    with pytest.raises(IllegalMoveError, match=reason):
        position.play(move)


# -- swap -------------------------------------------------------------------------------


def test_swapping_sides_leaves_the_peg_and_gives_black_the_move() -> None:
    after = opened("f6").play(Special.SWAP_SIDES)
    assert (frozenset({parse_hole("f6")}), frozenset()) == (after.white, after.black)
    assert Side.BLACK is after.to_move
    assert 2 == after.ply


def test_swapping_pieces_mirrors_the_peg_in_the_main_diagonal() -> None:
    after = opened("b4").play(Special.SWAP_PIECES)
    assert (frozenset(), frozenset({parse_hole("d2")})) == (after.white, after.black)
    assert Side.WHITE is after.to_move


@pytest.mark.parametrize("swap", [Special.SWAP_SIDES, Special.SWAP_PIECES])
class TestSwap:
    def test_is_the_second_move_only(self, swap: Special) -> None:
        refused(Position(), swap, "second player's first move")
        refused(opened("f6").play(Move(parse_hole("k9"))), swap, "second player's first move")
        refused(opened("f6").play(swap), swap, "second player's first move")
        with_setup = Position().put(Side.BLACK, parse_hole("k9")).play(Move(parse_hole("f6")))
        refused(with_setup, swap, "second player's first move")

    def test_does_not_exist_under_3m(self, swap: Special) -> None:
        refused(opened("f6", rules=Ruleset.THREE_M), swap, "no swap under the ruleset 3M")

    def test_does_not_exist_on_a_handicap_board(self, swap: Special) -> None:
        for less in range(1, 11):
            for board in (Board(24, 24 - less), Board(24 - less, 24)):
                refused(opened("f6", board), swap, "handicap board")

    def test_exists_on_square_boards_of_any_size(self, swap: Special) -> None:
        for size in (12, 18, 24, 30):
            assert 2 == opened("f6", Board(size, size)).play(swap).ply

    def test_exists_on_paper(self, swap: Special) -> None:
        assert 2 == opened("f6", rules=Ruleset.PP).play(swap).ply


def test_both_swaps_lead_to_mirrored_games() -> None:
    sides = opened("b4").play(Special.SWAP_SIDES).play(Move(parse_hole("k9")))
    pieces = opened("b4").play(Special.SWAP_PIECES).play(Move(parse_hole("i11")))
    assert {Hole(hole.row, hole.col) for hole in sides.white} == pieces.black
    assert {Hole(hole.row, hole.col) for hole in sides.black} == pieces.white


# -- words that end the game ------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "result"),
    [
        (Special.RESIGN, Result(Side.WHITE, Ending.RESIGNED)),
        (Special.FORFEIT, Result(Side.WHITE, Ending.FORFEITED)),
        (Special.DRAW, Result(None, Ending.AGREED)),
    ],
)
def test_a_word_ends_the_game(word: Special, result: Result) -> None:
    after = opened("f6").play(word)
    assert result == after.result
    refused(after, Move(parse_hole("k9")), "the game is over")


# -- passing ----------------------------------------------------------------------------

NO_HOLE_FOR_WHITE = """\
TwixT 5x5 {rules}, white to move
   A  B  C  D  E
1     W  W  W
2  .  W  W  B  .
3  .  B  B  B  .
4  .  W  B  W  .
5     W  W  W
White links: none
Black links: none
"""


def test_a_side_with_a_hole_left_may_not_pass() -> None:
    refused(Position(), Move(None), "only when no hole is left")


@pytest.mark.parametrize("rules", list(Ruleset))
def test_a_side_without_a_hole_passes(rules: Ruleset) -> None:
    after = read_diagram(NO_HOLE_FOR_WHITE.format(rules=rules.value)).play(Move(None))
    assert Side.BLACK is after.to_move
    assert after.result is None
    assert after.passed


def test_links_may_be_edited_in_a_pass() -> None:
    before = read_diagram(NO_HOLE_FOR_WHITE.format(rules="STD"))
    link = parse_link("b4-d5")
    assert {link} == before.play(Move(None, on=frozenset({link}))).white_links


def test_links_are_not_edited_in_a_pass_on_paper() -> None:
    before = read_diagram(NO_HOLE_FOR_WHITE.format(rules="PP"))
    refused(before, Move(None, on=frozenset({parse_link("b4-d5")})), "under PP rules")


def test_the_last_turn_is_the_pass_after_a_pass() -> None:
    board = Board(5, 5, frozenset({parse_hole("b2"), parse_hole("d4")}))
    full = Position(board).play(Move(parse_hole("b2"))).play(Move(parse_hole("d4")))
    assert not full.last_turn
    assert full.play(Move(None)).last_turn
    one_left = read_diagram(NO_HOLE_FOR_WHITE.format(rules="STD")).play(Move(None))
    assert not one_left.last_turn, "Black still has a hole to peg"


def test_two_passes_in_a_row_are_a_draw() -> None:
    board = Board(5, 5, frozenset({parse_hole("b2"), parse_hole("d4")}))
    position = Position(board).play(Move(parse_hole("b2"))).play(Move(parse_hole("d4")))
    after = position.play(Move(None)).play(Move(None))
    assert Result(None, Ending.PASSED) == after.result


def test_a_peg_between_two_passes_keeps_the_game_going() -> None:
    before = read_diagram(NO_HOLE_FOR_WHITE.format(rules="STD"))
    after = before.play(Move(None)).play(Move(parse_hole("a3"))).play(Move(None))
    assert after.result is None


def test_a_pass_is_no_draw_while_the_other_side_can_still_connect() -> None:
    """After 1.C3 C4 2.B5 A2 White has no hole left; Black then makes A3-C4-E3
    out of his links."""
    position = read_diagram("""\
TwixT 5x5 STD, white to move
   A  B  C  D  E
1     W  W  W
2  .  W  B  W  B
3  .  B  .  B  .
4  B  W  .  B  B
5     .  W  W
White links: B1-D2 B4-D5
Black links: C2-D4 B3-D4 D4-E2
""")
    for hole in ("c3", "c4", "b5", "a2"):
        position = position.play(Move(parse_hole(hole)))
    assert [] == list(position.open_holes(Side.WHITE))
    assert not position.certain_draw
    position = position.play(Move(None))
    assert position.result is None
    position = position.play(Move(parse_hole("a3"))).play(Move(None))
    off = position.black_links - {parse_link("a3-c4")}
    after = position.play(Move(parse_hole("e3"), off))
    assert Result(Side.BLACK, Ending.CONNECTED) == after.result


# -- the certain draw -------------------------------------------------------------------


def test_the_empty_board_is_no_draw() -> None:
    assert not Position(Board(5, 5)).certain_draw


def test_a_wall_of_links_takes_the_enemys_path() -> None:
    walled = read_diagram("""\
   A  B  C  D  E
1     .  .  .
2  .  . _B_ .  .
    _---   ---_
3  B  .  .  .  B
4  .  .  .  .  .
5     .  .  .
""")
    assert walled.connected(Side.BLACK)
    assert not walled.has_path(Side.WHITE)
    assert not walled.certain_draw


def test_pegs_without_links_are_no_wall() -> None:
    position = read_diagram("""\
   A  B  C  D  E
1     .  .  .
2  .  .  B  .  .
3  B  .  .  .  B
4  .  .  .  .  .
5     .  .  .
Black links: none
""")
    assert position.has_path(Side.WHITE)


def test_own_links_are_not_held_against_a_path() -> None:
    """White may take off C1-D3 and go B1-C3, so his own link blocks no path."""
    position = Position(Board(5, 5)).put(Side.WHITE, parse_hole("c1"))
    position = position.put(Side.WHITE, parse_hole("d3"))
    assert position.has_path(Side.WHITE)


@pytest.mark.parametrize(("rules", "path"), [("STD", True), ("PP", False), ("3M", True)])
def test_on_paper_two_standing_pegs_are_never_linked_again(rules: str, path: bool) -> None:
    position = read_diagram(f"""\
TwixT 5x5 {rules}, white to move
   A  B  C  D  E
1     W  W  W
2  .  B  B  B  .
3  .  W  B  B  .
4  .  B  B  B  .
5     W  W  W
White links: B3-C1
Black links: none
""")
    assert path == position.has_path(Side.WHITE)
