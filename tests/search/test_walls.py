"""Walls: what they save a search of blocks, and that no block is missed where they mislead."""

import pytest

from solver.arena import compile_arena
from solver.bench.fuzz import fuzz_seed
from solver.game import Move, Position, Ruleset, parse_hole, position_text
from solver.proof import Aim, Claim, Limits
from solver.search import Options
from solver.search.budget import Budget
from solver.search.prover import Search
from tests.cases import random_case
from tests.oracles.setup import classic

pytestmark = pytest.mark.native


def block_search(position: Position, claim: Claim, nodes: int, *, walls: bool) -> tuple[bool, int]:
    """Search for a block alone; return whether it is proven, and the nodes."""
    arena, budget = compile_arena(position), Budget(Limits(nodes=nodes))
    search = Search(arena, claim, 64, Options(walls=walls), 1)
    search.begin(arena, position.to_move)
    return search.run(nodes, budget, lambda _: None), search.prover.nodes


def after(name: str, move: str) -> tuple[Position, Claim]:
    """Return a classic after a move, and the block of the side that answers."""
    position = classic(name).position.play(Move(parse_hole(move)))
    return position, Claim(Aim.BLOCK, position.to_move)


@pytest.mark.parametrize(("name", "move"), [("p14", "f9"), ("p14", "b9"), ("p01", "i12")])
def test_a_block_follows_its_shortest_walls(name: str, move: str) -> None:
    """A block that needs more pegs than turns are left is not searched for."""
    position, claim = after(name, move)
    proven, nodes = block_search(position, claim, 20_000, walls=True)
    assert proven
    assert not block_search(position, claim, 4 * nodes, walls=False)[0]


def test_a_block_without_a_wall_is_found() -> None:
    """White's links cross at the end, but no chain of his joins the ones to the others: four turns
    are enough where a wall would need more."""
    position, claim = after("p25", "g4")
    assert block_search(position, claim, 200_000, walls=False)[0]
    assert block_search(position, claim, 400_000, walls=True)[0]


@pytest.mark.parametrize("seed", [9_010_073])
def test_walls_of_an_earlier_position_are_forgotten(seed: int) -> None:
    """Found by `twixt bench --fuzz`: the search read faces of a larger plane, and crashed."""
    _, wrong = fuzz_seed(seed)
    assert not wrong


@pytest.mark.parametrize("ruleset", list(Ruleset))
def test_walls_change_no_verdict_on_small_boards(ruleset: Ruleset) -> None:
    proven = 0
    for seed in range(150):
        case = random_case(ruleset, 70_000 + seed)
        claim = Claim(Aim.BLOCK, case.prover.other)
        with_walls, plain = (
            block_search(case.position, claim, 20_000, walls=walls)[0] for walls in (True, False)
        )
        assert with_walls is plain, position_text(case.position)
        proven += plain
    assert proven >= 30
