"""The checker on parts of a chain that are played side by side, by hand."""

from dataclasses import replace
from random import Random

import pytest

from solver.errors import CertificateError
from solver.game import Board, Hole, Link, Move, Position, link_text, parse_hole, parse_link
from solver.proof import NodeKind, Strategy, StrategyNode, main_line, strategy_move
from solver.proof.strategy import Ends
from solver.verify import check_by_sat, check_strategy
from tests.oracles.setup import holes, make_position
from tests.verify.test_checker import BLACK, WHITE, blocking, leaf, move, refused, reply, white

pytestmark = pytest.mark.native

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


def both_sides(
    *,
    depth: int = 2,
    children: tuple[int, ...] = (4, 9),
    pegs: frozenset[Hole] = CENTRE.white,
    links: frozenset[Link] = CENTRE.white_links,
    ends: Ends | None = None,
) -> Strategy:
    top = side_game(0, (0, C3), "C3", {"B1": "B1 A3 B2 B3 B4", "D1": "D1 C2 D2 D3"})
    bottom = side_game(5, (C7, 1), "C7", {"B9": "B9 A7 B6 B7 B8", "D9": "D9 C8 D7 D8"})
    zone = top[-1].zone | bottom[-1].zone
    split = StrategyNode(
        NodeKind.SPLIT, depth, zone, pegs, links, None, frozenset(), children, ends
    )
    return white(*top, *bottom, split)


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
    position = CENTRE.play_all(main_line(CENTRE, strategy))
    assert position.connected(WHITE)


def test_parts_of_a_split_keep_out_of_each_others_zones() -> None:
    strategy = both_sides()
    nodes = list(strategy.nodes)
    for number in (4, 9, 10):
        nodes[number] = replace(nodes[number], zone=nodes[number].zone | holes("B5"))
    refused(CENTRE, white(*nodes), "zones of two parts meet")


def test_no_part_has_its_zone_in_that_of_any_other() -> None:
    """Between these two stands one without a zone."""
    nodes = list(both_sides().nodes)
    for number in (4, 9, 10):
        nodes[number] = replace(nodes[number], zone=nodes[number].zone | holes("B5"))
    between = replace(leaf("C3 D5 C7", "C3-D5", "C7-D5"), ends=(C3, C7))
    nodes[10:] = [between, replace(nodes[10], children=(4, 10, 9))]
    refused(CENTRE, white(*nodes), "zones of two parts meet")


def test_side_by_side_the_opponent_is_to_move_and_his_pass_ends_no_game() -> None:
    refused(replace(CENTRE, to_move=WHITE), both_sides(), "wrong side")
    refused(CENTRE, both_sides(children=(2, 9)), "needs parts with the opponent to move")
    board = Board(6, 9, holes=holes("C3 D5 C7 B1 D1 B9 D9"))
    start = make_position(board, "C3 D5 C7 (C3-D5 C7-D5)", "", BLACK)
    check_strategy(start, both_sides())
    refused(replace(start, passed=True), both_sides(), "pass ends the game")


def test_the_depth_of_a_split_is_the_sum() -> None:
    with pytest.raises(CertificateError, match="depth"):
        check_strategy(CENTRE, both_sides(depth=1))


def test_parts_meet_at_one_chain() -> None:
    for links in ("", "C3-D5"):
        refused(
            CENTRE, both_sides(links=frozenset(map(parse_link, links.split()))), "different chains"
        )
    refused(
        CENTRE, both_sides(pegs=holes("C3 D5"), links=frozenset()), "more than the pattern holds"
    )


def test_parts_run_from_end_to_end() -> None:
    for children in ((4,), (9,), (9, 4), (4, 4)):
        refused(CENTRE, both_sides(children=children), "begin and end|meet at|zones of two parts")
    refused(CENTRE, both_sides(children=()), "needs parts")
    refused(CENTRE, both_sides(ends=(0, C3), children=(4,)), "not the goal lines")


