"""Many plans at once: their units go to processes, oldest plan first; results come in order."""

import heapq
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar, overload

from solver.batch.crash_safe_pool import GRACE, Pool, one_line
from solver.batch.memory_bound import perform_bounded
from solver.errors import StoreError
from solver.work import Answer, Failure, Fault, Plan, Result, Unit

__all__ = ["run_plans"]

_Kept = TypeVar("_Kept")


class Workers(Protocol):
    """Who answers units: processes here or on other machines."""

    @property
    def free(self) -> int:
        """How many more units can be taken now."""

    def submit(self, ticket: int, item: Unit, seconds: float | None = None) -> None:
        """Take a unit that should end after so many seconds."""

    def wait(self) -> list[tuple[int, Answer | Failure]]:
        """Return at least one ticket and its answer, if any unit was taken."""

    def close(self) -> None:
        """End all running units."""


@overload
def run_plans(
    plans: Iterable[Plan[Result]],
    *,
    jobs: int = 1,
    cluster: str | None = None,
    on_end: None = None,
    on_news: Callable[[str], None] | None = None,
    work: Callable[[Unit], Answer | Failure] = perform_bounded,
    grace: float = GRACE,
) -> Generator[tuple[int, Result | Failure]]: ...


@overload
def run_plans(
    plans: Iterable[Plan[Result]],
    *,
    jobs: int = 1,
    cluster: str | None = None,
    on_end: Callable[[int, Result | Failure], _Kept],
    on_news: Callable[[str], None] | None = None,
    work: Callable[[Unit], Answer | Failure] = perform_bounded,
    grace: float = GRACE,
) -> Generator[tuple[int, _Kept]]: ...


def run_plans(
    plans: Iterable[Plan[Result]],
    *,
    jobs: int = 1,
    cluster: str | None = None,
    on_end: Callable[[int, Result | Failure], Any] | None = None,
    on_news: Callable[[str], None] | None = None,
    work: Callable[[Unit], Answer | Failure] = perform_bounded,
    grace: float = GRACE,
) -> Generator[tuple[int, Any]]:
    """Yield the number and the result of each plan, in their order, from 0.

    Units run in `jobs` processes here, or on the machines of `cluster`, the address of a Dask
    scheduler. A unit that crashes, hangs for `grace` seconds after its time or takes too much
    memory is a Failure to its plan; a plan that raises has that for a result, but for StoreError.
    `on_end` is told the number and the result of each plan as it ends, which may be out of order.
    What it returns is kept and yielded in the place of the result: many plans may end before a slow
    one that is older.
    `on_news` is told in words when the cluster has no workers left.
    Closing the generator ends all processes. Raises ClusterError, WorkerError, StoreError and what
    `on_end` and `on_news` raise.
    """
    workers: Workers
    if cluster is None:
        workers = Pool(work, jobs, grace=grace)
    else:
        from solver.batch.cluster import Cluster

        workers = Cluster(cluster, work, grace=grace, on_news=on_news)
    with closing(workers):
        yield from _Run(iter(plans), workers, on_end).results()


@dataclass
class _Open(Generic[Result]):
    """A plan that waits for answers."""

    index: int
    plan: Plan[Result]
    answers: dict[int, Answer | Failure] = field(default_factory=dict)
    """Of the units asked last, by number."""
    asked: int = 0


class _Run(Generic[Result]):
    def __init__(
        self,
        plans: Iterator[Plan[Result]],
        workers: Workers,
        on_end: Callable[[int, Result | Failure], Any] | None,
    ) -> None:
        self.plans = enumerate(plans)
        self.workers = workers
        self.on_end = on_end
        self.waiting: list[tuple[int, int, Unit]] = []
        """Heap of units with the numbers of their plans, and their own in the plan."""
        self.running: dict[int, tuple[int, int]] = {}
        """Plan and unit by ticket."""
        self.open: dict[int, _Open[Result]] = {}
        self.done: dict[int, Any] = {}
        """Results that wait for older plans, or what is kept of them."""
        self.tickets = 0
        self.due = 0
        """The plan whose result comes next."""

    def results(self) -> Iterator[tuple[int, Any]]:
        """Yield the results in the order of the plans, each as soon as that allows."""
        while True:
            self._fill()
            if self.due in self.done:
                yield self.due, self.done.pop(self.due)
                self.due += 1
            elif self.running:
                for ticket, answer in self.workers.wait():
                    index, unit = self.running.pop(ticket)
                    self._take(self.open[index], unit, answer)
            else:
                return

    def _fill(self) -> None:
        """Give every free worker a unit; begin another plan only when none is waiting."""
        while self.workers.free > 0 and self.due not in self.done:
            if self.waiting:
                index, number, unit = heapq.heappop(self.waiting)
                self.tickets += 1
                self.running[self.tickets] = (index, number)
                self.workers.submit(self.tickets, unit, unit.total.seconds)
                continue
            started = next(self.plans, None)
            if started is None:
                return
            index, plan = started
            self.open[index] = _Open(index, plan)
            self._go_on(self.open[index], None)

    def _take(self, opened: _Open[Result], number: int, answer: Answer | Failure) -> None:
        opened.answers[number] = answer
        if len(opened.answers) == opened.asked:
            self._go_on(opened, [opened.answers[at] for at in range(opened.asked)])

    def _go_on(self, opened: _Open[Result], answers: Sequence[Answer | Failure] | None) -> None:
        """Send a plan its answers, and see what it asks next or that it ended."""
        ended: Result | Failure
        try:
            while True:
                send: Any = opened.plan.send
                units = send(answers)
                opened.answers, opened.asked = {}, len(units)
                for number, unit in enumerate(units):
                    heapq.heappush(self.waiting, (opened.index, number, unit))
                if units:
                    return
                answers = []
        except StopIteration as stop:
            ended = stop.value
        except StoreError:
            raise  # no other plan could keep its results either
        except Exception as error:
            ended = Failure(Fault.CRASHED, one_line(error), traceback.format_exc())
        del self.open[opened.index]
        kept = ended if self.on_end is None else self.on_end(opened.index, ended)
        self.done[opened.index] = kept
