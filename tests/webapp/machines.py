"""Two machines of one site, on this one: `python -m tests.webapp.machines [RATE SECONDS PART]`.

PostgreSQL with 20,000 puzzles, 5,000 accounts and a million attempts (or one PART of that), Redis
for queue and limits, and the whole site twice, each with web processes and a job worker of its own.
Visitors and accounts ask for RATE pages a second; others sign up, and audits are asked for. After a
third of the time a job worker is killed, after two thirds all of the second site. Like a proxy, who
gets no answer from one site asks the other. Prints how long the answers took; in the end every
account that was told of must be there once, and every audit must have one report.
"""

import argparse
import contextlib
import http.client
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import quote, urlencode, urlsplit

import psutil
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from solver.files import puzzle_to_sgf
from tests import redis
from tests.postgres import cluster
from tests.waiting import until
from tests.webapp.browser import ROOT
from tests.webapp.conftest import SMALL
from tests.webapp.load import HEADING, Times, together
from tests.webapp.scale import SHELVES, WHOLE, fill
from tests.webapp.serving import start_site
from webapp import create_app
from webapp.core.database import Database
from webapp.jobs import Queue, ask_for_audit
from webapp.models import OPEN_STATES, Account, Job, JobState
from webapp.prepare import prepare

__all__ = ["main"]

SECRET = "one secret for both machines, long enough"
VISITORS = 64
"""Connections to each site."""
DEPTH = 0.7
"""How soon visitors stop going from page to page of a list."""
AUDITS = 40
PAUSE = 1.0
"""Seconds between the accounts that are made, and between audits."""
PAGES = {
    "list": ("/puzzles?page={page}", False, 15),
    "list with filters": ("/puzzles?tag=tag{tag}&difficulty_min=20&sort=hardest", False, 10),
    "list by words": ("/puzzles?q={tag}:", False, 5),
    "puzzle": ("/p/s{puzzle:09}", False, 30),
    "board": ("/p/s{puzzle:09}/board.svg?small=1", False, 15),
    "first page": ("/", False, 5),
    "daily": ("/daily", False, 5),
    "list, signed in": ("/puzzles?page={page}", True, 5),
    "rated stream": ("/next", True, 5),
    "profile": ("/account", True, 5),
}
"""Address of each page, whether an account asks for it, and how many of a hundred requests do."""


@dataclass
class Load:
    """What is asked, and what came of it."""

    ports: list[int]
    cookies: list[str]
    sizes: tuple[int, int, int]
    pages: dict[str, Times] = field(default_factory=lambda: {name: Times() for name in PAGES})
    lock: threading.Lock = field(default_factory=threading.Lock)
    elsewhere: int = 0
    """Requests that the second site asked answered."""

    def run(self, rate: float, seconds: float) -> None:
        """Ask so many times a second; times count from when a request was due."""
        began, rng = time.monotonic(), random.Random(4)
        names = rng.choices(
            list(PAGES), [share for *_, share in PAGES.values()], k=int(rate * seconds)
        )
        turns = iter(enumerate(names))

        def visit(number: int) -> None:
            mine, held = random.Random(number), dict[int, http.client.HTTPConnection]()
            while True:
                with self.lock:
                    turn, name = next(turns, (0, ""))
                if not name:
                    break
                due = began + turn / rate
                time.sleep(max(0.0, due - time.monotonic()))
                path, signed_in = self._path(name, mine)
                cookie = mine.choice(self.cookies) if signed_in else ""
                status = self._ask(held, turn, path, cookie)
                with self.lock:
                    self.pages[name].taken.append(time.monotonic() - due)
                    self.pages[name].failed += status not in (200, 302)
            for connection in held.values():
                connection.close()

        together(VISITORS, visit)

    def _path(self, name: str, rng: random.Random) -> tuple[str, bool]:
        address, signed_in, _ = PAGES[name]
        path = address.format(
            # Half stay on the first page.
            page=1 + int(rng.expovariate(DEPTH)),
            tag=rng.randrange(SHELVES),
            puzzle=1 + rng.randrange(self.sizes[0]),
        )
        return path, signed_in

    def _ask(
        self, held: dict[int, http.client.HTTPConnection], turn: int, path: str, cookie: str
    ) -> int:
        """Return the status of an answer of either site; 0 when both give none."""
        here = turn % len(self.ports)
        for number, port in enumerate(self.ports[here:] + self.ports[:here]):
            # A connection that was kept may have been closed by the site: then one more.
            for _ in range(2):
                fresh = port not in held
                connection = held.setdefault(
                    port, http.client.HTTPConnection("127.0.0.1", port, timeout=30)
                )
                try:
                    connection.request("GET", path, headers=headers(turn, cookie))
                    response = connection.getresponse()
                    response.read()
                except (OSError, http.client.HTTPException):
                    held.pop(port).close()
                    if fresh:
                        break
                else:
                    self.elsewhere += number
                    return response.status
        return 0


