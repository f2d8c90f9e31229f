"""Errors that look right, each with a position that shows it.

What the brute force says of each position is asserted, and that the solver never says the
opposite.
"""

from dataclasses import replace

import pytest

from solver.errors import CertificateError
from solver.game import (
    Board,
    Box,
    Ending,
    Hole,
    Link,
    Move,
    Position,
    Result,
    Ruleset,
    Side,
    parse_hole,
    parse_link,
)
from solver.oracle import connects, holds
from solver.proof import Aim, Claim, Limits, NodeKind, Strategy, StrategyNode, Verdict
from solver.search import solve
from solver.verify import check_strategy
from tests.oracles.naive import naively_connects
from tests.oracles.setup import holes, make_position

pytestmark = pytest.mark.native

WHITE, BLACK = Side.WHITE, Side.BLACK


def verdict(position: Position, prover: Side) -> Verdict:
    claim = Claim(Aim.CONNECT, prover)
    return solve(position, claim, Limits(nodes=100_000, memory=16)).verdict


def assert_value(position: Position, prover: Side, value: bool) -> None:
    """Assert the exact value of a claim, and that the solver does not contradict it."""
    assert value == connects(position, prover)
    assert (Verdict.DISPROVEN if value else Verdict.PROVEN) != verdict(position, prover)


# -- a side without a hole passes -------------------------------------------------------

# . W W W .    White has B5, C3 and C4 left, Black A2, A3, C3, C4 and E3.
# . W B W B
# . B . B .
# B W . B B
# . . W W .
PASS = make_position(
    Board(5, 5),
    "B1 C1 D1 B2 D2 B4 C5 D5 (B1-D2 B4-D5)",
    "C2 E2 B3 D3 A4 D4 E4 (C2-D4 B3-D4 D4-E2)",
    WHITE,
)


def test_a_side_without_holes_passes_and_the_other_goes_on() -> None:
    assert_value(PASS, BLACK, True)


def test_the_pass_decides_the_line() -> None:
    position = PASS
    for name in ("c3", "c4", "b5", "a2"):
        position = position.play(Move(parse_hole(name)))
    assert [] == list(position.open_holes(WHITE))
    assert_value(position, BLACK, True)
    for name, link in (("a3", "A3-C4"), ("e3", "C4-E3")):
        position = position.play(Move(None))
        needed = frozenset([parse_link(link)])
        position = position.play(position.move_making(parse_hole(name), needed))
    assert Result(BLACK, Ending.CONNECTED) == position.result


# -- more own pegs never hurt, where links may be edited -------------------------------

# . W W W .    White to move joins B1-D2-B3-C5. A White peg on D5 gets the link B4-D5, which
# B B W W .    is in the way of B3-C5 where links stay for ever.
# B W B B B
# . W W B B
# . W . . .
MORE = make_position(
    Board(5, 5),
    "B1 C1 D1 C2 D2 B3 B4 C4 B5 (B1-D2 B3-D2)",
    "A2 B2 A3 C3 D3 E3 D4 E4 (C3-E4)",
    WHITE,
)


def test_an_extra_peg_hurts_only_where_links_cannot_be_edited() -> None:
    more = MORE.put(WHITE, parse_hole("D5"))
    assert naively_connects(MORE, WHITE, plain_only=True)
    assert naively_connects(more, BLACK, plain_only=True)
    for position in (MORE, more):
        assert_value(position, WHITE, True)
        assert_value(position, BLACK, False)


# -- pegs outside the window do not conduct ---------------------------------------------

# Black's chain ends on L8; White's J1-K3-J5-K7-M8-K9-J11-L12 would run round it by M8, which
# stands outside the window A1:L12. K3 is open to both, A7 to Black only.
ROUND = make_position(
    Board(24, 24, region=holes("J1 K3 J5 K7 K9 J11 L12 A7 B9 D8 F7 H8 J7 L8")),
    "J1 J5 K7 M8 K9 J11 L12 (J5-K7 K7-M8 K9-M8 J11-K9 J11-L12)",
    "B9 D8 F7 H8 J7 L8 (B9-D8 D8-F7 F7-H8 H8-J7 J7-L8)",
    WHITE,
)


