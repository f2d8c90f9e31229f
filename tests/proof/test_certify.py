"""The checker of strategies, rule by rule, on proofs written by hand."""

from dataclasses import replace
from random import Random

import pytest

from solver.errors import CertificateError
from solver.game import (
    Board,
    Link,
    Move,
    Position,
    Ruleset,
    Side,
    link_text,
    parse_hole,
    parse_link,
)
from solver.oracle import connects
from solver.proof import (
    Aim,
    Claim,
    NodeKind,
    Strategy,
    StrategyNode,
    check_by_sat,
    check_strategy,
    main_line,
    strategy_move,
)
from solver.proof.strategy import Ends
from tests.oracles.setup import holes, make_position

pytestmark = pytest.mark.native

WHITE, BLACK = Side.WHITE, Side.BLACK


def leaf(pegs: str, *links: str) -> StrategyNode:
    joined = frozenset(parse_link(link) for link in links)
    return StrategyNode(NodeKind.LEAF, 0, frozenset(), holes(pegs), joined, None, frozenset(), ())


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


# -- games side by side -----------------------------------------------------------------------

# White joins C3 to the top by B1 or D1, and C7 to the bottom by B9 or D9.
CENTRE = make_position(Board(6, 9), "C3 D5 C7 (C3-D5 C7-D5)", "", BLACK)
C3, C7 = holes("C3"), holes("C7")


def side_game(first: int, ends: Ends, peg: str, zones: dict[str, str]) -> list[StrategyNode]:
    """Return the game that joins a peg to one of two goals, each by a move with its zone.

    `first` is the number of its first node.
    """
    made = [link_text(Link.of(parse_hole(peg), parse_hole(goal))) for goal in zones]
    leaves = [leaf(f"{peg} {goal}", link) for goal, link in zip(zones, made, strict=True)]
    moves = [
        move(goal, link, zone, peg, child=number)
        for number, ((goal, zone), link) in enumerate(zip(zones.items(), made, strict=True), first)
    ]
    answer = reply(" ".join(zones.values()), peg, "", first + 2, first + 3)
    return [replace(node, ends=ends) for node in (*leaves, *moves, answer)]


def both_sides(**changes: object) -> Strategy:
    top = side_game(0, (0, C3), "C3", {"B1": "B1 A3 B2 B3 B4", "D1": "D1 C2 D2 D3"})
    bottom = side_game(5, (C7, 1), "C7", {"B9": "B9 A7 B6 B7 B8", "D9": "D9 C8 D7 D8"})
    split = StrategyNode(
        NodeKind.SPLIT,
        2,
        top[-1].zone | bottom[-1].zone,
        CENTRE.white,
        CENTRE.white_links,
        None,
        frozenset(),
        (4, 9),
    )
    return white(*top, *bottom, replace(split, **changes))  # type: ignore[arg-type]


def test_two_games_side_by_side_join_the_goal_lines() -> None:
    strategy = both_sides()
    check_strategy(CENTRE, strategy)
    rng = Random(1)
    for _ in range(50):
        position, games = CENTRE, strategy.games(strategy.root)
        while position.result is None:
            peg = rng.choice(list(position.open_holes(BLACK)))
            position = position.play(Move(peg))
            answer, games = strategy.answering(games, peg, position.links(BLACK))
            assert answer is not None
            position = position.play(strategy_move(position, answer))
        assert position.connected(WHITE)
    position = CENTRE
    for each in main_line(CENTRE, strategy):
        position = position.play(each)
    assert position.connected(WHITE)


def test_parts_of_a_split_keep_out_of_each_others_zones() -> None:
    strategy = both_sides()
    nodes = list(strategy.nodes)
    for number in (4, 9, 10):
        nodes[number] = replace(nodes[number], zone=nodes[number].zone | holes("B5"))
    with pytest.raises(CertificateError, match="zones of two parts meet"):
        check_strategy(CENTRE, white(*nodes))


def test_the_depth_of_a_split_is_the_sum() -> None:
    with pytest.raises(CertificateError, match="depth"):
        check_strategy(CENTRE, both_sides(depth=1))


