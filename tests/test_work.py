"""Units of work and the plans that ask for them."""

import itertools
import pickle
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from solver.game import Hole, Position, Side
from solver.proof import Aim, Claim, Limit, Limits, Verdict, claim_of
from solver.search import RefutedMoves
from solver.store import Store
from solver.work import (
    Answer,
    Failure,
    Fault,
    Others,
    Plan,
    Question,
    Sweep,
    Unit,
    ask,
    perform,
    run_here,
)
from tests.oracles.setup import classic
from tests.store import positions
from tests.store.positions import CHOICE, WHITE

pytestmark = pytest.mark.native

LIMITS = Limits(nodes=5_000, memory=16)
WON, LOST, EASY = (
    Question(position, WHITE) for position in (CHOICE, positions.LOST, positions.WON)
)

DECIDED = {Verdict.PROVEN, Verdict.DISPROVEN}


def answered(answer: Answer | Failure) -> Answer:
    assert isinstance(answer, Answer)
    return answer


class Counted:
    """Counts the units that are performed."""

    def __init__(self) -> None:
        self.units: list[Unit] = []

    def __call__(self, unit: Unit) -> Answer | Failure:
        self.units.append(unit)
        return perform(unit)


def asking(units: Sequence[Unit], store: Store | None) -> Plan[list[Answer | Failure]]:
    return (yield from ask(units, store))


def test_questions_are_answered_in_their_order() -> None:
    answer = answered(perform(Unit((WON, LOST), LIMITS, LIMITS)))
    assert [Verdict.PROVEN, Verdict.DISPROVEN] == [s.verdict for s in answer.solutions]
    assert sum(solution.nodes for solution in answer.solutions) == answer.nodes


def test_the_same_unit_has_the_same_answer() -> None:
    unit = Unit((WON, LOST), LIMITS, LIMITS, Others(WON))
    one, two = answered(perform(unit)), answered(perform(unit))
    assert [s.strategy for s in one.solutions] == [s.strategy for s in two.solutions]
    assert one.others == two.others
    assert one.nodes == two.nodes


def test_what_is_left_of_the_total_bounds_each_question() -> None:
    empty = Question(Position(), WHITE)
    answer = answered(perform(Unit((empty, empty, empty), Limits(nodes=300), Limits(nodes=500))))
    assert [Limit.NODES] * 3 == [solution.limit for solution in answer.solutions]
    assert 500 <= answer.nodes < 600
    assert 0 == answer.solutions[2].nodes


def test_the_seconds_of_a_unit_end_all_its_questions() -> None:
    empty = Question(Position(), WHITE)
    answer = answered(perform(Unit((empty, empty), Limits(), Limits(seconds=0.2))))
    assert [Limit.SECONDS] * 2 == [solution.limit for solution in answer.solutions]
    assert answer.seconds < 20


