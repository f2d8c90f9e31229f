"""The brute force with Privileges against the readable rules, and what must be true of it."""

from dataclasses import replace
from functools import partial
from random import Random

import pytest

from solver.game import PrivilegedPosition, Ruleset, Side, holders_letters, position_text
from solver.oracle import TooHardError, connects, connects_with_privilege, random_position
from solver.oracle.privilege import measured_with_privilege
from tests.oracles.naive import moves_of, tiny_position
from tests.parts import batches

HOLDERS = [frozenset({Side.WHITE}), frozenset({Side.BLACK}), frozenset(Side)]


def naively_connects(start: PrivilegedPosition, prover: Side) -> bool:
    known: dict[PrivilegedPosition, bool] = {}

    def value(here: PrivilegedPosition) -> bool:
        position = here.position
        if position.result is not None:
            return position.result.winner is prover
        if here not in known:
            known[here] = position.to_move is not prover
            for after in turns(here):
                if value(after) is (position.to_move is prover):
                    known[here] = not known[here]
                    break
        return known[here]

    def turns(here: PrivilegedPosition) -> list[PrivilegedPosition]:
        found = []
        for move in moves_of(here.position):
            after = here.play(move)
            found.append(after)
            mover = here.position.to_move
            open_left = next(after.position.open_holes(mover), None) is not None
            if here.can_call and after.position.result is None and move.peg and open_left:
                found.append(here.play(move, call=True))
        return found

    return value(start)


@pytest.mark.parametrize("ruleset", [Ruleset.STD, Ruleset.PP])
@pytest.mark.parametrize("seeds", batches(0, 30, each=60, count=2))
def test_it_agrees_with_the_readable_rules(seeds: range, ruleset: Ruleset) -> None:
    most = (3, 5) if ruleset is Ruleset.STD else (4, 99)
    measured = partial(measured_with_privilege, holders=Side)
    for seed in seeds:
        position = tiny_position(Random(f"privilege {seed}"), ruleset, *most, measured)
        for holders in HOLDERS:
            for prover in Side:
                found = connects_with_privilege(position, prover, holders)
                shown = f"{seed} {holders_letters(holders)} {prover} {position_text(position)}"
                assert found is naively_connects(PrivilegedPosition(position, holders), prover), (
                    shown
                )


@pytest.mark.parametrize("ruleset", [Ruleset.STD, Ruleset.PP])
def test_a_privilege_never_hurts_its_holder_and_none_is_the_ordinary_game(
    ruleset: Ruleset,
) -> None:
    changed = asked = 0
    rng = Random(f"held {ruleset.value}")
    while asked < 300:
        position = random_position(rng, ruleset)
        if position is None:
            continue
        position = replace(position, to_move=rng.choice(list(Side)))
        prover = rng.choice(list(Side))
        limited = partial(connects_with_privilege, position, prover, nodes=3000)
        try:
            if measured_with_privilege(position, prover, Side, nodes=3000)[1] < 3:
                continue
            plain, mine, his, both = map(limited, ((), (prover,), (prover.other,), Side))
        except TooHardError:
            continue
        asked += 1
        assert plain is connects(position, prover)
        assert his <= plain <= mine
        assert his <= both <= mine
        changed += len({plain, mine, his, both}) > 1
    assert changed > 20
