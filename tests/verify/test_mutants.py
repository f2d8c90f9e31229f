"""What the checker of strategies accepts is true, however it was made.

Strategies are damaged in single places, whittled down as far as the checker allows, or taken
from another position. Whatever passes the check is judged by brute force.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from random import Random

import pytest

from solver.errors import CertificateError
from solver.game import Hole, Link, Position, Ruleset, Side, neighbours, position_text
from solver.oracle import TooHardError, connects, holds
from solver.proof import Aim, Claim, Limits, NodeKind, Strategy, StrategyNode, claim_of
from solver.search import solve
from solver.verify import check_strategy
from tests.cases import random_case
from tests.oracles.setup import classic
from tests.parts import batches

pytestmark = pytest.mark.native

LIMITS = Limits(nodes=5_000, memory=16)


def accepted(position: Position, strategy: Strategy) -> bool:
    try:
        check_strategy(position, strategy)
    except CertificateError:
        return False
    return True


def case_with_strategy(ruleset: Ruleset, seed: int) -> tuple[Position, Strategy] | None:
    case = random_case(ruleset, seed)
    strategy = strategy_of(case.position, case.prover)
    return (case.position, strategy) if strategy else None


@lru_cache(maxsize=32)
def strategy_of(position: Position, prover: Side) -> Strategy | None:
    """Return what proves or refutes that the prover connects, where it is found."""
    return solve(position, Claim(Aim.CONNECT, prover), LIMITS).strategy


def with_node(strategy: Strategy, number: int, node: StrategyNode) -> Strategy:
    nodes = list(strategy.nodes)
    nodes[number] = node
    return replace(strategy, nodes=tuple(nodes))


# -- what is said of a pattern --------------------------------------------------------------


def pattern_is_true(position: Position, strategy: Strategy, number: int) -> bool | None:
    """Judge a node's pattern; None when too hard, or when it speaks of this position only."""
    node, prover = strategy.nodes[number], strategy.prover
    if node is strategy.root and (node.kind is NodeKind.MOVE or position.last_turn):
        return None  # may rest on what is true of this position only
    to_move = prover if node.kind is NodeKind.MOVE else prover.other
    try:
        pattern = (node.zone, node.pegs, node.links)
        block = strategy.claim.aim is Aim.BLOCK
        return holds(
            position,
            prover,
            to_move,
            *pattern,
            apart=node.apart,
            block=block,
            nodes=3000,
            ends=node.ends,
        )
    except TooHardError:
        return None


@lru_cache(maxsize=32)
def claim_is_true(position: Position, claim: Claim) -> bool:
    if claim.aim is Aim.BLOCK:
        return not claim_is_true(position, claim.opposite)
    if position.connected(claim.prover):
        return True
    return not position.connected(claim.prover.other) and connects(position, claim.prover)


# -- damage ---------------------------------------------------------------------------------


def damaged_nodes(rng: Random, position: Position, strategy: Strategy) -> Iterator[Strategy]:
    """Yield one damage of every kind that some random node allows."""
    number = rng.randrange(len(strategy.nodes))
    node = strategy.nodes[number]

    def some(things: Iterable[Hole]) -> list[Hole]:
        return rng.sample(found, 1) if (found := sorted(things)) else []

    def some_link(things: Iterable[Link]) -> list[Link]:
        return rng.sample(found, 1) if (found := sorted(things)) else []

    changed: list[StrategyNode] = []
    for hole in some(node.zone):
        changed.append(replace(node, zone=node.zone - {hole}))
    for hole in some(node.pegs):
        changed.append(replace(node, pegs=node.pegs - {hole}))
        left = frozenset(link for link in node.links if hole not in link)
        changed.append(replace(node, pegs=node.pegs - {hole}, links=left))
    for link in some_link(node.links):
        changed.append(replace(node, links=node.links - {link}))
    for child in rng.sample(node.children, 1) if node.children else []:
        rest = tuple(other for other in node.children if other != child)
        changed.append(replace(node, children=rest))
        if number:
            changed.append(replace(node, children=(*rest, rng.randrange(number))))
        changed.append(replace(node, children=(*rest, number)))
        changed.append(replace(node, children=(*rest, number + 1)))
    if node.kind is NodeKind.MOVE and node.hole:
        near = set(position.board.playable_holes()) & set(neighbours(node.hole))
        for hole in [*some(position.board.playable_holes()), *some(near)]:
            changed.append(replace(node, hole=hole))
            changed.append(replace(node, hole=hole, zone=node.zone | {hole}))
        for link in some_link(node.made):
            changed.append(replace(node, made=node.made - {link}))
            moved = Link.of(node.hole, rng.choice(neighbours(node.hole)))
            changed.append(replace(node, made=node.made - {link} | {moved}))
            changed.append(replace(node, made=node.made - {link}, links=node.links | {link}))
    changed.append(replace(node, kind=rng.choice([k for k in NodeKind if k is not node.kind])))
    for one in changed:
        yield with_node(strategy, number, one)


