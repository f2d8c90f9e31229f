"""Plans side by side: results in order, the same for any number of workers."""

import os
import time
import weakref
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from solver.batch import run_plans
from solver.batch.crash_safe_pool import Pool
from solver.errors import StoreError
from solver.game import Hole, Position
from solver.proof import Limits, Verdict
from solver.work import Answer, Failure, Fault, Others, Plan, Question, Unit, perform
from tests.store.positions import CHOICE, LOST, WHITE, WON
from tests.waiting import until

pytestmark = pytest.mark.native

LIMITS = Limits(nodes=2_000, memory=16)
POSITIONS = (WON, LOST, CHOICE, Position())


def unit(position: Position, limits: Limits = LIMITS) -> Unit:
    return Unit((Question(position, WHITE),), limits, limits)


def verdict(answer: Answer | Failure) -> str:
    return answer.fault.value if isinstance(answer, Failure) else answer.solutions[0].verdict.value


def asking(*units: Unit) -> Plan[list[str]]:
    return [verdict(answer) for answer in (yield units)]


def keeping(*units: Unit) -> Plan[list[Answer | Failure]]:
    return list((yield units))


def in_rounds(rounds: int) -> Plan[tuple[int, ...]]:
    """Ask in rounds; what is asked depends on what came before."""
    nodes = list[int]()
    for number in range(rounds):
        position = POSITIONS[(sum(nodes) + number) % 4]
        answers = yield [unit(position), Unit((Question(CHOICE, WHITE),), LIMITS, LIMITS, OTHERS)]
        for answer in answers:
            assert isinstance(answer, Answer)
            nodes.append(answer.nodes)
    return tuple(nodes)


OTHERS = Others(Question(CHOICE, WHITE))


def results(plans: Iterator[Plan[object]], jobs: int) -> list[object]:
    found = list(run_plans(plans, jobs=jobs))
    assert [*range(len(found))] == [index for index, _ in found]
    return [result for _, result in found]


@pytest.mark.parametrize("jobs", [1, 3])
def test_results_come_in_the_order_of_the_plans(jobs: int) -> None:
    plans = [asking(unit(Position(), Limits(nodes=60_000))), asking(unit(WON)), asking(unit(LOST))]
    assert [["undecided"], ["proven"], ["disproven"]] == results(iter(plans), jobs)


def test_the_number_of_workers_does_not_change_a_result() -> None:
    one, three = (results((in_rounds(n) for n in (3, 1, 0, 2)), jobs) for jobs in (1, 3))
    assert one == three


def test_answers_are_in_the_order_of_the_units() -> None:
    many = [unit(WON), unit(LOST), unit(CHOICE), unit(WON)]
    ((_, verdicts),) = run_plans([asking(*many)], jobs=2)
    assert ["proven", "disproven", "proven", "proven"] == verdicts


def test_no_plan_is_begun_while_units_of_older_ones_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    given, begun = list[int](), list[int]()
    submit = Pool.submit

    def submit_counted(
        pool: Pool[Unit, Answer], ticket: int, item: Unit, seconds: float | None
    ) -> None:
        given.append(ticket)
        submit(pool, ticket, item, seconds)

    def plan(number: int) -> Plan[int]:
        begun.append(number)
        assert len(given) == 4 * number
        yield [unit(WON)] * 4
        return number

    monkeypatch.setattr(Pool, "submit", submit_counted)
    assert [0, 1, 2] == results(map(plan, range(3)), jobs=2)
    assert [0, 1, 2] == begun


def perform_after(file: Path, each: Unit) -> Answer | Failure:
    if each.questions[0].position == Position():
        assert until(file.exists)
    return perform(each)


def test_ended_plans_are_told_with_their_results_as_they_end(tmp_path: Path) -> None:
    told, ended = tmp_path / "told", list[tuple[int, list[str] | Failure]]()

    def tell(index: int, result: list[str] | Failure) -> None:
        ended.append((index, result))
        told.touch()

    plans = [asking(unit(Position())), asking(unit(WON))]
    list(run_plans(plans, jobs=2, work=partial(perform_after, told), on_end=tell))
    assert [(1, ["proven"]), (0, ["undecided"])] == ended


class Large:
    """A result."""


def test_of_plans_that_wait_for_a_slow_one_only_what_is_wanted_is_kept(tmp_path: Path) -> None:
    told, large = tmp_path / "told", weakref.WeakSet[Large]()

    def ending() -> Plan[Large]:
        yield [unit(WON)]
        large.add(result := Large())
        return result

    def slow() -> Plan[Large]:
        yield [unit(Position())]
        assert not large, "a result is kept that was told"
        return Large()

    def tell(index: int, result: Large | Failure) -> str:
        assert isinstance(result, Large)
        if index == 3:
            told.touch()
        return f"number {index}"

    plans = [slow(), ending(), ending(), ending()]
    running = run_plans(plans, jobs=2, work=partial(perform_after, told), on_end=tell)
    assert [(number, f"number {number}") for number in range(4)] == list(running)


def break_on_choice(each: Unit) -> Answer | Failure:
    """Stand in for a solver with every fault there is."""
    position = each.questions[0].position
    if position == CHOICE:
        os.abort()
    if position == LOST:
        time.sleep(600)
    if position.board.width == 24:
        bytearray(1 << 45)
    return perform(each)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bad_unit_fails_alone(jobs: int) -> None:
    limits = Limits(nodes=2_000, seconds=3, memory=16)
    units = [unit(each, limits) for each in (WON, CHOICE, WON, LOST, Position(), WON)]
    running = run_plans(
        [asking(*units), asking(unit(WON))], jobs=jobs, work=break_on_choice, grace=2.0
    )
    assert [
        (0, ["proven", "crashed", "proven", "hung", "memory", "proven"]),
        (1, ["proven"]),
    ] == list(running)


def test_a_plan_with_a_bug_fails_alone() -> None:
    def bad() -> Plan[list[str]]:
        yield [unit(WON)]
        raise RuntimeError("out of cheese")

    (_, failure), (_, verdicts) = run_plans([bad(), asking(unit(WON))])
    assert isinstance(failure, Failure)
    assert (Fault.CRASHED, "RuntimeError: out of cheese") == (failure.fault, failure.message)
    assert "in bad" in failure.trace
    assert ["proven"] == verdicts


def test_a_store_that_fails_ends_the_run() -> None:
    def bad() -> Plan[list[str]]:
        yield [unit(WON)]
        raise StoreError("the disk is full")

    with pytest.raises(StoreError, match="the disk is full"):
        list(run_plans([bad(), asking(unit(WON))]))


def test_a_refused_position_does_not_end_its_process() -> None:
    decided = WON.put(WHITE.prover, Hole(1, 4))
    ((_, verdicts),) = run_plans([asking(unit(decided), unit(WON))])
    assert ["refused", "proven"] == verdicts


def test_a_search_keeps_to_its_memory_before_the_process_does() -> None:
    limits = Limits(seconds=3, memory=16)
    ((_, answers),) = run_plans([keeping(unit(Position(), limits))])
    assert not isinstance(answers, Failure)
    (answer,) = answers
    assert isinstance(answer, Answer)
    assert Verdict.UNDECIDED is answer.solutions[0].verdict
