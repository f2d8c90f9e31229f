"""What positions are worth: small empty boards, published examples, and the brute force."""

from collections import Counter
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from solver.files import read_file
from solver.game import Board, Position, Ruleset, Side, position_text
from solver.oracle import TooHardError, connects
from solver.proof import Aim, Claim, Limits, Strategy, Verdict, claim_of
from solver.search import Session, Solution, Value, open_claim, solve, value_of
from solver.verify import check_strategy
from tests.cases import random_case

pytestmark = pytest.mark.native

EXERCISES = Path(__file__).parents[2] / "puzzles" / "exercises"

LIMITS = Limits(nodes=20_000)


def evaluate(position: Position, limits: Limits) -> tuple[Value, list[Solution]]:
    """Return what a position is worth, and what proves it."""
    session, known = Session(Limits(memory=64)), list[Solution]()
    while claim := open_claim(position, known):
        known.append(session.solve(position, claim, limits))
    return value_of(position, known), known


@pytest.mark.parametrize("ruleset", [Ruleset.STD, Ruleset.PP])
@pytest.mark.parametrize(
    ("size", "value"),
    [
        ((3, 3), Value.DRAW),
        ((4, 4), Value.DRAW),
        ((5, 5), Value.DRAW),
        ((6, 6), Value.WIN),
        ((7, 7), Value.WIN),
        ((5, 4), Value.WIN),
        ((4, 5), Value.LOSS),
        ((6, 5), Value.WIN),
        ((5, 6), Value.LOSS),
    ],
)
def test_a_square_board_is_a_draw_up_to_5x5_and_a_longer_way_loses(
    size: tuple[int, int], value: Value, ruleset: Ruleset
) -> None:
    position = Position(Board(*size), ruleset)
    found, solutions = evaluate(position, Limits(nodes=200_000))
    assert value is found
    for solution in solutions:
        assert solution.strategy is not None
        check_strategy(position, solution.strategy)


@pytest.mark.parametrize("ruleset", list(Ruleset))
def test_values_agree_with_brute_force(ruleset: Ruleset) -> None:
    counts: Counter[str] = Counter()
    for seed in range(60):
        position = random_case(ruleset, seed).position
        me = position.to_move
        try:
            wins = connects(position, me, nodes=4000)
            loses = connects(position, me.other, nodes=4000)
        except TooHardError:
            continue
        exact = Value.WIN if wins else Value.LOSS if loses else Value.DRAW
        allowed = {
            Value.WIN: {Value.WIN, Value.AT_LEAST_DRAW},
            Value.LOSS: {Value.LOSS, Value.AT_MOST_DRAW},
            Value.DRAW: {Value.DRAW, Value.AT_LEAST_DRAW, Value.AT_MOST_DRAW},
        }[exact] | {Value.UNKNOWN}
        value, _ = evaluate(position, LIMITS)
        assert value in allowed, position_text(position)
        counts[exact.value] += 1
        counts["exact"] += value is exact
        counts["positions"] += 1
    assert counts["exact"] >= 0.9 * counts["positions"]


def test_a_barrier_that_is_no_chain_is_a_draw_for_both_sides() -> None:
    puzzle = read_file(EXERCISES / "server-help-a.sgf").puzzle
    assert puzzle is not None
    for to_move in Side:
        position = replace(puzzle.position, to_move=to_move)
        assert Value.DRAW is evaluate(position, Limits(nodes=500_000))[0]


def test_a_link_taken_off_makes_a_draw_a_win() -> None:
    puzzle = read_file(EXERCISES / "server-help-b.sgf").puzzle
    assert puzzle is not None
    solution = solve(puzzle.position, claim_of(puzzle), LIMITS)
    assert Verdict.PROVEN is solution.verdict
    assert puzzle.keys == solution.keys
    assert not solution.keys[0].plain
    paper = replace(puzzle.position, ruleset=Ruleset.PP)
    # Where own links may cross, nothing need be taken off.
    (key,) = solve(paper, claim_of(puzzle), LIMITS).keys
    assert key.plain


CLAIMS = [Claim(aim, side) for aim in Aim for side in (Side.WHITE, Side.BLACK)]

ENDINGS = {1: Value.WIN, 0: Value.DRAW, -1: Value.LOSS}


def holds(claim: Claim, ending: int) -> bool:
    """Tell whether a claim is true of a position that ends so for White: 1 for a win, -1 lost."""
    mine = ending if claim.prover is Side.WHITE else -ending
    return mine == 1 if claim.aim is Aim.CONNECT else mine >= 0


def answer(claim: Claim, proved: Claim | None) -> Solution:
    """Return the solution of a claim that a proof of another decides, or that stays open."""
    verdict = Verdict.UNDECIDED
    if proved is not None:
        verdict = Verdict.PROVEN if proved.implies(claim) else Verdict.DISPROVEN
    strategy = None if proved is None else Strategy(proved, ())
    return Solution(claim, verdict, None, (), (), None, 0, 0.0, strategy)


def test_a_value_is_known_when_all_others_are_against_the_proofs_whatever_their_order() -> None:
    position = Position(Board(5, 5))
    chains = [Claim(Aim.CONNECT, side) for side in (Side.WHITE, Side.BLACK)]
    answers = [
        answer(chain, proved)
        for chain, proved in product(chains, [None, *CLAIMS])
        if proved is None or proved.implies(chain) or proved.implies(chain.opposite)
    ]
    for known in [(), *product(answers), *product(answers, repeat=2)]:
        proofs = [each.strategy.claim for each in known if each.strategy]
        left = {end for end in ENDINGS if all(holds(proof, end) for proof in proofs)}
        if not left:
            continue
        value = value_of(position, known)
        assert value is {
            (-1, 0, 1): Value.UNKNOWN,
            (0, 1): Value.AT_LEAST_DRAW,
            (-1, 0): Value.AT_MOST_DRAW,
        }.get(tuple(sorted(left)), ENDINGS[min(left)])
        # What is settled is not asked, nor what was asked in vain.
        asked = {each.claim for each in known}
        wanted = [
            chain
            for chain in chains
            if len({holds(chain, end) for end in left}) > 1 and chain not in asked
        ]
        assert open_claim(position, known) == next(iter(wanted), None)
