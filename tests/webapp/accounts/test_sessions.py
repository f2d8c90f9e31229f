"""When a signed-in session ends: copies of its cookie end with it."""

import time

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from tests.webapp.people import PASSWORD, send, sign_in, sign_up
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
