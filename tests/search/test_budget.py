"""A budget: what is left of limits, its children and shares, the clock, and the order to stop."""

import pytest

from solver.proof import Limit, Limits
from solver.search import Budget, Cancel
from solver.search import budget as module

pytestmark = pytest.mark.native


def reached(budget: Budget) -> Limit | None:
    """Return the limit that is used up now."""
    return budget.reached


class Clock:
    """A clock that a test sets."""

    now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(module, "time", clock)
    return clock


def test_without_limits_nothing_is_ever_used_up(clock: Clock) -> None:
    budget = Budget()
    budget.spend(10**12)
    clock.now += 1e8
    assert Limits() == budget.left()
    assert reached(budget) is None


def test_nodes_are_used_up_to_the_last() -> None:
    budget = Budget(Limits(nodes=10))
    budget.spend(9)
    assert Limits(nodes=1) == budget.left()
    assert reached(budget) is None
    budget.spend(1)
    assert budget.left() is None
    assert reached(budget) is Limit.NODES
    budget.spend(5)
    assert budget.left() is None


def test_seconds_pass_by_themselves_and_those_of_others_are_spent(clock: Clock) -> None:
    budget = Budget(Limits(seconds=8.0))
    clock.now += 1.0
    budget.spend(0, 2.0)
    assert budget.seconds == 3.0
    assert Limits(seconds=5.0) == budget.left()
    clock.now += 5.0
    assert budget.left() is None
    assert reached(budget) is Limit.SECONDS


def test_a_clock_that_stands_counts_nothing(clock: Clock) -> None:
    budget = Budget(Limits(seconds=8.0))
    clock.now += 1.0
    budget.pause()
    clock.now += 100.0
    budget.pause()
    assert budget.seconds == 1.0
    budget.resume()
    clock.now += 2.0
    budget.resume()
    clock.now += 1.0
    assert budget.seconds == 4.0


def test_memory_and_threads_are_handed_on() -> None:
    budget = Budget(Limits(nodes=10, memory=16, threads=2))
    budget.spend(4)
    assert Limits(nodes=6, memory=16, threads=2) == budget.left()


def test_a_share_is_one_of_the_whole_and_not_of_what_is_left(clock: Clock) -> None:
    budget = Budget(Limits(nodes=100, seconds=10.0))
    budget.spend(30)
    clock.now += 1.0
    assert Limits(nodes=20, seconds=4.0) == budget.left(0.5)
    assert budget.left(0.3) is None
    assert budget.left(0.1) is None


def test_what_a_child_uses_its_parents_use_too() -> None:
    budget = Budget(Limits(nodes=10))
    child = budget.child()
    child.child(nodes=5).spend(3)
    assert (child.nodes, budget.nodes) == (3, 3)
    assert child.nodes_left == 7


def test_a_child_ends_with_its_own_limit_or_with_its_parent(clock: Clock) -> None:
    budget = Budget(Limits(nodes=10, seconds=4.0))
    small, large = budget.child(nodes=3, seconds=1.0), budget.child(nodes=30, seconds=40.0)
    assert (small.nodes_left, large.nodes_left) == (3, 10)
    small.spend(3)
    assert (reached(small), reached(large)) == (Limit.NODES, None)
    assert large.nodes_left == 7
    clock.now += 4.0
    assert reached(large) is Limit.SECONDS
    assert reached(budget.child(nodes=0)) is Limit.NODES


def test_a_child_for_one_of_several_parts_has_a_node_at_least(clock: Clock) -> None:
    budget = Budget(Limits(nodes=8, seconds=2.0))
    clock.now += 1.75
    assert Limits(nodes=2, seconds=0.25) == budget.share(4).left()
    assert Limits(nodes=8, seconds=0.25) == budget.share(1).left()
    assert budget.share(100).nodes_left == 1
    assert Budget().share(4).left() == Limits()


def test_one_more_question_gets_its_own_limits_or_what_is_left(clock: Clock) -> None:
    budget = Budget(Limits(nodes=10, seconds=4.0))
    assert Limits(nodes=5, seconds=4.0, memory=16) == budget.at_most(Limits(nodes=5, memory=16))
    assert Limits(nodes=10, seconds=1.0) == budget.at_most(Limits(seconds=1.0))
    budget.spend(10)
    clock.now += 5.0
    assert Limits(nodes=1, seconds=0.001) == budget.at_most(Limits())


def test_what_is_cancelled_is_used_up_with_all_its_parts() -> None:
    cancel = Cancel()
    budget = Budget(Limits(nodes=10), cancel)
    child = budget.child(nodes=3)
    assert reached(child) is None
    cancel.set()
    assert (reached(budget), reached(child)) == (Limit.CANCELLED, Limit.CANCELLED)


@pytest.mark.parametrize(
    ("nodes", "seconds", "nearest"), [(5, 1.0, Limit.NODES), (1, 3.0, Limit.SECONDS)]
)
def test_the_nearest_limit_is_the_one_of_which_most_was_used(
    nodes: int, seconds: float, nearest: Limit
) -> None:
    budget = Budget(Limits(nodes=10, seconds=4.0))
    budget.spend(nodes, seconds)
    assert budget.nearest is nearest
