"""A claim under other rules, and whether plain moves suffice."""

from dataclasses import replace
from random import Random

import pytest

from solver.audits import Audit, audit
from solver.audits.standings import plain_moves_suffice, under_other_rules
from solver.files import parse_puzzle, read_file
from solver.game import Board, Move, Position, Ruleset, Side, parse_move, position_text
from solver.proof import Aim, Claim, Limits, NodeKind, Strategy, Verdict, claim_of
from solver.search import solve
from solver.work import run_here
from tests.cases import random_case
from tests.cli.samples import ROOT
from tests.oracles.setup import make_position
from tests.proof.test_lines import Opponent, random_opponent

pytestmark = pytest.mark.native

WHITE, BLACK = Side.WHITE, Side.BLACK

LIMITS = Limits(nodes=5_000, memory=16)


def test_a_strategy_for_which_plain_moves_suffice_wins_with_them() -> None:
    shown = 0
    for seed in range(120):
        case = random_case(Ruleset.STD, seed)
        solution = solve(case.position, Claim(Aim.CONNECT, case.prover), LIMITS)
        strategy = solution.strategy
        if strategy is None or solution.verdict is not Verdict.PROVEN:
            continue
        if plain_moves_suffice(case.position, strategy):
            shown += 1
            for game in range(5):
                opponent = random_opponent(Random(f"{seed} {game}"))
                end = played(case.position, strategy, opponent)
                assert end.connected(case.prover), position_text(case.position)
    assert shown > 10


def played(position: Position, strategy: Strategy, opponent: Opponent) -> Position:
    """Play a strategy with plain moves to its end."""
    root = strategy.root
    games = strategy.games(root)
    if root.kind is NodeKind.MOVE:
        position = position.play(Move(root.hole))
        games = strategy.games(strategy.nodes[root.children[0]])
    while games and position.result is None:
        reply = opponent(position, strategy, games)
        foe = position.to_move
        position = position.play(reply)
        answer, games = strategy.answering(games, reply.peg, position.links(foe))
        if answer is None or position.result is not None:
            break
        position = position.play(Move(answer.hole))
    return position


def test_plain_moves_do_not_suffice_where_a_key_takes_off_a_link() -> None:
    puzzle = read_file(ROOT / "puzzles" / "exercises" / "server-help-b.sgf").puzzle
    assert puzzle is not None
    solution = solve(puzzle.position, claim_of(puzzle), LIMITS)
    assert solution.strategy is not None
    assert not plain_moves_suffice(puzzle.position, solution.strategy)


def test_under_pp_own_links_that_cross_are_added() -> None:
    position = make_position(Board(6, 6), "B2 C4 C2 B4 (B2-C4)", "E2 F4", WHITE)
    other = under_other_rules(position)
    assert other is not None
    assert Ruleset.PP is other.ruleset
    assert 2 == len(other.white_links)
    assert 1 == len(other.black_links)


def test_where_it_depends_on_the_order_rules_are_not_comparable() -> None:
    # Neither B2-C4 nor B3-D2 stands: the side whose second peg came first would have its link.
    position = make_position(Board(6, 6), "B2 C4", "B3 D2", WHITE)
    assert None is under_other_rules(position)


def test_under_std_own_links_must_not_cross() -> None:
    crossed = make_position(Board(6, 6), "B2 C4 C2 B4 (B2-C4 C2-B4)", "", WHITE, Ruleset.PP)
    assert None is under_other_rules(crossed)
    plain = make_position(Board(6, 6), "B2 C4 (B2-C4)", "", WHITE, Ruleset.PP)
    assert replace(plain, ruleset=Ruleset.STD) == under_other_rules(plain)


TANGLED = """\
TwixT 6x6 STD, white to move and win
   A  B  C  D  E  F
1     W  W  .  .
2  .  .  .  .  .  B
3  .  W  B  .  .  .
4  B  .  W  .  .  .
5  .  .  B  .  .  .
6     W  .  .  .
White links: B3-C1 B6-C4
Black links: A4-C3
"""
"""White wins in D2, taking off B3-C1 or not."""

NEEDED = """\
TwixT 6x6 STD, white to move and win
   A  B  C  D  E  F
1     .  .  W  .
2  B  W  .  .  B  .
3  .  W  .  .  B  .
4  .  .  .  W  .  .
5  .  .  .  B  .  .
6     .  .  W  .
White links: B2-D1 B3-D4
Black links: D5-E3
"""
"""White wins in C4, but only when he takes off B3-D4."""


LATER = """\
TwixT 7x5 STD, white to move and win, window A1:G5
   A  B  C  D  E  F  G
1     :  :  :  W  :
2  :  .  W  .  :  :  :
3  .  :  W  W  :  B  .
4  :  :  B  :  :  :  :
5     .  .  W  :  :
White links: C2-E1 C3-D5
Black links: none
"""
"""White wins in D2 by a plain peg, but takes off a link later."""

NOT_SHOWN = "not shown to suffice: the proof takes off or adds links"


@pytest.mark.parametrize(
    ("board", "key", "told"),
    [
        (TANGLED, "[-b'2][d2]", {"plain d2": "proven", "plain moves": "suffice"}),
        (NEEDED, "[-c3'][c4]", {"plain c4": "disproven"}),
        (LATER, "[-d1'][d2]", {"plain d2": "proven", "plain moves": NOT_SHOWN}),
        (TANGLED, "d2", {"plain moves": "suffice"}),
    ],
)
def test_a_key_that_changes_links_is_told_from_a_plain_peg_in_its_hole(
    board: str, key: str, told: dict[str, str]
) -> None:
    puzzle = parse_puzzle(board)
    move = parse_move(puzzle.position, key)
    assert isinstance(move, Move)
    report = run_here(audit(replace(puzzle, keys=(move,)), Limits(nodes=100_000, memory=64)))
    assert isinstance(report, Audit)
    found = {standing.what: standing.verdict for standing in report.standings}
    assert told.items() <= found.items()
    assert any(what.startswith("plain ") and what != "plain moves" for what in found) != move.plain
