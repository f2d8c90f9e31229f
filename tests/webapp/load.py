"""Load on a site of 10,000 puzzles, on this machine only: `python -m tests.webapp.load [SECONDS]`.

Serves the site as `make serve` does, from an empty folder, and prints how long its answers take:
each page asked for by a few visitors at a time, then 200 requests a second for a minute (SECONDS)
while two audits keep the cores busy, while 250 visitors ask the solver, and while 200 connections
stall. Ends by itself after about two minutes more than that.
"""

import argparse
import http.client
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from statistics import quantiles

from tests.webapp.browser import ROOT
from tests.webapp.rows import collection_row, puzzle_row
from webapp import create_app
from webapp.asgi import Site
from webapp.catalog.puzzle_texts import puzzle_from, revise
from webapp.catalog.shipped_collections import public_id
from webapp.core.database import Database
from webapp.worker import NICE

__all__ = ["main"]

PUZZLES, COLLECTIONS = 10_000, 50
RATE = 200
"""Requests a second in the long run."""
MOVE = '{"line": [], "move": "g9"}'
"""The key of puzzle 17."""
VISITORS = 8
"""Asking at the same time, each one request after the other."""
ASKING, STALLED = 250, 200
"""Visitors who ask the solver, and connections that stall, at the same time."""
PAUSE = 2.0
"""Seconds that a visitor waits before he asks again, when the solver is busy."""
BURST = 8.0
"""Seconds that a page is asked for."""


@dataclass
class Times:
    """How long requests took, in seconds, and how many failed."""

    taken: list[float] = field(default_factory=list)
    failed: int = 0
    bytes: int = 0

    def row(self, name: str, seconds: float) -> str:
        """Return a line of the table."""
        if len(self.taken) < 2:
            return f"{name:34} {len(self.taken)} answers, {self.failed} failed"
        cuts = quantiles(self.taken, n=100)
        p50, p95, p99 = (f"{cuts[n] * 1000:8.1f}" for n in (49, 94, 98))
        each = self.bytes // len(self.taken)
        rate = len(self.taken) / seconds
        return f"{name:34}{p50}{p95}{p99}{rate:9.1f}{self.failed:8}{each:9,}"


HEADING = f"{'milliseconds':34}{'p50':>8}{'p95':>8}{'p99':>8}{'per s':>9}{'failed':>8}{'bytes':>9}"


def unlimited() -> Site:
    """Return the site for a machine that is the only visitor."""
    return Site(partial(create_app, {"RATELIMIT_ENABLED": False, "WTF_CSRF_ENABLED": False}))


def fill(url: str) -> None:
    """Put 10,000 puzzles into a database: the shipped ones, each under many names."""
    files = sorted(ROOT.glob("puzzles/*/*.sgf"))
    texts = [
        (text, puzzle_from(text, privilege=True))
        for text in (file.read_text("utf-8") for file in files)
    ]
    database = Database(url)
    database.migrate()
    with database.sessions.begin() as session:
        shelves = [collection_row(f"load-{n}", 10 + n) for n in range(COLLECTIONS)]
        for number in range(PUZZLES):
            text, puzzle = texts[number % len(texts)]
            text = text.replace("GN[", f"GN[{number}: ", 1)
            row = puzzle_row(shelves[number % COLLECTIONS], f"n{number}", tags=f"tag{number % 40}")
            revise(row, text, replace(puzzle, name=f"{number}: {puzzle.name}"))
            row.difficulty, row.pegs = float(number % 101), 1 + number % 9
        session.add_all(shelves)
    database.engine.dispose()