def test_side_by_side_there_is_a_hole_for_every_turn() -> None:
    # Four holes for two turns. With a third turn, in which White only links, he may have to pass
    # while a part still waits for links, and two passes end the game.
    def with_holes(more: str) -> Position:
        board = Board(6, 9, holes=holes(f"C3 D5 C7 B1 D1 B9 D9 {more}"))
        return make_position(board, "C3 D5 C7 (C3-D5 C7-D5)", "", BLACK)

    start, sound = with_holes(""), both_sides()
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
        check(with_holes("E1 E9"), longer)
        with pytest.raises(CertificateError, match=r"holes (are|is) left"):
            check(with_holes("E1"), longer)


def test_parts_make_no_links_that_cross() -> None:
    # Each part links two more pegs with its move. One of these links keeps the other from standing.
    board = Board(6, 9, holes=holes("C3 D5 C7 B1 D1 B9 D9 E4 D6 D4 E6"))
    start = make_position(board, "C3 D5 C7 E4 D6 D4 E6 (C3-D5 C7-D5)", "", BLACK)
    more = holes("E4 D6 D4 E6")
    one, two = parse_link("E4-D6"), parse_link("D4-E6")

    def making(**links: Link) -> Strategy:
        nodes = list(both_sides().nodes)
        for part, numbers in (("top", (2, 3, 4)), ("bottom", (7, 8, 9)), ("", (10,))):
            link = frozenset({links[part]} if part in links else ())
            for number in numbers:
                node = nodes[number]
                made = node.made | link if node.kind is NodeKind.MOVE else node.made
                nodes[number] = replace(node, made=made, pegs=node.pegs | more)
        return white(*nodes)

    for check in (check_strategy, check_by_sat):
        check(start, making(top=one))
        check(start, making(bottom=two))
        with pytest.raises(CertificateError, match="cross"):
            check(start, making(top=one, bottom=two))


@pytest.mark.parametrize("part", ["top", "bottom"])
def test_a_part_makes_no_link_across_the_chain_between(part: str) -> None:
    start = make_position(
        replace(CENTRE.board, holes=holes("C3 D5 C7 B1 D1 B9 D9 C4 E5")),
        "C3 D5 C7 C4 E5 (C3-D5 C7-D5)",
        "",
        BLACK,
    )
    nodes, across = list(both_sides().nodes), frozenset({parse_link("C4-E5")})
    for number in {"top": (2, 3, 4), "bottom": (7, 8, 9)}[part]:
        node = nodes[number]
        made = node.made | across if node.kind is NodeKind.MOVE else node.made
        nodes[number] = replace(node, made=made, pegs=node.pegs | holes("C3 C4 E5"))
    nodes[-1] = replace(nodes[-1], pegs=start.white)
    for check in (check_strategy, check_by_sat):
        with pytest.raises(CertificateError, match="different chains"):
            check(start, white(*nodes))


def test_parts_do_not_meet_at_a_goal_line() -> None:
    start = make_position(CENTRE.board, "B1 C3 D5 C7 B9 (B1-C3 C3-D5 C7-D5 B9-C7)", "", BLACK)
    chain = leaf("B1 C3 D5 C7 B9", "B1-C3", "C3-D5", "C7-D5", "B9-C7")
    whole, rest = replace(chain, ends=(0, 1)), replace(chain, ends=(C7, 1))
    for parts in ((whole, rest), (rest, whole), (whole, whole)):
        split = replace(chain, kind=NodeKind.SPLIT, children=(0, 1))
        for check in (check_strategy, check_by_sat):
            with pytest.raises(CertificateError, match=r"goal line|do not meet|begin|reach"):
                check(start, white(*parts, split))