def headers(number: int, cookie: str = "") -> dict[str, str]:
    """Return headers of a visitor who comes from another address than others do."""
    address = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
    return {"X-Forwarded-For": address} | ({"Cookie": cookie} if cookie else {})


def sign_up(ports: Sequence[int], number: int) -> bool:
    """Return whether one of the sites said that it made an account."""
    for port in ports:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        try:
            connection.request("GET", "/sign-up", headers=headers(number))
            response = connection.getresponse()
            token = re.search(r'name="csrf_token" value="([^"]+)"', response.read().decode())
            cookie = (response.getheader("Set-Cookie") or "").partition(";")[0]
            assert token
            body = {"name": f"Scale-{number}", "password": "correct horse battery", "next": "/"}
            form = {"Content-Type": "application/x-www-form-urlencoded"} | headers(number, cookie)
            text = urlencode(body | {"csrf_token": token[1]})
            connection.request("POST", "/sign-up", text, form)
            if connection.getresponse().status == 302:
                return True
        except (OSError, http.client.HTTPException, AssertionError):
            continue
        finally:
            connection.close()
    return False


def family(first: int) -> list[psutil.Process]:
    """Return a process and all that it started."""
    return [psutil.Process(first), *psutil.Process(first).children(recursive=True)]


PROGRAMS = {
    "postgres": "PostgreSQL",
    "redis": "Redis",
    "webapp.worker": "job workers",
    "gunicorn": "web processes",
    "serve": "supervisors",
}
"""What each program is called in the account, by a part of its command."""
OURSELVES = "visitors and this measurement"


@dataclass
class Processors:
    """What each program uses of the processors: looked at often, because some are killed."""

    used: dict[int, tuple[str, float]] = field(default_factory=dict)
    before: dict[int, tuple[str, float]] = field(default_factory=dict)

    def look(self, process: psutil.Process | None = None, kind: str = OURSELVES) -> None:
        """Take down the seconds of this process and all that it started, or of another one."""
        process = process or psutil.Process()
        with contextlib.suppress(psutil.Error):
            times = process.cpu_times()
            self.used[process.pid] = kind, times.user + times.system
            for child in process.children():
                command = " ".join(child.cmdline())
                self.look(child, next((PROGRAMS[it] for it in PROGRAMS if it in command), kind))

    def rows(self, requests: int) -> Iterator[str]:
        """Yield a line for each program: seconds, and milliseconds of each request."""
        seconds = defaultdict[str, float](float)
        for pid, (kind, used) in self.used.items():
            seconds[kind] += used - self.before.get(pid, ("", 0.0))[1]
        for kind, used in sorted(seconds.items(), key=lambda row: -row[1]):
            yield f"{kind:32} {used:8.1f} s {1000 * used / requests:8.2f} ms a request"


def cookies_of(count: int, url: str, place: Path) -> list[str]:
    """Return cookies of accounts, as the site signs them."""
    settings = {"SECRET_KEY": SECRET, "TWIXT_DATABASE": url, "TWIXT_QUEUE": f"{place}/jobs.sqlite"}
    app = create_app(settings | {"RATELIMIT_STORAGE_URI": f"sqlite:///{place}/limits.sqlite"})
    client, found = app.test_client(), list[str]()
    for account in range(1, count + 1):
        with client.session_transaction() as cookie:
            cookie["_user_id"], cookie["_fresh"] = f"{account}.0", True
        kept = client.get_cookie("session")
        assert kept
        found.append(f"session={quote(kept.value)}")
    app.extensions["database"].engine.dispose()
    return found


