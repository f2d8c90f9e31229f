"""What a move may do under each ruleset, links that cross, and removal."""

import pytest

from solver.errors import IllegalMoveError, NotationError
from solver.files import read_diagram
from solver.game import (
    AnyMove,
    Board,
    Ending,
    Hole,
    Link,
    Move,
    Position,
    Result,
    Ruleset,
    Side,
    move_text,
    parse_hole,
    parse_link,
    parse_move,
)


def played(text: str, rules: Ruleset = Ruleset.STD, size: int = 12) -> Position:
    """Play moves in SGF's words from the empty board."""
    position = Position(Board(size, size), rules)
    for word in text.split():
        position = position.play(parse_move(position, word))
    return position


def links(text: str) -> frozenset[Link]:
    return frozenset(parse_link(word) for word in text.split())


def refused(position: Position, move: AnyMove | str, reason: str) -> None:
    with pytest.raises(IllegalMoveError, match=reason):
        position.play(parse_move(position, move) if isinstance(move, str) else move)


# -- pegs and automatic links -----------------------------------------------------------


def test_white_moves_first_and_the_sides_take_turns() -> None:
    position = played("d4 e8 f5")
    assert Side.BLACK is position.to_move
    assert 3 == position.ply
    assert {parse_hole("d4"), parse_hole("f5")} == position.white


def test_a_plain_move_makes_every_legal_link() -> None:
    position = played("d4 k2 h4 k3 f5")
    assert links("d4-f5 f5-h4") == position.white_links


def test_an_enemy_link_blocks_an_automatic_link() -> None:
    position = played("d4 e4 b8 c5 e6")
    assert links("c5-e4") == position.black_links
    assert position.white_links == frozenset()


def test_own_link_blocks_crossing() -> None:
    position = played("d4 k2 f5 k3 e4 k5 d6")
    assert parse_link("d6-e4") not in position.white_links
    assert links("d4-f5 d6-f5") == position.white_links


def test_own_links_may_cross_on_paper() -> None:
    position = played("d4 k2 f5 k3 e4 k5 d6", Ruleset.PP)
    assert links("d4-f5 d6-f5 d6-e4") == position.white_links


def test_an_enemy_link_blocks_on_paper_too() -> None:
    position = played("d4 e4 b8 c5 e6", Ruleset.PP)
    assert position.white_links == frozenset()


def test_pegs_a_slot_apart_that_are_unlinked_block_nothing() -> None:
    position = read_diagram("""\
TwixT 8x8 STD, black to move
   A  B  C  D  E  F  G  H
1     .  .  .  .  .  .
2  .  .  .  .  .  .  .  .
3  .  .  .  W  .  .  .  .
4  .  .  .  B  .  .  .  .
5  .  .  .  .  W  .  .  .
6  .  .  .  .  .  .  .  .
7  .  .  .  .  .  .  .  .
8     .  .  .  .  .  .
White links: none
""")
    after = position.play(Move(parse_hole("f3")))
    assert links("d4-f3") == after.black_links


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("d4", "D4 is taken by a white peg"),
        ("a5", "A5 is not open to white: first or last column"),
        ("l5", "L5 is not open to white"),
        ("m5", "M5 is not on the 12 x 12 board"),
        ("a1", "there is no hole at A1"),
        ("c13", "C13 is not on the 12 x 12 board"),
    ],
)
def test_a_peg_needs_an_empty_hole_of_its_own_rows(move: str, reason: str) -> None:
    refused(played("d4 e8"), move, reason)


def test_black_may_not_peg_the_top_and_bottom_row() -> None:
    refused(played("d4"), "d1", "first or last row is the opponent's border")
    refused(played("d4"), "d12", "first or last row is the opponent's border")


def test_play_stays_in_the_window_and_setup_need_not() -> None:
    region = frozenset(Hole(col, row) for col in range(6) for row in range(6))
    position = Position(Board(12, 12, None, region)).put(Side.WHITE, parse_hole("h4"))
    refused(position, "g4", "G4 lies outside the puzzle's window")
    assert links("f3-h4") == position.play(Move(parse_hole("f3"))).white_links


def test_nothing_changes_in_the_position_that_is_played_from() -> None:
    before = played("d4 e8")
    before.play(Move(parse_hole("f5")))
    assert before == played("d4 e8")


# -- taking links off and placing them --------------------------------------------------


def test_a_link_taken_off_frees_its_slot_in_the_same_turn() -> None:
    before = played("d4 k2 f5 k3 e4 k5")
    after = before.play(Move(parse_hole("d6"), off=links("d4-f5")))
    assert links("d6-e4 d6-f5") == after.white_links


def test_links_between_old_pegs_may_be_added() -> None:
    before = played("d4 k2 f5 k3 e4 k5 d6 k7")
    after = before.play(Move(parse_hole("h9"), off=links("d4-f5"), on=links("d6-e4")))
    assert links("d6-e4 d6-f5") == after.white_links


def test_a_link_that_is_added_bars_automatic_ones() -> None:
    before = played("d4 k2 f5 k3 e4 k5")
    again = links("d4-f5")
    after = before.play(Move(parse_hole("d6"), off=again, on=again))
    assert links("d4-f5 d6-f5") == after.white_links


def test_a_player_may_decline_automatic_links() -> None:
    before = played("d4 k2 h4 k3")
    after = before.play(Move(parse_hole("f5"), on=links("d4-f5"), auto=False))
    assert links("d4-f5") == after.white_links


def test_to_decline_a_link_that_could_not_be_made_is_no_other_move() -> None:
    before = played("c2 b3 c4 e3")
    assert Move(parse_hole("e2")) == parse_move(before, "[e2][-e'3]")
    assert Move(parse_hole("e3")) != parse_move(played("c2 b3 c4 f3"), "[e3][-d2']")


