"""The facts of an audit that the difficulty rests on: what is undecided is left out."""

from types import SimpleNamespace
from typing import cast

import pytest

from solver.audits import Dual, FirstMove, Kind, Replies
from solver.audits.difficulty_facts import foresight_of, rate
from solver.audits.foresight import scores
from solver.audits.proved_so_far import ProvedSoFar
from solver.difficulty import Facts, difficulty
from solver.files import parse_puzzle
from solver.game import parse_hole
from solver.proof import Limits, claim_of
from solver.search import solve
from tests.audits.test_replies_and_duals import FEW_PEGS

pytestmark = pytest.mark.native

PUZZLE = parse_puzzle(FEW_PEGS)

KEY = FirstMove(parse_hole("c4"), Kind.KEY, pegs=3)
TRY = FirstMove(parse_hole("b2"), Kind.TRY, pegs=3, replies=Replies(2, 0, 21))
HARDER = FirstMove(parse_hole("c2"), Kind.TRY, pegs=4, replies=Replies(1, 0, 21))
HALF_COUNTED = FirstMove(parse_hole("d2"), Kind.TRY, pegs=2, replies=Replies(1, 3, 21))
UNDECIDED = FirstMove(parse_hole("e2"), Kind.UNDECIDED)
DELAY = FirstMove(parse_hole("e3"), Kind.DELAY, pegs=3)

ALONE = Dual(2, "d1", (), 0, every=False)
BESIDE = Dual(2, "d1", ("b1",), 0, every=False)
EVERY = Dual(3, "d6", (), 0, every=True)
HALF_DECIDED = Dual(3, "d6", (), 2, every=False)


@pytest.fixture(scope="module")
def found() -> ProvedSoFar:
    solution = solve(PUZZLE.position, claim_of(PUZZLE), Limits(nodes=100_000, memory=16))
    assert solution.strategy is not None
    assert solution.strategy.root.depth > 2
    return cast(ProvedSoFar, SimpleNamespace(position=PUZZLE.position, proof=solution.strategy))


@pytest.mark.parametrize(
    ("moves", "duals", "looked_at", "only_moves"),
    [
        ([KEY, TRY], [], 1, 1),
        ([KEY, TRY, DELAY], [], 1, 0),
        ([KEY, TRY, UNDECIDED], [], 0, 0),
        ([KEY, TRY], [ALONE, BESIDE], 3, 2),
        ([KEY, TRY], [ALONE, EVERY], 3, 2),
        ([KEY, TRY], [ALONE, HALF_DECIDED], 2, 2),
    ],
)
def test_a_move_alone_wins_where_all_others_are_known_to_fail(
    found: ProvedSoFar,
    moves: list[FirstMove],
    duals: list[Dual],
    looked_at: int,
    only_moves: int,
) -> None:
    assert found.proof is not None
    facts = Facts(
        pegs=found.proof.root.depth,
        looked_at=looked_at,
        only_moves=only_moves,
        try_replies=2,
        try_length=3,
    )
    assert difficulty(facts) == rate(found, moves, duals, None)


@pytest.mark.parametrize(
    ("tries", "replies", "length"),
    [
        ([TRY, HARDER], 1, 4),
        ([TRY, HALF_COUNTED], 2, 3),
        ([HALF_COUNTED], None, 2),
    ],
)
def test_the_try_that_the_fewest_replies_refute_counts_if_all_replies_are_decided(
    found: ProvedSoFar, tries: list[FirstMove], replies: int | None, length: int
) -> None:
    assert found.proof is not None
    facts = Facts(
        pegs=found.proof.root.depth,
        looked_at=1,
        only_moves=1,
        try_replies=replies,
        try_length=length,
    )
    assert difficulty(facts) == rate(found, [KEY, *tries], [], None)


def test_an_idle_move_is_seen_to_fail_as_soon_as_it_is_refuted(found: ProvedSoFar) -> None:
    liked = scores(PUZZLE.position)
    worst = min(liked, key=lambda hole: liked[hole])
    moves = [
        FirstMove(hole, Kind.KEY if hole == worst else Kind.IDLE, pegs=1) for hole in sorted(liked)
    ]
    looked = foresight_of(found, moves)
    assert looked is not None
    assert looked.better > 0
    assert looked.ahead == 1
