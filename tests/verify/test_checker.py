"""The checker of strategies, rule by rule, on proofs written by hand."""

from dataclasses import replace

import pytest

from solver.errors import CertificateError
from solver.game import (
    Board,
    Link,
    Position,
    Ruleset,
    Side,
    parse_hole,
    parse_link,
)
from solver.oracle import connects
from solver.proof import Aim, Claim, NodeKind, Strategy, StrategyNode
from solver.verify import check_strategy
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


def test_a_move_joins_the_goal_lines() -> None:
    start = make_position(Board(4, 3), "B1", "", WHITE)
    joining = white(leaf("B1 C3", "B1-C3"), move("C3", "B1-C3", "C3 D2", "B1"))
    check_strategy(start, joining)
    with pytest.raises(CertificateError, match="wrong side"):
        check_strategy(replace(start, to_move=BLACK), joining)
    with pytest.raises(CertificateError, match="contain the pattern"):
        check_strategy(start.clear(parse_hole("B1")), joining)
    with pytest.raises(CertificateError, match="contain the pattern"):
        check_strategy(start.put(BLACK, parse_hole("D2")), joining)


def test_a_strategy_has_nodes() -> None:
    with pytest.raises(CertificateError, match="at least one node"):
        check_strategy(Position(Board(4, 3)), white())


def test_only_a_link_of_this_very_position_may_be_missing_at_the_root() -> None:
    # A2-C1 would cross B1-C3 but does not stand, and Black is not to move before.
    start = make_position(Board(5, 3), "B1", "A2 D2", WHITE)
    crossed = start.with_side(BLACK, holes("B2 D3"), ())
    node = move("C3", "B1-C3", "C3", "B1")
    check_strategy(start, white(leaf("B1 C3", "B1-C3"), node))
    with pytest.raises(CertificateError, match="may stand across"):
        # The same move with a reply before it, after which anything may be linked.
        check_strategy(
            replace(crossed, to_move=BLACK),
            white(leaf("B1 C3", "B1-C3"), node, reply("C3", "B1", "", 1)),
        )


def test_links_are_slots() -> None:
    start = make_position(Board(4, 3), "B1", "", WHITE)
    far = Link(parse_hole("B1"), parse_hole("B3"))
    end = replace(leaf("B1 B3"), links=frozenset((far,)))
    first = replace(move("B3", "", "B3", "B1"), made=frozenset((far,)))
    with pytest.raises(CertificateError, match="knight's move"):
        check_strategy(start, white(end, first))
    turned = Link(parse_hole("C3"), parse_hole("B1"))
    end = replace(leaf("B1 C3"), links=frozenset((turned,)))
    first = replace(move("C3", "", "C3", "B1"), made=frozenset((turned,)))
    with pytest.raises(CertificateError, match="knight's move"):
        check_strategy(start, white(end, first))


def test_on_paper_two_old_pegs_are_never_linked() -> None:
    unlinked = make_position(Board(4, 3, holes=holes("B1 C3 A2")), "B1 C3", "", WHITE, Ruleset.PP)
    late = white(leaf("B1 C3", "B1-C3"), move("C3", "B1-C3", "C3", "B1"))
    assert not connects(unlinked, WHITE)
    with pytest.raises(CertificateError, match="too late"):
        check_strategy(unlinked, late)
    check_strategy(replace(unlinked, ruleset=Ruleset.STD), late)
    check_strategy(unlinked.clear(parse_hole("C3")), late)


def test_on_paper_every_link_of_a_move_ends_at_its_peg() -> None:
    start = make_position(Board(4, 3, holes=holes("B1 C3 A2 B2")), "B1 C3", "", WHITE, Ruleset.PP)
    late = white(leaf("B1 C3", "B1-C3"), move("B2", "B1-C3", "B2", "B1 C3"))
    assert not connects(start, WHITE)
    with pytest.raises(CertificateError, match="does not end at the new peg"):
        check_strategy(start, late)


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
    with pytest.raises(CertificateError, match="pass ends the game"):
        check_strategy(over, late)


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
    with pytest.raises(CertificateError, match="before its parent"):
        check_strategy(start, circle)
    with pytest.raises(CertificateError, match="before its parent"):
        check_strategy(start, white(reply("C3", "B1", "", 0, depth=9)))


def test_needed_links_do_not_cross_each_other() -> None:
    start = make_position(Board(5, 3), "B1 B2 D1", "", WHITE)
    end = leaf("B1 B2 C3 D1", "B1-C3", "B2-D1")
    first = move("C3", "B1-C3", "C3", "B1 B2 D1", "B2-D1")
    with pytest.raises(CertificateError, match=r"LEAF.*own links"):
        check_strategy(start, white(end, first))


