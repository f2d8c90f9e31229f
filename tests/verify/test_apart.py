"""The verifier does not believe the search: helpers of the search lie, and the checkers notice.

Each lie is about paths, and was believed while both asked the same functions for them.
"""

from collections import Counter
from collections.abc import Callable, Iterable

import pytest

from solver.errors import CertificateError
from solver.game import Link, Position, Ruleset, Side, crossing_links, position_text
from solver.proof import Aim, Claim, Limits, Strategy, Verdict
from solver.search import chains, network, side_slots, solve, standing_block
from solver.verify import check_by_sat, check_strategy
from tests.cases import random_case
from tests.oracles.chains import every_chain_tried

pytestmark = pytest.mark.native

Lie = Callable[[pytest.MonkeyPatch], None]

BLOCKER = "solver.search.standing_block"


def no_chain(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(f"{BLOCKER}.has_chain", lambda *_: False)


def no_path(patch: pytest.MonkeyPatch) -> None:
    no_chain(patch)
    patch.setattr(network.Network, "has_path", lambda *_: False)


def no_choice(patch: pytest.MonkeyPatch) -> None:
    for user in (chains, side_slots):
        patch.setattr(user, "uncrossed_links", lambda *_: None)
    patch.setattr(chains, "_uncrossed", lambda _: False)


def cuts_of_nothing(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(chains, "_cuts", lambda *_: [set()])
    patch.setattr(chains, "_uncrossed", lambda _: False)


def more_links_cross(patch: pytest.MonkeyPatch) -> None:
    def more(link: Link) -> tuple[Link, ...]:
        near = tuple(x for other in crossing_links(link) for x in crossing_links(other))
        return crossing_links(link) + near

    patch.setattr(network, "crossing_links", more)
    patch.setattr(chains, "crossing_links", more)


def a_goal_line_lost(patch: pytest.MonkeyPatch) -> None:
    def without(position: Position, side: Side) -> network.Network:
        found = network.Network(position.with_side(side.other, (), ()), side)
        found._ends[1].clear()
        return found

    no_chain(patch)
    patch.setattr(f"{BLOCKER}.network_of", without)


LIES: list[Lie] = [
    no_chain,
    no_path,
    no_choice,
    cuts_of_nothing,
    more_links_cross,
    a_goal_line_lost,
]


def accepted(check: Callable[[Position, Strategy], None], where: Position, what: Strategy) -> bool:
    try:
        check(where, what)
    except CertificateError:
        return False
    return True


def judge(lie: Lie, patch: pytest.MonkeyPatch, seeds: Iterable[int]) -> Counter[str]:
    """Let the search find blocks while its helpers lie; both checkers know which are none."""
    counts = Counter[str]()
    for seed in seeds:
        position = random_case(Ruleset.STD, seed).position
        for side in Side:
            with patch.context() as lying:
                lie(lying)
                found = standing_block.standing_block(position, side)
            if found is None or position.last_turn:
                continue
            leaf = found.root
            cut = position.with_side(side, leaf.pegs, leaf.links)
            true = not every_chain_tried(cut, side.other)
            for check in (check_strategy, check_by_sat):
                assert true is accepted(check, position, found), position_text(position)
            counts[f"{'true' if true else 'false'} blocks"] += 1
    return counts


@pytest.mark.parametrize("lie", LIES, ids=lambda lie: lie.__name__)
def test_a_false_block_is_noticed(lie: Lie, monkeypatch: pytest.MonkeyPatch) -> None:
    counts = judge(lie, monkeypatch, range(80))
    assert counts["false blocks"] > 10


@pytest.mark.parametrize("lie", LIES, ids=lambda lie: lie.__name__)
def test_a_search_that_is_lied_to_gives_no_false_verdict(
    lie: Lie, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = Counter[str]()
    for seed in range(40):
        case = random_case(Ruleset.STD, seed)
        claim = Claim(Aim.BLOCK, case.prover.other)
        with monkeypatch.context() as lying:
            lie(lying)
            try:
                verdict = solve(case.position, claim, Limits(nodes=2_000, memory=16)).verdict
            except CertificateError:
                counts["refused"] += 1
                continue
        wrong = Verdict.PROVEN if case.connects else Verdict.DISPROVEN
        assert verdict is not wrong, position_text(case.position)
        counts[verdict.value] += 1
    assert counts["refused"] > 5
