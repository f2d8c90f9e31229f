"""Rules of the checker that few damaged proofs meet: each is broken by hand, and alone."""

from dataclasses import replace

import pytest

from solver.errors import CertificateError, TooLongError
from solver.game import Board, Link, Ruleset, parse_hole, parse_link
from solver.proof import NodeKind, Strategy, StrategyNode
from solver.verify import check_strategy
from tests.oracles.setup import holes, make_position
from tests.verify.test_checker import BLACK, WHITE, blocking, leaf, move, reply, white
from tests.verify.test_side_by_side import C7, CENTRE, both_sides

pytestmark = pytest.mark.native

START = make_position(Board(4, 3), "B1", "", WHITE)
JOINED = leaf("B1 C3", "B1-C3")
JOINING = move("C3", "B1-C3", "C3 D2", "B1")


def apart(node: StrategyNode, slots: str) -> StrategyNode:
    return replace(node, apart=frozenset(map(parse_link, slots.split())))


# -- the root -----------------------------------------------------------------------------------


def test_only_a_reply_leaves_first_moves_without_an_answer() -> None:
    chain = make_position(Board(4, 3), "B1 C3 (B1-C3)", "", BLACK)
    for start, strategy in ((START, white(JOINED, JOINING)), (chain, white(JOINED))):
        check_strategy(start, strategy)
        with pytest.raises(CertificateError, match="only a reply"):
            check_strategy(start, strategy, holes("D2"))


def test_first_moves_without_an_answer_are_the_roots_alone() -> None:
    """A later reply must answer them: here D2, to which only the first of the two moves replies."""
    start = make_position(Board(6, 3), "B1 E1", "", BLACK)
    left, right = move("C3", "B1-C3", "C3 D2", "B1"), move("D3", "D3-E1", "D3 C2", "E1", child=1)
    ends = (JOINED, leaf("E1 D3", "D3-E1"), left, right)
    answered = reply("C3 D2 D3 C2", "B1 E1", "", 2, 3)
    check_strategy(start, white(*ends, answered))
    lacking = replace(answered, children=(2,))
    check_strategy(start, white(*ends, lacking), holes("C3 D2"))
    # White moves elsewhere first, to A-file holes that nothing needs.
    aside = make_position(Board(6, 3), "B1 E1", "", WHITE)
    idle = move("B2", "", "B2 C3 D2 D3 C2", "B1 E1", child=4, depth=2)
    outer = reply("B2 C3 D2 D3 C2", "B1 E1", "", 5, depth=2)
    first = replace(start, to_move=BLACK)
    check_strategy(aside, white(*ends, answered, idle))
    with pytest.raises(CertificateError, match=r"node 4 .*reply (C3|D2) is not answered"):
        check_strategy(first, white(*ends, lacking, idle, outer), holes("B2 C3 D2 D3 C2"))


def test_a_block_holds_where_a_pass_ends_the_game() -> None:
    board = Board(6, 5, holes=holes("C1 D3 C5 A3"))
    over = replace(make_position(board, "C1 D3 C5 (C1-D3 C5-D3)", "A3", BLACK), passed=True)
    assert over.last_turn
    check_strategy(over, blocking(leaf("C1 D3 C5", "C1-D3", "C5-D3")))


def test_a_side_without_a_hole_may_still_link_as_it_passes() -> None:
    """Black does, and is connected: nothing is blocked, although his pass ends the game."""
    board = Board(6, 5, holes=holes("A3 C4 D2 F3"))
    over = replace(make_position(board, "", "A3 C4 D2 F3", BLACK), passed=True)
    assert over.last_turn
    with pytest.raises(CertificateError, match="has a path past"):
        check_strategy(over, blocking(leaf("")))


# -- nodes ----------------------------------------------------------------------------------------


def test_children_have_numbers_from_0() -> None:
    with pytest.raises(CertificateError, match="before its parent"):
        check_strategy(START, white(JOINED, replace(JOINING, children=(-2,))))


