"""Slots apart: which links the opponent may hold together when an answer is looked for."""

from dataclasses import replace

import pytest

from solver.errors import CertificateError
from solver.game import Board, Position, Ruleset, parse_link
from solver.oracle import connects
from solver.proof import Strategy, StrategyNode
from solver.verify import check_by_sat, check_strategy
from tests.oracles.setup import holes, make_position
from tests.verify.test_checker import BLACK, WHITE, leaf, move, refused, reply, white

# White joins D1-F2-G4 to D7-E9 with a peg in E5, which E4-G5 would keep from G4.
PEGS, LINKS = "D1 F2 G4 D7 E9", "D1-F2 F2-G4 D7-E9"
JOINED = leaf(f"{PEGS} E5", *LINKS.split(), "D7-E5", "E5-G4")


def start(more: str = "", links: str = "", held: str = "") -> Position:
    """Return a position in which E5 is the only open hole, and closed to Black."""
    board = Board(13, 9, holes=holes(f"{PEGS} E5 E4 G5 {more}"))
    black = f"E4 G5 ({held})"
    position = make_position(board, f"{PEGS} {more} ({LINKS} {links})", black, BLACK)
    return position.closing(BLACK, holes("E5"))


def answer() -> StrategyNode:
    """Return the move to E5 that asks for E4-G5 to be apart."""
    node = move("E5", "D7-E5 E5-G4", "E5", PEGS, LINKS)
    return replace(node, apart=frozenset({parse_link("E4-G5")}))


def test_a_pass_must_be_answered_where_no_hole_of_the_zone_is_open() -> None:
    position = start(held="E4-G5")
    assert not connects(position, WHITE)
    strategy = white(JOINED, answer(), reply("E5", PEGS, LINKS, 1))
    for check in (check_strategy, check_by_sat):
        with pytest.raises(CertificateError, match=r"a pass is not|without an answer"):
            check(position, strategy)


def test_a_link_that_is_taken_off_keeps_no_slot_apart() -> None:
    # F5-H4 keeps E4 and G5 unlinked, until White makes G3-H5 across it.
    position = start("F5 H4 G3 H5", "F5-H4")
    kept = f"{LINKS} F5-H4"
    for check in (check_strategy, check_by_sat):
        check(position, white(JOINED, answer(), reply("E5", f"{PEGS} F5 H4", kept, 1)))
        with pytest.raises(CertificateError, match=r"a pass is not|without an answer"):
            check(position, white(JOINED, answer(), reply("E5", PEGS, LINKS, 1)))
    linking = move("G3", "G3-H5", "E5 G3", f"{PEGS} G3 H5", LINKS, child=2, depth=1)
    after = reply("E5", PEGS, LINKS, 1)
    for check in (check_strategy, check_by_sat):
        with pytest.raises(CertificateError, match=r"a pass is not|without an answer"):
            check(replace(position, to_move=WHITE), white(JOINED, answer(), after, linking))


# C3 joins the lines unless Black's slot B3-D2 stands: that is noted, and B3 and D2 may be his.
WIDE = make_position(Board(6, 4), "B1 E4", "", BLACK)
FIRST = holes("C3 C2 B2")
THROUGH = leaf("B1 C3 E4", "B1-C3", "C3-E4")
PLAIN = move("C3", "B1-C3 C3-E4", "C3 C2 B2", "B1 E4")
SLOT = frozenset({parse_link("B3-D2")})
UNLESS = replace(PLAIN, apart=SLOT)


def watching(zone: str) -> Strategy:
    """Return a reply node over that move alone."""
    return white(THROUGH, UNLESS, reply(f"C3 C2 B2 {zone}", "B1 E4", "", 1))


def test_a_move_that_notes_a_slot_is_made_where_it_does_not_stand() -> None:
    start = replace(WIDE, to_move=WHITE)
    for check in (check_strategy, check_by_sat):
        check(start, white(THROUGH, UNLESS))
    linked = start.with_side(BLACK, holes("B3 D2"), SLOT)
    refused(linked, white(THROUGH, UNLESS), "said to be apart")
    answered = white(THROUGH, PLAIN, reply("C3 C2 B2", "B1 E4", "", 1))
    refused(WIDE, answered, "may stand across", FIRST)
    # Nor where its pegs stand unlinked: he links them as he replies.
    refused(WIDE.with_side(BLACK, holes("B3 D2"), ()), answered, "may stand across", FIRST)


def test_only_moves_note_slots_and_none_on_paper() -> None:
    start = replace(WIDE, to_move=WHITE)
    noting = replace(THROUGH, apart=SLOT)
    for position, nodes in (
        (start, (noting, UNLESS)),
        (start, (noting, PLAIN)),
        (replace(start, ruleset=Ruleset.PP), (THROUGH, UNLESS)),
    ):
        with pytest.raises(CertificateError, match="slots apart are for moves"):
            check_strategy(position, white(*nodes))


def test_a_slot_that_may_stand_spoils_the_answer_to_a_pass() -> None:
    refused(WIDE, watching(""), "a pass is not answered", FIRST)
    # With both holes in the zone it stands after no single reply.
    for check in (check_strategy, check_by_sat):
        check(WIDE, watching("B3 D2"), FIRST)
    for hole in ("B3", "D2"):
        refused(WIDE, watching(hole), f"{hole} is not answered", FIRST)


def test_a_link_that_the_pattern_does_not_name_keeps_no_slot_away() -> None:
    """B2-C4 stands across B3-D2, but White may take it off."""
    start = WIDE.with_side(WHITE, WIDE.white | holes("B2 C4"), [parse_link("B2-C4")])
    refused(start, watching(""), "a pass is not answered", FIRST)


@pytest.mark.parametrize("hole", ["C3", "C2", "B2"])
def test_a_move_that_notes_a_slot_answers_no_reply_in_its_own_zone(hole: str) -> None:
    lacking = f"{hole} is not answered"
    refused(WIDE, watching("B3 D2"), lacking, FIRST - holes(hole))
