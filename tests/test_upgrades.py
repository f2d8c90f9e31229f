"""What version 0.1.0 wrote is opened by this version; what a newer one wrote is refused.

The files are in `data/v0.1.0`; its README tells what is in them.
"""

import gzip
import json
import shutil
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient
from huey import SqliteHuey

from solver.errors import StoreError
from solver.files import puzzle_to_sgf
from solver.store import Store
from tests.cli.samples import twixt
from tests.waiting import DEADLINE
from tests.webapp.browser import ROOT
from tests.webapp.conftest import SMALL
from tests.webapp.jobs.asking import CONSUMER
from tests.webapp.people import sign_in
from webapp import create_app
from webapp.core.backup import backup, restore
from webapp.core.database import Database
from webapp.core.rate_counters import FileStorage
from webapp.jobs import Queue, take_up
from webapp.models import Job
from webapp.prepare import main as prepare
from webapp.worker import main as work

OLD = ROOT / "tests" / "data" / "v0.1.0"
LESSONS = ROOT / "puzzles" / "lessons"

KEY = "twixt_Ki1O1l-LybqLTLqbY9HxP1cDP03YD1ER34TLfRRx8sY"
"""The key to the API that the account has."""
COOKIE = {"_fresh": True, "_user_id": "1.0", "served": "e27c5dd297"}
"""What its browser's cookie says."""
CHECKED, WAITING = "cf2b35e4df", "0w0dSwknpys8GGH9"
"""The account's puzzle, and the job that waits."""


@pytest.fixture
def var(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder `var` of a site of version 0.1.0; the folder around it is the working folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "puzzles").mkdir()
    shutil.copytree(LESSONS, tmp_path / "puzzles" / "lessons")
    found = tmp_path / "var"
    with zipfile.ZipFile(OLD / "site.zip") as packed:
        for name in ("twixt.sqlite", "verdicts.sqlite"):
            packed.extract(name, found)
    for name in ("jobs.sqlite", "limits.sqlite"):
        shutil.copy(OLD / name, found)
    return found


@pytest.fixture
def app(var: Path) -> Iterator[Flask]:
    """That site after the update."""
    assert 0 == prepare(["puzzles"])
    app = create_app({"WTF_CSRF_ENABLED": False, "RATELIMIT_ENABLED": False})
    assert var.samefile(Path(app.config["TWIXT_STORE"]).parent)
    yield app
    app.extensions["database"].engine.dispose()
    app.extensions["store"].close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def content(folder: Path) -> dict[str, list[str]]:
    """Return what all SQLite files of a folder hold."""
    found = {}
    for file in sorted(folder.glob("*.sqlite")):
        with closing(sqlite3.connect(file)) as database:
            found[file.name] = list(database.iterdump())
    return found


# -- the site ------------------------------------------------------------------------------


@pytest.mark.native
def test_a_site_is_ready_after_the_update(client: FlaskClient) -> None:
    found = client.get("/readyz")
    assert (200, "ok") == (found.status_code, found.get_json()["status"])


@pytest.mark.native
def test_an_account_keeps_password_rating_and_attempts(client: FlaskClient) -> None:
    assert 302 == sign_in(client).status_code
    assert "1279" in client.get("/account").text
    headers = {"Authorization": f"Bearer {KEY}"}
    attempts = client.get("/api/v1/attempts", headers=headers).get_json()["attempts"]
    assert 7 == len(attempts)


@pytest.mark.native
def test_a_browser_stays_signed_in_and_can_sign_out(client: FlaskClient) -> None:
    with client.session_transaction() as cookie:
        cookie.update(COOKIE)
    assert 200 == client.get("/account/settings").status_code
    client.post("/sign-out")
    with client.session_transaction() as cookie:  # a copy of the old one
        cookie.update(COOKIE)
    assert 302 == client.get("/account/settings").status_code


@pytest.mark.native
def test_a_published_puzzle_keeps_its_report_and_certificates(client: FlaskClient) -> None:
    assert "<title>Small" in client.get(f"/p/{CHECKED}").text
    assert 200 == client.get(f"/p/{CHECKED}/report").status_code
    report = client.get(f"/api/v1/puzzles/{CHECKED}/report").get_json()
    assert "0.1.0" == report["version"]
    assert 200 == client.get(f"/api/v1/puzzles/{CHECKED}/certificates").status_code


def test_a_job_in_the_queue_is_performed(var: Path) -> None:
    queue = Queue(str(var / "jobs.sqlite"))
    assert not queue.empty
    command = [sys.executable, "-c", CONSUMER, str(var / "jobs.sqlite")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=DEADLINE)
    assert (0, f"{WAITING}\n") == (done.returncode, done.stdout), done.stderr
    assert queue.empty


@pytest.mark.native
def test_a_job_whose_message_is_lost_is_found(app: Flask, var: Path) -> None:
    (var / "jobs.sqlite").unlink()
    database = app.extensions["database"]
    assert [WAITING] == take_up(database)
    with database.sessions() as session:
        assert "Waits" in session.get_one(Job, WAITING).sgf


