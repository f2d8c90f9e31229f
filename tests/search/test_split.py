"""Proofs in parts: small boards with the split forced on, and whole boards of real games."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice, pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from solver.files import read_text
from solver.game import Board, Hole, Move, Position, Ruleset, Side, position_text
from solver.oracle import TooHardError, connects, holds
from solver.proof import Aim, Claim, Limits, NodeKind, Strategy, Verdict
from solver.search import Options, Solution, solve
from solver.verify import check_strategy
from tests.cases import random_case
from tests.oracles.setup import holes, make_position
from tests.parts import batches, parts

pytestmark = pytest.mark.native

GAMES = Path(__file__).parents[1] / "data" / "pbem2001.jsonl"

FORCED = Options(split_holes=0)

LIMITS = Limits(nodes=20_000, memory=16)

GIVEN_UP = [
    # Black needs five pegs, all in fights that do not touch each other.
    (
        make_position(
            Board(24, 24),
            "C12 D14 E4 E13 G14 I15 K14 O14 R13 R17 S20 U16 V19 "
            "(C12-D14 C12-E13 E13-G14 G14-I15 I15-K14)",
            "D13 D15 F14 H15 J16 L15 M13 O18 P16 P20 R19 T18 W19 (D13-F14 D15-F14 F14-H15 "
            "H15-J16 J16-L15 L15-M13 O18-P16 O18-P20 P20-R19 R19-T18)",
            Side.WHITE,
        ),
        Side.BLACK,
    ),
    # Two fights share holes: they are proved so that they do not, or Black moves in one.
    (
        make_position(
            Board(24, 24),
            "B19 C21 F18 G11 G16 H9 H13 I15 J10 J17 K3 K7 L9 L18 O15 R14 R18 S12 T10 "
            "(B19-C21 F18-G16 G11-H9 G11-H13 G16-I15 H9-J10 H13-I15 I15-J17 J10-L9 J17-L18 "
            "K7-L9 R14-S12 S12-T10)",
            "B18 C20 E19 G10 G18 H8 I17 I19 J9 K19 M3 M7 M10 M18 O16 P14 R13 S11 T9 "
            "(B18-C20 C20-E19 E19-G18 G10-H8 G18-I17 G18-I19 H8-J9 K19-M18 O16-P14 P14-R13 "
            "R13-S11 S11-T9)",
            Side.WHITE,
        ),
        Side.BLACK,
    ),
    # Own links of two fights would cross: one of them is proved without.
    (
        make_position(
            Board(24, 24),
            "I7 J4 J9 L8 L12 N15 N19 O9 O13 P11 Q14 Q16 Q20 R14 R16 R18 S21 T21 V22 "
            "(I7-J9 J9-L8 N15-O13 O13-P11 O13-Q14 O9-P11 Q16-R14 Q16-R18 Q20-R18 Q20-S21 T21-V22)",
            "K6 K8 L2 L17 M10 M15 O11 O16 O21 P14 P18 Q8 Q22 R17 R22 S15 T23 U22 "
            "(L17-M15 M10-O11 M15-O16 O16-P14 O16-P18 O21-Q22 R17-S15 R22-T23)",
            Side.BLACK,
        ),
        Side.WHITE,
    ),
]


def games() -> Iterator[dict[str, Any]]:
    """Yield the recorded games on 24x24 that ended by resignation and name the winner."""
    for line in GAMES.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        board = (record["width"], record["height"])
        if record["ending"] == "resign" and record["winner"] and board == (24, 24):
            yield record


def given_up(record: dict[str, Any]) -> tuple[Position, Side]:
    """Return the last position of a game, its end undone, and the winner."""
    game = read_text(record["list"], size=(24, 24), rules=Ruleset.STD)
    end = replace(game.line[-1], passed=False, result=None)
    return end, next(side for side in Side if side.letter == record["winner"])


def judge(ruleset: Ruleset, seeds: Iterable[int], options: Options = FORCED) -> Counter[str]:
    """Compare forced splits with brute force, and each pattern of theirs in its worst case."""
    counts: Counter[str] = Counter()
    for seed in seeds:
        case = random_case(ruleset, seed)
        text = f"seed {seed}, {case.prover}: {position_text(case.position)}"
        claim = Claim(Aim.CONNECT, case.prover)
        solution = solve(case.position, claim, LIMITS, options=options)
        wrong = Verdict.DISPROVEN if case.connects else Verdict.PROVEN
        assert solution.verdict is not wrong, text
        strategy = solution.strategy
        if strategy is None or strategy.claim.aim is Aim.BLOCK:
            continue
        check_strategy(case.position, strategy)
        end = case.position.play_all(solution.line)
        assert end.connected(strategy.prover), text
        counts += filled(case.position, strategy, text, nodes=4000)
    return counts


def filled(position: Position, strategy: Strategy, text: str, nodes: int) -> Counter[str]:
    """Judge by brute force every split of a proof, with all filled that it does not need."""
    counts: Counter[str] = Counter()
    prover = strategy.prover
    for node in strategy.nodes:
        if node.kind is not NodeKind.SPLIT:
            continue
        pattern = (node.zone, node.pegs, node.links)
        try:
            assert holds(position, prover, prover.other, *pattern, nodes=nodes, ends=node.ends), (
                text
            )
        except TooHardError:
            continue
        counts["splits filled" if node.ends is None else "splits of joints filled"] += 1
    return counts


@pytest.mark.parametrize("seeds", batches(10_000, 100, each=350, count=8))
@pytest.mark.parametrize("ruleset", list(Ruleset))
def test_forced_splits_prove_nothing_false(ruleset: Ruleset, seeds: range) -> None:
    counts = judge(ruleset, seeds)
    assert counts["splits filled"] > 5


def long_position(ruleset: Ruleset, seed: int) -> Position:
    """Return a long board with pegs of White's a few rows apart from line to line, and some of
    Black's anywhere."""
    rng = Random(f"{ruleset.value} {seed}")
    board = Board(rng.choice([5, 6]), rng.choice([10, 12, 14]))
    apart = [(2, 1), (1, 2), (2, 0), (4, 0), (3, 1), (1, 1)]  # a link, or a setup
    pegs = dict[Hole, Side]()
    column, row = rng.randrange(1, board.width - 1), rng.choice([1, 2, 3])
    while row < board.height - 1:
        pegs[Hole(column, row)] = Side.WHITE
        rows, columns = rng.choice(apart)
        column = min(board.width - 2, max(1, column + rng.choice([-1, 1]) * columns))
        row += rows + (rng.random() < 0.1)
    share = rng.choice([0.0, 0.01, 0.03])
    for hole in Position(board).open_holes(Side.BLACK):
        if hole not in pegs and rng.random() < share:
            pegs[hole] = Side.BLACK
    position = Position(board, ruleset)
    for hole, side in rng.sample(list(pegs.items()), len(pegs)):
        if not board.foreign(side, hole):
            position = replace(position, to_move=side, passed=False, result=None).play(Move(hole))
    return replace(position, to_move=Side.BLACK, passed=False, result=None)


