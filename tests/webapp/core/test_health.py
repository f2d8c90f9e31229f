"""What whoever watches over the site sees: health, figures, logs."""

import json
import logging
import os
import re
import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import QueuePool

from tests.webapp.browser import ROOT
from webapp import create_app, serve
from webapp.core.database import THREADS, Database
from webapp.core.logs import JsonFormatter
from webapp.core.settings import SettingError, settings, web_workers
from webapp.core.visitor_address import address_key
from webapp.jobs import Queue
from webapp.play import search_gate

# -- health -------------------------------------------------------------------------------


def test_a_site_that_can_serve_is_ready(client: FlaskClient) -> None:
    assert client.get("/healthz").get_json() == {"status": "ok"}
    assert client.get("/readyz").get_json() == {"status": "ok", "puzzles": 2}


def test_a_queue_that_is_away_is_told(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Queue, "answers", False)
    response = client.get("/readyz")
    assert response.status_code == 200, "pages are served all the same"
    assert response.get_json()["status"] == "no queue: audits wait until it is back"


def test_a_site_without_a_database_lives_but_is_not_ready(
    config: dict[str, object], tmp_path: Path
) -> None:
    empty = f"sqlite:///{tmp_path / 'empty.sqlite'}"
    client = create_app(config | {"TWIXT_DATABASE": empty}).test_client()
    assert client.get("/healthz").status_code == 200
    response = client.get("/readyz")
    assert response.status_code == 503
    assert "webapp.prepare" in response.get_json()["status"]


@pytest.mark.parametrize("database", ["sqlite:///{}", "postgresql+psycopg://twixt@/x?host={}"])
def test_a_database_that_does_not_answer_is_not_said_to_lack_tables(
    config: dict[str, object], tmp_path: Path, caplog: pytest.LogCaptureFixture, database: str
) -> None:
    url = database.format(tmp_path)  # a folder: neither a file nor a server
    response = create_app(config | {"TWIXT_DATABASE": url}).test_client().get("/readyz")
    assert response.status_code == 503
    assert response.get_json()["status"] == "the database cannot be reached: the log says why"
    assert "the database cannot be reached: " in caplog.text


def test_few_connections_to_a_database_server_are_kept() -> None:
    pool = Database("postgresql+psycopg://twixt@/x").engine.pool
    assert isinstance(pool, QueuePool)
    assert (5, THREADS) == (pool.size(), pool.size() + pool._max_overflow)
    assert pool._pre_ping, "the server may have been started anew"


def test_tables_of_an_earlier_version_are_not_ready(
    config: dict[str, object], new_database: Callable[[], str]
) -> None:
    old = new_database()
    database = Database(old)
    database.migrate("0001")
    client = create_app(config | {"TWIXT_DATABASE": old}).test_client()
    assert "older version" in client.get("/readyz").get_json()["status"]
    database.engine.dispose()


# -- figures ------------------------------------------------------------------------------


def value(text: str, name: str) -> float:
    found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
    return float(found[1]) if found else 0.0


def test_figures_count_requests_by_endpoint(client: FlaskClient) -> None:
    name = 'twixt_requests_total{endpoint="browse.puzzles",method="GET",status="200"}'
    before = value(client.get("/metrics").text, name)
    client.get("/puzzles")
    client.get("/puzzles?page=2")
    text = client.get("/metrics").text
    assert before + 2 == value(text, name)
    assert value(text, "twixt_puzzles") == 2
    assert 'twixt_request_seconds_bucket{endpoint="browse.puzzles",le="0.25"}' in text


def test_addresses_that_strangers_try_make_no_new_figures(client: FlaskClient) -> None:
    client.get("/wp-login.php")
    assert "wp-login" not in client.get("/metrics").text


def test_methods_that_strangers_make_up_make_no_new_figures(client: FlaskClient) -> None:
    assert 405 == client.open("/puzzles", method="MADEUP").status_code
    text = client.get("/metrics").text
    assert "MADEUP" not in text
    assert 'twixt_requests_total{endpoint="none",method="other",status="405"}' in text


@pytest.mark.parametrize(
    ("address", "headers", "seen"),
    [
        ("127.0.0.1", {}, True),
        ("::1", {}, True),
        ("192.0.2.7", {}, False),
        ("127.0.0.1", {"X-Forwarded-For": "192.0.2.7"}, False),
        ("192.0.2.7", {"X-Forwarded-For": "127.0.0.1"}, False),
    ],
)
def test_figures_are_for_this_machine_only(
    client: FlaskClient, address: str, headers: dict[str, str], seen: bool
) -> None:
    answer = client.get("/metrics", headers=headers, environ_base={"REMOTE_ADDR": address})
    assert seen == (answer.status_code == 200)
    assert seen or answer.status_code == 404


@pytest.mark.parametrize(
    ("sent", "seen"),
    [("Bearer right", True), ("Bearer wrong", False), ("Basic x", False), ("", False)],
)
def test_figures_may_need_a_token(config: dict[str, object], sent: str, seen: bool) -> None:
    client = create_app(config | {"METRICS_TOKEN": "right"}).test_client()
    answer = client.get(
        "/metrics",
        headers={"Authorization": sent} if sent else {},
        environ_base={"REMOTE_ADDR": "192.0.2.7" if seen else "127.0.0.1"},
    )
    assert seen == (answer.status_code == 200)