def test_a_move_has_one_child() -> None:
    for children in ((), (0, 0)):
        with pytest.raises(CertificateError, match="needs one child"):
            check_strategy(START, white(JOINED, replace(JOINING, children=children)))


def test_a_move_does_not_change_the_ends() -> None:
    nodes = list(both_sides().nodes)
    nodes[2] = replace(nodes[2], ends=(0, C7))
    with pytest.raises(CertificateError, match=r"node 2 \(MOVE\): a child joins other ends"):
        check_strategy(CENTRE, white(*nodes))


def test_a_block_does_not_rest_on_a_part_of_a_chain() -> None:
    """From the top to C3 is no chain: Black passes below."""
    start = make_position(Board(6, 9), "C3", "", WHITE)
    part = replace(leaf("C3 B1", "B1-C3"), ends=(0, holes("C3")))
    with pytest.raises(CertificateError, match="a child joins other ends"):
        check_strategy(start, blocking(part, move("B1", "B1-C3", "B1", "C3")))


@pytest.mark.parametrize("where", ["links", "made", "apart"])
def test_links_are_slots_wherever_they_are_named(where: str) -> None:
    far = frozenset({Link(parse_hole("B1"), parse_hole("B3"))})
    node = replace(JOINING, pegs=holes("B1 B3"), **{where: getattr(JOINING, where) | far})
    with pytest.raises(CertificateError, match="no knight's move"):
        check_strategy(START.with_side(WHITE, holes("B1 B3"), ()), white(JOINED, node))


def test_links_that_are_made_together_do_not_cross() -> None:
    """Whether they are needed or not."""
    start = make_position(Board(12, 3), "B1 H1 H2 J2 J3 C2", "", WHITE)
    made = move("C3", "B1-C3 H1-J2 H2-J1", "C3 D2", "B1 H1 H2 J2 J1")
    with pytest.raises(CertificateError, match="own links"):
        check_strategy(start, white(JOINED, made))


def test_a_new_link_needs_both_of_its_pegs() -> None:
    start = make_position(Board(6, 3), "B1 C3 (B1-C3)", "", WHITE)
    for peg, link in (("D1", "D1-E3"), ("E3", "C2-E3")):
        node = move(peg, link, f"{peg} D2 E2 C2", "B1 C3", "B1-C3")
        with pytest.raises(CertificateError, match=f"{link} lacks a peg"):
            check_strategy(start, white(JOINED, node))


def test_a_reply_leads_to_no_reply() -> None:
    """Black would move twice."""
    start = make_position(Board(6, 3), "B1 E1", "", BLACK)
    left, right = move("C3", "B1-C3", "C3 D2", "B1"), move("D3", "D3-E1", "D3 C2", "E1", child=1)
    both = reply("C3 D2 D3 C2", "B1 E1", "", 2, 3)
    nodes = (JOINED, leaf("E1 D3", "D3-E1"), left, right, both)
    check_strategy(start, white(*nodes))
    with pytest.raises(CertificateError, match="children with the prover to move"):
        check_strategy(start, white(*nodes, replace(both, children=(4,))))


def test_a_reply_is_as_deep_as_its_children() -> None:
    start = make_position(Board(6, 3), "B1 E1", "", BLACK)
    left, right = move("C3", "B1-C3", "C3 D2", "B1"), move("D3", "D3-E1", "D3 C2", "E1", child=1)
    both = reply("C3 D2 D3 C2", "B1 E1", "", 2, 3, depth=0)
    with pytest.raises(CertificateError, match="depth is less than a child's"):
        check_strategy(start, white(JOINED, leaf("E1 D3", "D3-E1"), left, right, both))


