"""The brute force with Privileges against the readable rules, and what must be true of it."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from random import Random

import pytest

from solver.game import (
    Move,
    Position,
    PrivilegedPosition,
    Ruleset,
    Side,
    holders_letters,
    position_text,
)
from solver.oracle import TooHardError, connects, connects_with_privilege, random_position
from solver.oracle.privilege import measured_with_privilege
from tests.oracles.naive import moves_of, tiny_position
from tests.parts import batches

HOLDERS = [frozenset({Side.WHITE}), frozenset({Side.BLACK}), frozenset(Side)]


class Naive:
    """The game tree by the readable rules with Privileges; what was played once is kept."""

    def __init__(self) -> None:
        self._known: dict[tuple[PrivilegedPosition, Side], bool] = {}
        self._played: dict[Position, tuple[list[tuple[Move, Position]], Iterator[Move]]] = {}

    def connects(self, here: PrivilegedPosition, prover: Side) -> bool:
        """Tell whether the prover can force his chain."""
        position = here.position
        if position.result is not None:
            return position.result.winner is prover
        mine = position.to_move is prover
        if (here, prover) not in self._known:
            found = any(self.connects(after, prover) is mine for after in self._turns(here))
            self._known[here, prover] = found is mine
        return self._known[here, prover]

    def _turns(self, here: PrivilegedPosition) -> Iterator[PrivilegedPosition]:
        mover = here.position.to_move
        for move, after in self._moves(here.position):
            yield PrivilegedPosition(after, here.holders)
            open_left = next(after.open_holes(mover), None) is not None
            if here.can_call and after.result is None and move.peg and open_left:
                yield here.play(move, call=True)

    def _moves(self, position: Position) -> Iterator[tuple[Move, Position]]:
        """Yield the moves with the positions after them, which are the same for all holders."""
        if position not in self._played:
            self._played[position] = [], moves_of(position)
        played, others = self._played[position]
        yield from played
        for move in others:
            played.append((move, position.play(move)))
            yield played[-1]


@pytest.mark.parametrize("ruleset", [Ruleset.STD, Ruleset.PP])
@pytest.mark.parametrize("seeds", batches(0, 30, each=30, count=4))
def test_it_agrees_with_the_readable_rules(seeds: range, ruleset: Ruleset) -> None:
    most = (3, 5) if ruleset is Ruleset.STD else (4, 99)
    measured = partial(measured_with_privilege, holders=Side)
    for seed in seeds:
        position = tiny_position(Random(f"privilege {seed}"), ruleset, *most, measured)
        naive = Naive()
        for holders in HOLDERS:
            for prover in Side:
                found = connects_with_privilege(position, prover, holders)
                shown = f"{seed} {holders_letters(holders)} {prover} {position_text(position)}"
                start = PrivilegedPosition(position, holders)
                assert found is naive.connects(start, prover), shown


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
