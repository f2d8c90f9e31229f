"""Shares of processor time: for an address and for an account, for dear requests and for pages."""

import time
from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.webapp.people import sign_up
from webapp import create_app
from webapp.accounts import cpu_budget
from webapp.core.limiter import rate_limit

AWAY = {"REMOTE_ADDR": "192.0.2.7"}
"""Another address."""


@pytest.fixture
def app(config: dict[str, object], monkeypatch: pytest.MonkeyPatch) -> Flask:
    """A site that gives ten seconds, and has two views that take six each."""
    spent = [0.0]
    monkeypatch.setattr("webapp.accounts.cpu_budget.time.thread_time", lambda: spent[0])
    app = create_app(config | {"RATELIMIT_ENABLED": True, "CPU_SECONDS": 10})

    def heavy() -> str:
        spent[0] += 6
        return "done"

    app.add_url_rule("/dear", "dear", rate_limit("ask the solver")(heavy))

    def light() -> str:
        spent[0] += 0.015
        return "done"

    app.add_url_rule("/page", "page", heavy)
    app.add_url_rule("/light", "light", light)
    return app


def exhaust(client: FlaskClient, path: str) -> None:
    """Use up the share of a visitor."""
    assert [200, 200, 429] == [client.get(path).status_code for _ in range(3)]


def test_a_visitor_who_used_up_his_share_waits(app: Flask) -> None:
    client = app.test_client()
    exhaust(client, "/page")
    refused = client.get("/puzzles", headers={"Accept": "application/json"})
    assert refused.status_code == 429
    assert 1 <= int(refused.headers["Retry-After"]) <= 60
    with client.get("/static/icon.svg") as picture:
        assert picture.status_code == 200
    assert client.get("/healthz").status_code == 200
    assert client.get("/page", environ_overrides=AWAY).status_code == 200


def test_he_is_told_when_his_minute_ends(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [float(int(time.time()))]
    monkeypatch.setattr(time, "time", lambda: now[0])
    client = app.test_client()
    exhaust(client, "/page")
    now[0] += 50
    assert client.get("/page").headers["Retry-After"] == "10"
    now[0] += 10
    assert client.get("/page").status_code == 200


def test_many_requests_of_which_each_takes_little_count_together(app: Flask) -> None:
    client, needed = app.test_client(), int(10 / 0.015)
    answers = [client.get("/light").status_code for _ in range(needed + 10)]
    assert [200] * needed == answers[:needed]
    assert 429 == answers[-1]
    assert client.get("/light", environ_overrides=AWAY).status_code == 200


def test_memory_of_small_requests_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cpu_budget, "_MOST_UNWRITTEN", 100)
    unwritten = cpu_budget._Unwritten()
    assert not any(unwritten.add(f"cpu/pages/{number}", 0.001) for number in range(1000))
    assert len(unwritten._seconds) <= 100


def test_who_asks_too_much_of_the_solver_closes_no_page_to_his_neighbours(app: Flask) -> None:
    exhaust(app.test_client(), "/dear")
    neighbour = app.test_client()
    puzzle = neighbour.get("/puzzles").text.partition('href="/p/')[2].partition('"')[0]
    for path in ("/", "/puzzles", f"/p/{puzzle}", f"/p/{puzzle}/board.svg", "/sign-in", "/sign-up"):
        assert neighbour.get(path).status_code == 200, path
    assert sign_up(neighbour).status_code == 302
    for path in ("/account", "/account/settings", "/account/data"):
        assert neighbour.get(path).status_code == 200, path


def test_each_dear_request_of_that_address_is_refused(app: Flask) -> None:
    client = app.test_client()
    puzzle = client.get("/puzzles").text.partition('href="/p/')[2].partition('"')[0]
    exhaust(client, "/dear")
    asked: dict[str, Callable[..., object]] = {
        f"/p/{puzzle}/moves": client.post,
        f"/p/{puzzle}/verdict": client.post,
        f"/p/{puzzle}/certificates.zip": client.get,
        f"/p/{puzzle}/board.png": client.get,
        f"/api/v1/puzzles/{puzzle}/judge": client.post,
        "/draw/position": client.post,
        "/draw/file": client.post,
        "/draw/download": client.post,
        "/jobs": client.post,
    }
    statuses = {path: getattr(send(path), "status_code", None) for path, send in asked.items()}
    assert statuses == dict.fromkeys(asked, 429)


@pytest.mark.parametrize("path", ["/dear", "/page"])
def test_who_is_signed_in_has_a_share_of_his_own(app: Flask, path: str) -> None:
    one, other = app.test_client(), app.test_client()
    sign_up(one, "Somebody")
    sign_up(other, "Another")
    exhaust(app.test_client(), path)
    exhaust(one, path)
    assert one.get(path, environ_overrides=AWAY).status_code == 429, "wherever he is"
    assert other.get(path).status_code == 200
    assert app.test_client().get(path, environ_overrides=AWAY).status_code == 200


def test_a_share_is_not_renewed_by_signing_in_again(app: Flask) -> None:
    client = app.test_client()
    sign_up(client)
    exhaust(client, "/dear")
    client.post("/account/sign-out-everywhere")
    assert client.get("/dear").status_code == 429


def test_who_asks_too_much_takes_nothing_from_who_is_not_signed_in(app: Flask) -> None:
    client = app.test_client()
    sign_up(client)
    exhaust(client, "/dear")
    assert app.test_client().get("/dear").status_code == 200