# -- splits ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("more", "enough"), [("", False), ("E1", False), ("E1 E9", True)])
def test_three_turns_side_by_side_take_six_holes(more: str, enough: bool) -> None:
    holes_ = holes(f"C3 D5 C7 B1 D1 B9 D9 {more}")
    start = make_position(Board(6, 9, holes=holes_), "C3 D5 C7 (C3-D5 C7-D5)", "", BLACK)
    sound = both_sides()
    joined, other, first, second, answer = sound.nodes[:5]
    c3 = holes("C3")
    waiting = replace(joined, kind=NodeKind.MOVE, zone=c3, hole=min(c3), children=(0,))
    later = replace(waiting, kind=NodeKind.REPLY, hole=None, children=(2,))
    nodes = [joined, other, waiting, later]
    nodes += [replace(first, zone=first.zone | c3, children=(3,)), second]
    nodes.append(replace(answer, zone=answer.zone | c3, children=(4, 5)))
    for node in sound.nodes[5:]:
        nodes.append(replace(node, children=tuple(child + 2 for child in node.children)))
    nodes[-1] = replace(nodes[-1], zone=nodes[-1].zone | c3)
    if enough:
        check_strategy(start, white(*nodes))
    else:
        with pytest.raises(TooLongError):
            check_strategy(start, white(*nodes))


def test_no_part_takes_off_the_links_between_two_parts() -> None:
    """The top makes C4-D6 as well, across C7-D5: then C3 and C7 are of one chain no more."""
    crossing = parse_link("C4-D6")
    pegs = CENTRE.white | set(crossing)
    start = CENTRE.with_side(WHITE, pegs, CENTRE.white_links)
    nodes = [replace(node, pegs=node.pegs | pegs) for node in both_sides(pegs=pegs).nodes]
    check_strategy(start, white(*nodes))
    nodes[2] = replace(nodes[2], made=nodes[2].made | {crossing})
    for number in (2, 4, 10):
        nodes[number] = replace(nodes[number], zone=nodes[number].zone | holes("B5 C5 D4 E5"))
    with pytest.raises(CertificateError, match="different chains"):
        check_strategy(start, white(*nodes))


def test_no_part_crosses_any_part_before() -> None:
    """The one between them makes no link."""
    more = holes("E4 D6 D4 E6")
    board = Board(6, 9, holes=holes("C3 D5 C7 B1 D1 B9 D9 E4 D6 D4 E6"))
    start = make_position(board, "C3 D5 C7 E4 D6 D4 E6 (C3-D5 C7-D5)", "", BLACK)
    nodes = list(both_sides().nodes)
    between = replace(leaf("C3 D5 C7", "C3-D5", "C7-D5"), ends=(holes("C3"), C7))
    nodes[10:] = [between, replace(nodes[10], children=(4, 10, 9))]
    check_strategy(start, white(*nodes))
    for link, numbers in (("E4-D6", (2, 3, 4)), ("D4-E6", (7, 8, 9))):
        for number in numbers:
            node = nodes[number]
            made = {parse_link(link)} if node.kind is NodeKind.MOVE else set()
            nodes[number] = replace(node, made=node.made | made, pegs=node.pegs | more)
    nodes[11] = replace(nodes[11], pegs=nodes[11].pegs | more)
    with pytest.raises(CertificateError, match="own links"):
        check_strategy(start, white(*nodes))


def test_parts_meet_at_pegs_that_the_split_needs() -> None:
    nodes = list(both_sides().nodes)
    for number in range(5):
        nodes[number] = replace(nodes[number], ends=(0, holes("C3 F5")))
    with pytest.raises(CertificateError, match="a peg where two parts meet is missing"):
        check_strategy(CENTRE, white(*nodes))


def test_parts_do_not_meet_at_a_goal_line() -> None:
    start = make_position(Board(4, 3), "B1 C3 (B1-C3)", "", BLACK)
    whole = replace(JOINED, ends=(0, 1))
    half = replace(JOINED, ends=(holes("C3"), 1))
    split = replace(JOINED, kind=NodeKind.SPLIT, children=(0, 1))
    check_strategy(start, white(whole, replace(split, children=(0,))))
    with pytest.raises(CertificateError, match="meet at a goal line"):
        check_strategy(start, white(whole, half, split))