def test_a_chain_does_not_run_over_a_peg_outside_the_window() -> None:
    assert Box(0, 0, 11, 11) == ROUND.board.box
    after = ROUND.play(Move(parse_hole("K3")))
    assert after.result is None
    assert not after.has_path(WHITE)
    assert Result(BLACK, Ending.CONNECTED) == after.play(Move(parse_hole("A7"))).result


@pytest.mark.parametrize("to_move", Side)
def test_pegs_outside_the_window_do_not_conduct_in_a_proof(to_move: Side) -> None:
    position = replace(ROUND, to_move=to_move)
    assert_value(position, WHITE, False)
    assert_value(position, BLACK, True)
    assert Verdict.PROVEN is verdict(position, BLACK)


# -- a link made in this very turn is no excuse for a crossing slot --------------------

# . W . W W .    Black connects by E3 (A5-C4-E3-F5). A White peg on D4 would link D4-E2 across
# B W B . W .    C4-E3, so the zone must hold D4: that C4-E3 itself crosses D4-E2 is no excuse.
# B W B B . B
# B B B . B .
# B W W W . B
# . W W W W .
EXCUSE = make_position(
    Board(6, 6),
    "B1 D1 E1 B2 E2 B3 B5 C5 D5 B6 C6 D6 E6 (B2-D1 B5-D6 C5-E6)",
    "A2 C2 A3 C3 D3 F3 A4 B4 C4 E4 A5 F5 (A2-C3 A4-C3 B4-D3 A5-C4)",
    BLACK,
)


def test_a_white_peg_on_d4_kills_the_win() -> None:
    assert_value(EXCUSE, BLACK, True)
    assert Verdict.PROVEN is verdict(EXCUSE, BLACK)
    assert_value(EXCUSE.put(WHITE, parse_hole("D4")), BLACK, False)


@pytest.mark.parametrize(("zone", "true"), [("D2 E3 D4", True), ("D2 E3", False)])
def test_the_zone_must_hold_d4(zone: str, true: bool) -> None:
    here = EXCUSE
    assert true == holds(here, BLACK, BLACK, holes(zone), here.black, here.black_links)


def test_the_strategy_of_the_zone_trap_survives_the_worst_case() -> None:
    solution = solve(EXCUSE, Claim(Aim.CONNECT, BLACK), Limits(memory=16))
    assert solution.strategy is not None
    check_strategy(EXCUSE, solution.strategy)
    root = solution.strategy.root
    assert root.kind is NodeKind.MOVE
    assert EXCUSE.play(solution.keys[0]).connected(BLACK)


# -- replies into holes that the prover holds --------------------------------------------

# The chain B1-C3-D5 needs links only, made in White's next turn; Black can but peg E3.
HELD = make_position(Board(5, 5, holes=holes("B1 C3 D5 E3 A3")), "B1 C3 D5", "A3", BLACK)


def held_strategy(pegs: str) -> Strategy:
    """Answer any reply by linking at C3; the reply node relies on `pegs` only."""
    made = frozenset((parse_link("B1-C3"), parse_link("C3-D5")))
    none = frozenset[Hole]()
    unlinked = frozenset[Link]()
    c3 = parse_hole("C3")
    return Strategy(
        Claim(Aim.CONNECT, WHITE),
        (
            StrategyNode(NodeKind.LEAF, 0, none, holes("B1 C3 D5"), made, None, unlinked, ()),
            StrategyNode(NodeKind.MOVE, 1, holes("C3"), holes("B1 D5"), unlinked, c3, made, (0,)),
            StrategyNode(
                NodeKind.REPLY, 1, holes("C3"), holes(pegs), unlinked, None, unlinked, (1,)
            ),
        ),
    )


