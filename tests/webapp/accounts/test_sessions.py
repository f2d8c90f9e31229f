"""When a signed-in session ends: copies of its cookie end with it."""

import time

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from solver.answers import Outcome
from tests.webapp.conftest import Play
from tests.webapp.people import PASSWORD, send, sign_in, sign_up
from webapp import create_app
from webapp.models import EndedSession


def copy_of(app: Flask, client: FlaskClient) -> FlaskClient:
    """Return another browser with a copy of a cookie."""
    stolen, thief = client.get_cookie("session"), app.test_client()
    assert stolen is not None
    thief.set_cookie("session", stolen.value)
    return thief


def test_a_stolen_cookie_ends_with_the_password(app: Flask, client: FlaskClient) -> None:
    sign_up(client)
    thief = copy_of(app, client)
    send(client, "/account/password", password=PASSWORD, new="another four words")
    assert thief.get("/account").status_code == 302


def test_a_copy_of_a_cookie_ends_with_signing_out(app: Flask, client: FlaskClient) -> None:
    other = app.test_client()
    sign_up(other)
    sign_in(client)
    thief = copy_of(app, client)
    assert thief.get("/account").status_code == 200
    send(client, "/sign-out")
    assert thief.get("/account").status_code == 302
    assert other.get("/account").status_code == 200, "another session goes on"
    assert sign_in(client).status_code == 302


def test_an_ended_session_is_remembered_until_its_cookie_has_expired(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_up(client)
    send(client, "/sign-out")
    day = 24 * 3600
    with app.extensions["database"].sessions() as session:
        (first,) = session.scalars(select(EndedSession))
    assert 60 * day <= first.expires - time.time() <= 61 * day
    later = time.time() + 61 * day
    monkeypatch.setattr("webapp.accounts.sessions.time.time", lambda: later)
    sign_in(client)
    send(client, "/sign-out")
    with app.extensions["database"].sessions() as session:
        (second,) = session.scalars(select(EndedSession))
    assert first.id != second.id


def test_a_session_from_before_sessions_had_ids_stays_valid_and_can_end(
    app: Flask, client: FlaskClient
) -> None:
    sign_up(client)
    with client.session_transaction() as session:
        del session["sid"]
    thief = copy_of(app, client)
    assert client.get("/account").status_code == 200
    send(client, "/sign-out")
    assert thief.get("/account").status_code == 302


def test_a_session_of_a_deleted_account_is_not_that_of_the_next_one(
    app: Flask, client: FlaskClient
) -> None:
    sign_up(client)
    thief = copy_of(app, client)
    assert send(client, "/account/delete", password=PASSWORD).status_code == 200
    assert client.get("/account").status_code == 302
    sign_up(app.test_client(), "Somebody-else")
    assert thief.get("/account").status_code == 302


DAY = 24 * 3600


def renewed(client: FlaskClient, address: str) -> bool:
    return "Set-Cookie" in client.get(address).headers


def test_answers_to_scripts_leave_the_cookie_as_it_is(
    player: FlaskClient, play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that comes late would undo what another tab did to it meanwhile."""
    later = time.time() + 2 * DAY
    monkeypatch.setattr("webapp.accounts.sessions.time.time", lambda: later)
    play.judge.outcome = Outcome.WINS
    answer = player.post(f"{play.address}/moves", json={"line": [], "move": "b1"})
    assert answer.status_code == 200
    assert "Set-Cookie" not in answer.headers
    assert not renewed(player, "/healthz")


def test_a_page_lets_a_session_last_on_once_a_day(
    player: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = time.time()
    player.get("/puzzles")  # which keeps a token for its questions
    assert not renewed(player, "/puzzles")
    for days in (50, 100, 150):  # it lasts 60 days
        now = start + days * DAY
        monkeypatch.setattr("time.time", lambda now=now: now)
        assert player.get("/account").status_code == 200
        assert not renewed(player, "/puzzles")
    monkeypatch.setattr("time.time", lambda: start + 211 * DAY)
    assert player.get("/account").status_code == 302


def test_a_session_from_before_renewals_were_noted_lasts_on(player: FlaskClient) -> None:
    with player.session_transaction() as session:
        del session["day"]
    assert renewed(player, "/puzzles")


def test_a_visitor_gets_no_cookie_by_looking_at_a_page(client: FlaskClient) -> None:
    assert not renewed(client, "/collections")


# -- tokens -------------------------------------------------------------------------------


def test_a_visitor_s_page_gets_the_token_of_the_session_that_stayed(
    config: dict[str, object],
) -> None:
    client = create_app(config | {"WTF_CSRF_ENABLED": True}).test_client()

    def asked(token: str) -> int:
        header = {"X-CSRFToken": token, "Accept": "application/json"}
        return client.post("/puzzles?solved=yes", headers=header).status_code

    answer = client.get("/token")
    token = answer.get_json()["token"]
    assert answer.headers["Cache-Control"] == "no-store"
    assert "Access-Control-Allow-Origin" not in answer.headers
    assert asked(token) == 200
    client.delete_cookie("session")
    client.get("/puzzles")
    assert asked(token) == 400
    assert asked(client.get("/token").get_json()["token"]) == 200


def test_who_is_signed_in_gets_no_token_but_with_a_page(player: FlaskClient) -> None:
    answer = player.get("/token", headers={"Accept": "application/json"})
    assert answer.status_code == 409
    assert "token" not in answer.get_json()
