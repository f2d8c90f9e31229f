"""A known proof answers whatever comes up while the prover plays by it."""

from random import Random

import pytest

from solver.answers.proof_reuse import covers, part_for
from solver.game import Move, Side, parse_hole
from solver.proof import Limits, NodeKind, claim_of, strategy_move
from solver.search import solve
from tests.oracles.setup import classic

pytestmark = pytest.mark.native


@pytest.mark.parametrize("name", ["p15", "p21", "p33", "p49"])
def test_a_game_by_the_proof_is_proved_to_its_end(name: str) -> None:
    """Nearly all these proofs are of games side by side: what is left of each is put together."""
    puzzle = classic(name)
    claim = claim_of(puzzle)
    strategy = solve(puzzle.position, claim, Limits(nodes=200_000)).strategy
    assert strategy is not None
    assert any(node.kind is NodeKind.SPLIT for node in strategy.nodes)
    for seed in range(20):
        rng, position = Random(seed), puzzle.position
        while position.result is None:
            assert covers(position, strategy)
            part = part_for(position, strategy)
            assert part is not None, position
            if position.to_move is claim.prover:
                position = position.play(strategy_move(position, part.root))
            else:
                # Replies in the zone, mostly: others change nothing.
                everywhere = list(position.open_holes(position.to_move))
                zone = sorted(part.root.zone.intersection(everywhere))
                holes = zone if zone and rng.random() < 0.9 else everywhere
                position = position.play(Move(rng.choice(holes)))
        assert position.connected(claim.prover)


def test_a_game_that_the_opponent_has_gained_on_is_not_covered() -> None:
    """After the key of p17 both games are needed: two replies in one of them are too many."""
    puzzle = classic("p17")
    claim = claim_of(puzzle)
    strategy = solve(puzzle.position, claim, Limits(nodes=200_000)).strategy
    assert strategy is not None
    position = puzzle.position.play(strategy_move(puzzle.position, strategy.root))
    for hole in ("f3", "d2"):
        position = position.put(Side.BLACK, parse_hole(hole))
    assert not covers(position, strategy)
    assert part_for(position, strategy) is None
