"""Chains that do not cross themselves, against a search through all of them."""

from collections.abc import Callable

import pytest

from solver.game import Hole, Link, Position, Ruleset, Side, cross
from solver.oracle import random_case
from solver.proof.links_sat import _satisfiable, has_chain


def every_chain_tried(position: Position, side: Side) -> bool:
    """Walk every path of links that do not cross."""
    board = position.board
    holes, links = position.could_have(side)
    inside = {hole for hole in holes if board.in_region(hole)}

    def reaches(end: int, hole: Hole, chain: list[Link]) -> list[list[Link]]:
        ways = [chain] if board.on_goal_line(side, end, hole) else []
        for link in links:
            if hole in link and link.end_opposite(hole) not in inside:
                fits = not any(cross(link, other) for other in chain)
                if fits and board.meets_goal_line(side, end, link):
                    ways.append([*chain, link])
        return ways

    def walk(hole: Hole, seen: frozenset[Hole], chain: list[Link]) -> bool:
        if reaches(1, hole, chain):
            return True
        for link in links:
            if hole not in link:
                continue
            other = link.end_opposite(hole)
            if other in inside and other not in seen:
                if any(cross(link, earlier) for earlier in chain):
                    continue
                if walk(other, seen | {other}, [*chain, link]):
                    return True
        return False

    return any(
        walk(hole, frozenset({hole}), chain) for hole in inside for chain in reaches(0, hole, [])
    )


@pytest.mark.parametrize("ruleset", [Ruleset.STD, Ruleset.THREE_M])
def test_chains_are_found_exactly_where_there_are_some(
    ruleset: Ruleset, record_property: Callable[[str, object], None]
) -> None:
    crossing_only = 0
    for seed in range(400):
        position = random_case(ruleset, seed).position
        for side in Side:
            expected = every_chain_tried(position, side)
            assert expected == has_chain(position, side)
            crossing_only += position.has_path(side) and not expected
    record_property("figure", f"paths that all cross themselves: {crossing_only} of 800")


def test_a_circle_at_either_end_is_no_chain() -> None:
    # From a start into a circle, and from a finish into another, with nothing between them.
    def dead_end(left: int) -> tuple[Hole, set[Link]]:
        tip, a, b, c, d = (
            Hole(left + col, row) for col, row in ((0, 0), (1, 2), (3, 3), (4, 5), (2, 4))
        )
        return tip, {Link.of(tip, a), Link.of(a, b), Link.of(b, c), Link.of(c, d), Link.of(d, a)}

    start, one = dead_end(0)
    finish, two = dead_end(10)
    assert not _satisfiable(one | two, one | two, [(start, None)], [(finish, None)])
