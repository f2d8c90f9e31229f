"""One command serves the site and its jobs, and leaves no process behind."""

import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path

import psutil
import pytest
from click.testing import CliRunner

from solver.files import SHIPPED
from tests.cli.samples import TWIXT
from tests.waiting import DEADLINE, until
from tests.webapp.databases import shipped_site
from tests.webapp.serving import ROOT, start_site
from webapp.core.settings import web_workers
from webapp.serve_command import serve

pytestmark = [pytest.mark.native, pytest.mark.slow]


@contextmanager
def serving(
    place: Path, puzzles: Path | None = None, /, **settings: str
) -> Iterator[tuple[psutil.Process, HTTPConnection]]:
    """Yield the supervisor of a site, and a connection to it."""
    site, address = start_site(place, puzzles, **settings)
    with site:
        found = psutil.Process(site.pid)
        family = found.children(recursive=True)
        try:
            with closing(
                HTTPConnection(address.removeprefix("http://"), timeout=DEADLINE)
            ) as connection:
                yield found, connection
        finally:
            for each in (found, *family):
                if each.is_running():
                    each.kill()


@pytest.fixture
def served(small_site: Path) -> Iterator[psutil.Process]:
    """The supervisor of a site."""
    with serving(small_site) as (found, _):
        yield found


FIRST_PROCESS = """
import sys
from gunicorn.app.wsgiapp import WSGIApplication
settings = WSGIApplication(prog="gunicorn").cfg
settings.worker_class
settings.logger_class(settings)
print(settings.workers, *sorted(name for name in sys.modules if name[:6] in ("webapp", "solver")))
"""


