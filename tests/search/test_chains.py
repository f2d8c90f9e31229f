"""Chains that do not cross themselves, against a search through all of them."""

from dataclasses import replace
from random import Random

import pytest

from solver.game import (
    Hole,
    Link,
    Move,
    Ruleset,
    Side,
)
from solver.search.chains import KnownChains, has_chain, uncrossed_links
from tests.cases import random_case
from tests.oracles.chains import (
    CROSSING_ONLY,
    CrossingOnly,
    every_chain_tried,
    random_network,
    some_path_fits,
)


@pytest.mark.parametrize("ruleset", [Ruleset.STD, Ruleset.THREE_M])
def test_chains_are_found_exactly_where_there_are_some(ruleset: Ruleset) -> None:
    for seed in range(400):
        position = random_case(ruleset, seed).position
        for side in Side:
            expected = every_chain_tried(position, side)
            assert expected == has_chain(position, side)


def test_a_circle_at_either_end_is_no_chain() -> None:
    # From a start into a circle, and from a finish into another, with nothing between them.
    def dead_end(left: int) -> tuple[Hole, set[Link]]:
        tip, a, b, c, d = (
            Hole(left + col, row) for col, row in ((0, 0), (1, 2), (3, 3), (4, 5), (2, 4))
        )
        return tip, {Link.of(tip, a), Link.of(a, b), Link.of(b, c), Link.of(c, d), Link.of(d, a)}

    start, one = dead_end(0)
    finish, two = dead_end(10)
    assert not uncrossed_links(one | two, one | two, [(start, None)], [(finish, None)])


@pytest.mark.parametrize("case", CROSSING_ONLY, ids=lambda case: case.name)
def test_no_chain_where_paths_are_many_and_all_cross_themselves(case: CrossingOnly) -> None:
    position = case.position
    assert position.has_path(Side.WHITE)
    assert not has_chain(position, Side.WHITE)
    assert has_chain(replace(position, ruleset=Ruleset.PP), Side.WHITE), "there it may"


def test_networks_with_links_out_of_the_board() -> None:
    for seed in range(600):
        links, inner, starts, finishes = random_network(Random(seed))
        expected = some_path_fits(inner, starts, finishes)
        assert expected == (uncrossed_links(links, inner, starts, finishes) is not None), seed


@pytest.mark.parametrize("ruleset", [Ruleset.STD, Ruleset.THREE_M])
def test_chains_known_from_other_positions_change_no_answer(ruleset: Ruleset) -> None:
    asked, had_room = 0, 0
    for seed in range(100):
        start, rng = random_case(ruleset, seed).position, Random(seed)
        known = KnownChains(start.board)
        for _ in range(12):
            position = start
            for _ in range(rng.randrange(5)):
                if position.result is None and (holes := [*position.open_holes(position.to_move)]):
                    position = position.play(Move(rng.choice(holes)))
            for side in Side:
                asked, had_room = asked + 1, had_room + known.has_room(position, side)
                assert has_chain(position, side, known) == has_chain(position, side), seed
    assert asked / 4 < had_room < asked
