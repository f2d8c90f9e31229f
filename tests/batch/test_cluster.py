"""Units on other machines: the same answers, and what dies there harms nothing else."""

import logging
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from io import StringIO
from pathlib import Path

import pytest
from distributed import Client

from solver import __version__
from solver.batch import run_plans
from solver.batch.cluster import Cluster
from solver.errors import ClusterError
from solver.game import Position
from solver.proof import Limits
from solver.work import Failure, Fault, Plan, Unit
from tests.batch.clusters import ROOT, cluster, scheduler, worker
from tests.batch.test_run_plans import asking, break_on_choice, in_rounds, unit
from tests.store.positions import CHOICE, LOST, WON
from tests.waiting import until

pytestmark = [pytest.mark.native, pytest.mark.slow]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with cluster(tmp_path_factory.mktemp("cluster"), 2) as at:
        yield at


def test_a_cluster_gives_the_results_of_one_process(address: str) -> None:
    def plans() -> Iterator[Plan[tuple[int, ...]]]:
        return (in_rounds(number) for number in (3, 1, 0, 2))

    assert list(run_plans(plans())) == list(run_plans(plans(), cluster=address))


def test_a_bad_unit_fails_alone_on_a_cluster(address: str) -> None:
    limits = Limits(nodes=2_000, seconds=3, memory=16)
    units = [unit(each, limits) for each in (WON, CHOICE, WON, LOST, Position(), WON)]
    running = run_plans([asking(*units)], cluster=address, work=break_on_choice, grace=2.0)
    ((_, verdicts),) = running
    assert ["proven", "crashed", "proven", "hung", "memory", "proven"] == verdicts


def test_a_worker_that_dies_loses_no_unit(tmp_path: Path) -> None:
    with cluster(tmp_path, 1) as at, worker(tmp_path, at) as doomed:
        units = [unit(Position(), Limits(nodes=20_000 + n)) for n in range(6)] + [unit(WON)]

        def plan() -> Plan[list[str]]:
            first = yield from asking(unit(LOST))
            os.kill(doomed.pid, signal.SIGKILL)
            return first + (yield from asking(*units))

        ((_, verdicts),) = run_plans([plan()], cluster=at)
    assert not isinstance(verdicts, Failure)
    assert ["disproven", *["undecided"] * 6, "proven"] == verdicts


@pytest.mark.parametrize("how", ["closed", "killed"])
def test_a_search_that_nobody_waits_for_is_ended(tmp_path: Path, how: str) -> None:
    """After Ctrl-C, or where the client dies; what comes next need not wait for it."""
    pid = tmp_path / "pid"
    with cluster(tmp_path, 1) as at:
        with client(at, pid) as asking_one:
            searching = started(pid)
            if how == "killed":
                asking_one.kill()
        assert until(lambda: not Path(f"/proc/{searching}").exists())
        ((_, verdicts),) = run_plans([asking(unit(WON))], cluster=at)
    assert verdicts == ["proven"]


