"""A search that is told lies about the board never gets a false proof past the checker."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from random import Random

import pytest

from solver.arena import Arena, ArenaSide, compile_arena
from solver.errors import CertificateError, IllegalMoveError
from solver.game import Position, Ruleset, Side, position_text
from solver.oracle import TooHardError, connects, random_position
from solver.proof import Aim, Claim, Limits, Verdict
from solver.search import session, solve
from tests.parts import batches

pytestmark = pytest.mark.native

LIMITS = Limits(nodes=3_000, memory=16)

Lie = Callable[[Random, Arena, ArenaSide, ArenaSide], tuple[ArenaSide, ArenaSide]]
"""Changes what one side, the prover, and the other may do."""


def some(rng: Random, numbers: Iterable[int], share: float) -> tuple[int, ...]:
    return tuple(number for number in numbers if rng.random() < share)


def union(one: tuple[int, ...], two: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted({*one, *two}))


def slots_hidden(
    rng: Random, _arena: Arena, me: ArenaSide, foe: ArenaSide
) -> tuple[ArenaSide, ArenaSide]:
    return me, replace(foe, slots=some(rng, foe.slots, rng.choice([0.0, 0.7])))


def holes_closed(
    rng: Random, _arena: Arena, me: ArenaSide, foe: ArenaSide
) -> tuple[ArenaSide, ArenaSide]:
    return me, replace(foe, open=some(rng, foe.open, 0.8))


def links_hidden(
    rng: Random, _arena: Arena, me: ArenaSide, foe: ArenaSide
) -> tuple[ArenaSide, ArenaSide]:
    return me, replace(foe, links=some(rng, foe.links, 0.5))


def pegs_given(
    rng: Random, _arena: Arena, me: ArenaSide, foe: ArenaSide
) -> tuple[ArenaSide, ArenaSide]:
    free = [hole for hole in me.open if hole not in foe.pegs]
    return replace(me, pegs=union(me.pegs, some(rng, free, 0.15))), foe


def links_given(
    rng: Random, arena: Arena, me: ArenaSide, foe: ArenaSide
) -> tuple[ArenaSide, ArenaSide]:
    pegs = {arena.hole(number) for number in me.pegs}
    pairs = [slot for slot in me.slots if pegs.issuperset(arena.link(slot))]
    return replace(me, links=union(me.links, some(rng, pairs, 0.5))), foe


def goals_given(
    rng: Random, _arena: Arena, me: ArenaSide, foe: ArenaSide
) -> tuple[ArenaSide, ArenaSide]:
    top, bottom = (union(goal, some(rng, me.open, 0.1)) for goal in me.goals)
    return replace(me, goals=(top, bottom)), foe


LIES: list[Lie] = [
    slots_hidden,
    holes_closed,
    links_hidden,
    pegs_given,
    links_given,
    goals_given,
]


def judge_lies(monkeypatch: pytest.MonkeyPatch, seeds: Iterable[int]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for seed in seeds:
        rng = Random(f"lies {seed}")
        position = random_position(rng, rng.choice([Ruleset.STD, Ruleset.PP]))
        if position is None:
            continue
        position = replace(position, to_move=rng.choice(list(Side)))
        prover, lie = rng.choice(list(Side)), rng.choice(LIES)
        try:
            true = connects(position, prover, nodes=2000)
        except TooHardError:
            continue

        def lying(
            told: Position, rng: Random = rng, prover: Side = prover, lie: Lie = lie
        ) -> Arena:
            arena = compile_arena(told)
            me, foe = lie(rng, arena, arena.side(prover), arena.side(prover.other))
            white, black = (me, foe) if prover is Side.WHITE else (foe, me)
            return replace(arena, white=white, black=black)

        monkeypatch.setattr(session, "compile_arena", lying)
        try:
            verdict = solve(position, Claim(Aim.CONNECT, prover), LIMITS).verdict
        except (CertificateError, IllegalMoveError):
            counts[f"refused, {true}"] += 1
            continue
        counts[f"{verdict.value}, {true}"] += 1
        wrong = Verdict.DISPROVEN if true else Verdict.PROVEN
        assert verdict is not wrong, f"{prover}, {lie.__name__}: {position_text(position)}"
    return counts


@pytest.mark.parametrize("seeds", batches(0, 1500, each=2500, count=8))
def test_no_lie_about_the_board_makes_a_false_proof(
    monkeypatch: pytest.MonkeyPatch, seeds: range
) -> None:
    counts = judge_lies(monkeypatch, seeds)
    assert counts["refused, False"] > 15
