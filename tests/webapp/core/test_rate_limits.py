"""How often one may ask: counted for all processes together, told in headers."""

import hashlib
import json
import logging
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.waiting import DEADLINE
from tests.webapp.people import sign_in, sign_up
from webapp import create_app
from webapp.core.errors import BUSY
from webapp.core.limiter import limiter
from webapp.core.rate_counters import FileStorage, counters_at
from webapp.core.settings import SettingError, settings
from webapp.core.visitor_address import address, address_key

ROOT = Path(__file__).parents[3]

HITS = """
import json, sys
from threading import Thread
from webapp.core.rate_counters import FileStorage
storage, found = FileStorage(sys.argv[1]), []
def hit():
    for _ in range(100):
        found.append(storage.incr("key", 60))
threads = [Thread(target=hit) for _ in range(3)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(json.dumps(found))
"""

CROWD = """
import json, sys
from threading import Thread
from webapp.core.rate_counters import FileStorage
storage, failed = FileStorage(sys.argv[1]), []
def hit():
    for _ in range(100):
        sum(range(200_000))
        try:
            storage.incr("key", 600)
        except Exception as error:
            failed.append(str(error))
threads = [Thread(target=hit) for _ in range(24)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(json.dumps(failed))
"""

SIGN_UPS = """
import json, sys
from webapp import create_app
config = json.loads(sys.argv[1])
client = create_app(config | {"SOLVER_JUDGE": lambda *_: None}).test_client()
fields = {"name": "Nobody", "password": "short"}
print(json.dumps([client.post("/sign-up", data=fields).status_code for _ in range(8)]))
"""


def together(script: str, argument: str) -> list[list[int]]:
    """Run a script in two processes at the same time; return what both print, as JSON."""
    command = [sys.executable, "-c", script, argument]
    running = [
        subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) for _ in range(2)
    ]
    return [json.loads(process.communicate(timeout=DEADLINE)[0]) for process in running]


@pytest.fixture
def place(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'new' / 'limits.sqlite'}"


@pytest.fixture
def limited(config: dict[str, object]) -> FlaskClient:
    """A visitor of a site that counts."""
    return create_app(config | {"RATELIMIT_ENABLED": True}).test_client()


def test_no_hit_of_two_processes_is_lost_or_doubled(place: str) -> None:
    one, other = together(HITS, place)
    assert len(one) == len(other) == 300
    assert sorted(one + other) == list(range(1, 601))
    assert FileStorage(place).get("key") == 600


def test_a_new_file_that_another_process_prepares_is_waited_for(place: str) -> None:
    """SQLite alone says at once that the file is locked."""
    path = Path(place.removeprefix("sqlite:///"))
    path.parent.mkdir()
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        soon = threading.Timer(0.3, other.execute, ["COMMIT"])
        soon.start()
        assert FileStorage(place).incr("key", 60) == 1
        soon.join()


@pytest.mark.slow
def test_the_file_stays_open_to_a_crowd_of_busy_threads(place: str) -> None:
    assert [[], []] == together(CROWD, place)


def test_a_question_that_no_thread_can_take_is_answered_at_once(limited: FlaskClient) -> None:
    response = limited.get("/puzzles", environ_overrides={BUSY: True})
    assert response.status_code == 503
    assert "The solver is busy" in response.text


def test_views_that_ask_the_solver_have_a_process_of_their_own(limited: FlaskClient) -> None:
    views = limited.application.view_functions
    asking = {name for name, view in views.items() if getattr(view, "asks_solver", False)}
    assert {"puzzle.judge_move", "api.judge"} <= asking
    assert "catalog.puzzles" not in asking
    assert not any(name.startswith("pictures.") for name in asking)


def test_two_processes_of_the_site_count_together(config: dict[str, object]) -> None:
    plain = {name: value for name, value in config.items() if not name.startswith("SOLVER_")}
    found = together(SIGN_UPS, json.dumps(plain | {"RATELIMIT_ENABLED": True}))
    assert sorted([*found[0], *found[1]]) == [422] * 5 + [429] * 11