def test_a_part_that_reaches_one_of_two_pegs_does_not_reach_each() -> None:
    # C3 and D5 are not linked: a game that joins the top to one of them joins it to C3.
    apart = CENTRE.with_side(WHITE, CENTRE.white, {parse_link("C7-D5")})
    d5, either = holes("D5"), holes("C3 D5")
    nodes = both_sides().nodes
    top = [replace(node, ends=(0, either), pegs=node.pegs | d5) for node in nodes[:5]]
    bottom = [replace(node, children=tuple(c + 1 for c in node.children)) for node in nodes[5:10]]

    def parts(links: frozenset[Link], reached: frozenset[Hole]) -> Strategy:
        inner = replace(top[-1], kind=NodeKind.SPLIT, children=(4,), ends=(0, reached))
        return white(*top, inner, *bottom, replace(nodes[-1], links=links, children=(5, 10)))

    for check in (check_strategy, check_by_sat):
        check(CENTRE, parts(CENTRE.white_links, either))
        for links, reached in ((apart.white_links, d5), (CENTRE.white_links, C3)):
            with pytest.raises(CertificateError, match=r"begin and end|do not reach"):
                check(apart if reached is d5 else CENTRE, parts(links, reached))


def test_a_part_may_reach_one_peg_of_those_that_will_do() -> None:
    nodes = both_sides().nodes
    inner = replace(nodes[4], kind=NodeKind.SPLIT, children=(4,), ends=(0, holes("C3 D5")))
    bottom = [replace(node, children=tuple(c + 1 for c in node.children)) for node in nodes[5:10]]
    for check in (check_strategy, check_by_sat):
        check(CENTRE, white(*nodes[:5], inner, *bottom, replace(nodes[-1], children=(5, 10))))


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
    refused(CENTRE, white(*both_sides().nodes[:5]), "not the goal lines")


def test_a_reply_does_not_change_the_ends() -> None:
    nodes = list(both_sides().nodes)
    nodes[4] = replace(nodes[4], ends=(0, C7))
    refused(CENTRE, white(*nodes), "joins other ends")


def test_no_part_crosses_what_another_needs() -> None:
    nodes = list(both_sides().nodes)
    # The bottom's game also asks for B2-D3, across the top's link from C3 to B1.
    crossing = parse_link("B2-D3")
    needs = frozenset((crossing,))
    for number in (5, 7, 9, 10):
        node = nodes[number]
        nodes[number] = replace(node, links=node.links | needs, pegs=node.pegs | set(crossing))
    start = CENTRE.with_side(WHITE, CENTRE.white | set(crossing), CENTRE.white_links | needs)
    refused(start, white(*nodes), "own links")


def test_no_part_crosses_any_part_before() -> None:
    """The one between them makes no link."""
    more = holes("E4 D6 D4 E6")
    board = Board(6, 9, holes=holes("C3 D5 C7 B1 D1 B9 D9 E4 D6 D4 E6"))
    start = make_position(board, "C3 D5 C7 E4 D6 D4 E6 (C3-D5 C7-D5)", "", BLACK)
    nodes = list(both_sides().nodes)
    between = replace(leaf("C3 D5 C7", "C3-D5", "C7-D5"), ends=(holes("C3"), C7))
    nodes[10:] = [between, replace(nodes[10], children=(4, 10, 9))]
    for check in (check_strategy, check_by_sat):
        check(start, white(*nodes))
    for link, numbers in (("E4-D6", (2, 3, 4)), ("D4-E6", (7, 8, 9))):
        for number in numbers:
            node = nodes[number]
            made = {parse_link(link)} if node.kind is NodeKind.MOVE else set()
            nodes[number] = replace(node, made=node.made | made, pegs=node.pegs | more)
    nodes[11] = replace(nodes[11], pegs=nodes[11].pegs | more)
    refused(start, white(*nodes), "cross")


def test_parts_meet_at_pegs_that_the_split_needs() -> None:
    nodes = list(both_sides().nodes)
    for number in range(5):
        nodes[number] = replace(nodes[number], ends=(0, holes("C3 F5")))
    refused(CENTRE, white(*nodes), "a peg where two parts meet")
