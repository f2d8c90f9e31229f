"""Mutants of real certificates: each is refused, or true.

A mutant has one thing changed: a move, a zone, a link, the order of the nodes, a branch, or a peg
of the opponent on the board. Where the checker accepts one, the node that differs is judged: it
asks for no less than the sound one did; or its pattern holds in its worst case, by brute force or
by a fresh search there; or the changed position is proven by a fresh search.
`python -m tests.verify.test_certificate_mutants 10000` makes so many.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from solver.errors import PuzzleRuleError
from solver.game import Hole, Link, Position, neighbours
from solver.oracle import TooHardError, holds, worst_case
from solver.proof import Claim, Limits, NodeKind, Strategy, StrategyNode, Verdict, claim_of
from solver.search import solve
from solver.verify import check_by_sat
from tests.oracles.setup import classic
from tests.verify.test_mutants import accepted, with_node

pytestmark = pytest.mark.native

NAMES = ("p17", "p21", "p45", "p49", "p55", "p19", "p15", "p27", "p07")
EFFORT = Limits(nodes=40_000, memory=64)

Mutant = tuple[Position, Strategy] | None
Mutation = Callable[[Random, Position, Strategy], Mutant]


@cache
def sound(name: str) -> tuple[Position, Strategy]:
    puzzle = classic(name)
    strategy = solve(puzzle.position, claim_of(puzzle), Limits(nodes=300_000)).strategy
    assert strategy is not None
    return puzzle.position, strategy


def some_node(
    rng: Random, strategy: Strategy, fits: Callable[[StrategyNode], object]
) -> tuple[int, StrategyNode] | None:
    able = [(number, node) for number, node in enumerate(strategy.nodes) if fits(node)]
    return rng.choice(able) if able else None


def changed_move(rng: Random, position: Position, strategy: Strategy) -> Mutant:
    chosen = some_node(rng, strategy, lambda node: node.hole)
    if chosen is None:
        return None
    number, node = chosen
    near = [hole for hole in neighbours(node.hole or Hole(0, 0)) if position.board.in_region(hole)]
    hole = rng.choice([*near, *rng.sample(sorted(node.zone), 1)])
    moved = replace(node, hole=hole, zone=node.zone | {hole} if rng.random() < 0.5 else node.zone)
    if rng.random() < 0.5 and node.hole is not None:
        links = frozenset(
            Link.of(hole, end)
            for link in node.made
            for end in [link.end_opposite(node.hole) if node.hole in link else link.left]
            if end in neighbours(hole)
        )
        moved = replace(moved, made=links)
    return position, with_node(strategy, number, moved)


def changed_zone(rng: Random, position: Position, strategy: Strategy) -> Mutant:
    chosen = some_node(rng, strategy, lambda node: node.zone)
    if chosen is None:
        return None
    number, node = chosen
    zone = node.zone - {rng.choice(sorted(node.zone))}
    if rng.random() < 0.5:
        zone |= {rng.choice(list(position.board.playable_holes()))}
    return position, with_node(strategy, number, replace(node, zone=zone))


def changed_link(rng: Random, position: Position, strategy: Strategy) -> Mutant:
    chosen = some_node(rng, strategy, lambda node: node.links | node.made)
    if chosen is None:
        return None
    number, node = chosen
    link = rng.choice(sorted(node.links | node.made))
    end = rng.choice([hole for hole in neighbours(link.left) if position.board.in_region(hole)])
    other = {Link.of(link.left, end)} if rng.random() < 0.5 else set[Link]()
    links, made = node.links, node.made
    if link in links:
        links = links - {link} | other
    else:
        made = made - {link} | other
    pegs = node.pegs if rng.random() < 0.5 else node.pegs - {link.left, link.right}
    return position, with_node(strategy, number, replace(node, links=links, made=made, pegs=pegs))


def changed_order(rng: Random, position: Position, strategy: Strategy) -> Mutant:
    nodes = list(strategy.nodes)
    one, two = rng.sample(range(len(nodes)), 2)
    nodes[one], nodes[two] = nodes[two], nodes[one]
    return position, replace(strategy, nodes=tuple(nodes))


def dropped_branch(rng: Random, position: Position, strategy: Strategy) -> Mutant:
    chosen = some_node(rng, strategy, lambda node: len(node.children) > 1)
    if chosen is None:
        return None
    number, node = chosen
    gone = rng.choice(node.children)
    rest = tuple(child for child in node.children if child != gone)
    return position, with_node(strategy, number, replace(node, children=rest))


def moved_peg(rng: Random, position: Position, strategy: Strategy) -> Mutant:
    foe = strategy.prover.other
    pegs = sorted(hole for hole in position.pegs(foe) if position.board.in_region(hole))
    gone = rng.choice(pegs)
    near = [h for h in neighbours(gone) if h in set(position.open_holes(foe))]
    holes = near if near and rng.random() < 0.5 else list(position.open_holes(foe))
    cleared = position.clear(gone)
    moved = cleared.put(foe, rng.choice(holes))
    return (moved, strategy) if not moved.problems() else None


MUTATIONS: list[Mutation] = [
    changed_move,
    changed_zone,
    changed_link,
    changed_order,
    dropped_branch,
    moved_peg,
]


def asks_no_less(one: StrategyNode, other: StrategyNode) -> bool:
    """Tell whether a pattern follows from another with the same side to move."""
    same = (one.kind is NodeKind.MOVE) == (other.kind is NodeKind.MOVE) and one.ends == other.ends
    return same and one.zone >= other.zone and one.pegs >= other.pegs and one.links >= other.links


def shown_true(position: Position, strategy: Strategy, node: StrategyNode) -> str | None:
    """Return how a pattern was shown to be true, None when it is open; fails if it is false."""
    prover = strategy.prover
    to_move = prover if node.kind is NodeKind.MOVE else prover.other
    pattern = (node.zone, node.pegs, node.links)
    if len(node.zone) <= 7:
        try:
            if holds(position, prover, to_move, *pattern, nodes=2000, relaxed=True, ends=node.ends):
                return "by brute force"
        except TooHardError:
            pass
    if node.ends not in (None, (0, 1)):
        return None  # part of a chain only: the search is not asked for those
    worst = worst_case(position, prover, to_move, *pattern)
    if worst.connected(prover):
        return "by a look"
    try:
        verdict = solve(worst, strategy.claim, EFFORT).verdict
    except PuzzleRuleError:
        return None
    assert verdict is not Verdict.DISPROVEN, f"false pattern: {node}"
    return "by a search" if verdict is Verdict.PROVEN else None


def judged(name: str, mutation: Mutation, rng: Random) -> str | None:
    """Make a mutant and judge it; None when there is none of this kind."""
    position, strategy = sound(name)
    made = mutation(rng, position, strategy)
    if made is None or made == (position, strategy):
        return None
    where, mutant = made
    if not accepted(where, mutant):
        return "refused"
    check_by_sat(where, mutant)
    if where != position:
        verdict = solve(where, Claim(strategy.claim.aim, strategy.prover), EFFORT).verdict
        assert verdict is not Verdict.DISPROVEN, f"false: {where}"
        return "accepted, true by a search" if verdict is Verdict.PROVEN else "accepted, open"
    known = [node for node in strategy.nodes if node.kind is not NodeKind.LEAF]
    for node in mutant.nodes:
        if node.kind is NodeKind.LEAF or node in strategy.nodes:
            continue
        if node == mutant.root:
            continue  # about this position, which the sound strategy proves
        if any(asks_no_less(node, other) for other in known):
            continue
        if (how := shown_true(position, mutant, node)) is None:
            return "accepted, open"
        return f"accepted, true {how}"
    return "accepted, follows from the sound one"


def judge(names: tuple[str, ...], count: int, seed: int) -> Counter[str]:
    counts, rng = Counter[str](), Random(f"certificates {seed}")
    for mutation, name in turns(names, count):
        said = judged(name, mutation, rng)
        if said is not None:
            counts[f"{mutation.__name__}: {said}"] += 1
            counts["mutants"] += 1
            counts[said.partition(",")[0]] += 1
    return counts


def turns(names: tuple[str, ...], count: int) -> Iterator[tuple[Mutation, str]]:
    for number in range(count):
        yield MUTATIONS[number % len(MUTATIONS)], names[number // len(MUTATIONS) % len(names)]


def test_a_mutant_of_a_real_certificate_is_refused_or_true() -> None:
    assert judge(NAMES[:4], 240, 1)["refused"] > 120


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_many_mutants_of_a_real_certificate_are_refused_or_true(name: str) -> None:
    judge((name,), 120, 2)


if __name__ == "__main__":
    counts = judge(NAMES, int(sys.argv[1]), 3)
    print("\n".join(f"{name} {count}" for name, count in sorted(counts.items())))