def test_counters_of_limits_go_on(var: Path) -> None:
    counters = FileStorage(f"sqlite:///{var / 'limits.sqlite'}")
    assert counters.check()
    assert counters.reset() > 0


@pytest.mark.native
def test_a_backup_is_restored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(restore, [str(OLD / "site.zip")])
    assert 0 == done.exit_code, done.output
    database = Database(f"sqlite:///{tmp_path}/var/twixt.sqlite")
    assert database.is_current()
    database.engine.dispose()


# -- the solver's files --------------------------------------------------------------------


@pytest.mark.native
def test_all_proofs_of_a_store_are_right(var: Path) -> None:
    done = twixt("recheck", "--store", var / "verdicts.sqlite", "--json")
    assert 0 == done.exit_code, done.output
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert rows
    assert {"0.1.0"} == {row["version"] for row in rows}


@pytest.mark.native
def test_a_stored_proof_answers_without_a_search(var: Path) -> None:
    file = var.parent / "small.sgf"
    file.write_text(puzzle_to_sgf(SMALL))
    done = twixt("solve", file, "--store", var / "verdicts.sqlite", "--nodes", 1, "--json")
    assert "proven" == json.loads(done.stdout)["verdict"], done.output


@pytest.mark.native
def test_a_certificate_is_checked() -> None:
    done = twixt("certify", OLD / "lesson5.cert.gz")
    assert 0 == done.exit_code, done.output


@pytest.mark.native
def test_a_batch_goes_on_with_its_records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(LESSONS, "lessons")
    before = (OLD / "records.jsonl").read_text()
    Path("records.jsonl").write_text(before)
    done = twixt("solve", "lessons", "--seconds", 5, "--out", "records.jsonl", "--resume")
    assert 0 == done.exit_code, done.output
    after = Path("records.jsonl").read_text()
    assert len(before.splitlines()) == len(after.splitlines())
    assert all(json.loads(line)["verdict"] == "proven" for line in after.splitlines())


@pytest.mark.native
def test_reports_of_a_collection_are_loaded(var: Path) -> None:
    shutil.copy(OLD / "reports.jsonl", var.parent / "puzzles" / "lessons")
    assert 0 == prepare(["puzzles"])


# -- files of a newer version --------------------------------------------------------------


def newer_database(var: Path) -> None:
    with closing(sqlite3.connect(var / "twixt.sqlite")) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")


def newer_store(var: Path) -> None:
    with closing(sqlite3.connect(var / "verdicts.sqlite")) as store:
        store.execute("PRAGMA user_version = 2")


@pytest.mark.parametrize("update", [newer_database, newer_store])
def test_the_site_of_a_newer_version_is_refused_and_not_changed(
    var: Path, capfd: pytest.CaptureFixture[str], update: Callable[[Path], None]
) -> None:
    update(var)
    before = content(var)
    assert 2 == prepare(["puzzles"])
    assert "install the newer version again" in capfd.readouterr().err
    assert before == content(var)


@pytest.mark.parametrize("update", [newer_database, newer_store])
def test_a_job_worker_refuses_them_too(
    var: Path, capfd: pytest.CaptureFixture[str], update: Callable[[Path], None]
) -> None:
    update(var)
    assert 2 == work()
    assert "install the newer version again" in capfd.readouterr().err


@pytest.mark.native
def test_a_running_site_whose_database_was_updated_says_so(app: Flask, var: Path) -> None:
    newer_database(var)
    found = app.test_client().get("/readyz")
    assert 503 == found.status_code
    assert "install the newer version again" in found.get_json()["status"]


@pytest.mark.usefixtures("app")
@pytest.mark.native
def test_a_backup_of_a_newer_version_is_refused(var: Path) -> None:
    newer_database(var)
    assert 0 == CliRunner().invoke(backup, ["new.zip"]).exit_code
    done = CliRunner().invoke(restore, ["new.zip", "--replace"])
    assert 2 == done.exit_code
    assert "install the newer version again" in done.output


def test_a_message_that_is_not_understood_is_skipped(tmp_path: Path) -> None:
    place = str(tmp_path / "jobs.sqlite")
    newer = SqliteHuey("twixt", filename=place, results=False)
    newer.task(name="another")(lambda: None)()
    Queue(place).put("a job")
    command = [sys.executable, "-c", CONSUMER, place]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=DEADLINE)
    assert (0, "a job\n") == (done.returncode, done.stdout), done.stderr


def test_a_store_of_a_newer_version_says_what_to_do(var: Path) -> None:
    newer_store(var)
    with pytest.raises(StoreError, match=r"newer version.*name another file"):
        Store(var / "verdicts.sqlite")


@pytest.mark.native
def test_a_certificate_of_a_newer_version_says_what_to_do(tmp_path: Path) -> None:
    values = json.loads(gzip.decompress((OLD / "lesson5.cert.gz").read_bytes()))
    newer = tmp_path / "newer.cert.gz"
    newer.write_bytes(gzip.compress(json.dumps(values | {"version": 4}).encode()))
    done = twixt("certify", newer)
    assert done.exit_code == 2
    assert "a higher one needs a newer twixt" in done.output