@contextmanager
def client(address: str, pid: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Ask a cluster for what never ends, in a process that gives it up at the end of its input."""
    code = "import sys; from tests.batch.test_cluster import ask; ask(*sys.argv[1:])"
    command = [sys.executable, "-c", code, address, str(pid)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, cwd=ROOT) as process:
        yield process
        process.communicate(b"")


def ask(address: str, pid: str) -> None:
    cluster = Cluster(address, partial(search_for_ever, pid), grace=2.0)
    cluster.submit(0, unit(WON))
    sys.stdin.read()
    cluster.close()


def search_for_ever(pid: str, _: Unit) -> Failure:
    Path(pid).write_text(f"{os.getpid()}.")
    time.sleep(3_600)
    return Failure(Fault.HUNG, "")


def started(pid: Path) -> int:
    """Return the number of the process that searches, once it does."""
    assert until(lambda: pid.exists() and pid.read_text().endswith("."))
    return int(pid.read_text().removesuffix("."))


def test_a_run_says_once_each_time_that_the_last_worker_has_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solver.batch.cluster._NEWS", 0.1)
    nthreads: Callable[[Client], dict[str, int]] = Client.nthreads
    empty, news = list[int](), list[str]()
    with ExitStack() as stack:
        at = stack.enter_context(cluster(tmp_path, 0))
        workers = [stack.enter_context(worker(tmp_path, at))]

        def counted(client: Client) -> dict[str, int]:
            """Say how many threads there are; after three times none, start a worker."""
            found = nthreads(client)
            empty.append(not found)
            if sum(empty) == 3 * len(workers):
                workers.append(stack.enter_context(worker(tmp_path, at)))
            return found

        def plan() -> Plan[list[str]]:
            verdicts = yield from asking(unit(LOST))
            for _ in range(2):
                workers[-1].kill()
                verdicts += yield from asking(unit(WON))
            return verdicts

        monkeypatch.setattr(Client, "nthreads", counted)
        ((_, verdicts),) = run_plans([plan()], cluster=at, on_news=news.append)
    assert ["disproven", "proven", "proven"] == verdicts
    said = f"no workers at {at}: waiting for one; Ctrl-C stops, --resume goes on"
    assert [said, said] == news


@pytest.fixture
def logged() -> Iterator[StringIO]:
    """What Dask logs."""
    written = StringIO()
    handler = logging.StreamHandler(written)
    loggers = [logging.getLogger(name) for name in ("distributed", "distributed.client")]
    for each in loggers:
        each.addHandler(handler)
    yield written
    for each in loggers:
        each.removeHandler(handler)


def test_a_scheduler_that_goes_away_ends_the_run_and_dask_says_nothing_beside(
    tmp_path: Path, logged: StringIO
) -> None:
    with scheduler(tmp_path) as (process, at), worker(tmp_path, at):

        def plan() -> Plan[list[str]]:
            first = yield from asking(unit(LOST))
            process.kill()
            return first + (yield from asking(unit(Position(), Limits(nodes=10_000))))

        with pytest.raises(ClusterError, match="scheduler is gone"):
            list(run_plans([plan()], cluster=at))
    assert "" == logged.getvalue()


@pytest.mark.parametrize("address", ["foo", "tcp://host", "nope://host:8786", "tcp://host:x"])
def test_what_is_no_address_is_told_at_once(address: str) -> None:
    with pytest.raises(ClusterError, match=r"is no address like tcp://host:8786"):
        list(run_plans([asking(unit(WON))], cluster=address))


def test_a_scheduler_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.batch.cluster._PATIENCE", 1.0)
    with pytest.raises(ClusterError, match=r"no scheduler answers at tcp://127\.0\.0\.1:9"):
        list(run_plans([asking(unit(WON))], cluster="tcp://127.0.0.1:9"))


@pytest.mark.parametrize("said", [b"", b"SSH-2.0-OpenSSH_9.2\r\n"])
def test_something_else_that_answers_is_told(said: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.batch.cluster._PATIENCE", 1.0)
    with ThreadPoolExecutor(1) as others, socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> socket.socket:
            connection, _ = server.accept()
            connection.sendall(said)
            return connection

        answering = others.submit(answer)
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(ClusterError, match=f"no scheduler answers at {address}: "):
            list(run_plans([asking(unit(WON))], cluster=address))
        answering.result().close()


def test_a_cluster_without_workers_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wait = Client.wait_for_workers

    def wait_shortly(client: Client, number: int, **_: float) -> None:
        wait(client, number, timeout=0.5)

    # To connect may take longer.
    monkeypatch.setattr(Client, "wait_for_workers", wait_shortly)
    with cluster(tmp_path, 0) as at, pytest.raises(ClusterError, match="no workers yet"):
        list(run_plans([asking(unit(WON))], cluster=at))


def test_a_worker_that_may_start_no_processes_is_told(tmp_path: Path) -> None:
    with (
        cluster(tmp_path, 0) as at,
        worker(tmp_path, at, "--nanny"),
        pytest.raises(ClusterError, match="--no-nanny"),
    ):
        list(run_plans([asking(unit(WON))], cluster=at))


def test_a_worker_that_leaves_as_it_is_greeted_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = tmp_path / "left"

    def leave() -> tuple[str, bool]:
        try:
            left.touch(exist_ok=False)
        except FileExistsError:
            return __version__, False
        os._exit(1)

    monkeypatch.setattr("solver.batch.cluster._about_worker", leave)
    with cluster(tmp_path, 1) as at, worker(tmp_path, at), worker(tmp_path, at):
        ((_, verdicts),) = run_plans([asking(unit(WON))], cluster=at)
    assert ["proven"] == verdicts
    assert left.exists()


def test_a_worker_without_the_solver_is_told(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def miss() -> tuple[str, bool]:
        raise ModuleNotFoundError("No module named 'solver'")

    monkeypatch.setattr("solver.batch.cluster._about_worker", miss)
    with pytest.raises(ClusterError, match=r"127\.0\.0\.1:\d+ has no twixt: .*'solver'"):
        list(run_plans([asking(unit(WON))], cluster=address))


def test_a_worker_of_another_version_is_told(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.batch.cluster.__version__", "9.9.9")
    with pytest.raises(ClusterError, match=r"has twixt .*, not 9\.9\.9"):
        list(run_plans([asking(unit(WON))], cluster=address))


def test_without_the_package_it_is_told_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterError, match=r"pip install 'twixt-puzzles\[cluster\]'"):
        list(run_plans([asking(unit(WON))], cluster="tcp://127.0.0.1:9"))
