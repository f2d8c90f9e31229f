"""Mining: what is kept is what the product's own audit and brute measures say of it."""

from collections.abc import Iterable
from itertools import count

import pytest

from solver.audits import Kind, Soundness, scores
from solver.batch import run_plans
from solver.files import parse_puzzle
from solver.mine import Block, Candidate, Mined, Reason, mine_block, random_sources
from solver.work import Answer, Failure, Fault, Unit, perform, run_here

pytestmark = pytest.mark.native

BLOCKS = range(3)
"""Of the source below; they hold at least one puzzle and most reasons to reject."""


@pytest.fixture(scope="module")
def blocks() -> list[Block]:
    source = random_sources()["board-8x8"]
    return [mine(source(number)) for number in BLOCKS]


def mine(candidates: Iterable[Candidate]) -> Block:
    found = run_here(mine_block(candidates))
    assert isinstance(found, Block)
    return found


def kept(blocks: list[Block]) -> list[Mined]:
    return [mined for block in blocks for mined in block.kept]


def test_every_candidate_is_kept_or_rejected_for_a_reason(blocks: list[Block]) -> None:
    source = random_sources()["board-8x8"]
    for number, block in zip(BLOCKS, blocks, strict=True):
        tried = len(list(source(number)))
        assert tried == len(block.kept) + sum(block.rejected.values())
        assert 0 < tried <= 20
        assert set(block.rejected) <= set(Reason)
    assert kept(blocks)


def test_what_is_kept_is_sound_with_one_key_that_counting_pegs_does_not_find(
    blocks: list[Block],
) -> None:
    for mined in kept(blocks):
        assert Soundness.SOUND is mined.audit.verdict
        position = mined.puzzle.position
        (key,) = mined.puzzle.keys
        assert key.peg is not None
        liked = scores(position)
        winning = {move.hole for move in mined.audit.of(Kind.KEY, Kind.DELAY)}
        most = max(liked[hole] for hole in winning)
        better = [hole for hole, score in liked.items() if score > most]
        assert len(better) == mined.features.better >= 1
        assert mined.features.pegs >= 4
        assert len(mined.audit.idle_pegs) <= 2
        assert position.play(key).result is None


def test_a_delay_is_no_move_to_fall_for() -> None:
    """Of the moves that look better than the key all win, in another order."""
    position = parse_puzzle("""\
TwixT 8x8 STD, black to move and win
   A  B  C  D  E  F  G  H
1     .  .  .  .  .  .
2  .  .  .  W  .  .  .  .
3  .  B  .  .  B  .  .  .
4  .  .  .  W  .  .  .  .
5  .  .  .  .  .  .  .  .
6  .  .  .  .  .  .  .  .
7  .  .  .  .  .  .  .  .
8     W  .  .  .  .  .
""").position
    pegs = tuple(sorted(position.white | position.black))
    found = mine([Candidate(position, pegs, "here")])
    assert ((), {Reason.EASY: 1}) == (found.kept, found.rejected)


@pytest.mark.parametrize("fault", Fault)
@pytest.mark.parametrize("after", [0, 3])
def test_a_block_with_a_lost_search_is_lost_and_one_with_a_refused_position_is_not(
    after: int, fault: Fault
) -> None:
    asked = count()

    def lose_one(unit: Unit) -> Answer | Failure:
        return Failure(fault, "gone") if next(asked) == after else perform(unit)

    found = run_here(mine_block(random_sources()["board-8x8"](0)), lose_one)
    if fault is Fault.REFUSED:
        assert isinstance(found, Block)
        assert found.rejected.get(Reason.FAILED, 0) == 1
    else:
        assert found == Failure(fault, "gone")


def test_the_same_blocks_are_mined_alike_in_two_processes(blocks: list[Block]) -> None:
    source = random_sources()["board-8x8"]
    plans = (mine_block(source(number)) for number in BLOCKS)
    found = [block for _, block in run_plans(plans, jobs=2)]
    for one, other in zip(blocks, found, strict=True):
        assert isinstance(other, Block)
        assert one.rejected == other.rejected
        assert one.nodes == other.nodes
        puzzles = [(each.puzzle, each.features, each.cores) for each in one.kept]
        assert puzzles == [(each.puzzle, each.features, each.cores) for each in other.kept]


def test_a_source_gives_the_same_positions_again() -> None:
    for name, source in random_sources(3).items():
        first = list(source(7))
        assert first == list(random_sources(3)[name](7)), name
        assert first != list(source(8))