def main(arguments: Sequence[str]) -> int:
    """Run it; return 0 when nothing failed and nothing was lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name, kind, default in (("rate", float, 400.0), ("seconds", float, 60.0), ("part", int, 1)):
        parser.add_argument(name, nargs="?", type=kind, default=default)
    asked = parser.parse_args(arguments)
    puzzles, accounts, attempts = (size // asked.part for size in WHOLE)
    with (
        cluster() as url,
        redis.server() as queue,
        tempfile.TemporaryDirectory(prefix="twixt-machines-") as folder,
    ):
        prepare(ROOT / "puzzles", url)
        database, began = Database(url), time.monotonic()
        with database.sessions.begin() as session:
            fill(session, puzzles, accounts, attempts, random.Random(1))
        with database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as admin:
            admin.exec_driver_sql("ANALYZE")
        print(f"{puzzles:,} puzzles, {accounts:,} accounts, {attempts:,} attempts", end=" ")
        print(f"(filled in {time.monotonic() - began:.0f} s)", flush=True)
        place = Path(folder)
        load = Load([], cookies_of(200, url, place), (puzzles, accounts, attempts))
        sites = list[tuple["subprocess.Popen[str]", str]]()
        settings = {"TWIXT_DATABASE": url, "TWIXT_SECRET": SECRET}
        settings |= {"TWIXT_QUEUE": f"{queue}/0", "TWIXT_LIMITS": f"{queue}/1"}
        try:
            for number in range(2):
                (place / str(number)).mkdir()
                sites.append(start_site(place / str(number), ROOT / "puzzles", **settings))
                load.ports.append(int(urlsplit(sites[-1][1]).port or 0))
            return _measure(load, sites, database, Queue(f"{queue}/0"), asked)
        finally:
            for site, _ in sites:
                site.terminate()
                site.wait(60)
            database.engine.dispose()


def _measure(
    load: Load,
    sites: Sequence[tuple["subprocess.Popen[str]", str]],
    database: Database,
    queue: Queue,
    asked: argparse.Namespace,
) -> int:
    told, jobs, stop = set[str](), list[str](), threading.Event()

    def write() -> None:
        """Sign up and ask for audits all the time."""
        number = 0
        while not stop.wait(PAUSE):
            number += 1
            ports = load.ports if number % 2 else load.ports[::-1]
            if sign_up(ports, number):
                told.add(f"Scale-{number}")
            if len(jobs) < AUDITS:
                sgf = puzzle_to_sgf(replace(SMALL, name=f"Audit {number}"))
                with database.sessions() as session:
                    job = ask_for_audit(session, queue, sgf, 20, address=f"visitor {number}")
                    jobs.append(job.id)

    def kill() -> None:
        if stop.wait(asked.seconds / 3):
            return
        next(each for each in family(sites[0][0].pid) if "webapp.worker" in each.cmdline()).kill()
        if stop.wait(asked.seconds / 3):
            return
        for each in family(sites[1][0].pid):
            each.kill()

    processors = Processors()
    processors.look()
    processors.before = dict(processors.used)

    def account() -> None:
        while not stop.wait(PAUSE):
            processors.look()

    threads = [threading.Thread(target=work) for work in (write, kill, account)]
    for thread in threads:
        thread.start()
    load.run(asked.rate, asked.seconds)
    stop.set()
    for thread in threads:
        thread.join()
    print(f"\n{asked.rate:g} requests a second for {asked.seconds:g} s\n{HEADING}")
    whole = Times()
    for name, times in load.pages.items():
        print(times.row(name, asked.seconds))
        whole.taken += times.taken
        whole.failed += times.failed
    print(whole.row("all", asked.seconds))
    print(f"{load.elsewhere} requests were answered by the other site")
    print(*processors.rows(len(whole.taken)), sep="\n")

    def ended() -> bool:
        with database.sessions() as session:
            open_jobs = select(func.count()).where(Job.id.in_(jobs), Job.state.in_(OPEN_STATES))
            return session.scalar(open_jobs) == 0

    began = time.monotonic()
    all_ended = until(ended)
    with database.sessions() as session:
        lost = _lost(session, told, jobs)
    print(f"{len(jobs)} audits: all ended {time.monotonic() - began:.0f} s later: {all_ended}")
    print(f"{len(told)} accounts told of; lost or doubled: {lost or 'none'}")
    return 1 if whole.failed or lost or not all_ended else 0


def _lost(session: Session, told: set[str], jobs: Sequence[str]) -> list[str]:
    """Return accounts that are not there once, and audits that have not one report."""
    made = select(Account.name, func.count()).where(Account.name.in_(told)).group_by(Account.name)
    counted = {row[0]: row[1] for row in session.execute(made)}
    wrong = [name for name in told if counted.get(name) != 1]
    found = session.scalars(select(Job).where(Job.id.in_(jobs))).all()
    wrong += [job.id for job in found if job.state is not JobState.DONE or job.report_id is None]
    return wrong + [job for job in jobs if job not in {each.id for each in found}]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
