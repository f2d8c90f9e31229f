"""Chains that do not cross themselves: all of them tried, and positions that are hard to tell."""

from itertools import pairwise
from random import Random
from typing import NamedTuple

from solver.game import Hole, Link, Position, Side, cross, neighbours, parse_hole, parse_link
from tests.oracles.setup import classic

__all__ = [
    "CROSSING_ONLY",
    "TWO_LOOPS",
    "CrossingOnly",
    "every_chain_tried",
    "random_network",
    "some_path_fits",
]


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


class CrossingOnly(NamedTuple):
    """A classic's board with pegs that leave White many paths, all of which cross themselves."""

    name: str
    closed: str
    """Holes that White may not peg."""
    white: str
    white_links: str
    black: str
    black_links: str

    @property
    def position(self) -> Position:
        position = classic(self.name).position
        position = position.closing(Side.WHITE, map(parse_hole, self.closed.split()))
        for side, pegs, links in (
            (Side.WHITE, self.white, self.white_links),
            (Side.BLACK, self.black, self.black_links),
        ):
            position = position.with_side(
                side, map(parse_hole, pegs.split()), map(parse_link, links.split())
            )
        return position


CROSSING_ONLY = [
    CrossingOnly(  # a formula for the chain itself took minutes
        "p25",
        "",
        "b2 c7 d4 d5 d9 f3 f4 h2 h3 h4 h6 j3 j4 j5 j9",
        "c7-d5 c7-d9 d4-f3 d5-f4 f3-h4 h2-j3 h4-j3 h4-j5 h6-j5",
        "b4 c5 d3 e3 e4 e5 f5 g2 g6 h8 i2 i3 i5 i6 k3 k5 l3",
        "b4-d3 c5-d3 c5-e4 e3-g2 e5-g6 g2-i3 g6-h8 g6-i5 h8-i6 i2-k3 i6-k5 k5-l3",
    ),
    CrossingOnly(  # one cut at a time took minutes
        "p27",
        "g8",
        "b6 d11 d7 e6 e8 e9 f4 g4 g7 h7 h9 i3 i9 j11 j8 k6 l12",
        "b6-d7 d11-e9 d7-e9 e6-f4 e6-g7 e8-g7 g4-i3 g7-h9 h7-i9 h7-j8 i9-j11 j11-l12 j8-k6",
        "a5 b9 c11 c6 d6 d9 e10 e12 e5 f3 f5 f7 g11 g6 g9 h4 i10 i6 i7 i8 j10 k5 k9 l7",
        "a5-c6 b9-c11 c11-d9 c11-e12 c6-e5 d6-f7 e10-g11 e12-g11 e5-f3 f5-h4 g11-i10 g6-h4 "
        "g9-i10 h4-i6 i6-k5 i8-j10 i8-k9 k5-l7 k9-l7",
    ),
]


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


def _loop(start: Hole) -> set[Link]:
    """Return a ring of four links that do not cross."""
    steps = ((0, 0), (1, 2), (3, 3), (2, 1), (0, 0))
    holes = [Hole(start.col + right, start.row + down) for right, down in steps]
    return {Link.of(one, other) for one, other in pairwise(holes)}


TWO_LOOPS: tuple[set[Link], set[Link], _Ends, _Ends] = (
    _loop(Hole(0, 0)) | _loop(Hole(0, 5)),
    _loop(Hole(0, 0)) | _loop(Hole(0, 5)),
    [(Hole(0, 0), None)],
    [(Hole(3, 8), None)],
)
"""Links in the form of `random_network`: a ring at each goal line, and nothing between them."""


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
