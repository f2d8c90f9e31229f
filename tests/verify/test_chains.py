"""Chains that do not cross themselves, against a search through all of them."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from solver.game import (
    Hole,
    Link,
    Move,
    Position,
    Ruleset,
    Side,
    cross,
    neighbours,
    parse_hole,
    parse_link,
)
from solver.oracle import random_case
from solver.verify.chains import Chains, _choice, has_chain
from tests.oracles.setup import classic


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
    assert not _choice(one | two, one | two, [(start, None)], [(finish, None)])


@pytest.mark.parametrize(
    ("name", "closed", "white", "white_links", "black", "black_links"),
    [
        (  # a formula for the chain itself took minutes
            "p25",
            "",
            "b2 c7 d4 d5 d9 f3 f4 h2 h3 h4 h6 j3 j4 j5 j9",
            "c7-d5 c7-d9 d4-f3 d5-f4 f3-h4 h2-j3 h4-j3 h4-j5 h6-j5",
            "b4 c5 d3 e3 e4 e5 f5 g2 g6 h8 i2 i3 i5 i6 k3 k5 l3",
            "b4-d3 c5-d3 c5-e4 e3-g2 e5-g6 g2-i3 g6-h8 g6-i5 h8-i6 i2-k3 i6-k5 k5-l3",
        ),
        (  # one cut at a time took minutes
            "p27",
            "g8",
            "b6 d11 d7 e6 e8 e9 f4 g4 g7 h7 h9 i3 i9 j11 j8 k6 l12",
            "b6-d7 d11-e9 d7-e9 e6-f4 e6-g7 e8-g7 g4-i3 g7-h9 h7-i9 h7-j8 i9-j11 j11-l12 j8-k6",
            "a5 b9 c11 c6 d6 d9 e10 e12 e5 f3 f5 f7 g11 g6 g9 h4 i10 i6 i7 i8 j10 k5 k9 l7",
            "a5-c6 b9-c11 c11-d9 c11-e12 c6-e5 d6-f7 e10-g11 e12-g11 e5-f3 f5-h4 g11-i10 g6-h4 "
            "g9-i10 h4-i6 i6-k5 i8-j10 i8-k9 k5-l7 k9-l7",
        ),
    ],
    ids=["p25", "p27"],
)
def test_no_chain_where_paths_are_many_and_all_cross_themselves(
    name: str, closed: str, white: str, white_links: str, black: str, black_links: str
) -> None:
    position = classic(name).position
    board = position.board.closing(Side.WHITE, frozenset(map(parse_hole, closed.split())))
    position = replace(position, board=board)
    for side, pegs, links in (
        (Side.WHITE, white, white_links),
        (Side.BLACK, black, black_links),
    ):
        position = position.with_side(
            side, map(parse_hole, pegs.split()), map(parse_link, links.split())
        )
    assert position.has_path(Side.WHITE)
    assert not has_chain(position, Side.WHITE)


_Ends = list[tuple[Hole, Link | None]]


def random_network(rng: Random) -> tuple[set[Link], set[Link], _Ends, _Ends]:
    """Return links on 5x6 holes, those between holes inside, and ends of which some are links."""
    rows, likely = 6, rng.uniform(0.15, 0.35)
    holes = [Hole(col, row) for col in range(5) for row in range(rows)]
    inner = {
        Link.of(hole, other)
        for hole in holes
        for other in neighbours(hole)
        if hole < other and other in holes and rng.random() < likely
    }
    ends: list[_Ends] = []
    for row, way in ((0, -2), (rows - 1, 2)):
        found: _Ends = [(hole, None) for hole in holes if hole.row == row and rng.random() < 0.3]
        for hole in holes:
            if hole.row == row and rng.random() < 0.5:
                found.append((hole, Link.of(hole, Hole(hole.col + rng.choice((-1, 1)), row + way))))
        ends.append(found)
    exits = {link for found in ends for _, link in found if link is not None}
    return inner | exits, inner, ends[0], ends[1]


def some_path_fits(inner: set[Link], starts: _Ends, finishes: _Ends) -> bool:
    """Walk every path from a start to a finish whose links do not cross."""

    def fits(link: Link | None, chain: list[Link]) -> bool:
        return link is None or not any(cross(link, other) for other in chain)

    def walk(hole: Hole, seen: frozenset[Hole], chain: list[Link]) -> bool:
        if any(end == hole and fits(link, chain) for end, link in finishes):
            return True
        return any(
            walk(other, seen | {other}, [*chain, link])
            for link in inner
            if hole in link and (other := link.end_opposite(hole)) not in seen and fits(link, chain)
        )

    return any(
        walk(hole, frozenset({hole}), [link] if link is not None else []) for hole, link in starts
    )


def test_networks_with_links_out_of_the_board(
    record_property: Callable[[str, object], None],
) -> None:
    chains = 0
    for seed in range(600):
        links, inner, starts, finishes = random_network(Random(seed))
        expected = some_path_fits(inner, starts, finishes)
        assert expected == (_choice(links, inner, starts, finishes) is not None), seed
        chains += expected
    record_property("figure", f"chains in {chains} of 600 networks")


@pytest.mark.parametrize("ruleset", [Ruleset.STD, Ruleset.THREE_M])
def test_chains_known_from_other_positions_change_no_answer(
    ruleset: Ruleset, record_property: Callable[[str, object], None]
) -> None:
    asked, had_room = 0, 0
    for seed in range(100):
        start, rng = random_case(ruleset, seed).position, Random(seed)
        known = Chains(start.board)
        for _ in range(12):
            position = start
            for _ in range(rng.randrange(5)):
                if position.result is None and (holes := [*position.open_holes(position.to_move)]):
                    position = position.play(Move(rng.choice(holes)))
            for side in Side:
                asked, had_room = asked + 1, had_room + known.has_room(position, side)
                assert has_chain(position, side, known) == has_chain(position, side), seed
    record_property("figure", f"a known chain has room: {had_room} of {asked}")
    assert asked / 4 < had_room < asked