def test_what_comes_after_the_seconds_of_a_unit_is_not_begun(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = itertools.count()
    monkeypatch.setattr("solver.search.budget.time.monotonic", lambda: next(clock) / 50)
    answer = answered(perform(Unit((WON, LOST) * 9, LIMITS, Limits(seconds=1, memory=16))))
    decided = [solution for solution in answer.solutions if solution.verdict in DECIDED]
    assert 0 < len(decided) < 9
    left = answer.solutions[len(decided) :]
    assert {Limit.SECONDS} == {solution.limit for solution in left}
    # The first of them was begun before its time was over.
    assert 0 == sum(solution.nodes for solution in left[1:])


def first_moves(about: Question, nodes: int, total: int) -> Unit:
    """Ask for a block and a chain of the opponent after each first move, and after a pass."""
    refuted = RefutedMoves(about.position, about.claim)
    holes = (None, *sorted(about.position.open_holes(about.claim.prover)))
    questions = [
        Question(refuted.after(hole, frozenset()), claim)
        for hole in holes
        for claim in refuted.questions
    ]
    likely = frozenset({about.claim.opposite})
    return Unit(
        tuple(questions),
        Limits(nodes=nodes),
        Limits(nodes=total, memory=16),
        sweep=Sweep(about, likely),
    )


def test_a_sweep_leaves_out_what_is_refuted_and_asks_again_for_the_rest() -> None:
    unit = first_moves(WON, 1, 5_000)
    answer = answered(perform(unit))
    refuted, won = RefutedMoves(CHOICE, WHITE), frozenset[Hole]()
    for question, solution in zip(unit.questions, answer.solutions, strict=True):
        if solution.strategy and solution.strategy.claim.implies(WHITE.opposite):
            refuted.take_in(solution.strategy)
        elif solution.strategy:
            won |= question.position.pegs(Side.WHITE) - CHOICE.pegs(Side.WHITE)
    assert 4 == len(won)
    assert won == refuted.left()
    assert any(1 < solution.nodes for solution in answer.solutions if solution.strategy)
    assert any(Limit.CANCELLED is solution.limit for solution in answer.solutions)


def test_a_sweep_ends_with_its_nodes() -> None:
    unit = first_moves(Question(classic("p07").position, claim_of(classic("p07"))), 50, 500)
    answer = answered(perform(unit))
    assert 500 <= answer.nodes < 600
    assert Verdict.UNDECIDED in {solution.verdict for solution in answer.solutions}


def k7_of_p27(aim: Aim, each: int, total: int) -> Unit:
    """Ask whether Black refutes k7 of p27, by a chain or at all."""
    puzzle = classic("p27")
    claim = claim_of(puzzle)
    after = RefutedMoves(puzzle.position, claim).after(Hole(10, 6), frozenset())
    asked = Claim(aim, claim.prover.other)
    return Unit(
        (Question(after, asked),),
        Limits(nodes=each),
        Limits(nodes=total),
        sweep=Sweep(Question(puzzle.position, claim), frozenset({asked})),
    )


def test_a_sweep_searches_move_by_move_what_stays_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """No single search refutes it with 320,000 nodes, but move by move 60,000 do."""
    unit = k7_of_p27(Aim.BLOCK, 20_000, 320_000)
    assert answered(perform(unit)).solutions[0].verdict is Verdict.UNDECIDED
    monkeypatch.setattr("solver.work.sweep.AT_ONCE", 20_000)
    assert answered(perform(unit)).solutions[0].verdict is Verdict.PROVEN


def test_a_sweep_looks_for_a_chain_so_far_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.work.sweep.AT_ONCE", 5_000)
    monkeypatch.setattr("solver.work.sweep._CHAIN", 10_000)
    answer = answered(perform(k7_of_p27(Aim.CONNECT, 5_000, 320_000)))
    assert answer.solutions[0].verdict is Verdict.UNDECIDED
    assert 15_000 <= answer.nodes < 20_000


def test_other_first_moves_are_refuted_all_but_the_proved_key() -> None:
    answer = answered(perform(Unit((WON,), LIMITS, LIMITS, Others(WON))))
    assert answer.others is not None
    assert answer.solutions[0].keys[0].peg in answer.others.winning
    assert answer.others.strategy is not None
    assert answer.nodes >= answer.solutions[0].nodes
    assert answer.asides


def test_first_moves_of_a_claim_that_fails_are_not_looked_at() -> None:
    answer = answered(perform(Unit((LOST,), LIMITS, LIMITS, Others(LOST))))
    assert answer.others is None


def test_a_position_that_is_decided_is_refused() -> None:
    position = EASY.position.put(Side.WHITE, Hole(1, 4))
    failure = perform(Unit((Question(position, WHITE),), LIMITS, LIMITS))
    assert isinstance(failure, Failure)
    assert Fault.REFUSED is failure.fault
    assert "connected already" in failure.message


def test_units_and_answers_travel() -> None:
    unit = Unit((WON,), LIMITS, LIMITS, Others(WON))
    assert unit == pickle.loads(pickle.dumps(unit))
    answer = perform(unit)
    assert answer == pickle.loads(pickle.dumps(answer))


def test_a_plan_is_sent_what_it_asks_and_returns() -> None:
    def plan() -> Plan[str]:
        first, second = yield [Unit((WON,), LIMITS, LIMITS), Unit((LOST,), LIMITS, LIMITS)]
        (third,) = yield [Unit((WON,), LIMITS, LIMITS)]
        return " ".join(
            answered(answer).solutions[0].verdict.value for answer in (first, second, third)
        )

    assert "proven disproven proven" == run_here(plan())


def test_a_plan_may_ask_nothing() -> None:
    assert [] == run_here(asking([], None))


def test_what_the_store_knows_is_not_asked_again(tmp_path: Path) -> None:
    units = [Unit((WON, LOST), LIMITS, LIMITS, Others(WON)), Unit((EASY,), LIMITS, LIMITS)]
    with Store(tmp_path / "verdicts.sqlite") as store:
        counted = Counted()
        first = run_here(asking(units, store), counted)
        assert 2 == len(counted.units)
        again = run_here(asking(units, store), counted)
        assert 2 == len(counted.units)
        assert [] == store.faults
    for one, two in zip(map(answered, first), map(answered, again), strict=True):
        assert one.solutions == two.solutions
        assert one.others == two.others
        assert one.nodes == two.nodes


def test_only_what_is_missing_of_a_unit_is_asked(tmp_path: Path) -> None:
    with Store(tmp_path / "verdicts.sqlite") as store:
        run_here(asking([Unit((WON,), LIMITS, LIMITS)], store))
        counted = Counted()
        (answer,) = run_here(
            asking([Unit((LOST, WON), LIMITS, LIMITS, Others(WON))], store), counted
        )
        (rest,) = counted.units
        assert (LOST,) == rest.questions
        assert rest.others is not None
        assert 1 == len(rest.others.winning)
        verdicts = [solution.verdict for solution in answered(answer).solutions]
        assert [Verdict.DISPROVEN, Verdict.PROVEN] == verdicts


def test_seconds_that_the_store_knows_are_counted_once(tmp_path: Path) -> None:
    unit = Unit((WON,), LIMITS, LIMITS, Others(WON))

    def slow(unit: Unit) -> Answer | Failure:
        """Take 4 seconds for the question and 6 for the other first moves."""
        answer = answered(perform(unit))
        (solution,) = answer.solutions
        return replace(answer, solutions=(replace(solution, seconds=4.0),), seconds=10.0)

    with Store(tmp_path / "s.sqlite") as store:
        first, again = (run_here(asking([unit], store), slow)[0] for _ in range(2))
    assert [10.0, 10.0] == [answered(answer).seconds for answer in (first, again)]


def test_a_failure_is_told_and_not_stored(tmp_path: Path) -> None:
    failure = Failure(Fault.CRASHED, "gone")
    with Store(tmp_path / "verdicts.sqlite") as store:
        units = [Unit((WON,), LIMITS, LIMITS)]
        assert [failure] == run_here(asking(units, store), lambda _: failure)
        counted = Counted()
        run_here(asking(units, store), counted)
        assert 1 == len(counted.units)