# -- logs ---------------------------------------------------------------------------------


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    """What is logged, requests too, written as the site writes it."""
    caplog.set_level(logging.INFO, "webapp")
    caplog.handler.setFormatter(JsonFormatter())
    return caplog


def logged(caplog: pytest.LogCaptureFixture) -> list[dict[str, object]]:
    return [json.loads(line) for line in caplog.text.splitlines()]


def test_a_request_is_a_line_with_its_id(
    client: FlaskClient, lines: pytest.LogCaptureFixture
) -> None:
    answer = client.get("/puzzles?q=secret", headers={"User-Agent": "Mine/1.0"})
    (line,) = logged(lines)
    assert line["request"] == answer.headers["X-Request-ID"]
    assert (line["method"], line["path"], line["status"]) == ("GET", "/puzzles", 200)
    assert {"time", "level", "logger", "message", "seconds", "bytes", "from"} <= set(line)


def test_a_proxy_may_name_the_request(client: FlaskClient) -> None:
    for given, kept in (("abc-1.2_X", True), ("a" * 65, False), ("a b", False), ("<b>", False)):
        named = client.get("/healthz", headers={"X-Request-ID": given}).headers["X-Request-ID"]
        assert kept == (named == given)
        assert kept or re.fullmatch(r"[0-9a-f]{32}", named)


def test_logs_hold_no_personal_data(
    app: Flask, client: FlaskClient, lines: pytest.LogCaptureFixture
) -> None:
    client.get(
        "/puzzles?q=secret",
        headers={"User-Agent": "Mine/1.0", "Referer": "https://example.org/me"},
        environ_base={"REMOTE_ADDR": "192.0.2.7"},
    )
    for word in ("secret", "Mine", "example", "192.0.2.7"):
        assert word not in lines.text
    keys = list[str]()
    for address in ("192.0.2.7", "192.0.2.8"):
        with app.test_request_context(environ_base={"REMOTE_ADDR": address}):
            keys.append(address_key())
    assert keys[0] in lines.text
    assert keys[1] not in lines.text


def test_what_breaks_is_logged_with_the_id_that_the_visitor_got(
    app: Flask, lines: pytest.LogCaptureFixture
) -> None:
    def broken() -> str:
        raise RuntimeError("the detail")

    app.add_url_rule("/broken", view_func=broken)
    app.logger.propagate = True
    answer = app.test_client().get("/broken")
    named = [line for line in logged(lines) if line["request"] == answer.headers["X-Request-ID"]]
    assert any("the detail" in str(line.get("trace")) for line in named)
    assert any(line.get("status") == 500 for line in named)


# -- processes ----------------------------------------------------------------------------


def test_two_processes_serve_unless_told_otherwise() -> None:
    assert (2, 5) == (web_workers({}), web_workers({"WEB_CONCURRENCY": "5"}))
    for wrong in ("0", "many", "-1", "1000"):
        with pytest.raises(SettingError, match="a number from 1 to 64"):
            web_workers({"WEB_CONCURRENCY": wrong})


def test_searches_share_the_cores_among_the_processes() -> None:
    alone = settings({"WEB_CONCURRENCY": "1"})["SOLVER_SLOTS"]
    assert max(1, alone // 2) == settings({"WEB_CONCURRENCY": "2"})["SOLVER_SLOTS"]


@pytest.mark.parametrize(
    ("host", "address"),
    [("::1", "[::1]:80"), ("::", "[::]:80"), ("[::1]", "[::1]:80"), ("0.0.0.0", "0.0.0.0:80")],
)
def test_an_address_with_colons_is_told_from_its_port(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, host: str, address: str
) -> None:
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path))
    monkeypatch.setenv("HOST", host)
    monkeypatch.setenv("PORT", "80")
    assert address == runpy.run_path(str(ROOT / "webapp" / "gunicorn.conf.py"))["bind"]


def test_a_process_ends_when_a_question_that_waited_is_answered(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path))
    patience = runpy.run_path(str(ROOT / "webapp" / "gunicorn.conf.py"))["graceful_timeout"]
    assert search_gate.PATIENCE + settings({})["SOLVER_LIMITS"].seconds < patience
    assert patience < serve._PATIENCE, "then all are killed"


def test_figures_of_all_processes_come_together() -> None:
    code = (
        "import os, runpy; conf = runpy.run_path('webapp/gunicorn.conf.py');"
        "from prometheus_client import values; print(values.ValueClass.__name__);"
        "conf['on_exit'](None); print(os.path.exists(os.environ['PROMETHEUS_MULTIPROC_DIR']))"
    )
    environ = {name: text for name, text in os.environ.items() if "PROMETHEUS" not in name}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environ, capture_output=True, text=True
    )
    assert ["MmapedValue", "False"] == done.stdout.split(), done.stderr
