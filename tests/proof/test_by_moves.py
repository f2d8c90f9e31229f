"""The search move by move: as right as the searches at its leaves, and it sees further."""

from collections import Counter

import pytest

from solver.game import Ruleset
from solver.oracle import position_text, random_case
from solver.proof import (
    Aim,
    Claim,
    Limits,
    Session,
    Verdict,
    check_by_sat,
    check_strategy,
    solve_by_moves,
)
from tests.parts import parts

pytestmark = pytest.mark.native


PER_PART = 60
"""Cases in one part."""


@pytest.mark.parametrize("part", parts(20))
@pytest.mark.parametrize("ruleset", Ruleset)
def test_small_boards_have_their_value(ruleset: Ruleset, part: int) -> None:
    """A leaf of one node decides next to nothing, so that all is put together from moves."""
    told = Counter[Verdict]()
    for seed in range(part * PER_PART, (part + 1) * PER_PART):
        case = random_case(ruleset, seed)
        claim = Claim(Aim.CONNECT, case.prover)
        for asked in (claim, claim.opposite):
            limits = Limits(nodes=3_000)
            found = solve_by_moves(Session(64), case.position, asked, limits, first=1, each=1)
            told[found.verdict] += 1
            if found.strategy is None:
                assert found.limit is not None
                continue
            true = (asked == claim) == case.connects
            place = f"{ruleset.value} {seed} {asked.text}\n{position_text(case.position)}"
            assert (found.verdict is Verdict.PROVEN) == true, place
            check_strategy(case.position, found.strategy)
            if seed % 10 == 0:
                check_by_sat(case.position, found.strategy)
    assert told[Verdict.UNDECIDED] < told.total() / 5, told
