"""The two checkers of strategies against each other, and the second one against lies."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from random import Random

import pytest

from solver.errors import CertificateError
from solver.game import Position, Ruleset, Side, parse_link, position_text
from solver.proof import Aim, Claim, Limits, NodeKind, Strategy, StrategyNode, claim_of
from solver.search import solve
from solver.verify import check_by_sat, check_strategy, sat_formula
from solver.verify.sat_formula import Formula
from tests.cases import random_case
from tests.oracles.setup import classic
from tests.parts import batches
from tests.search.test_exact import exact_strategy
from tests.search.test_traps import EXACT
from tests.verify.test_mutants import (
    accepted,
    case_with_strategy,
    claim_is_true,
    damaged_everywhere,
    damaged_nodes,
    other_positions,
    pattern_is_true,
)
from tests.verify.test_side_by_side import CENTRE, both_sides

pytestmark = pytest.mark.native


def accepted_by_sat(position: Position, strategy: Strategy) -> bool:
    try:
        check_by_sat(position, strategy)
    except CertificateError:
        return False
    return True


@pytest.mark.parametrize("name", ["p15", "p17", "p27", "p49"])
def test_both_checkers_accept_a_real_proof(name: str) -> None:
    puzzle = classic(name)
    strategy = solve(puzzle.position, claim_of(puzzle), Limits(nodes=100_000)).strategy
    assert strategy is not None
    check_strategy(puzzle.position, strategy)
    check_by_sat(puzzle.position, strategy)


def test_both_checkers_accept_games_side_by_side_and_slots_apart() -> None:
    check_by_sat(CENTRE, both_sides())
    check_by_sat(EXACT, exact_strategy())


@pytest.mark.parametrize(
    "damaged",
    [
        both_sides(depth=2, children=(4,)),
        both_sides(children=(9, 4)),
        both_sides(links=frozenset()),
        both_sides(ends=(1, 0)),
        both_sides(children=()),
        Strategy(Claim(Aim.BLOCK, Side.WHITE), both_sides().nodes),
        Strategy(Claim(Aim.CONNECT, Side.BLACK), both_sides().nodes),
        Strategy(Claim(Aim.CONNECT, Side.WHITE), both_sides().nodes[:5]),
        Strategy(Claim(Aim.CONNECT, Side.WHITE), ()),
    ],
)
def test_both_checkers_refuse_a_wrong_split(damaged: Strategy) -> None:
    assert not accepted(CENTRE, damaged)
    assert not accepted_by_sat(CENTRE, damaged)


@pytest.mark.parametrize(
    ("ruleset", "seed", "side"),
    [
        *((Ruleset.STD, seed, Side.BLACK) for seed in (11, 116, 152, 268, 277, 320)),
        *((Ruleset.STD, seed, Side.WHITE) for seed in (23, 52, 190, 320, 398)),
        *((Ruleset.THREE_M, seed, Side.BLACK) for seed in (256, 302, 383)),
        *((Ruleset.THREE_M, seed, Side.WHITE) for seed in (26, 275)),
    ],
)
def test_both_checkers_know_that_of_two_links_that_cross_only_one_can_be_set(
    ruleset: Ruleset, seed: int, side: Side, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = list[Formula]()
    monkeypatch.setattr(Formula, "with_paths", looks_for_paths(looked))
    position = random_case(ruleset, seed).position
    strategy = solve(position, Claim(Aim.BLOCK, side), Limits(nodes=20_000)).strategy
    assert strategy is not None
    assert strategy.claim == Claim(Aim.BLOCK, side)
    check_strategy(position, strategy)
    check_by_sat(position, strategy)
    # Slots lead past the block, but only by links that cross.
    assert looked


def looks_for_paths(looked: list[Formula]) -> Callable[[Formula], None]:
    with_paths = Formula.with_paths

    def look(formula: Formula) -> None:
        looked.append(formula)
        with_paths(formula)

    return look


def test_a_proof_that_is_too_hard_to_check_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sat_formula, "_MAX_CONFLICTS", 1)
    puzzle = classic("p04")  # the budget is looked at when the SAT solver restarts
    strategy = solve(puzzle.position, claim_of(puzzle), Limits(nodes=500_000)).strategy
    assert strategy is not None
    with pytest.raises(CertificateError, match="SAT: the proof is too hard to check"):
        check_by_sat(puzzle.position, strategy)


def test_both_checkers_pass_over_what_says_nothing() -> None:
    off = frozenset({parse_link("y20-z22")})
    for number, node in enumerate(exact_strategy().nodes):
        nodes = [*exact_strategy().nodes]
        if node.kind is NodeKind.MOVE:
            nodes[number] = replace(node, apart=node.apart | off)
        else:
            nodes[number] = replace(node, made=off)
        strategy = replace(exact_strategy(), nodes=tuple(nodes))
        assert accepted(EXACT, strategy)
        assert accepted_by_sat(EXACT, strategy)


def test_both_checkers_want_an_answer_for_every_link_set() -> None:
    strategy = exact_strategy()
    root = strategy.root
    for child in root.children:
        fewer = replace(root, children=tuple(other for other in root.children if other != child))
        damaged = replace(strategy, nodes=(*strategy.nodes[:-1], fewer))
        assert not accepted_by_sat(EXACT, damaged)


def judge(ruleset: Ruleset, seeds: Iterable[int]) -> None:
    """Show both checkers sound and damaged strategies; what only one accepts must be true."""
    for seed in seeds:
        found = case_with_strategy(ruleset, seed)
        if found is None:
            continue
        position, strategy = found
        rng = Random(f"twins {seed}")
        assert accepted_by_sat(position, strategy), position_text(position)
        shown = [(position, each) for each in damaged_nodes(rng, position, strategy)]
        shown += [(position, each) for each in damaged_everywhere(rng, strategy)]
        shown += [
            (other, strategy)
            for other in other_positions(rng, position, strategy.prover)
            if not other.problems()
        ]
        for where, each in shown:
            by_sets, by_sat = accepted(where, each), accepted_by_sat(where, each)
            text = f"{seed}: {position_text(where)}"
            assert by_sat or not by_sets, f"only the sets accept {each}, {text}"
            if by_sat and not by_sets:
                assert claim_is_true(where, each.claim), text
                told = spelt_out(position, each)
                for number, node in enumerate(each.nodes):
                    if where is position and node not in strategy.nodes:
                        true = pattern_is_true(where, told, number)
                        assert true is not False, f"{node}, {text}"


def spelt_out(position: Position, strategy: Strategy) -> Strategy:
    """Return the strategy with what SAT takes for granted.

    Pegs outside of the window and under links; under PP the links that stand between its pegs.
    """
    own, links = position.pegs(strategy.prover), position.links(strategy.prover)
    outside = frozenset(hole for hole in own if not position.board.in_region(hole))
    nodes = list[StrategyNode]()
    for node in strategy.nodes:
        pegs = node.pegs | outside | {end for link in node.links for end in link}
        stand = {link for link in links if position.ruleset is Ruleset.PP and pegs.issuperset(link)}
        nodes.append(replace(node, pegs=pegs, links=node.links | stand))
    return replace(strategy, nodes=tuple(nodes))


@pytest.mark.parametrize("seeds", batches(3000, 15, each=50, count=6))
@pytest.mark.parametrize("ruleset", list(Ruleset))
def test_what_one_checker_accepts_is_accepted_by_the_other_or_true(
    ruleset: Ruleset, seeds: range
) -> None:
    judge(ruleset, seeds)
