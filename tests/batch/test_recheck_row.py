"""Stored verdicts certified again: other first moves, and rows that make no sense."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from solver.batch import Rechecked, recheck_row
from solver.batch.recheck_row import KnownVerdict, _as_good
from solver.errors import StoreError
from solver.proof import Limits
from solver.store import Store
from solver.work import Answer, Failure, Others, Plan, Question, Unit, ask, run_here
from tests.store.positions import CHOICE, WHITE
from tests.store.test_store import change

pytestmark = pytest.mark.native

LIMITS = Limits(nodes=5_000, memory=16)
ASKED = Question(CHOICE, WHITE)


def ask_all(store: Store) -> Plan[list[Answer | Failure]]:
    return (yield from ask([Unit((ASKED,), LIMITS, LIMITS, Others(ASKED))], store))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "verdicts.sqlite") as opened:
        run_here(ask_all(opened))
        yield opened


def rechecked(store: Store, limits: Limits = LIMITS) -> list[Rechecked]:
    found = [run_here(recheck_row(row, store, limits)) for row in list(store.rows())]
    return [each for each in found if isinstance(each, Rechecked)]


def test_other_first_moves_are_certified(store: Store) -> None:
    found = rechecked(store)
    assert [None] * len(found) == [each.fault for each in found]
    (others,) = [each for each in found if each.before.left is not None]
    assert others.before.left is not None
    assert 4 == len(others.before.left)


def test_other_first_moves_are_refuted_again(store: Store) -> None:
    change(store.path, "UPDATE verdicts SET version = '0.0'")
    found = rechecked(store)
    assert all(each.now is not None for each in found)
    assert [()] * len(found) == [each.differences for each in found]
    assert [None] * len(found) == [each.now for each in rechecked(store)]


def test_a_proof_stays_until_the_new_one_is_written(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(store.path, "UPDATE verdicts SET version = '0.0'")
    before = [row.number for row in store.rows()]

    def full(*_: object, **__: object) -> None:
        raise StoreError("the disk is full")

    for name in ("add", "add_others"):
        monkeypatch.setattr(store, name, full)
    with pytest.raises(StoreError, match="full"):
        rechecked(store)
    assert before == [row.number for row in store.rows()]


def test_what_cannot_be_certified_any_more_is_searched_for_again(store: Store) -> None:
    known = [store.find(CHOICE, WHITE), store.find_others(CHOICE, WHITE)]
    assert None not in known
    change(store.path, "UPDATE verdicts SET strategy = x'00'")
    found = rechecked(store)
    assert all(each.fault for each in found)
    assert {"proven", "disproven"} == {each.now.verdict for each in found if each.now}
    assert len(found) == len([each for each in found if each.now])
    assert store.find(CHOICE, WHITE) is not None
    assert store.find_others(CHOICE, WHITE) is not None


def test_another_key_is_a_difference() -> None:
    before = KnownVerdict("proven", "c3", 4)
    told = Rechecked(1, "0.0", "", WHITE, None, before, KnownVerdict("proven", "d4", 3))
    assert ("key", "pegs") == told.differences


def test_a_proof_stays_where_too_few_nodes_find_none(store: Store) -> None:
    change(store.path, "UPDATE verdicts SET version = '0.0'")
    before = {row.number for row in store.rows()}
    found = rechecked(store, Limits(nodes=1, memory=16))
    worse = {each.row for each in found if each.now and each.now.verdict == "undecided"}
    assert worse
    assert worse <= before & {row.number for row in store.rows()}
    assert all("verdict" in each.differences for each in found if each.row in worse)


@pytest.mark.parametrize(
    ("now", "good"),
    [
        (KnownVerdict("proven", "c3", 4), True),
        (KnownVerdict("proven", "d4", 3), True),
        (KnownVerdict("proven", "c3", 5), False),
        (KnownVerdict("disproven", None, 4), False),
        (KnownVerdict("undecided", None, None), False),
    ],
)
def test_a_proof_goes_only_for_one_that_needs_no_more_pegs(now: KnownVerdict, good: bool) -> None:
    assert good is _as_good(KnownVerdict("proven", "c3", 4), now)


@pytest.mark.parametrize(
    ("left", "good"), [(("c3", "d4"), True), (("d4",), True), (("e5",), False), ((), True)]
)
def test_refuted_first_moves_go_only_where_as_many_are_refuted(
    left: tuple[str, ...], good: bool
) -> None:
    before = KnownVerdict("disproven", None, 4, ("c3", "d4"))
    assert good is _as_good(before, KnownVerdict("disproven", None, 5, left))


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE verdicts SET position = ''",
        "UPDATE verdicts SET key = x'00'",
        "UPDATE verdicts SET strategy = x'00'",
    ],
)
def test_rows_that_make_no_sense_are_told_and_removed(store: Store, statement: str) -> None:
    change(store.path, statement)
    before = {row.number for row in store.rows()}
    found = rechecked(store)
    assert len(before) == len(found)
    assert all(each.fault for each in found)
    assert before.isdisjoint(row.number for row in store.rows())