def test_a_window_ends_and_starts_anew(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    storage, now = FileStorage(place), [1000.0]
    monkeypatch.setattr("webapp.core.rate_counters.time.time", lambda: now[0])
    assert [storage.incr("key", 60) for _ in range(3)] == [1, 2, 3]
    assert storage.incr("other", 60, amount=5) == 5
    now[0] = 1059
    assert (storage.get("key"), storage.get_expiry("key")) == (3, 1060)
    now[0] = 1060
    assert (storage.get("key"), storage.get_expiry("key")) == (0, 1060)
    assert storage.incr("key", 60) == 1
    assert storage.get_expiry("key") == 1120


def test_a_clock_that_is_set_back_locks_nobody_out(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage, now = FileStorage(place), [90_000.0]
    monkeypatch.setattr("webapp.core.rate_counters.time.time", lambda: now[0])
    assert [storage.incr("key", 60) for _ in range(3)] == [1, 2, 3]
    now[0] -= 3  # seconds, as a process that waited for its turn sees it
    assert storage.incr("key", 60) == 4
    now[0] = 1000
    assert (storage.get("key"), storage.get_expiry("key")) == (0, 1000)
    assert [storage.incr("key", 60) for _ in range(2)] == [1, 2]
    assert (storage.get("key"), storage.get_expiry("key")) == (2, 1060)


def test_counters_of_an_earlier_version_are_used(place: str) -> None:
    path = Path(place.removeprefix("sqlite:///"))
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as old, old:
        old.execute("CREATE TABLE hit (key TEXT PRIMARY KEY, number INTEGER, expires REAL)")
        old.execute("INSERT INTO hit VALUES ('key', 5, ?)", (time.time() + 60,))
    assert FileStorage(place).incr("key", 60) == 6
    assert FileStorage(place).get("key") == 6


def test_what_has_expired_is_swept(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    storage, now = FileStorage(place), [1000.0]
    monkeypatch.setattr("webapp.core.rate_counters.time.time", lambda: now[0])
    for visitor in range(998):
        storage.incr(f"{visitor}", 60)
    now[0] = 2000
    storage.incr("last", 60)
    storage.incr("last", 60)
    assert storage.reset() == 1


def test_a_counter_can_be_forgotten(place: str) -> None:
    storage = FileStorage(place)
    storage.incr("key", 60)
    storage.clear("key")
    assert storage.get("key") == 0
    assert storage.check()


def test_counters_that_cannot_be_kept_stop_nobody(
    config: dict[str, object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # All sites of a process share a limiter: it must not stay so for the next test.
    monkeypatch.setattr(limiter, "_storage_dead", False)
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    broken = f"sqlite:///{tmp_path / 'file' / 'limits.sqlite'}"
    assert not FileStorage(f"sqlite:///{tmp_path}").check()
    on = {"RATELIMIT_ENABLED": True, "RATELIMIT_STORAGE_URI": broken}
    client = create_app(config | on).test_client()
    statuses = [sign_in(client).status_code for _ in range(11)]
    assert statuses == [422] * 10 + [429], "each process counts for itself"


def test_limits_stand_in_the_headers(limited: FlaskClient) -> None:
    headers = sign_up(limited, password="short").headers
    assert headers["X-RateLimit-Limit"] == "5"
    assert headers["X-RateLimit-Remaining"] == "4"
    assert int(headers["X-RateLimit-Reset"]) > 0
    for _ in range(5):
        response = sign_up(limited, password="short")
    assert response.status_code == 429
    assert 0 < int(response.headers["Retry-After"]) <= 61
    assert "Wait a while" in response.text


@pytest.mark.parametrize(
    ("remote", "counted"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("", ""),
        ("a socket", ""),
    ],
)
def test_a_visitor_counts_by_his_network(app: Flask, remote: str, counted: str) -> None:
    with app.test_request_context(environ_base={"REMOTE_ADDR": remote}):
        assert address() == counted
        key = address_key()
    assert not remote or remote not in key


@pytest.mark.parametrize(
    ("remote", "counted"),
    [("203.0.113.7", "203.0.113.7"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64")],
)
def test_no_address_of_a_visitor_is_written_down(
    config: dict[str, object],
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    remote: str,
    counted: str,
) -> None:
    monkeypatch.setattr("webapp.accounts.cpu_budget._TRIFLE", 0)
    place = f"sqlite:///{tmp_path / 'written.sqlite'}"
    on = {"RATELIMIT_ENABLED": True, "RATELIMIT_STORAGE_URI": place}
    client = create_app(config | on).test_client()
    client.environ_base["REMOTE_ADDR"] = remote
    caplog.set_level(logging.DEBUG)
    assert 422 == sign_in(client).status_code
    assert 200 == client.get("/api/v1/puzzles").status_code
    assert [422] * 5 + [429] == [sign_up(client, password="short").status_code for _ in range(6)]
    with closing(sqlite3.connect(place.removeprefix("sqlite:///"))) as kept:
        keys = " ".join(key for (key,) in kept.execute("SELECT key FROM hit"))
    for kind in ("account.join", "api.puzzles", "cpu/pages", "sign-in"):
        assert kind in keys
    assert "exceeded at endpoint: account.join" in caplog.text
    told = f"{keys} {caplog.text}"
    assert remote[:8] not in told
    assert hashlib.sha256(counted.encode()).hexdigest()[:24] not in told, "a hash without a key"


def test_a_proxys_word_is_taken_only_where_there_is_one(config: dict[str, object]) -> None:
    def seen(proxies: int, claimed: str) -> str:
        app = create_app(config | {"TWIXT_PROXIES": proxies})
        app.add_url_rule("/address", view_func=address)
        headers = {"X-Forwarded-For": claimed}
        return app.test_client().get("/address", headers=headers).text

    assert seen(0, "198.51.100.1") == "127.0.0.1"
    assert seen(1, "198.51.100.1") == "198.51.100.1"
    assert seen(1, "6.6.6.6, 198.51.100.1") == "198.51.100.1", "a visitor may claim what he likes"


@pytest.mark.parametrize("text", ["many", "-1", "10", "²"])
def test_a_number_of_proxies_that_cannot_be_is_refused(text: str) -> None:
    with pytest.raises(SettingError, match="TWIXT_PROXIES"):
        settings({"TWIXT_PROXIES": text})


@pytest.mark.parametrize("name", ["TWIXT_QUEUE", "TWIXT_LIMITS"])
def test_a_redis_is_waited_for_two_seconds(name: str) -> None:
    key = {"TWIXT_LIMITS": "RATELIMIT_STORAGE_URI"}.get(name, name)
    patience = "socket_timeout=2&socket_connect_timeout=2"
    assert settings({name: "redis://here"})[key] == f"redis://here?{patience}"
    asked = settings({name: "redis://here?socket_timeout=9"})[key]
    assert asked == f"redis://here?socket_timeout=9&{patience}", "the first one holds"


@pytest.mark.parametrize("name", ["counters.sqlite", "new/counters.sqlite", "/{}/counters.sqlite"])
def test_counters_are_kept_in_the_file_that_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    name = name.format(str(tmp_path).lstrip("/"))
    for told in (name, f"sqlite:///{name}"):
        counters = counters_at(settings({"TWIXT_LIMITS": told})["RATELIMIT_STORAGE_URI"])
        counters.incr("key", 60)
    assert counters.get("key") == 2
    assert (tmp_path / name).is_file()


@pytest.mark.parametrize(
    "address",
    [
        "paper://",
        "reddis://:hidden@here/1",
        "redis://:hidden#word@here/1",
        "async+memory://hidden",
        "memcached://hidden",
    ],
)
def test_counters_of_an_unknown_kind_are_refused_without_a_word_of_their_password(
    config: dict[str, object], address: str
) -> None:
    on = {"RATELIMIT_ENABLED": True, "RATELIMIT_STORAGE_URI": address}
    with pytest.raises(SettingError, match=r"^TWIXT_LIMITS .* a file, or .*//HOST/1") as found:
        create_app(config | on)
    assert "hidden" not in str(found.value)


def test_counters_that_may_only_be_read_do_not_count(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage = FileStorage(place)
    assert storage.check()
    monkeypatch.setattr("webapp.core.rate_counters.os.access", lambda *_: False)
    assert not storage.check()