@pytest.mark.slow
@pytest.mark.parametrize("part", parts(12))
def test_splits_of_joints_prove_nothing_false(part: int) -> None:
    counts: Counter[str] = Counter()
    options = FORCED.changed(halves_foe=2)
    for seed in range(100 * part, 100 * part + 100):
        for ruleset in Ruleset:
            position = long_position(ruleset, seed)
            if any(map(position.connected, Side)):
                continue
            found = solve(position, Claim(Aim.CONNECT, Side.WHITE), LIMITS, options=options)
            if found.verdict is Verdict.PROVEN and found.strategy is not None:
                check_strategy(position, found.strategy)
                text = f"seed {seed}: {position_text(position)}"
                counts += filled(position, found.strategy, text, nodes=500)
    assert counts["splits of joints filled"] > 1


def played(position: Position, solution: Solution, rng: Random) -> Position:
    """Play a strategy against random replies near it, to the end."""
    strategy = solution.strategy
    assert strategy is not None
    games = strategy.games(strategy.root)
    while games:
        foe = position.to_move
        near = {hole for game in games for hole in game.zone}
        open_holes = list(position.open_holes(foe))
        reply = rng.choice([hole for hole in open_holes if hole in near] or open_holes)
        position = position.play(Move(reply))
        answer, games = strategy.answering(games, reply, position.links(foe))
        if answer is None:
            break
        assert answer.hole is not None
        position = position.play(position.move_making(answer.hole, answer.made))
    return position


@pytest.mark.parametrize(("position", "winner"), GIVEN_UP)
def test_a_whole_board_is_proved_in_parts(position: Position, winner: Side) -> None:
    solution = solve(position, Claim(Aim.CONNECT, winner), Limits(nodes=200_000))
    assert solution.verdict is Verdict.PROVEN
    assert solution.strategy is not None
    assert any(node.kind is NodeKind.SPLIT for node in solution.strategy.nodes)
    for seed in range(20):
        assert played(position, solution, Random(seed)).connected(winner)


@pytest.mark.parametrize(("position", "winner"), GIVEN_UP)
def test_without_the_split_a_whole_board_takes_many_times_as_long(
    position: Position, winner: Side
) -> None:
    claim, whole = Claim(Aim.CONNECT, winner), Options(split=False)
    parted = solve(position, claim, Limits(nodes=50_000))
    assert parted.verdict is Verdict.PROVEN
    nodes = Limits(nodes=4 * parted.nodes)
    assert solve(position, claim, nodes, options=whole).verdict is Verdict.UNDECIDED


@pytest.mark.slow
def test_blocks_take_few_nodes_of_a_whole_board() -> None:
    """With the shares of windows this proof takes 656,000 nodes."""
    record = next(game for game in games() if game["id"] == "pbem2001-1153")
    position, winner = given_up(record)
    claim = Claim(Aim.CONNECT, winner)
    assert solve(position, claim, Limits(nodes=550_000)).verdict is Verdict.PROVEN