def test_who_reaches_one_of_two_pegs_does_not_reach_each() -> None:
    """B1 is linked to C3, not to D5."""
    start = CENTRE.with_side(WHITE, CENTRE.white | holes("B1"), [parse_link("B1-C3")])
    part = replace(leaf("B1 C3 D5", "B1-C3"), ends=(0, holes("C3 D5")))
    for peg in ("C3", "D5"):
        split = replace(part, kind=NodeKind.SPLIT, children=(0,), ends=(0, holes(peg)))
        with pytest.raises(CertificateError, match="do not begin and end at the ends"):
            check_strategy(start, white(part, split))


# -- slots apart ----------------------------------------------------------------------------------

# C3 joins the lines unless Black's slot B3-D2 stands: that is noted, and B3 and D2 may be his.
WIDE = make_position(Board(6, 4), "B1 E4", "", BLACK)
THROUGH = leaf("B1 C3 E4", "B1-C3", "C3-E4")
UNLESS = apart(move("C3", "B1-C3 C3-E4", "C3 C2 B2", "B1 E4"), "B3-D2")


def watching(zone: str) -> Strategy:
    """Return a reply node over that move alone."""
    return white(THROUGH, UNLESS, reply(f"C3 C2 B2 {zone}", "B1 E4", "", 1))


def test_a_move_that_notes_a_slot_is_made_where_it_does_not_stand() -> None:
    start = replace(WIDE, to_move=WHITE)
    check_strategy(start, white(THROUGH, UNLESS))
    linked = start.with_side(BLACK, holes("B3 D2"), [parse_link("B3-D2")])
    with pytest.raises(CertificateError, match="said to be apart"):
        check_strategy(linked, white(THROUGH, UNLESS))
    with pytest.raises(CertificateError, match="may stand across"):
        check_strategy(WIDE, white(THROUGH, apart(UNLESS, ""), reply("C3 C2 B2", "B1 E4", "", 1)))


def test_only_moves_note_slots_and_none_on_paper() -> None:
    start = replace(WIDE, to_move=WHITE)
    for nodes in ((apart(THROUGH, "B3-D2"), UNLESS), (apart(THROUGH, "B3-D2"), apart(UNLESS, ""))):
        with pytest.raises(CertificateError, match="slots apart are for moves"):
            check_strategy(start, white(*nodes))
    with pytest.raises(CertificateError, match="slots apart are for moves"):
        check_strategy(replace(start, ruleset=Ruleset.PP), white(THROUGH, UNLESS))


def test_a_slot_that_may_stand_spoils_the_answer_to_a_pass() -> None:
    first = holes("C3 C2 B2")
    with pytest.raises(CertificateError, match="a pass is not answered"):
        check_strategy(WIDE, watching(""), first)
    # With both holes in the zone it stands after no single reply.
    check_strategy(WIDE, watching("B3 D2"), first)
    for hole in ("B3", "D2"):
        with pytest.raises(CertificateError, match=f"the reply {hole} is not answered"):
            check_strategy(WIDE, watching(hole), first)


def test_a_link_that_the_pattern_does_not_name_keeps_no_slot_away() -> None:
    """B2-C4 stands across B3-D2, but White may take it off."""
    pegs = WIDE.white | holes("B2 C4")
    start = WIDE.with_side(WHITE, pegs, [parse_link("B2-C4")])
    with pytest.raises(CertificateError, match="a pass is not answered"):
        check_strategy(start, watching(""), holes("C3 C2 B2"))


@pytest.mark.parametrize("hole", ["C3", "C2", "B2"])
def test_a_move_that_notes_a_slot_answers_no_reply_in_its_own_zone(hole: str) -> None:
    others = holes("C3 C2 B2") - holes(hole)
    with pytest.raises(CertificateError, match=f"the reply {hole} is not answered"):
        check_strategy(WIDE, watching("B3 D2"), others)
