"""The exact search with whole link sets, against brute force, and its strategies' rule."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import count

import pytest

from solver.errors import CertificateError
from solver.files import read_diagram
from solver.game import Board, Link, Position, Ruleset, Side, parse_link, position_text
from solver.proof import Aim, Claim, Limit, NodeKind, Strategy, Verdict
from solver.search import Cancel, solve
from solver.search.budget import Budget
from solver.search.exact_search import prove_exactly
from solver.search.side_slots import SideSlots, bits, holes_numbered
from solver.verify import check_strategy
from tests.cases import random_case
from tests.oracles.chains import every_chain_tried
from tests.parts import batches
from tests.search.test_traps import EXACT

WHITE = Side.WHITE


def exact_strategy() -> Strategy:
    strategy = prove_exactly(EXACT, Claim(Aim.CONNECT, WHITE))
    assert strategy is not None
    return strategy


def test_a_position_beyond_the_relaxed_game_is_proven() -> None:
    strategy = exact_strategy()
    check_strategy(EXACT, strategy)
    assert any(node.apart for node in strategy.nodes)


@pytest.mark.native
def test_the_exact_search_comes_after_the_others() -> None:
    solution = solve(EXACT, Claim(Aim.CONNECT, WHITE))
    assert Verdict.PROVEN is solution.verdict
    assert Verdict.DISPROVEN is solve(EXACT, Claim(Aim.BLOCK, WHITE.other)).verdict


def test_an_answer_for_every_link_set_is_needed() -> None:
    strategy = exact_strategy()
    root = strategy.root
    assert root.kind is NodeKind.REPLY
    for child in root.children:
        fewer = replace(root, children=tuple(other for other in root.children if other != child))
        damaged = replace(strategy, nodes=(*strategy.nodes[:-1], fewer))
        with pytest.raises(CertificateError, match="not answered"):
            check_strategy(EXACT, damaged)


def test_slots_apart_do_not_stand_at_the_root() -> None:
    strategy = exact_strategy()
    number, node = next((n, node) for n, node in enumerate(strategy.nodes) if node.apart)
    (slot,) = node.apart
    cut_off = replace(strategy, nodes=strategy.nodes[: number + 1])
    unlinked = replace(EXACT, to_move=WHITE).with_side(
        WHITE.other, EXACT.black | set(slot), frozenset[Link]()
    )
    check_strategy(unlinked, cut_off)
    linked = unlinked.with_side(WHITE.other, unlinked.black, {slot})
    with pytest.raises(CertificateError, match="said to be apart"):
        check_strategy(linked, cut_off)


def test_only_moves_say_what_is_apart() -> None:
    strategy = exact_strategy()
    slot = frozenset((parse_link("E4-G5"),))
    for number, node in enumerate(strategy.nodes):
        if node.kind is not NodeKind.MOVE:
            nodes = list(strategy.nodes)
            nodes[number] = replace(node, apart=slot)
            with pytest.raises(CertificateError, match="slots apart are for moves"):
                check_strategy(EXACT, replace(strategy, nodes=tuple(nodes)))


def test_on_paper_nothing_is_apart() -> None:
    assert prove_exactly(replace(EXACT, ruleset=Ruleset.PP), Claim(Aim.CONNECT, WHITE)) is None
    strategy = exact_strategy()
    with pytest.raises(CertificateError):
        check_strategy(replace(EXACT, ruleset=Ruleset.PP), strategy)


def judge(ruleset: Ruleset, seeds: Iterable[int]) -> Counter[str]:
    """Ask for both claims of many cases; a proof of a false one is an error."""
    counts = Counter[str]()
    for seed in seeds:
        case = random_case(ruleset, seed)
        chain = Claim(Aim.CONNECT, case.prover)
        for claim, true in ((chain, case.connects), (chain.opposite, not case.connects)):
            strategy = prove_exactly(case.position, claim)
            assert strategy is None or true, f"{claim.text}: {position_text(case.position)}"
            if strategy is not None:
                check_strategy(case.position, strategy)
            counts[f"true, {claim.aim.value}s"] += true
            counts[f"proven, {claim.aim.value}s"] += strategy is not None
    return counts


@pytest.mark.parametrize("seeds", batches(7000, 150, each=250, count=8))
@pytest.mark.parametrize("ruleset", [Ruleset.STD, Ruleset.THREE_M])
def test_the_exact_search_proves_what_is_true(ruleset: Ruleset, seeds: range) -> None:
    counts = judge(ruleset, seeds)
    for aim in Aim:
        true, proven = (counts[f"{what}, {aim.value}s"] for what in ("true", "proven"))
        # Of 8,600 true claims it gave up one.
        assert proven >= true - 1


@pytest.mark.native
def test_an_exact_strategy_answers_by_the_links_that_stand() -> None:
    position, strategy = EXACT, exact_strategy()
    assert isinstance(position, Position)
    answers = {
        strategy.answering((strategy.root,), None, frozenset(links))[0]
        for links in ((), *((slot,) for node in strategy.nodes for slot in node.apart))
    }
    assert len(answers) > 1


def test_it_ends_with_the_seconds_of_the_budget() -> None:
    cancel, claim = Cancel(), Claim(Aim.CONNECT, WHITE)
    assert prove_exactly(EXACT, claim, Budget(cancel=cancel)) is not None
    cancel.set()
    assert prove_exactly(EXACT, claim, Budget(cancel=cancel)) is None


def test_the_time_is_looked_at_while_sets_of_links_are_made() -> None:
    """Of a full board there are millions."""
    position = Position(Board(8, 8))
    numbers, looks = holes_numbered(position), count()

    def look() -> None:
        if next(looks) == 1_000:
            raise TimeoutError

    mine, foe = (SideSlots(position, side, numbers) for side in Side)
    every = (1 << len(mine.links)) - 1
    with pytest.raises(TimeoutError):
        next(mine.choices(every, mine.crossed_by(foe), -1, 1, look))


def chain_with_all_holes(position: Position, side: Side) -> tuple[int, int] | None:
    """Ask for a chain of a side that fills every hole while the opponent keeps his links."""
    numbers = holes_numbered(position)
    own, foe = (SideSlots(position, each, numbers) for each in (side, side.other))
    crossing, blocked = foe.crossed_by(own), 0
    for slot in bits(foe.mask(position.links(side.other))):
        blocked |= crossing[slot]
    return own.chain(own.slots(own.pegs | own.open) & ~blocked)


def test_chains_are_those_of_a_walk_through_all() -> None:
    for seed in range(200):
        position = random_case(Ruleset.STD, seed).position
        for side in Side:
            expected = every_chain_tried(position, side)
            assert expected == (chain_with_all_holes(position, side) is not None), seed


def test_a_field_of_pegs_before_a_neck_that_crosses_itself_is_told_at_once() -> None:
    """To walk through all its paths would take days, in which nothing ends the search."""
    position = read_diagram("""\
