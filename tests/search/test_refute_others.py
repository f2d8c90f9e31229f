"""Refuted first moves, one by one and all together."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from random import Random

import pytest

from solver.errors import CertificateError
from solver.files import parse_puzzle, puzzle_to_sgf
from solver.game import Hole, Move, Position, Ruleset, Side, parse_hole, position_text
from solver.oracle import connects
from solver.proof import Aim, Claim, Limits, Verdict, claim_of, write_certificate
from solver.search import Session, refute_others
from solver.verify import check_by_sat, check_certificate, check_strategy, read_certificate
from tests.cases import random_case
from tests.oracles.setup import classic
from tests.parts import batches
from tests.proof.test_lines import possible_slots, with_links

pytestmark = pytest.mark.native


def fulfilled(position: Position, claim: Claim) -> bool:
    """Tell by brute force whether a claim is true after a first move of its prover."""
    chaser = claim.chaser
    if any(position.connected(side) for side in Side):
        chain = position.connected(chaser)
    else:
        chain = connects(position, chaser)
    return chain is (claim.aim is Aim.CONNECT)


def judge(ruleset: Ruleset, seeds: Iterable[int]) -> Counter[str]:
    counts = Counter[str]()
    for seed in seeds:
        case, rng = random_case(ruleset, seed), Random(f"unique {seed}")
        position = replace(case.position, to_move=case.prover)
        free = list(position.open_holes(case.prover))
        for aim in Aim:
            claim, session = Claim(aim, case.prover), Session(Limits(memory=16))
            solution = session.solve(position, claim)
            if not free or solution.verdict is not Verdict.PROVEN or not solution.keys:
                continue
            keys = frozenset(key.peg for key in solution.keys if key.peg)
            found = refute_others(position, claim, keys, Limits(nodes=5_000), session)
            text = f"{seed}, {claim.text}: {position_text(position)}"
            assert keys <= found.winning, text
            if found.strategy is None:
                continue
            check_strategy(position, found.strategy, found.left)
            check_by_sat(position, found.strategy, found.left)
            for hole in free:
                turns = [Move(hole)]
                for _ in range(3):
                    slots = possible_slots(position, hole)
                    turns.append(with_links(position, hole, rng.sample(slots, len(slots))))
                values = [fulfilled(position.play(turn), claim) for turn in turns]
                if hole not in found.left:
                    assert not any(values), f"{hole} wins: {text}"
                    counts["refuted"] += 1
                elif hole in found.winning and any(values):
                    with pytest.raises(CertificateError):
                        check_strategy(position, found.strategy, found.left - {hole})
    return counts


@pytest.mark.parametrize("seeds", batches(4000, 25, each=150, count=2))
@pytest.mark.parametrize("ruleset", list(Ruleset))
def test_what_is_refuted_does_not_win(ruleset: Ruleset, seeds: range) -> None:
    counts = judge(ruleset, seeds)
    assert counts["refuted"] > 10


def test_a_slot_apart_may_end_in_a_hole_that_is_still_open() -> None:
    # One answer wants a slot apart that the first move it answers makes; another does not.
    judge(Ruleset.STD, [4149])


def test_an_answer_for_which_a_hole_may_be_lacking_refutes_nothing() -> None:
    """White has seven holes; what refutes a pass, by games side by side, may take four turns."""
    puzzle = parse_puzzle("""\
TwixT diagonal-45:6 STD, white to move and draw
   A  B  C  D
1     .  .
2  .  W  .  .
3  B  B  W  .
4  .  B  .  .
5     .  .
White links: none
Black links: none
""")
    key = frozenset({parse_hole("d3")})
    found = refute_others(puzzle.position, claim_of(puzzle), key, Limits(memory=16))
    assert found.strategy is None
    assert found.left == frozenset(puzzle.position.open_holes(Side.WHITE))
    assert key == found.winning


def test_the_key_of_a_real_puzzle_is_the_only_one() -> None:
    puzzle = classic("p07")
    claim = claim_of(puzzle)
    key = frozenset((parse_hole("F8"),))
    session = Session()
    found = refute_others(puzzle.position, claim, key, Limits(nodes=300_000), session)
    assert found.left == key
    assert found.strategy is not None
    text = puzzle_to_sgf(puzzle)
    data = write_certificate(text, claim, Verdict.DISPROVEN, found.strategy, key)
    again = read_certificate(data)
    assert again.but == key
    check_certificate(puzzle, again)
    check_certificate(puzzle, again, sat=True)
    for wrong in (
        replace(again, but=frozenset[Hole]()),
        replace(again, but=frozenset((parse_hole("E5"),))),
        replace(again, verdict=Verdict.PROVEN),
    ):
        for sat in (False, True):
            with pytest.raises(CertificateError):
                check_certificate(puzzle, wrong, sat=sat)
