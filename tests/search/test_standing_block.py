"""Blocks that stand already: their cuts hold, whole or as small as can be."""

from collections import Counter

import pytest

from solver.game import Ruleset
from solver.search import Cancel
from solver.search.budget import Budget
from solver.search.standing_block import standing_block
from solver.verify import check_strategy
from tests.cases import random_case


@pytest.mark.parametrize("ruleset", Ruleset)
def test_without_time_to_leave_pegs_out_the_cut_is_all_that_stands(ruleset: Ruleset) -> None:
    late, counts = Budget(cancel=Cancel()), Counter[str]()
    late.cancel.set()
    for seed in range(300):
        case = random_case(ruleset, seed)
        position, side = case.position, case.prover
        whole = standing_block(position, side, budget=late)
        small = standing_block(position, side)
        assert (whole is None) == (small is None)
        if whole is None or small is None or position.last_turn:
            continue
        check_strategy(position, whole)
        check_strategy(position, small)
        assert whole.root.pegs == position.pegs(side)
        assert whole.root.links == position.links(side)
        counts["blocks"] += 1
        counts["smaller"] += small.root.pegs < whole.root.pegs
    assert counts["blocks"] > 20
    assert counts["smaller"] > 20
