"""Whether a side is cut off, as the verifier tells it, against a walk along every path."""

from random import Random

import pytest

from solver.errors import CertificateError
from solver.game import Board, Hole, Link, Position, Ruleset, Side, position_text
from solver.verify import paths
from solver.verify.bounds import Conflicts
from solver.verify.paths import Paths
from tests.cases import random_case
from tests.oracles.chains import (
    CROSSING_ONLY,
    TWO_LOOPS,
    CrossingOnly,
    every_chain_tried,
    random_network,
    some_path_fits,
)

_Ways = dict[Hole | int, list[tuple[Hole | int, Link | None]]]


def some_cut(rng: Random, position: Position, side: Side) -> Position:
    """Return the position with a part of a side's pegs, and of the links that have both ends."""
    share = rng.choice((1.0, 0.9, 0.6))
    pegs = {peg for peg in sorted(position.pegs(side)) if rng.random() < share}
    links = {link for link in sorted(position.links(side)) if pegs.issuperset(link)}
    return position.with_side(side, pegs, {link for link in sorted(links) if rng.random() < share})


def joined(ways: _Ways) -> bool:
    """Tell whether the goal lines are joined where links may cross."""
    seen: set[Hole | int] = {0}
    queue: list[Hole | int] = [0]
    while queue:
        fresh = {other for other, _ in ways[queue.pop()]} - seen
        seen |= fresh
        queue += fresh
    return 1 in seen


@pytest.mark.parametrize("ruleset", list(Ruleset))
def test_a_side_is_cut_off_exactly_where_no_path_is_left(ruleset: Ruleset) -> None:
    cut = 0
    for seed in range(150):
        position, rng = random_case(ruleset, seed).position, Random(seed)
        for side in Side:
            known = Paths(position, side, Conflicts())
            for _ in range(3):
                past = some_cut(rng, position, side.other)
                walk = Position.has_path if ruleset is Ruleset.PP else every_chain_tried
                left = walk(past, side)
                foe = side.other
                assert left is not known.cut_off(past.pegs(foe), past.links(foe)), position_text(
                    past
                )
                cut += not left
    assert cut > 100


@pytest.mark.parametrize("case", CROSSING_ONLY, ids=lambda case: case.name)
def test_a_side_is_cut_off_where_paths_are_many_and_all_cross_themselves(
    case: CrossingOnly,
) -> None:
    position = case.position
    known = Paths(position, Side.WHITE, Conflicts())
    assert known.cut_off(position.black, position.black_links)
    assert not known.cut_off(frozenset(), frozenset())


def test_cuts_decide_what_one_question_leaves_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "_by_steps", lambda *_: None)
    position = CROSSING_ONLY[0].position
    known = Paths(position, Side.WHITE, Conflicts())
    assert known.cut_off(position.black, position.black_links)
    assert not known.cut_off(frozenset(), frozenset())


def test_one_question_is_left_open_after_so_many_conflicts() -> None:
    position = Position(Board(24, 24), Ruleset.STD, Side.WHITE)
    ways = Paths(position, Side.WHITE, Conflicts())._ways
    conflicts = Conflicts()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(paths, "_MOST_BY_STEPS", 1)
        assert paths._by_steps(ways, conflicts) is None
    assert paths._by_steps(ways, conflicts) is True


def ways_of(inner: set[Link], ends: list[list[tuple[Hole, Link | None]]]) -> _Ways:
    """Return the steps from place to place of a network."""
    ways: _Ways = {0: [], 1: []}
    joins: list[tuple[Hole | int, Hole | int, Link | None]] = [
        *((link.left, link.right, link) for link in inner),
        *((end, hole, exit_link) for end in (0, 1) for hole, exit_link in ends[end]),
    ]
    for one, other, link in joins:
        ways.setdefault(one, []).append((other, link))
        ways.setdefault(other, []).append((one, link))
    return ways


def test_what_a_question_takes_to_write_is_limited_too(monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position(Board(24, 24), Ruleset.STD, Side.WHITE)
    ways = Paths(position, Side.WHITE, Conflicts())._ways
    monkeypatch.setattr("solver.verify.bounds._MAX_CONFLICTS", 1000)
    with pytest.raises(CertificateError, match="too hard to check"):
        paths._by_steps(ways, Conflicts())


def test_networks_with_links_out_of_the_board() -> None:
    crossing_only = 0
    conflicts = Conflicts()
    for seed in range(1500):
        _, inner, *ends = random_network(Random(seed))
        ways = ways_of(inner, ends)
        expected = some_path_fits(inner, *ends)
        assert expected == paths._by_steps(ways, conflicts), seed
        assert expected == (joined(ways) and paths._by_cuts(ways, conflicts)), seed
        crossing_only += not expected and joined(ways)
    assert crossing_only > 20


def test_a_ring_at_each_goal_line_is_no_path() -> None:
    _, inner, *ends = TWO_LOOPS
    assert not some_path_fits(inner, *ends)
    assert paths._by_steps(ways_of(inner, ends), Conflicts()) is False
