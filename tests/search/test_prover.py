"""One search: its proofs are packed whole, and what it leaves out costs no nodes."""

import pytest

from solver.arena import compile_arena
from solver.game import Move, Ruleset, parse_hole
from solver.proof import Aim, Claim, Limits, claim_of
from solver.search import Budget
from solver.search.core import core
from solver.search.options import Options
from solver.search.prover import Search
from tests.cases import random_case
from tests.oracles.setup import classic

pytestmark = pytest.mark.native


def asked() -> list[tuple[Search, bool]]:
    """Return searches that have ended, each with whether there is a proof."""
    cases = [(classic(name).position, claim_of(classic(name))) for name in ("p15", "p17", "p19")]
    for seed in range(120):
        case = random_case(list(Ruleset)[seed % 3], seed)
        claim = Claim(Aim.CONNECT, case.prover)
        cases += [(case.position, claim), (case.position, claim.opposite)]
    found = []
    for position, claim in cases:
        arena = compile_arena(position)
        search = Search(arena, claim, 64, Options(), 1)
        search.begin(arena, position.to_move)
        found.append((search, search.run(200_000, Budget(Limits(nodes=200_000)), lambda _: None)))
    return found


def test_what_is_unpacked_is_what_was_found() -> None:
    proven = 0
    for search, found in asked():
        if not found:
            with pytest.raises(ValueError, match="nothing is proven"):
                search.outline()
            continue
        whole, outline = search.strategy(), search.outline()
        assert outline.unfold() == whole
        assert outline.root == whole.root
        proven += 1
    assert proven > 100


@pytest.mark.parametrize("broken", [b"\x80", b"\x02", b"\xff" * 6, b"\x00" * 4])
def test_bytes_that_are_no_proof_are_refused(broken: bytes) -> None:
    with pytest.raises(ValueError, match="no packed proof"):
        core.unpacked(broken)


@pytest.mark.parametrize("first", ["f6", "d7"])
def test_a_block_is_not_tried_where_it_stops_no_path_past_links_that_cross(first: str) -> None:
    """White's links of p36 cross so often that nearly all of his last moves fail by their choice;
    each tried by itself, 12,000 nodes asked by hundreds are not enough for three turns."""
    position = classic("p36").position.play(Move(parse_hole(first)))
    arena, budget = compile_arena(position), Budget()
    search = Search(arena, Claim(Aim.BLOCK, position.to_move.other), 64, Options(), 1)
    search.begin(arena, position.to_move)
    while search.prover.budget < 4:
        assert budget.nodes < 3_000
        search.run(100, budget, lambda _: None)
