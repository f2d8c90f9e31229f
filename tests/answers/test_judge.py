"""What is said to a move is true, and what is answered is legal and does what it says."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from solver.answers import Judgement, Outcome, judge
from solver.errors import IllegalMoveError
from solver.game import (
    Board,
    Ending,
    Move,
    Position,
    Result,
    Ruleset,
    Side,
    parse_hole,
    parse_link,
    position_text,
)
from solver.oracle import connects
from solver.proof import Aim, Claim, Limit, Limits, claim_of
from solver.search import has_chain
from tests.cases import random_case
from tests.oracles.setup import classic, holes, make_position

pytestmark = pytest.mark.native

LIMITS = Limits(nodes=5_000, memory=16)

WHITE, BLACK = Side.WHITE, Side.BLACK
WHITE_CONNECTS, WHITE_BLOCKS = Claim(Aim.CONNECT, WHITE), Claim(Aim.BLOCK, WHITE)


def chaser(claim: Claim) -> Side:
    return claim.chaser


def can_connect(position: Position, side: Side) -> bool:
    """Tell by brute force whether a side connects or has connected."""
    if position.result is not None or any(position.connected(each) for each in Side):
        return position.connected(side)
    return connects(position, side)


def moves_and_claims(ruleset: Ruleset, seeds: range) -> Iterator[tuple[Position, Move, Claim]]:
    """Yield random moves of provers in small positions: connecting or blocking."""
    for seed in seeds:
        case, rng = random_case(ruleset, seed), Random(f"answers {seed}")
        position = case.position
        mover = position.to_move
        for hole in rng.sample(found := list(position.open_holes(mover)), min(3, len(found))):
            for aim in Aim:
                yield position, Move(hole), Claim(aim, mover)
        if not found:
            yield position, Move(None), Claim(Aim.CONNECT, mover)


def fulfilled(position: Position, claim: Claim) -> bool:
    """Tell whether a line has reached its aim: a chain, or a block that nothing breaks."""
    chain = position.connected(claim.prover)
    return chain or (claim.aim is Aim.BLOCK and not can_connect(position, claim.prover.other))


def check(position: Position, move: Move, claim: Claim, said: Judgement) -> None:
    """Check a judgement by brute force and by the rules."""
    text = f"{move.peg}, {claim.text}: {position_text(position)}"
    made = position.play(move)
    claimed = can_connect(made, chaser(claim)) is (claim.aim is Aim.CONNECT)
    good = (Outcome.MET, Outcome.WINS)
    if said.outcome is not Outcome.UNDECIDED:
        assert claimed is (said.outcome in good), text
    assert said.after == (made if said.reply is None else made.play(said.reply)), text
    over = said.after.result is not None or not has_chain(said.after, chaser(claim))
    assert over is (said.outcome in (Outcome.MET, Outcome.LOST)), text
    end = said.after
    for later in said.line:
        assert end.result is None, text
        end = end.play(later)
    if said.outcome is Outcome.LOSES:
        assert fulfilled(end, claim.opposite), f"the refutation does not win: {text}"
    if said.outcome is Outcome.WINS:
        assert fulfilled(end, claim), f"the line does not end in the win: {text}"


@pytest.mark.parametrize("ruleset", [Ruleset.STD, Ruleset.PP])
def test_every_judgement_is_true_and_its_moves_are_legal(ruleset: Ruleset) -> None:
    counts: Counter[str] = Counter()
    for position, move, claim in moves_and_claims(ruleset, range(5000, 5120)):
        said = judge(position, (), move, claim, LIMITS)
        check(position, move, claim, said)
        counts[said.outcome.value] += 1
    # Nothing stays open on boards so small.
    assert all(counts[outcome.value] > 5 for outcome in set(Outcome) - {Outcome.UNDECIDED})
    assert counts[Outcome.UNDECIDED.value] == 0


def test_the_connecting_move_meets_the_claim() -> None:
    start = make_position(Board(4, 3), "B1", "", WHITE)
    said = judge(start, (), Move(parse_hole("C3")), WHITE_CONNECTS, LIMITS)
    assert said.outcome is Outcome.MET
    assert said.after == start.play(Move(parse_hole("C3")))
    assert said.reply is None
    assert said.line == ()


def test_a_move_that_lets_the_opponent_connect_at_once_is_lost() -> None:
    start = make_position(Board(5, 4), "", "A2 C3 (A2-C3)", WHITE)
    said = judge(start, (), Move(parse_hole("B4")), WHITE_CONNECTS, LIMITS)
    assert said.outcome is Outcome.LOST
    assert said.reply is not None
    assert said.after.connected(BLACK)


def test_taking_the_last_path_meets_a_blocking_claim_and_loses_a_connecting_one() -> None:
    # C3 is the only hole through which Black can pass.
    board = Board(5, 5, holes=holes("B1 A3 C2 C4 E3 B5 D5 D1"))
    start = make_position(board, "", "A3 E3", WHITE)
    black = Claim(Aim.CONNECT, BLACK)
    assert start.has_path(BLACK)
    said = judge(start, (), Move(parse_hole("C2")), WHITE_BLOCKS, LIMITS)
    assert said.outcome is not Outcome.MET
    both = start.put(WHITE, parse_hole("C4"))
    said = judge(both, (), Move(parse_hole("C2")), WHITE_BLOCKS, LIMITS)
    assert said.outcome is Outcome.MET
    assert said.reply is None
    lost = judge(replace(both, to_move=BLACK), (), Move(parse_hole("C2")), black, LIMITS)
    assert lost.outcome is Outcome.MET


def test_a_search_that_is_cut_short_says_so_and_replies_nothing() -> None:
    said = judge(
        Position(Board(24, 24)), (), Move(parse_hole("M12")), WHITE_CONNECTS, Limits(nodes=1)
    )
    assert said.outcome is Outcome.UNDECIDED
    assert said.limit is Limit.NODES
    assert said.reply is None
    assert said.pegs is None


def test_an_illegal_move_is_refused() -> None:
    with pytest.raises(IllegalMoveError, match="border"):
        judge(Position(Board(6, 6)), (), Move(parse_hole("A3")), WHITE_CONNECTS, LIMITS)


def test_the_last_turn_passed_away_is_lost() -> None:
    # White only has to make the link, but passes; Black passes too, and the game is drawn.
    start = make_position(Board(4, 3, holes=holes("B1 C3 A2")), "B1 C3", "A2", WHITE)
    said = judge(start, (), Move(None), WHITE_CONNECTS, LIMITS)
    assert said.outcome is Outcome.LOST
    assert judge(start, (), Move(None), WHITE_BLOCKS, LIMITS).outcome is Outcome.MET
    drawn = judge(replace(start, passed=True), (), Move(None), WHITE_CONNECTS, LIMITS)
    assert drawn.outcome is Outcome.LOST
    assert drawn.after.result == Result(None, Ending.PASSED)
    link = Move(None, on=frozenset((parse_link("B1-C3"),)))
    assert judge(start, (), link, WHITE_CONNECTS, LIMITS).outcome is Outcome.MET


def test_taking_off_a_link_is_a_move_like_any_other() -> None:
    puzzle = classic("p27")
    start, (key,), claim = puzzle.position, puzzle.keys, claim_of(puzzle)
    assert not key.plain
    limits = Limits(nodes=400_000, memory=64)
    assert judge(start, (), key, claim, limits).outcome is Outcome.WINS
    assert judge(start, (), Move(key.peg), claim, limits).outcome is Outcome.LOSES


@pytest.mark.parametrize("name", ["p15", "p17", "p19", "p21", "p49"])
def test_the_published_key_wins_and_is_answered(name: str) -> None:
    puzzle = classic(name)
    claim = claim_of(puzzle)
    said = judge(puzzle.position, (), puzzle.keys[0], claim, Limits(nodes=100_000, memory=64))
    assert said.outcome is Outcome.WINS
    assert said.reply is not None
    end = said.after.play_all(said.line)
    assert end.connected(claim.prover)
    assert said.pegs is not None
    assert said.pegs >= 1


def test_only_moves_of_the_side_that_claims_are_judged() -> None:
    start = Position(Board(6, 6))
    with pytest.raises(IllegalMoveError, match="only moves of black are judged"):
        judge(start, (), Move(parse_hole("C3")), Claim(Aim.CONNECT, BLACK), LIMITS)