# In the second game a half of a joint could begin at another peg of the joint's chain.
@pytest.mark.parametrize(
    ("name", "nodes"),
    [("pbem2001-1189", 100_000), pytest.param("pbem2001-190", 1_000_000, marks=pytest.mark.slow)],
)
def test_a_joint_of_a_whole_board_is_proved_by_halves(name: str, nodes: int) -> None:
    record = next(game for game in games() if game["id"] == name)
    position, winner = given_up(record)
    claim, limits = Claim(Aim.CONNECT, winner), Limits(nodes=nodes)
    solution = solve(position, claim, limits)
    assert solution.verdict is Verdict.PROVEN
    assert solution.strategy is not None
    assert any(
        node.kind is NodeKind.SPLIT and node.ends is not None for node in solution.strategy.nodes
    )
    for seed in range(20):
        assert played(position, solution, Random(seed)).connected(winner)
    whole = Options(halves=False)
    assert solve(position, claim, limits, options=whole).verdict is Verdict.UNDECIDED


# Without such answers both are open after thirty seconds. In the second game a part of an overlap
# could begin at another peg of its chain, which no certificate allows.
@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "nodes"), [("pbem2001-1146", 1_200_000), ("pbem2001-105", 4_000_000)]
)
def test_replies_where_two_joints_overlap_are_answered_apart(name: str, nodes: int) -> None:
    record = next(game for game in games() if game["id"] == name)
    position, winner = given_up(record)
    solution = solve(position, Claim(Aim.CONNECT, winner), Limits(nodes=nodes))
    assert solution.verdict is Verdict.PROVEN
    assert solution.strategy is not None
    check_strategy(position, solution.strategy)
    for seed in range(20):
        assert played(position, solution, Random(seed)).connected(winner)


@pytest.mark.parametrize(("row", "nodes"), [(6, 1_000), (8, 60_000)])
def test_a_chain_far_from_its_edge_is_connected_where_nothing_stands(row: int, nodes: int) -> None:
    chain = [f"{'MN'[number % 2]}{y}" for number, y in enumerate(range(row, 25, 2))]
    links = " ".join(f"{one}-{two}" for one, two in pairwise(chain))
    position = make_position(Board(24, 24), f"{' '.join(chain)} ({links})", "", Side.BLACK)
    solution = solve(position, Claim(Aim.CONNECT, Side.WHITE), Limits(nodes=nodes))
    assert solution.verdict is Verdict.PROVEN
    for seed in range(20):
        assert played(position, solution, Random(seed)).connected(Side.WHITE)


def test_no_part_waits_for_a_turn_that_two_passes_take_away() -> None:
    # Black has no hole left. He makes all his links in one turn: after White's pass there is
    # no other.
    region = "A1 A4 A5 B1 B2 B3 B4 C1 C2 C3 D1 D2 D3 D4 E3 E4 E5 F1 F3 F4 F5 G1 G2 G3 G5"
    position = make_position(
        Board(7, 5, region=holes(region)),
        "B1 B2 C1 C2 D1 D3 E3 E5 F1 (B2-D1 B2-D3 C2-E3)",
        "A4 B3 B4 C3 D2 D4 E4 F3 F4 G2 G3 (B3-D4 D2-F3 D4-F3 F4-G2)",
        Side.WHITE,
        Ruleset.THREE_M,
    )
    assert connects(position, Side.BLACK)
    options = FORCED.changed(deepening=False, dual=False)
    solution = solve(position, Claim(Aim.CONNECT, Side.BLACK), LIMITS, options=options)
    assert solution.verdict is Verdict.PROVEN
    position = position.play_all(solution.line)
    assert position.connected(Side.BLACK)


def test_a_prover_with_as_many_holes_as_turns_of_his_own_plays_parts_side_by_side() -> None:
    # White, to move, has B1, D1 and E1: before his second turn Black can take only one of them.
    position = make_position(
        Board(6, 6),
        "B2 B4 B5 B6 C1 C2 C3 C5 C6 D2 D5 D6 E3 E4 E6 (B4-C2 B4-C6 B4-D5 C3-D5 C3-E4 D2-E4 D6-E4)",
        "A3 A4 B3 C4 D3 D4 E2 E5 F3 F4 (E5-F3)",
        Side.WHITE,
    )
    solution = solve(position, Claim(Aim.CONNECT, Side.WHITE), LIMITS, options=FORCED)
    assert solution.strategy is not None
    assert NodeKind.SPLIT in {node.kind for node in solution.strategy.nodes}


@pytest.mark.slow
@pytest.mark.parametrize("part", parts(4))
def test_boards_of_games_given_up_are_proved_for_the_winner(part: int) -> None:
    counts: Counter[str] = Counter()
    for record in islice(games(), part, None, 4):
        end, winner = given_up(record)
        solution = solve(end, Claim(Aim.CONNECT, winner), Limits(nodes=150_000))
        assert solution.verdict is not Verdict.DISPROVEN, record["id"]
        counts[solution.verdict.value] += 1
    assert counts["proven"] >= counts.total() / 4