TwixT 17x12 STD, white to move
    A  B  C  D  E  F  G  H  I  J  K  L  M  N  O  P  Q
1      W  W  W  W  W  W  W  W  W  W  W  W  .  .  .
2   .  W  W  W  W  W  W  W  W  W  W  W  W  .  .  .  .
3   .  W  W  W  W  W  W  W  W  W  W  W  W  .  .  .  .
4   .  W  W  W  W  W  W  W  W  W  W  W  .  .  .  .  .
5   .  W  W  W  W  W  W  W  W  W  .  .  .  .  .  .  .
6   .  W  W  W  W  W  W  W  W  .  W  W  W  W  .  .  .
7   .  .  .  .  .  .  .  .  .  .  .  W  .  .  .  .  .
8   .  .  .  .  .  .  .  .  .  .  .  .  W  .  .  .  .
9   .  .  .  .  .  .  .  .  .  .  .  .  W  .  .  .  .
10  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
11  .  .  .  .  .  .  .  .  .  .  .  .  .  W  .  .  .
12     .  .  .  .  .  .  .  .  .  .  .  .  .  .  W
""")
    white = SideSlots(position, WHITE, holes_numbered(position))
    every = white.slots(white.pegs)
    assert white.reaches(every)
    assert white.chain(every) is None


@pytest.mark.native
def test_what_ended_for_its_time_is_not_called_exhausted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A store would keep that for good."""
    cancel = Cancel()
    monkeypatch.setattr("solver.search.session.decide_exactly", lambda *_: cancel.set())
    assert Limit.CANCELLED is solve(EXACT, Claim(Aim.CONNECT, WHITE), cancel=cancel).limit