def damaged_everywhere(rng: Random, strategy: Strategy) -> Iterator[Strategy]:
    """Yield strategies in which no node asks for one hole, peg or link any more."""
    zone = sorted({hole for node in strategy.nodes for hole in node.zone})
    pegs = sorted({hole for node in strategy.nodes for hole in node.pegs})
    links = sorted({link for node in strategy.nodes for link in node.links})
    for hole in rng.sample(zone, min(2, len(zone))):
        nodes = [replace(node, zone=node.zone - {hole}) for node in strategy.nodes]
        yield replace(strategy, nodes=tuple(nodes))
    for hole in rng.sample(pegs, min(2, len(pegs))):
        nodes = [
            replace(
                node,
                pegs=node.pegs - {hole},
                links=frozenset(link for link in node.links if hole not in link),
                made=frozenset(link for link in node.made if hole not in link),
            )
            for node in strategy.nodes
        ]
        yield replace(strategy, nodes=tuple(nodes))
    for link in rng.sample(links, min(2, len(links))):
        nodes = [
            replace(node, links=node.links - {link}, made=node.made - {link})
            for node in strategy.nodes
        ]
        yield replace(strategy, nodes=tuple(nodes))


def other_positions(rng: Random, position: Position, prover: Side) -> Iterator[Position]:
    """Yield positions that differ in a peg, a link, a hole or the side to move."""
    foe = prover.other
    yield replace(position, to_move=position.to_move.other)
    open_to_foe = sorted(position.open_holes(foe))
    for hole in rng.sample(open_to_foe, min(2, len(open_to_foe))):
        yield position.put(foe, hole)
    for hole in rng.sample(sorted(position.pegs(foe)), min(2, len(position.pegs(foe)))):
        without = position.clear(hole)
        yield without
        if open_to_foe:
            yield without.put(foe, rng.choice(open_to_foe))
    for hole in rng.sample(sorted(position.pegs(prover)), min(2, len(position.pegs(prover)))):
        yield position.clear(hole)
    for side in Side:
        links = sorted(position.links(side))
        for link in rng.sample(links, min(2, len(links))):
            yield position.with_side(side, position.pegs(side), position.links(side) - {link})
    for side in Side:
        fresh = [
            link
            for hole in sorted(position.pegs(side))
            for link in sorted(position.automatic_links(side, hole) - position.links(side))
        ]
        for link in rng.sample(fresh, min(1, len(fresh))):
            yield position.with_side(side, position.pegs(side), position.links(side) | {link})
    board, pegged = position.board, position.white | position.black
    for hole in rng.sample(sorted(board.playable_holes()), 2):
        if board.region is not None:
            smaller = board.region - {hole}
            yield replace(position, board=replace(board, region=smaller))
        elif hole not in pegged:
            existing = frozenset(board.playable_holes()) - {hole}
            yield replace(position, board=replace(board, holes=existing))


def judge_damage(ruleset: Ruleset, seeds: Iterable[int]) -> Counter[str]:
    """Damage strategies; whatever the checker accepts must be true. Return the counts."""
    counts: Counter[str] = Counter()
    for seed in seeds:
        rng = Random(f"damage {ruleset.value} {seed}")
        found = case_with_strategy(ruleset, seed)
        if found is None:
            continue
        position, strategy = found
        made = [*damaged_nodes(rng, *found), *damaged_everywhere(rng, strategy)]
        for mutant in made:
            if not accepted(position, mutant):
                counts["refused"] += 1
                continue
            # Damage shows when its pattern asks for no more than the damaged reason does.
            least = whittled(rng, position, mutant)
            for number, node in enumerate(least.nodes):
                if node != strategy.nodes[number]:
                    true = pattern_is_true(position, least, number)
                    assert true is not False, f"{seed}, {node}: {position_text(position)}"
        for other in other_positions(rng, position, strategy.prover):
            if other.problems() or not accepted(other, strategy):
                counts["refused"] += 1
                continue
            assert claim_is_true(other, strategy.claim), f"{seed}: {position_text(other)}"
            counts["changed positions judged true"] += 1
    return counts


@pytest.mark.parametrize("seeds", batches(0, 20, each=100, count=10))
@pytest.mark.parametrize("ruleset", [Ruleset.STD, Ruleset.PP])
def test_a_damaged_strategy_is_refused_or_true(ruleset: Ruleset, seeds: range) -> None:
    counts = judge_damage(ruleset, seeds)
    assert counts["refused"] > 150
    assert counts["changed positions judged true"] > 30


# -- as little as the checker allows --------------------------------------------------------


