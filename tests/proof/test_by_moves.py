"""The search move by move: as right as the searches at its leaves, and it sees further."""

from collections import Counter
from dataclasses import replace

import pytest

from solver.errors import CertificateError
from solver.game import Ruleset, parse_hole
from solver.oracle import position_text, random_case
from solver.proof import (
    Aim,
    Cancel,
    Claim,
    Limit,
    Limits,
    Ration,
    RefutedMoves,
    Session,
    Verdict,
    check_by_sat,
    check_strategy,
    claim_of,
    solve,
    solve_by_moves,
)
from tests.oracles.setup import classic
from tests.parts import parts

pytestmark = pytest.mark.native


FOUND = (1182,)
"""Seeds that once failed."""

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


def test_it_refutes_what_no_single_search_does() -> None:
    """After k7 in p27 Black's block is a matter of ten moves, each found in 5,000 nodes or less."""
    puzzle = classic("p27")
    claim = claim_of(puzzle)
    after = RefutedMoves(puzzle.position, claim).after(parse_hole("k7"), frozenset())
    limits = Limits(nodes=1_000_000)
    found = solve_by_moves(Session(), after, claim.opposite, limits)
    assert found.verdict is Verdict.PROVEN
    assert found.strategy is not None
    check_by_sat(after, found.strategy)
    assert solve(after, claim.opposite, limits).verdict is Verdict.UNDECIDED


def test_a_move_may_connect_with_links_that_were_asked_about_later() -> None:
    """Found by the trials: such a position was given to the search, which takes none decided."""
    for seed in FOUND:
        case = random_case(Ruleset.STD, seed)
        claim = Claim(Aim.CONNECT, case.prover)
        for asked in (claim, claim.opposite):
            limits = Limits(nodes=3_000)
            found = solve_by_moves(Session(64), case.position, asked, limits, first=1, each=1)
            true = (asked == claim) == case.connects
            assert found.verdict is not (Verdict.DISPROVEN if true else Verdict.PROVEN)


@pytest.mark.parametrize("limits", [Limits(nodes=30_000), Limits(seconds=0.05)])
def test_limits_hold(limits: Limits) -> None:
    puzzle = classic("p41")
    found = solve_by_moves(Session(), puzzle.position, claim_of(puzzle), limits)
    wanted = Limit.NODES if limits.nodes else Limit.SECONDS
    assert (found.verdict, found.limit) == (Verdict.UNDECIDED, wanted)
    if limits.nodes:
        assert found.nodes <= limits.nodes + 1  # the core sees the limit one node later


def test_a_cancelled_session_ends_it() -> None:
    cancel = Cancel()
    cancel.set()
    puzzle = classic("p41")
    found = solve_by_moves(
        Ration(Limits(), cancel), puzzle.position, claim_of(puzzle), Limits(nodes=10**9)
    )
    assert found.limit is Limit.CANCELLED


def test_links_to_another_first_move_are_not_asked_about() -> None:
    """What refutes j5 in p27 needs f6 and h7 unlinked: f6 is empty, so j5 is refuted."""
    puzzle = classic("p27")
    claim, hole = claim_of(puzzle), parse_hole("j5")
    refuted = RefutedMoves(puzzle.position, claim)
    after = refuted.after(hole, frozenset())
    found = solve_by_moves(Session(), after, claim.opposite, Limits(nodes=1_000_000))
    assert found.strategy is not None
    assert refuted.take_in(found.strategy)
    assert refuted.unanswered(hole) is None
    rest = frozenset(puzzle.position.open_holes(claim.prover)) - {hole}
    strategy = refuted.strategy(rest)
    assert strategy is not None
    check_by_sat(puzzle.position, strategy, rest)
    slots = {slot for node in strategy.nodes for slot in node.apart}
    assert any(parse_hole("f6") in slot for slot in slots)
    root = replace(strategy.root, zone=strategy.root.zone - {parse_hole("f6")})
    broken = replace(strategy, nodes=(*strategy.nodes[:-1], root))
    with pytest.raises(CertificateError):
        check_strategy(puzzle.position, broken, rest)