def test_a_zone_hole_that_the_prover_holds_must_be_among_the_pegs_relied_on() -> None:
    assert_value(HELD, WHITE, True)
    check_strategy(HELD, held_strategy("B1 C3 D5"))
    with pytest.raises(CertificateError, match="C3 is not answered"):
        check_strategy(HELD, held_strategy("B1 D5"))


@pytest.mark.parametrize(("pegs", "true"), [("B1 C3 D5", True), ("B1 D5", False)])
def test_a_pattern_that_forgets_the_held_hole_is_false(pegs: str, true: bool) -> None:
    assert true == holds(HELD, WHITE, BLACK, holes("C3"), holes(pegs), ())


def test_without_the_held_peg_black_takes_the_hole() -> None:
    assert_value(HELD.clear(parse_hole("C3")), WHITE, False)


# -- a free slot is no link -----------------------------------------------------------------


def test_a_slot_between_own_pegs_blocks_nothing_before_the_owners_turn() -> None:
    position = make_position(
        Board(5, 5, region=holes("A1 A3 A4 A5 B2 B3 B4 B5 C1 C2 C3 C4 C5 D2 D3 D5 E1 E2 E3 E4 E5")),
        "B2 B5 D3 (B2-D3)",
        "A3 B3 B4 C3 C4 E2 E3",
        WHITE,
    )
    assert_value(position, BLACK, False)
    assert_value(replace(position, to_move=BLACK), BLACK, True)


# -- the relaxed game gives the opponent more than the rules do --------------------------

WHITE_13X9 = "C1 D1 K1 F2 D3 L3 G4 D7 L7 E9 K9"
BLACK_13X9 = "E4 F4 D5 G5"

# Open are E5, K5 and H6 only. Black cannot hold two crossing slots at once.
EXACT = make_position(
    Board(13, 9, holes=holes(f"{WHITE_13X9} {BLACK_13X9} E5 K5 H6")),
    f"{WHITE_13X9} (C1-D3 D1-F2 K1-L3 F2-G4 D7-E9 K9-L7)",
    f"{BLACK_13X9} (E4-G5)",
    BLACK,
)


def test_a_failed_search_in_the_relaxed_game_is_no_disproof() -> None:
    assert naively_connects(EXACT, WHITE)
    assert not connects(EXACT, WHITE, relaxed=True)
    assert_value(EXACT, WHITE, True)


# -- claims that only link editing makes true --------------------------------------------


def test_paper_rules_and_standard_rules_differ_in_one_position() -> None:
    # . W . .    Under paper rules the pair B1-C3 was never linked and never will be.
    # . . . .
    # . . W .
    board = Board(4, 3)
    for ruleset, value in ((Ruleset.STD, True), (Ruleset.THREE_M, True), (Ruleset.PP, False)):
        position = Position(board, ruleset, BLACK, holes("B1 C1 B3 C3"))
        assert value == connects(position, WHITE)


# -- the opponent's own chain through pegs that are not linked yet ------------------------


@pytest.mark.parametrize(
    ("white", "black"),
    [
        ("b3 b4 b6 e3 g5 g7 g8", "c2 c4 c5 d3 f7 g2 g6 h7"),
        ("b4 c8 d8 f4 g5", "a2 b6 b7 c5 d3 d4 h3 h6 h7"),
    ],
)
def test_a_chain_through_pegs_without_a_link_can_be_cut_first(white: str, black: str) -> None:
    """The search for Black's own chain, which says where White must move, takes them for linked."""
    position = make_position(Board(8, 8), white, black, WHITE)
    solution = solve(position, Claim(Aim.CONNECT, WHITE), Limits(nodes=10_000, memory=16))
    assert Verdict.PROVEN is solution.verdict
    assert solution.strategy is not None
    check_strategy(position, solution.strategy)
