"""What both checkers ask of the marks of a proof with Privileges, on proofs written by hand."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from solver.errors import CertificateError
from solver.game import Board, Position, Side, parse_link
from solver.proof import NodeKind, PrivilegeStrategy, StrategyNode
from solver.verify import check_with_privilege, check_with_privilege_by_sat
from tests.oracles.setup import holes, make_position
from tests.verify.test_checker import BLACK, WHITE, leaf, move, reply, white
from tests.verify.test_slots_apart import JOINED, LINKS, PEGS, answer, start

CHECKS = (check_with_privilege, check_with_privilege_by_sat)

# White threatens to join each of three pegs to the bottom; two moves of Black meet two of these.
THREATS = make_position(Board(12, 3), "B1 E1 H1", "", BLACK)
LEAVES = [leaf("B1 C3", "B1-C3"), leaf("E1 F3", "E1-F3"), leaf("H1 I3", "H1-I3")]
ZONES = ["C3 D2", "F3 G2", "I3 J2"]
MOVES = [
    move("C3", "B1-C3", ZONES[0], "B1", child=0),
    move("F3", "E1-F3", ZONES[1], "E1", child=1),
    move("I3", "H1-I3", ZONES[2], "H1", child=2),
]
PAIRS = [
    reply(f"{ZONES[0]} {ZONES[1]}", "B1 E1", "", 3, 4),
    reply(f"{ZONES[0]} {ZONES[2]}", "B1 H1", "", 3, 5),
    reply(f"{ZONES[1]} {ZONES[2]}", "E1 H1", "", 4, 5),
]
ALL = reply(" ".join(ZONES), "B1 E1 H1", "", 3, 4, 5, 6, 7, 8)
AGAINST = (3, 4, 5, 9)


def proof(
    nodes: Iterable[StrategyNode], against: Iterable[int] = (), uses: Iterable[int] = ()
) -> PrivilegeStrategy:
    return PrivilegeStrategy(white(*nodes), frozenset(against), frozenset(uses))


def three(
    root: StrategyNode = ALL,
    pairs: Iterable[StrategyNode] = PAIRS,
    against: Iterable[int] = AGAINST,
) -> PrivilegeStrategy:
    return proof((*LEAVES, *MOVES, *pairs, root), against)


def refused(
    position: Position, holders: Iterable[Side], strategy: PrivilegeStrategy, message: str
) -> None:
    for check in CHECKS:
        with pytest.raises(CertificateError, match=message):
            check(position, frozenset(holders), strategy)


def accepted(position: Position, holders: Iterable[Side], strategy: PrivilegeStrategy) -> None:
    for check in CHECKS:
        check(position, frozenset(holders), strategy)


def test_three_threats_hold_against_two_moves_in_a_row() -> None:
    accepted(THREATS, [BLACK], three())


def test_each_first_of_two_moves_is_answered() -> None:
    for pair in (6, 7, 8):
        children = tuple(child for child in ALL.children if child != pair)
        root = replace(ALL, children=children)
        refused(THREATS, [BLACK], three(root), r"two moves that begin|first of two")


def test_each_ordinary_turn_is_answered_too() -> None:
    root = replace(ALL, children=(3, 6, 7, 8))
    refused(THREATS, [BLACK], three(root), r"D2 is not answered|without an answer")


def test_what_answers_an_ordinary_turn_holds_against_the_privilege() -> None:
    refused(THREATS, [BLACK], three(against=[9]), r"needs children|without an answer")


def test_what_answers_the_first_of_two_moves_asks_for_no_more() -> None:
    asking = replace(PAIRS[2], pegs=PAIRS[2].pegs | holes("K1"))
    refused(THREATS, [BLACK], three(pairs=[*PAIRS[:2], asking]), r"asks for more|first of two")


def test_a_hole_with_an_own_peg_counts_only_if_the_pattern_asks_for_it() -> None:
    position = make_position(Board(12, 3), "B1 E1 H1 K2", "", BLACK)
    peg = holes("K2")
    pairs = [replace(pair, zone=pair.zone | peg) for pair in PAIRS]
    root = replace(ALL, zone=ALL.zone | peg)
    accepted(position, [BLACK], three(replace(root, pegs=root.pegs | peg), pairs))
    refused(position, [BLACK], three(root, pairs), r"two moves that begin with K2|first of two")


def test_the_depth_is_no_less_than_that_of_what_answers_two_moves() -> None:
    deep = [*PAIRS[:2], replace(PAIRS[2], depth=2)]
    with pytest.raises(CertificateError, match="depth"):
        check_with_privilege(THREATS, frozenset({BLACK}), three(pairs=deep))


def test_a_chain_answers_two_moves_as_well() -> None:
    joined = make_position(Board(4, 3), "B1 C3 (B1-C3)", "", BLACK)
    nodes = leaf("B1 C3", "B1-C3"), reply("", "B1 C3", "B1-C3", 0)
    accepted(joined, [BLACK], proof(nodes, against=[1]))


def test_a_move_against_the_privilege_leads_to_what_holds_against_it() -> None:
    position = replace(THREATS, to_move=WHITE)
    waiting = move("B1", "", f"B1 {' '.join(ZONES)}", "B1 E1 H1", child=9)
    nodes = (*LEAVES, *MOVES, *PAIRS, ALL, waiting)
    accepted(position, [BLACK], proof(nodes, against=(*AGAINST, 10)))
    two = (*LEAVES, *MOVES, *PAIRS, replace(ALL, children=(3, 4, 5)), waiting)
    accepted(position, [], proof(two))
    refused(position, [BLACK], proof(two, against=[10]), "does not hold against")


def called() -> tuple[Position, list[StrategyNode]]:
    """Return a position in which White pegs B1 and C3 in a row, and the nodes of his proof."""
    position = make_position(Board(4, 3), "", "", WHITE)
    second = move("C3", "B1-C3", ZONES[0], "B1")
    first = move("B1", "", f"B1 {ZONES[0]}", "", child=1, depth=2)
    return position, [leaf("B1 C3", "B1-C3"), second, first]


def test_two_moves_in_a_row_spend_the_privilege() -> None:
    position, nodes = called()
    accepted(position, [WHITE], proof(nodes, uses=[2]))
    refused(position, [], proof(nodes, uses=[2]), "holds no Privilege")
    for uses in ([], [1], [1, 2]):
        refused(position, [WHITE], proof(nodes, uses=uses), "spent")


def test_both_of_two_moves_hold_against_the_privilege_of_the_other_side() -> None:
    position, nodes = called()
    accepted(position, Side, proof(nodes, against=[1, 2], uses=[2]))
    refused(position, Side, proof(nodes, against=[2], uses=[2]), "does not hold against")


def test_a_privilege_that_is_used_later_is_marked_from_the_root_on() -> None:
    # None of White's holes is open to Black.
    position = make_position(Board(6, 3, holes=holes("B1 C3 E1")), "E1", "", WHITE)
    nodes = [
        leaf("B1 C3", "B1-C3"),
        move("C3", "B1-C3", "C3", "B1"),
        move("B1", "", "B1 C3", "", child=1, depth=2),
        reply("B1 C3", "", "", 2, depth=2),
        move("E1", "", "B1 C3 E1", "E1", child=3, depth=2),
    ]
    accepted(position, [WHITE], proof(nodes, uses=[2, 3, 4]))
    for uses in ([2, 3], [2, 4]):
        refused(position, [WHITE], proof(nodes, uses=uses), "not there")


def test_the_second_move_asks_for_no_more_slots_apart_than_the_first() -> None:
    first = move("K5", "", "E5 K5", PEGS, LINKS, child=1, depth=2)
    apart = frozenset({parse_link("E4-G5")})
    nodes = [JOINED, answer(), first]
    held = replace(start("", held="E4-G5"), to_move=WHITE)
    assert held.board.holes is not None
    held = replace(held, board=replace(held.board, holes=held.board.holes | holes("K5")))
    unheld = held.with_side(BLACK, held.black, ())
    refused(held, [WHITE], proof(nodes, uses=[2]), r"one child|one position")
    nodes[2] = replace(first, apart=apart)
    refused(held, [WHITE], proof(nodes, uses=[2]), r"apart|must not have")
    accepted(unheld, [WHITE], proof(nodes, uses=[2]))


def test_games_side_by_side_are_not_known() -> None:
    joined = make_position(Board(4, 3), "B1 C3 (B1-C3)", "", BLACK)
    chain = leaf("B1 C3", "B1-C3")
    ends = replace(chain, ends=(0, 1))
    split = replace(chain, kind=NodeKind.SPLIT, children=(0,))
    for nodes in ([ends], [chain, split]):
        refused(joined, [], proof(nodes), "side by side")


def test_children_come_before_their_parents() -> None:
    for child in (9, 10, -1):
        root = replace(ALL, children=(*ALL.children, child))
        refused(THREATS, [BLACK], three(root), "before its parent")
    position, nodes = called()
    for child in (2, 3, -1):
        nodes[2] = replace(nodes[2], children=(child,))
        refused(position, [WHITE], proof(nodes, uses=[2]), "before its parent")