def whittled(rng: Random, position: Position, strategy: Strategy) -> Strategy:
    """Return the strategy with patterns that ask for as little as the checker lets pass."""
    for number, node in enumerate(strategy.nodes):
        for link in rng.sample(sorted(node.links), len(node.links)):
            now = strategy.nodes[number]
            less = with_node(strategy, number, replace(now, links=now.links - {link}))
            strategy = less if accepted(position, less) else strategy
        for hole in rng.sample(sorted(node.pegs), len(node.pegs)):
            now = strategy.nodes[number]
            less = with_node(strategy, number, replace(now, pegs=now.pegs - {hole}))
            strategy = less if accepted(position, less) else strategy
        for hole in rng.sample(sorted(node.zone), len(node.zone)):
            now = strategy.nodes[number]
            less = with_node(strategy, number, replace(now, zone=now.zone - {hole}))
            strategy = less if accepted(position, less) else strategy
    return strategy


def judge_whittled(ruleset: Ruleset, seeds: Iterable[int]) -> int:
    """Ask for as little as the checker allows; return how many nodes could ask for less."""
    smaller = 0
    for seed in seeds:
        found = case_with_strategy(ruleset, seed)
        if found is None:
            continue
        position, strategy = found
        least = whittled(Random(seed), position, strategy)
        for number, node in enumerate(least.nodes):
            true = pattern_is_true(position, least, number)
            assert true is not False, f"{seed}, {node}: {position_text(position)}"
            smaller += node != strategy.nodes[number]
    return smaller


@pytest.mark.parametrize("seeds", batches(1000, 40, each=100, count=10))
@pytest.mark.parametrize("ruleset", [Ruleset.STD, Ruleset.PP])
def test_patterns_that_ask_for_as_little_as_the_checker_allows_are_true(
    ruleset: Ruleset, seeds: range
) -> None:
    assert judge_whittled(ruleset, seeds) > 5


# -- strategies of other positions ----------------------------------------------------------


def judge_borrowed(ruleset: Ruleset, seeds: Iterable[int]) -> int:
    """Check proofs of positions that differ a little; return how many were rightly refused."""
    refused = 0
    for seed in seeds:
        case = random_case(ruleset, seed)
        truth, rng = case.position, Random(f"borrowed {seed}")
        for other in other_positions(rng, truth, case.prover):
            if other.problems() or any(other.connected(side) for side in Side):
                continue
            # Both ways: the other one's proof for this one, and this one's for the other.
            for solved, judged in ((other, truth), (truth, other)):
                strategy = strategy_of(solved, case.prover)
                if strategy is None:
                    continue
                if accepted(judged, strategy):
                    assert claim_is_true(judged, strategy.claim), position_text(judged)
                else:
                    refused += not claim_is_true(judged, strategy.claim)
    return refused


@pytest.mark.parametrize("seeds", batches(2000, 15, each=50, count=10))
@pytest.mark.parametrize("ruleset", [Ruleset.STD, Ruleset.PP])
def test_a_strategy_of_another_position_is_refused_or_true(ruleset: Ruleset, seeds: range) -> None:
    assert judge_borrowed(ruleset, seeds) > 20


# -- real puzzles ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["p15", "p17", "p19", "p21", "p49"])
def test_a_damaged_proof_of_a_real_puzzle_is_refused_or_true(name: str) -> None:
    puzzle = classic(name)
    position = puzzle.position
    strategy = solve(position, claim_of(puzzle), Limits(nodes=100_000, memory=64)).strategy
    assert strategy is not None
    rng, refused = Random(name), 0
    mutants = [mutant for _ in range(2) for mutant in damaged_nodes(rng, position, strategy)]
    mutants.append(shuffled(rng, strategy))
    for mutant in mutants:
        if not accepted(position, mutant):
            refused += 1
            continue
        for number, node in enumerate(mutant.nodes):
            if node == strategy.nodes[number]:
                continue
            # Zones of many holes are beyond the brute force.
            if node is not mutant.root and len(node.zone) <= 7:
                assert relaxed_pattern_is_true(position, mutant, node) is not False, f"{node}"
    assert refused >= 4


def shuffled(rng: Random, strategy: Strategy) -> Strategy:
    nodes = rng.sample(strategy.nodes[:-1], len(strategy.nodes) - 1)
    return replace(strategy, nodes=(*nodes, strategy.root))


def relaxed_pattern_is_true(
    position: Position, strategy: Strategy, node: StrategyNode
) -> bool | None:
    """As `pattern_is_true`, with the opponent's links in the relaxed game."""
    prover = strategy.prover
    to_move = prover if node.kind is NodeKind.MOVE else prover.other
    pattern = (node.zone, node.pegs, node.links)
    try:
        return holds(position, prover, to_move, *pattern, nodes=2000, relaxed=True)
    except TooHardError:
        return None