def test_processes_that_are_started_after_an_update_load_the_site_anew(tmp_path: Path) -> None:
    config = str(ROOT / "webapp" / "gunicorn.conf.py")
    start = [sys.executable, "-c", FIRST_PROCESS, "--config", config, "webapp.asgi:application()"]
    environ = {name: value for name, value in os.environ.items() if name != "WEB_CONCURRENCY"}
    environ |= {"PYTHONPATH": str(ROOT), "PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}
    workers, *loaded = subprocess.check_output(start, env=environ, text=True).split()
    # What the first process has loaded they have from before the update.
    core = {"webapp.core", "webapp.core.logs", "webapp.core.visitor_address"}
    assert {"webapp", "webapp.gunicorn_worker", *core} == set(loaded)
    assert web_workers({}) == int(workers)


def alive(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def worker(served: psutil.Process) -> psutil.Process | None:
    living = [each for each in served.children() if alive(each)]
    found = [each for each in living if "webapp.worker" in each.cmdline()]
    return found[0] if found else None


@pytest.mark.parametrize("signum", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_whatever_ends_the_site_ends_all_of_it(
    served: psutil.Process, signum: signal.Signals
) -> None:
    assert until(lambda: worker(served) is not None)
    # Gunicorn, its worker, the job worker.
    assert until(lambda: len(served.children(recursive=True)) >= 3)
    family = served.children(recursive=True)
    served.send_signal(signum)
    assert until(lambda: not any(map(alive, [served, *family])))


def test_a_job_worker_that_dies_is_replaced(served: psutil.Process) -> None:
    assert until(lambda: worker(served) is not None)
    first = worker(served)
    assert first is not None
    first.kill()
    assert until(lambda: worker(served) not in (None, first))


@pytest.mark.parametrize("port", ["65536", "http"])
def test_twixt_serve_refuses_what_is_no_port(port: str) -> None:
    done = CliRunner().invoke(serve, ["--port", port])
    assert done.exit_code == 2
    assert "--port" in done.output


def test_an_address_that_cannot_be_listened_at_is_told_in_one_sentence(tmp_path: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        taken = str(other.getsockname()[1])
        for host, port, said in (
            ("127.0.0.1", taken, f"Port {taken} at 127.0.0.1 is in use: choose another one"),
            ("192.0.2.1", taken, f"The site cannot listen to port {taken} at 192.0.2.1: "),
            ("127.0.0.1", "70000", "PORT is '70000': write a number from 0 to 65535."),
        ):
            done = subprocess.run(
                [sys.executable, "-P", str(ROOT / "webapp" / "serve.py")],
                cwd=tmp_path,
                env={**os.environ, "HOST": host, "PORT": port},
                capture_output=True,
                text=True,
                timeout=DEADLINE,
            )
            assert (1, "", 1) == (done.returncode, done.stdout, done.stderr.count("\n"))
            assert done.stderr.startswith(said)


def test_the_site_writes_nothing_to_the_home_folder(tmp_path: Path, shelf: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    with serving(tmp_path, shelf, HOME=str(home), XDG_RUNTIME_DIR=str(home)) as (_, connection):
        asked(connection, "/healthz", {})  # once it answers, gunicorn has begun all that it does
        assert [] == [*home.iterdir()]


def test_every_option_of_twixt_serve_is_explained() -> None:
    assert [] == [each.name for each in serve.params if not getattr(each, "help", None)]


def test_twixt_serve_serves_the_shipped_puzzles(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    # It loads one puzzle of each collection: to load them all takes long.
    shipped_site(tmp_path, tmp_path_factory)
    with closing(sqlite3.connect(tmp_path / "var" / "twixt.sqlite")) as database, database:
        first = "SELECT min(id) FROM puzzle GROUP BY collection_id"
        database.execute("PRAGMA foreign_keys = ON")
        database.execute(f"DELETE FROM puzzle WHERE id IN ({first})")
    command = [str(TWIXT), "serve", "--port", "0"]
    site = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True)
    assert site.stdout is not None
    family = [psutil.Process(site.pid)]
    try:
        said = next((line for line in site.stdout if " at http://" in line), "")
        family += family[0].children(recursive=True)
        found = re.search(r"http://([\d.:]+)", said)
        assert found
        with closing(HTTPConnection(found[1], timeout=DEADLINE)) as connection:
            text, _ = asked(connection, "/readyz", {})
        folders = [path.parent for path in SHIPPED.glob("*/collection.yaml")]
        puzzles = [file for folder in folders for file in folder.glob("*.sgf")]
        assert json.loads(text)["puzzles"] == len(puzzles)
        site.terminate()
        assert until(lambda: not any(map(alive, family)))
    finally:
        for each in filter(alive, family):
            each.kill()
        site.stdout.close()
        site.wait(DEADLINE)
    assert [path.name for path in tmp_path.iterdir()] == ["var"]


# -- what a proxy says ----------------------------------------------------------------------

CLAIMS = {
    "X-Forwarded-For": "198.51.100.1",
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Port": "6666",
    "X-Forwarded-Prefix": "/evil",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Ssl": "on",
    "X-Forwarded-Protocol": "ssl",
    "Forwarded": "for=198.51.100.1;proto=https;host=evil.example",
    "X-Script-Name": "/evil",
    "Script-Name": "/evil",
    "SCRIPT_NAME": "/evil",
    "PATH_INFO": "/evil",
    "X_Forwarded_For": "198.51.100.1",
    "X_Forwarded_Proto": "https",
}
"""What a visitor may say of himself, in the name of a proxy."""


def asked(
    connection: HTTPConnection, address: str, claims: dict[str, str]
) -> tuple[str, dict[str, str]]:
    connection.request("GET", address, headers=claims)
    response = connection.getresponse()
    assert response.status == 200
    return response.read().decode(), {name.lower(): text for name, text in response.getheaders()}


def left(connection: HTTPConnection, claims: dict[str, str]) -> int:
    """Return how many questions an address may ask the API still."""
    return int(asked(connection, "/api/v1/puzzles", claims)[1]["x-ratelimit-remaining"])


def test_a_visitor_cannot_speak_for_a_proxy_that_is_not_there(small_site: Path) -> None:
    trusting = {"FORWARDED_ALLOW_IPS": "*", "TWIXT_PROXIES": "0"}
    with serving(small_site, **trusting) as (_, connection):
        plain, _ = asked(connection, "/puzzles", {})
        claimed, headers = asked(connection, "/puzzles", CLAIMS)
        assert "evil" not in claimed + str(headers)
        assert "strict-transport-security" not in headers, "it is not https"
        assert plain.count('href="/') == claimed.count('href="/')
        assert left(connection, {}) == left(connection, CLAIMS) + 1, "one visitor"


def test_a_proxy_tells_address_and_scheme_and_no_more(small_site: Path) -> None:
    with serving(small_site, TWIXT_PROXIES="1") as (_, connection):
        claims = CLAIMS | {"X-Forwarded-Host": "puzzles.example"}
        claims["X-Forwarded-For"] = f"6.6.6.6, {CLAIMS['X-Forwarded-For']}"
        text, headers = asked(connection, "/puzzles", claims)
        assert "/evil" not in text + str(headers)
        assert "strict-transport-security" in headers
        assert left(connection, {}) == left(connection, claims), "two visitors"
        claims["X-Forwarded-For"] = f"7.7.7.7, {CLAIMS['X-Forwarded-For']}"
        first = left(connection, CLAIMS)
        assert first == left(connection, claims) + 1, "the proxy's word counts, not the visitor's"