def test_parts_meet_at_one_chain() -> None:
    for links in ("", "C3-D5"):
        with pytest.raises(CertificateError, match="different chains"):
            check_strategy(CENTRE, both_sides(links=frozenset(map(parse_link, links.split()))))
    with pytest.raises(CertificateError, match="more than the pattern holds"):
        check_strategy(CENTRE, both_sides(pegs=holes("C3 D5"), links=frozenset()))


def test_parts_run_from_end_to_end() -> None:
    for children in ((4,), (9,), (9, 4), (4, 4)):
        with pytest.raises(CertificateError):
            check_strategy(CENTRE, both_sides(children=children))
    with pytest.raises(CertificateError, match="needs parts"):
        check_strategy(CENTRE, both_sides(children=()))
    with pytest.raises(CertificateError, match="not the goal lines"):
        check_strategy(CENTRE, both_sides(ends=(0, C3), children=(4,)))


def test_side_by_side_there_is_a_hole_for_every_turn() -> None:
    # Four holes for two turns. With a third turn, in which White only links, he may have to pass
    # while a part still waits for links, and two passes end the game.
    board = Board(6, 9, holes=holes("C3 D5 C7 B1 D1 B9 D9"))
    start = make_position(board, "C3 D5 C7 (C3-D5 C7-D5)", "", BLACK)
    sound = both_sides()
    for check in (check_strategy, check_by_sat):
        check(start, sound)
    joined, other, first, second, answer = sound.nodes[:5]
    waiting = replace(joined, kind=NodeKind.MOVE, zone=C3, hole=min(C3), children=(0,))
    later = replace(waiting, kind=NodeKind.REPLY, hole=None, children=(2,))
    nodes = [joined, other, waiting, later]
    nodes.append(replace(first, zone=first.zone | C3, children=(3,)))
    nodes.append(second)
    nodes.append(replace(answer, zone=answer.zone | C3, children=(4, 5)))
    for node in sound.nodes[5:]:
        nodes.append(replace(node, children=tuple(child + 2 for child in node.children)))
    nodes[-1] = replace(nodes[-1], zone=nodes[-1].zone | C3)
    longer = white(*nodes)
    for check in (check_strategy, check_by_sat):
        check(CENTRE, longer)
        with pytest.raises(CertificateError, match=r"holes (are|is) left"):
            check(start, longer)


def test_a_block_is_no_part_of_a_chain() -> None:
    # Black is cut off, White is not connected: a split must not make a chain of it.
    start = make_position(
        Board(6, 5, holes=holes("C2 D4 A2 E4 B1")), "C2 D4 (C2-D4)", "A2 E4", BLACK
    )
    cut = replace(leaf(""), pegs=start.white, links=start.white_links)
    check_strategy(start, blocking(cut))
    split = replace(cut, kind=NodeKind.SPLIT, children=(0,), ends=(0, 1))
    for strategy in (blocking(cut, split), white(cut, split)):
        for check in (check_strategy, check_by_sat):
            with pytest.raises(CertificateError):
                check(start, strategy)


def test_a_part_is_no_proof_of_the_whole() -> None:
    with pytest.raises(CertificateError, match="not the goal lines"):
        check_strategy(CENTRE, white(*both_sides().nodes[:5]))


def test_a_reply_does_not_change_the_ends() -> None:
    nodes = list(both_sides().nodes)
    nodes[4] = replace(nodes[4], ends=(0, C7))
    with pytest.raises(CertificateError, match="joins other ends"):
        check_strategy(CENTRE, white(*nodes))


def test_no_part_crosses_what_another_needs() -> None:
    nodes = list(both_sides().nodes)
    # The bottom's game also asks for B2-D3, across the top's link from C3 to B1.
    crossing = parse_link("B2-D3")
    needs = frozenset((crossing,))
    for number in (5, 7, 9, 10):
        node = nodes[number]
        nodes[number] = replace(node, links=node.links | needs, pegs=node.pegs | set(crossing))
    start = CENTRE.with_side(WHITE, CENTRE.white | set(crossing), CENTRE.white_links | needs)
    with pytest.raises(CertificateError, match="own links"):
        check_strategy(start, white(*nodes))