@pytest.mark.parametrize("text", ["[\\e4'][f5]", "[\\e4'][f5][-e4']", "[\\e4'][f5][-e'4]"])
def test_to_add_a_link_that_is_made_anyway_is_no_other_move(text: str) -> None:
    assert Move(parse_hole("f5")) == parse_move(played("d4 k2"), text)


def test_to_add_a_link_to_the_new_peg_that_is_blocked_is_refused() -> None:
    refused(played("d4 e4 h9 f6"), "[\\e4'][f5]", "D4-F5 is blocked by E4-F6")


@pytest.mark.parametrize(
    ("off", "on", "reason"),
    [
        ("d6-e4", "", "no own link D6-E4 to take off"),
        ("", "d4-f5", "D4-F5 is there already"),
        ("", "b3-d4", "B3-D4 needs an own peg at both ends"),
        ("", "d6-e4", "D6-E4 is blocked by D4-F5"),
        ("d4-f5", "d4-f5 d6-e4", "D6-E4 is blocked by D4-F5"),
        ("k3-l5", "", "no own link K3-L5"),
    ],
)
def test_illegal_link_edits(off: str, on: str, reason: str) -> None:
    before = played("d4 k3 f5 k8 e4 l5 d6 j2")
    with pytest.raises(IllegalMoveError, match=reason):
        before.play(Move(parse_hole("h9"), links(off), links(on)))


def test_a_link_is_made_in_ones_own_turn_only() -> None:
    """D4 and E6 were parted by Black's link; once it is gone nothing links them by itself."""
    before = played("d4 e4 b8 c5 e6")
    lifted = before.play(Move(parse_hole("j9"), off=links("c5-e4")))
    assert lifted.white_links == frozenset()
    assert links("d4-e6") == lifted.play(Move(parse_hole("b3"), on=links("d4-e6"))).white_links - (
        links("b3-d4")
    )


@pytest.mark.parametrize("move", ["[-e4'][d6]", "[/d'5][h9]", "[/d'5][d6]"])
def test_on_paper_links_are_never_edited(move: str) -> None:
    refused(played("d4 k2 f5 k3 e4 k5", Ruleset.PP), move, "under PP rules")


def test_on_paper_automatic_links_cannot_be_declined() -> None:
    refused(played("d4 k2", Ruleset.PP), Move(parse_hole("f5"), auto=False), "under PP rules")


def test_own_pegs_may_be_removed_under_3m_only() -> None:
    move = Move(parse_hole("b5"), lift=frozenset({parse_hole("d4")}))
    after = played("d4 k2 f5 k3", Ruleset.THREE_M).play(move)
    assert {parse_hole("f5"), parse_hole("b5")} == after.white
    assert after.white_links == frozenset()
    refused(played("d4 k2 f5 k3"), move, "under the ruleset 3M only")


def test_only_own_pegs_are_removed() -> None:
    before = played("d4 k2", Ruleset.THREE_M)
    refused(before, Move(parse_hole("b5"), lift=frozenset({parse_hole("k2")})), "no own peg")


# -- winning ----------------------------------------------------------------------------

NEARLY = """\
TwixT 5x5 {rules}, white to move
   A  B  C  D  E
1     .  W  .
2  .  .  .  .  .
3  .  B  .  .  .
4  .  B  .  .  .
5     .  W  .
"""


@pytest.mark.parametrize("rules", list(Ruleset))
def test_a_chain_between_both_own_borders_wins(rules: Ruleset) -> None:
    before = read_diagram(NEARLY.format(rules=rules.value))
    after = before.play(Move(parse_hole("d3")))
    assert Result(Side.WHITE, Ending.CONNECTED) == after.result
    refused(after, "c3", "the game is over")


def test_pegs_in_both_borders_do_not_win_without_their_links() -> None:
    before = read_diagram(NEARLY.format(rules="STD"))
    after = before.play(Move(parse_hole("d3"), on=links("c1-d3"), auto=False))
    assert after.result is None


LOOP = """\
TwixT 9x9 {rules}, black to move
   A  B  C  D  E  F  G  H  I
1     .  .  .  W  .  .  .
2  .  .  W  .  .  .  .  .  .
3  .  .  .  .  .  .  .  .  .
4  .  .  .  W  W  .  .  .  .
5  .  .  .  .  .  W  W  .  .
6  .  .  .  W  .  .  .  .  .
7  .  .  .  .  .  .  .  W  .
8  .  .  .  .  .  .  .  .  .
9     .  .  .  .  .  W  .
"""


@pytest.mark.parametrize(("rules", "joined"), [("PP", True), ("STD", False), ("3M", False)])
def test_a_path_may_cross_itself_on_paper_only(rules: str, joined: bool) -> None:
    """The path D4-F5-D6-E4 crosses its own first link."""
    assert joined == read_diagram(LOOP.format(rules=rules)).connected(Side.WHITE)


def test_move_text_is_read_back() -> None:
    before = played("d4 k2 f5 k3 e4 k5")
    for move in (
        Move(parse_hole("d6")),
        Move(parse_hole("d6"), links("d4-f5")),
        Move(parse_hole("d6"), on=frozenset(), auto=False),
        Move(parse_hole("d6"), links("d4-f5"), links("d6-e4"), auto=False),
    ):
        text = move_text(before, move)
        assert before.play(move) == before.play(parse_move(before, text)), text
        assert before.play(move) == before.play(parse_move(before, text.upper())), text


def test_a_removed_peg_has_no_notation() -> None:
    before = played("d4 k2", Ruleset.THREE_M)
    with pytest.raises(NotationError, match="no notation"):
        move_text(before, Move(parse_hole("f5"), lift=frozenset({parse_hole("d4")})))