@contextmanager
def served(place: Path) -> Iterator[tuple[int, int]]:
    """Serve the site from a folder; yield its port and the number of its first process."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    environ = {name: value for name, value in os.environ.items() if name[:6] != "TWIXT_"}
    environ |= {"HOST": "127.0.0.1", "PORT": str(port), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "webapp.prepare", str(ROOT / "puzzles")]
    subprocess.run(command, cwd=place, env=environ, check=True, stdout=subprocess.DEVNULL)
    config = str(ROOT / "webapp" / "gunicorn.conf.py")
    command = [sys.executable, "-m", "gunicorn", "-c", config, "tests.webapp.load:unlimited()"]
    server = subprocess.Popen(command, cwd=place, env=environ, stdout=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 60
        while ask(port, "GET", "/readyz")[0] != 200:
            if time.monotonic() > deadline or server.poll() is not None:
                raise SystemExit("the site did not start")
            time.sleep(0.2)
        yield port, server.pid
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(30)


def ask(port: int, method: str, path: str, body: str | None = None) -> tuple[int, bytes]:
    """Return status and body of one request on a connection of its own; 0 when there is none."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        headers = {"Content-Type": "application/json"} if body else {}
        connection.request(method, path, body, headers)
        response = connection.getresponse()
        return response.status, response.read()
    except (OSError, http.client.HTTPException):
        return 0, b""
    finally:
        connection.close()


def burst(port: int, paths: Sequence[str], seconds: float, body: str | None = None) -> Times:
    """Ask for pages, a few visitors at a time, as fast as answers come; with a body, POST it."""
    method = "POST" if body else "GET"
    found, lock = Times(), threading.Lock()
    end = time.monotonic() + seconds

    def visit(number: int) -> None:
        while time.monotonic() < end:
            began = time.perf_counter()
            status, answer = ask(port, method, paths[number % len(paths)], body)
            taken = time.perf_counter() - began
            number += VISITORS
            with lock:
                found.taken.append(taken)
                found.failed += status not in (200, 302)
                found.bytes += len(answer)

    together(VISITORS, visit)
    return found


def steady(port: int, paths: Sequence[str], seconds: float) -> Times:
    """Ask 200 times a second, whether answers come or not; times count from when it was due."""
    found, lock = Times(), threading.Lock()
    began, count = time.monotonic(), int(RATE * seconds)
    turn = iter(range(count))

    def visit(_number: int) -> None:
        while True:
            with lock:
                number = next(turn, count)
            if number == count:
                return
            due = began + number / RATE
            time.sleep(max(0.0, due - time.monotonic()))
            status, body = ask(port, "GET", paths[number % len(paths)])
            with lock:
                found.taken.append(time.monotonic() - due)
                found.failed += status not in (200, 302)
                found.bytes += len(body)

    together(64, visit)
    return found