def test_new_links_cross_neither_each_other_nor_what_is_needed_later() -> None:
    start = make_position(Board(5, 3), "B1 B2 D1 (B2-D1)", "", WHITE)
    end = leaf("B1 C3", "B1-C3")
    check_strategy(start, white(end, move("C3", "B1-C3", "C3", "B1")))
    with pytest.raises(CertificateError, match="own links"):
        check_strategy(start, white(end, move("C3", "B1-C3 B2-D1", "C3", "B1 B2 D1")))
    again = move("C3", "B1-C3", "C3", "B1", child=0)
    kept = reply("C3", "B1 B2 D1", "B2-D1", 1)
    both = move("C3", "B1-C3", "C3", "B1 B2 D1", "B2-D1", child=2, depth=2)
    with pytest.raises(CertificateError, match="own links"):
        check_strategy(start, white(end, again, kept, both))


def test_new_links_join_pegs_that_are_asked_for() -> None:
    start = make_position(Board(5, 3), "B1", "", WHITE)
    end = leaf("B1 C3", "B1-C3")
    with pytest.raises(CertificateError, match="C3-D1 lacks a peg"):
        check_strategy(start, white(end, move("C3", "B1-C3 C3-D1", "C3 D2 B2 C2", "B1")))
    with pytest.raises(CertificateError, match="asks for more"):
        check_strategy(start, white(end, move("C3", "", "C3", "B1")))


def test_every_reply_is_answered() -> None:
    start = make_position(Board(6, 3), "B1 E1", "", BLACK)
    left = move("C3", "B1-C3", "C3 D2", "B1", child=0)
    right = move("D3", "D3-E1", "D3 C2", "E1", child=1)
    nodes = (leaf("B1 C3", "B1-C3"), leaf("E1 D3", "D3-E1"), left, right)
    zone = "C3 D2 D3 C2"
    check_strategy(start, white(*nodes, reply(zone, "B1 E1", "", 2, 3)))
    with pytest.raises(CertificateError, match="reply D2 is not answered"):
        check_strategy(start, white(*nodes, reply(zone, "B1 E1", "", 2)))
    with pytest.raises(CertificateError, match="needs children"):
        check_strategy(start, white(*nodes, reply(zone, "B1 E1", "")))


def test_a_hole_in_every_zone_is_answered_only_by_an_own_peg_that_is_asked_for() -> None:
    start = make_position(Board(4, 5, holes=holes("B1 C3 B5 A2")), "B1 C3 B5", "A2", BLACK)
    end = leaf("B1 C3 B5", "B1-C3", "B5-C3")
    linking = move("C3", "B1-C3 B5-C3", "C3", "B1 B5")
    check_strategy(start, white(end, linking, reply("C3", "B1 B5 C3", "", 1)))
    with pytest.raises(CertificateError, match="reply C3 is not answered"):
        check_strategy(start, white(end, linking, reply("C3", "B1 B5", "", 1)))


# -- blocks -----------------------------------------------------------------------------------


def blocking(*nodes: StrategyNode) -> Strategy:
    return Strategy(Claim(Aim.BLOCK, WHITE), nodes)


def test_a_cut_leaves_the_opponent_no_path() -> None:
    start = make_position(Board(6, 5), "C1 D3 C5 (C1-D3 C5-D3)", "", BLACK)
    check_strategy(start, blocking(leaf("C1 D3 C5", "C1-D3", "C5-D3")))
    for links in (("C1-D3",), ("C5-D3",), ()):
        with pytest.raises(CertificateError, match="has a path past"):
            check_strategy(start, blocking(leaf("C1 D3 C5", *links)))


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
    over = make_position(Board(4, 3, holes=holes("B1 C3 A2 B2")), "", "A2 B2", WHITE)
    over = replace(over, board=replace(over.board, holes=holes("A2 B2")), passed=True)
    nothing = blocking(leaf(""))
    assert over.last_turn
    check_strategy(over, nothing)
    for other in (replace(over, passed=False), replace(over, to_move=BLACK)):
        if other.has_path(BLACK):
            with pytest.raises(CertificateError):
                check_strategy(other, nothing)


def test_a_chain_from_line_to_line_blocks() -> None:
    start = make_position(Board(4, 3), "B1 C3 (B1-C3)", "", BLACK)
    ended = replace(leaf("B1 C3", "B1-C3"), ends=(0, 1))
    check_strategy(start, white(ended))
    check_strategy(start, blocking(ended))
    with pytest.raises(CertificateError, match="do not join the ends"):
        check_strategy(start, blocking(replace(leaf("B1 C3"), ends=(0, 1))))
