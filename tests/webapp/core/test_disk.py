"""A full disk is told plainly, and what can be read is served on."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import Engine, event
from sqlalchemy.exc import OperationalError

from tests.webapp.people import NAME, make_key, sign_in, sign_up
from webapp.core.disk import has_room, is_full
from webapp.prepare import main as prepare


@pytest.fixture
def full(app: Flask, url: str) -> Iterator[Flask]:
    """The site, whose database has no page left for anything."""
    if not url.startswith("sqlite:"):
        pytest.skip("a table space is limited in another way there")
    sign_up(app.test_client())
    engine: Engine = app.extensions["database"].engine
    engine.dispose()

    def limit(connection: sqlite3.Connection, _record: object) -> None:
        # SQLite keeps to what is there already, as it does on a full disk.
        connection.execute("PRAGMA max_page_count = 1")

    event.listen(engine, "connect", limit)
    yield app
    event.remove(engine, "connect", limit)


def fill(client: FlaskClient) -> int:
    """Sign up until it fails; return the last status."""
    for number in range(500):
        status = sign_up(client, f"Newcomer-{number}").status_code
        if status != 302:
            return status
        client.delete_cookie("session")
    return 302


def test_what_cannot_be_saved_is_told_on_a_page(
    full: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    client = full.test_client()
    assert fill(client) == 507
    page = sign_up(client, "One-more")
    assert "The disk of this site is full or read-only, so nothing was saved" in page.text
    assert "the disk is full or read-only: database or disk is full" in caplog.text
    assert "One-more" not in caplog.text, "logs hold no personal data"
    data = {"name": "One-more", "password": "four unrelated words"}
    told = client.post("/sign-up", data=data, headers={"Accept": "application/json"})
    assert (507, "Disk full") == (told.status_code, told.get_json()["error"])


def test_who_cannot_write_because_others_do_is_asked_to_try_again(
    app: Flask, url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    if not url.startswith("sqlite:"):
        pytest.skip("it locks rows, not the whole database")
    monkeypatch.setattr("webapp.core.database._WAIT", 0.01)
    app.extensions["database"].engine.dispose()
    client = app.test_client()
    assert client.get("/sign-up").status_code == 200
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        page = sign_up(client)
        assert 503 == page.status_code
        assert "nothing was saved. Try again in a moment" in page.text
        assert "Retry-After" in page.headers
        assert "Traceback" not in caplog.text
        assert NAME not in caplog.text
        other.execute("ROLLBACK")
    assert sign_up(client).status_code == 302


def test_pages_are_read_and_people_sign_in_on_a_full_disk(full: Flask) -> None:
    fill(full.test_client())
    client = full.test_client()
    assert client.get("/puzzles").status_code == 200
    assert sign_in(client).status_code == 302
    assert NAME in client.get("/account").text


@pytest.mark.parametrize("trouble", ["read-only", "busy"])
def test_a_key_to_the_api_reads_where_its_use_cannot_be_noted(
    app: Flask, url: str, monkeypatch: pytest.MonkeyPatch, trouble: str
) -> None:
    if not url.startswith("sqlite:"):
        pytest.skip("only SQLite can be stopped so")
    monkeypatch.setattr("webapp.core.database._WAIT", 0.01)
    client = app.test_client()
    sign_up(client)
    headers = {"Authorization": f"Bearer {make_key(client)}"}
    engine: Engine = app.extensions["database"].engine
    engine.dispose()
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)) as other:
        if trouble == "busy":
            other.execute("BEGIN IMMEDIATE")
        else:
            event.listen(engine, "connect", lambda raw, _: raw.execute("PRAGMA query_only = ON"))
        for path in ("puzzles", "attempts"):
            assert 200 == client.get(f"/api/v1/{path}", headers=headers).status_code
        assert [(None,)] == other.execute("SELECT used FROM api_token").fetchall()


def test_a_full_disk_is_told_wherever_it_shows(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> str:
        raise OSError(errno.ENOSPC, "No space left on device")

    app.add_url_rule("/full", view_func=fail)
    assert client.get("/full").status_code == 507
    # Any other trouble of a database is our mistake, as before.
    monkeypatch.setattr("webapp.core.errors.is_full", lambda _error: False)
    assert client.get("/full").status_code == 500


def test_a_site_on_a_full_disk_is_not_ready(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Full:
        def __enter__(self) -> "Full":
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def write(self, _data: bytes) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

    if app.extensions["database"].engine.dialect.name != "sqlite":
        pytest.skip("its disk is another machine's")
    asked = list[Path]()

    def open_full(**where: Path) -> Full:
        asked.extend(where.values())
        return Full()

    monkeypatch.setattr("webapp.core.disk.tempfile.TemporaryFile", open_full)
    response = client.get("/readyz")
    assert response.status_code == 503
    assert "the disk is full" in response.get_json()["status"]
    assert asked == [Path(app.extensions["database"].engine.url.database).parent]
    assert client.get("/healthz").status_code == 200


@pytest.mark.parametrize("name", ["twixt.sqlite", "verdicts.sqlite", "jobs.sqlite"])
def test_a_file_that_may_only_be_read_stops_the_start(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    shelf: Path,
    capsys: pytest.CaptureFixture[str],
    name: str,
) -> None:
    for setting in ("TWIXT_ENV", "TWIXT_DATABASE", "TWIXT_STORE", "TWIXT_QUEUE"):
        monkeypatch.delenv(setting, raising=False)
    monkeypatch.chdir(tmp_path)
    assert prepare([str(shelf)]) == 0
    # Root may write to any file.
    monkeypatch.setattr("webapp.core.disk.os.access", lambda file, _: file.name != name)
    capsys.readouterr()
    assert prepare([str(shelf)]) == 2
    file = tmp_path / "var" / name
    assert f"{file} may only be read: give it to the user of the site\n" == capsys.readouterr().err


def test_a_site_whose_database_may_only_be_read_is_not_ready(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    if app.extensions["database"].engine.dialect.name != "sqlite":
        pytest.skip("a server says so itself")
    monkeypatch.setattr("webapp.core.disk.os.access", lambda _file, _mode: False)
    response = client.get("/readyz")
    assert response.status_code == 503
    assert "may only be read: give it to the user of the site" in response.get_json()["status"]


def test_room_is_tried(tmp_path: Path) -> None:
    assert has_room([tmp_path, tmp_path])
    assert not has_room([tmp_path, tmp_path / "missing"])
    assert [] == list(tmp_path.iterdir())


def test_a_database_that_may_only_be_read_counts_as_a_full_disk(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "file.sqlite")) as file:
        file.execute("CREATE TABLE one (number)")
        file.execute("PRAGMA query_only = ON")
        with pytest.raises(sqlite3.OperationalError) as caught:
            file.execute("INSERT INTO one VALUES (1)")
    assert is_full(caught.value)


def test_a_start_where_nothing_can_be_written_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "var").write_text("a file where the folder should be", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("webapp.prepare.VAR", Path("var"))
    assert prepare([]) == 2
    said = capsys.readouterr().err
    assert said == (
        f"nothing can be written to {tmp_path / 'var'}: make the disk writable and free some "
        "space, or start in another folder\n"
    )


def test_which_errors_say_that_a_disk_is_full() -> None:
    locked = sqlite3.OperationalError("database is locked")
    assert not is_full(locked)
    assert not is_full(OperationalError("INSERT", {}, locked))
    assert is_full(OSError(errno.EDQUOT, "quota"))
    assert is_full(OSError(errno.EROFS, "Read-only file system"))
    assert not is_full(OSError(errno.EACCES, "no"))
    assert not is_full(None)

    class DiskFullError(Exception):
        sqlstate = "53100"

    assert is_full(OperationalError("INSERT", {}, DiskFullError()))