def together(count: int, work: Callable[[int], None]) -> None:
    """Do work in threads, and wait for all of them."""
    threads = [threading.Thread(target=work, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def memory(first: int) -> int:
    """Return the MiB that a process and all that it started hold."""
    listed = subprocess.run(
        ["ps", "-eo", "pid=,ppid=,rss="], capture_output=True, text=True, check=True
    )
    rows = [tuple(map(int, line.split())) for line in listed.stdout.splitlines()]
    held, family = 0, {first}
    for number, parent, size in sorted(rows):
        if number in family or parent in family:
            family.add(number)
            held += size
    return held // 1024


@contextmanager
def audits(count: int) -> Iterator[None]:
    """Keep audits running meanwhile, as little in the way as the job worker's are."""
    command = [str(Path(sys.executable).with_name("twixt")), "audit", str(ROOT / "puzzles")]
    running = [
        subprocess.Popen(
            [*command, "--seconds", "600"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=lambda: os.nice(NICE),
        )
        for _ in range(count)
    ]
    try:
        yield
    finally:
        for process in running:
            process.terminate()
            process.wait(30)


@contextmanager
def questions(port: int, address: str, count: int) -> Iterator[list[int]]:
    """Have visitors ask about first moves that take a search; yield the statuses they get."""
    statuses, ending = list[int](), threading.Event()

    def visit(number: int) -> None:
        move = f'{{"line": [], "move": "{"bcdefghijk"[number % 10]}{2 + number // 10 % 10}"}}'
        while not ending.is_set():
            statuses.append(ask(port, "POST", address, move)[0])
            if statuses[-1] == 503:
                ending.wait(PAUSE)

    asking = threading.Thread(target=together, args=(count, visit))
    asking.start()
    try:
        yield statuses
    finally:
        ending.set()
        asking.join()


@contextmanager
def stalled(port: int, count: int) -> Iterator[None]:
    """Keep connections open that never finish their request."""
    ending = threading.Event()

    def visit(number: int) -> None:
        while not ending.is_set():
            with socket.create_connection(("127.0.0.1", port), timeout=1) as connection:
                head = b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "
                full = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{"
                connection.sendall(head if number % 2 else full)
                while not ending.is_set():
                    try:
                        if not connection.recv(4096):
                            break
                    except TimeoutError:
                        continue
                    except OSError:
                        break

    waiting = threading.Thread(target=together, args=(count, visit))
    waiting.start()
    try:
        yield
    finally:
        ending.set()
        waiting.join()


def main(arguments: Sequence[str]) -> int:
    """Run it all; return 0 when no request failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seconds", nargs="?", type=float, default=60.0)
    seconds = parser.parse_args(arguments).seconds
    with tempfile.TemporaryDirectory(prefix="twixt-load-") as folder:
        (Path(folder) / "var").mkdir()
        fill(f"sqlite:///{folder}/var/twixt.sqlite")
        with served(Path(folder)) as (port, first):
            pages = {
                "list": ["/puzzles", "/puzzles?page=100", "/puzzles?sort=newest&page=7"],
                "list with filters": [
                    "/puzzles?tag=tag7&difficulty_min=20&sort=hardest",
                    "/puzzles?q=puzzle%201&size=12x12&pegs_max=4",
                    "/puzzles?soundness=not+checked&rules=STD&sort=easiest&page=50",
                ],
                "puzzle": [f"/p/load-{n % COLLECTIONS}-n{n}" for n in range(0, 9000, 37)],
                "small board, packed or not": [
                    f"/p/load-{n % COLLECTIONS}-n{n}/board.svg?small=1" for n in range(0, 9000, 37)
                ],
                "first page": ["/"],
            }
            failed = 0
            print(f"{PUZZLES:,} puzzles, {VISITORS} visitors at a time\n{HEADING}", flush=True)
            for name, paths in pages.items():
                found = burst(port, paths, BURST)
                print(found.row(name, BURST), flush=True)
                failed += found.failed
            judged = f"/p/{public_id('randolph-hensel', 'p17')}/moves"
            ask(port, "POST", judged, MOVE)
            found = burst(port, [judged], BURST, MOVE)
            print(found.row("verdict known already", BURST), flush=True)
            failed += found.failed
            before = memory(first)
            mixed = [
                path
                for paths in zip(*(paths * 200 for paths in pages.values()), strict=False)
                for path in paths
            ]
            hard = f"/p/{public_id('randolph-hensel', 'p41')}/moves"
            print(f"\n{RATE} requests a second for {seconds:g} s\n{HEADING}")
            with audits(2):
                found = steady(port, mixed, seconds)
            print(found.row("beside two audits", seconds), flush=True)
            failed += found.failed
            with stalled(port, STALLED):
                found = steady(port, mixed, seconds)
            print(found.row(f"beside {STALLED} stalled connections", seconds), flush=True)
            failed += found.failed
            with questions(port, hard, ASKING) as statuses:
                found = steady(port, mixed, seconds)
            print(found.row(f"beside {ASKING} questions at once", seconds))
            told = ", ".join(f"{statuses.count(code)} with {code}" for code in sorted({*statuses}))
            print(f"questions answered: {told}")
            print(f"memory of the site: {before} MiB before, {memory(first)} MiB after")
            return 1 if failed + found.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
