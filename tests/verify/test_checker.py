"""The checker of strategies, rule by rule, on proofs written by hand."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from solver.errors import CertificateError
from solver.game import (
    Board,
    Diagonal,
    Hole,
    Link,
    Position,
    Ruleset,
    Shape,
    Side,
    parse_hole,
    parse_link,
)
from solver.oracle import connects
from solver.proof import Aim, Claim, NodeKind, Strategy, StrategyNode
from solver.verify import check_by_sat, check_strategy
from tests.oracles.setup import holes, make_position

pytestmark = pytest.mark.native

WHITE, BLACK = Side.WHITE, Side.BLACK


def leaf(pegs: str, *links: str) -> StrategyNode:
    joined = frozenset(parse_link(link) for link in links)
    return StrategyNode(NodeKind.LEAF, 0, frozenset(), holes(pegs), joined)


def move(
    peg: str, made: str, zone: str, pegs: str, links: str = "", child: int = 0, depth: int = 1
) -> StrategyNode:
    return StrategyNode(
        NodeKind.MOVE,
        depth,
        holes(zone),
        holes(pegs),
        frozenset(map(parse_link, links.split())),
        parse_hole(peg),
        frozenset(map(parse_link, made.split())),
        (child,),
    )


def reply(zone: str, pegs: str, links: str, *children: int, depth: int = 1) -> StrategyNode:
    joined = frozenset(map(parse_link, links.split()))
    return StrategyNode(
        NodeKind.REPLY, depth, holes(zone), holes(pegs), joined, None, frozenset(), children
    )


def white(*nodes: StrategyNode) -> Strategy:
    return Strategy(Claim(Aim.CONNECT, WHITE), nodes)


def refused(position: Position, strategy: Strategy, message: str, but: Iterable[Hole] = ()) -> None:
    """Assert that both checkers refuse a strategy, and why the first one does."""
    with pytest.raises(CertificateError, match=message):
        check_strategy(position, strategy, frozenset(but))
    with pytest.raises(CertificateError):
        check_by_sat(position, strategy, frozenset(but))


def test_a_move_joins_the_goal_lines() -> None:
    start = make_position(Board(4, 3), "B1", "", WHITE)
    joining = white(leaf("B1 C3", "B1-C3"), move("C3", "B1-C3", "C3 D2", "B1"))
    check_strategy(start, joining)
    refused(replace(start, to_move=BLACK), joining, "wrong side")
    refused(start.clear(parse_hole("B1")), joining, "contain the pattern")
    refused(start.put(BLACK, parse_hole("D2")), joining, "contain the pattern")


def test_on_a_diagonal_board_the_top_row_is_no_goal_line() -> None:
    board = Board.of(Diagonal(Shape.DIAGONAL_45, 5))
    start = make_position(board, "B1 C3 (B1-C3)", "", BLACK)
    assert not start.connected(WHITE)
    refused(start, white(leaf("B1 C3", "B1-C3")), "do not join")


def test_a_strategy_has_nodes() -> None:
    refused(Position(Board(4, 3)), white(), "at least one node")


def test_only_a_link_of_this_very_position_may_be_missing_at_the_root() -> None:
    # A2-C1 would cross B1-C3 but does not stand, and Black is not to move before.
    start = make_position(Board(5, 3), "B1", "A2 D2", WHITE)
    crossed = start.with_side(BLACK, holes("B2 D3"), ())
    node = move("C3", "B1-C3", "C3", "B1")
    check_strategy(start, white(leaf("B1 C3", "B1-C3"), node))
    # The same move with a reply before it, after which anything may be linked.
    later = white(leaf("B1 C3", "B1-C3"), node, reply("C3", "B1", "", 1))
    with pytest.raises(CertificateError, match="may stand across"):
        check_strategy(replace(crossed, to_move=BLACK), later)


def test_links_are_slots() -> None:
    start = make_position(Board(4, 3), "B1", "", WHITE)
    far = Link(parse_hole("B1"), parse_hole("B3"))
    end = replace(leaf("B1 B3"), links=frozenset((far,)))
    first = replace(move("B3", "", "B3", "B1"), made=frozenset((far,)))
    refused(start, white(end, first), "knight's move")
    turned = Link(parse_hole("C3"), parse_hole("B1"))
    end = replace(leaf("B1 C3"), links=frozenset((turned,)))
    first = replace(move("C3", "", "C3", "B1"), made=frozenset((turned,)))
    refused(start, white(end, first), "knight's move")


def test_every_link_that_is_named_is_a_slot() -> None:
    start = make_position(Board(4, 4), "B1 B3 C3 (B1-C3)", "", WHITE)
    far = frozenset({Link(parse_hole("B1"), parse_hole("B3"))})
    end = replace(leaf("B1 C3", "B1-C3"), ends=(0, holes("C3")))
    first = replace(move("B4", "", "B4", "B1 B3 C3", "B1-C3"), ends=end.ends)
    for field in ("made", "links", "apart"):
        odd = replace(first, **{field: getattr(first, field) | far})
        refused(start, white(end, odd), "knight's move")


def test_on_paper_two_old_pegs_are_never_linked() -> None:
    unlinked = make_position(Board(4, 3, holes=holes("B1 C3 A2")), "B1 C3", "", WHITE, Ruleset.PP)
    late = white(leaf("B1 C3", "B1-C3"), move("C3", "B1-C3", "C3", "B1"))
    assert not connects(unlinked, WHITE)
    refused(unlinked, late, "too late")
    check_strategy(replace(unlinked, ruleset=Ruleset.STD), late)
    check_strategy(unlinked.clear(parse_hole("C3")), late)


def test_on_paper_every_link_of_a_move_ends_at_its_peg() -> None:
    start = make_position(Board(4, 3, holes=holes("B1 C3 A2 B2")), "B1 C3", "", WHITE, Ruleset.PP)
    late = white(leaf("B1 C3", "B1-C3"), move("B2", "B1-C3", "B2", "B1 C3"))
    assert not connects(start, WHITE)
    refused(start, late, "does not end at the new peg")


def test_the_opponents_pass_may_end_the_game() -> None:
    over = make_position(Board(4, 3, holes=holes("B1 C3 A2")), "B1 C3", "A2", BLACK)
    late = white(
        leaf("B1 C3", "B1-C3"),
        move("C3", "B1-C3", "C3", "B1 C3"),
        reply("C3", "B1 C3", "", 1),
    )
    check_strategy(over, late)
    over = replace(over, passed=True)
    assert not connects(over, WHITE)
    refused(over, late, "pass ends the game")


def test_the_depth_is_no_less_than_the_pegs_of_any_line() -> None:
    start = make_position(Board(4, 3), "B1", "", WHITE)
    end = leaf("B1 C3", "B1-C3")
    with pytest.raises(CertificateError, match="depth"):
        check_strategy(start, white(end, move("C3", "B1-C3", "C3", "B1", depth=0)))
    standing = start.with_side(WHITE, holes("B1 C3"), ())
    check_strategy(standing, white(end, move("C3", "B1-C3", "C3", "B1", depth=0)))
    deep = replace(end, depth=2)
    with pytest.raises(CertificateError, match="depth"):
        check_strategy(standing, white(deep, move("C3", "B1-C3", "C3", "B1", depth=1)))


def test_children_come_before_their_parents() -> None:
    start = make_position(Board(4, 3), "B1", "", BLACK)
    circle = white(move("C3", "", "C3", "B1", child=1, depth=9), reply("C3", "B1", "", 0, depth=9))
    refused(start, circle, "before its parent")
    refused(start, white(reply("C3", "B1", "", 0, depth=9)), "before its parent")


def test_no_child_is_counted_from_the_end() -> None:
    # Move and reply would rest on each other.
    start = make_position(Board(4, 3), "B1 C3", "", BLACK)
    circle = white(move("C3", "", "C3", "B1 C3", child=-1), reply("C3", "B1 C3", "", 0))
    refused(start, circle, "before its parent")


def test_a_move_has_one_child_and_a_reply_no_reply() -> None:
    start = make_position(Board(4, 3), "B1 C3 (B1-C3)", "", BLACK)
    end = leaf("B1 C3", "B1-C3")
    two = replace(move("C3", "", "C3", "B1 C3", "B1-C3"), children=(0, 0))
    refused(replace(start, to_move=WHITE), white(end, two), "one child")
    once = reply("", "B1 C3", "B1-C3", 0)
    check_strategy(start, white(end, once))
    refused(start, white(end, once, replace(once, children=(1,))), "needs children")


def test_a_child_has_the_ends_of_its_parent() -> None:
    start = make_position(Board(4, 3), "B1", "", WHITE)
    part = replace(leaf("B1"), ends=(0, holes("B1")))
    first, whole = move("C3", "", "C3", "B1"), reply("C3", "B1", "", 0)
    for strategy in (white(part, first), blocking(part, first)):
        refused(start, strategy, "ends")
    for strategy in (white(part, whole), blocking(part, whole)):
        refused(replace(start, to_move=BLACK), strategy, "ends")


def test_only_first_moves_are_left_out() -> None:
    # White waits one turn, and has no answer to C3 then.
    start = make_position(Board(4, 5, holes=holes("B1 C3 B5")), "B1 B5", "", BLACK)
    end = leaf("B1 C3 B5", "B1-C3", "B5-C3")
    linking = move("C3", "B1-C3 B5-C3", "C3", "B1 B5")
    later = reply("C3", "B1 B5", "", 1)
    waiting = move("B1", "", "B1 C3", "B1 B5", child=2)
    first = reply("B1 C3", "B1 B5", "", 3)
    check_strategy(start, white(end, linking, later), holes("C3"))
    strategy = white(end, linking, later, waiting, first)
    refused(start, strategy, "not answered", holes("C3"))


def test_first_moves_are_left_out_of_a_reply_only() -> None:
    start = make_position(Board(4, 3), "B1 C3 (B1-C3)", "", BLACK)
    end = leaf("B1 C3", "B1-C3")
    check_strategy(start, white(end))
    refused(start, white(end), "first moves", holes("B2"))
    first = move("C3", "", "C3", "B1 C3", "B1-C3")
    refused(replace(start, to_move=WHITE), white(end, first), "first moves", holes("B2"))


def test_the_depth_of_a_reply_is_no_less_than_a_childs() -> None:
    start = make_position(Board(4, 3, holes=holes("B1 C3")), "B1", "", BLACK)
    nodes = leaf("B1 C3", "B1-C3"), move("C3", "B1-C3", "C3", "B1")
    check_strategy(start, white(*nodes, reply("C3", "B1", "", 1, depth=1)))
    with pytest.raises(CertificateError, match="depth"):
        check_strategy(start, white(*nodes, reply("C3", "B1", "", 1, depth=0)))


def test_needed_links_do_not_cross_each_other() -> None:
    start = make_position(Board(5, 3), "B1 B2 D1", "", WHITE)
    end = leaf("B1 B2 C3 D1", "B1-C3", "B2-D1")
    first = move("C3", "B1-C3", "C3", "B1 B2 D1", "B2-D1")
    refused(start, white(end, first), r"LEAF.*own links")


def test_new_links_cross_neither_each_other_nor_what_is_needed_later() -> None:
    start = make_position(Board(5, 3), "B1 B2 D1 (B2-D1)", "", WHITE)
    end = leaf("B1 C3", "B1-C3")
    check_strategy(start, white(end, move("C3", "B1-C3", "C3", "B1")))
    refused(start, white(end, move("C3", "B1-C3 B2-D1", "C3", "B1 B2 D1")), "own links")
    again = move("C3", "B1-C3", "C3", "B1", child=0)
    kept = reply("C3", "B1 B2 D1", "B2-D1", 1)
    both = move("C3", "B1-C3", "C3", "B1 B2 D1", "B2-D1", child=2, depth=2)
    refused(start, white(end, again, kept, both), "own links")


def test_new_links_join_pegs_that_are_asked_for() -> None:
    start = make_position(Board(5, 3), "B1", "", WHITE)
    end = leaf("B1 C3", "B1-C3")
    refused(start, white(end, move("C3", "B1-C3 C3-D1", "C3 D2 B2 C2", "B1")), "C3-D1 lacks a peg")
    refused(start, white(end, move("C3", "B1-C3 A2-C3", "C3", "B1")), "A2-C3 lacks a peg")
    refused(start, white(end, move("C3", "", "C3", "B1")), "asks for more")


def test_new_links_that_nothing_needs_do_not_cross_either() -> None:
    start = make_position(Board(5, 4), "B1 C2 D1 B3", "", WHITE)
    part = replace(leaf("B1"), ends=(0, holes("B1")))
    first = replace(move("C3", "B1-C3 B2-D1", "C3 B2", "B1 D1 B2"), ends=part.ends)
    refused(start, white(part, first), "own links")


def test_every_reply_is_answered() -> None:
    start = make_position(Board(6, 3), "B1 E1", "", BLACK)
    left = move("C3", "B1-C3", "C3 D2", "B1", child=0)
    right = move("D3", "D3-E1", "D3 C2", "E1", child=1)
    nodes = (leaf("B1 C3", "B1-C3"), leaf("E1 D3", "D3-E1"), left, right)
    zone = "C3 D2 D3 C2"
    check_strategy(start, white(*nodes, reply(zone, "B1 E1", "", 2, 3)))
    refused(
        replace(start, to_move=WHITE), white(*nodes, reply(zone, "B1 E1", "", 2, 3)), "wrong side"
    )
    refused(start, white(*nodes, reply(zone, "B1 E1", "", 2)), "reply D2 is not answered")
    refused(start, white(*nodes, reply(zone, "B1 E1", "")), "needs children")


def test_a_hole_in_every_zone_is_answered_only_by_an_own_peg_that_is_asked_for() -> None:
    start = make_position(Board(4, 5, holes=holes("B1 C3 B5 A2")), "B1 C3 B5", "A2", BLACK)
    end = leaf("B1 C3 B5", "B1-C3", "B5-C3")
    linking = move("C3", "B1-C3 B5-C3", "C3", "B1 B5")
    check_strategy(start, white(end, linking, reply("C3", "B1 B5 C3", "", 1)))
    refused(start, white(end, linking, reply("C3", "B1 B5", "", 1)), "reply C3 is not answered")


# -- blocks -----------------------------------------------------------------------------------


def blocking(*nodes: StrategyNode) -> Strategy:
    return Strategy(Claim(Aim.BLOCK, WHITE), nodes)


def test_a_cut_leaves_the_opponent_no_path() -> None:
    start = make_position(Board(6, 5), "C1 D3 C5 (C1-D3 C5-D3)", "", BLACK)
    check_strategy(start, blocking(leaf("C1 D3 C5", "C1-D3", "C5-D3")))
    for links in (("C1-D3",), ("C5-D3",), ()):
        refused(start, blocking(leaf("C1 D3 C5", *links)), "has a path past")


def test_a_path_that_must_cross_itself_is_none() -> None:
    start = make_position(
        Board(6, 5),
        "B1 B2 B4 B5 C1 C3 C5 D2 D5 E5 (B1-C3 B1-D2 B4-D5)",
        "A3 A4 B3 C2 D3 E2 E4 F2 F3 F4 (D3-F2 D3-F4)",
        BLACK,
    )
    assert start.has_path(BLACK)
    whole = replace(leaf(""), pegs=start.white, links=start.white_links)
    check_strategy(start, blocking(whole))


def test_a_pass_that_ends_the_game_blocks() -> None:
    # Black would link A2-C3.
    open_ = make_position(Board(3, 4, holes=holes("A2 C3")), "", "A2 C3", WHITE)
    over, nothing = replace(open_, passed=True), blocking(leaf(""))
    assert over.last_turn
    for check in (check_strategy, check_by_sat):
        check(over, nothing)
    refused(open_, nothing, "path")


def test_a_pass_of_the_opponent_blocks_only_if_he_cannot_link() -> None:
    # Black has no hole left, but links A2-C3.
    over = make_position(Board(3, 4, holes=holes("A2 C3")), "", "A2 C3", BLACK)
    over = replace(over, passed=True)
    assert over.last_turn
    refused(over, blocking(leaf("")), "path")


def test_an_answer_in_the_last_turn_blocks() -> None:
    over = make_position(Board(4, 3, holes=holes("B1 C3 A2")), "B1 C3 (B1-C3)", "A2", BLACK)
    over = replace(over, passed=True)
    assert over.last_turn
    cut = leaf("B1 C3", "B1-C3")
    for check in (check_strategy, check_by_sat):
        check(over, blocking(cut, reply("", "B1 C3", "B1-C3", 0)))


def test_a_chain_from_line_to_line_blocks() -> None:
    start = make_position(Board(4, 3), "B1 C3 (B1-C3)", "", BLACK)
    ended = replace(leaf("B1 C3", "B1-C3"), ends=(0, 1))
    check_strategy(start, white(ended))
    check_strategy(start, blocking(ended))
    refused(start, blocking(replace(leaf("B1 C3"), ends=(0, 1))), "do not join the ends")
