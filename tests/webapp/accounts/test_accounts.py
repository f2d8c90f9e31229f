"""Accounts: who gets one, who gets in, and when a session ends."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from tests.webapp.people import NAME, PASSWORD, make_key, send, sign_in, sign_up
from webapp.core.database import Database
from webapp.core.security import safe_next
from webapp.models import Account, Collection, PuzzleRow


def signed_in(client: FlaskClient) -> bool:
    return client.get("/account").status_code == 200


def test_whoever_signs_up_is_signed_in(client: FlaskClient) -> None:
    response = sign_up(client)
    assert (response.status_code, response.location) == (302, "/")
    assert f">{NAME}</a>" in client.get("/").text
    assert signed_in(client)


def test_a_password_is_not_kept(client: FlaskClient, url: str) -> None:
    sign_up(client)
    with Database(url).sessions() as session:
        kept = session.scalars(select(Account)).one()
    assert kept.password_hash.startswith("$argon2id$")
    assert PASSWORD not in kept.password_hash


@pytest.mark.parametrize("name", ["", "ab", "x" * 25, "a b c", "1abc", "Ärger", "a<b>c", "abc\n"])
def test_a_name_that_cannot_be_is_refused(client: FlaskClient, name: str) -> None:
    if name.strip() == "abc":
        assert sign_up(client, name).status_code == 302, "space around a name does not count"
        return
    response = sign_up(client, name)
    assert response.status_code == 422
    assert "A name has 3 to 24 letters" in response.text
    assert not signed_in(client)


@pytest.mark.parametrize(
    ("password", "words"),
    [
        ("", "10 to 200"),
        ("ninechars", "10 to 200"),
        ("x1y2z" * 41, "10 to 200"),
        ("aaaaaaaaaaaaa", "easy to guess"),
        ("newcomer-2026", "easy to guess"),
    ],
)
def test_a_weak_password_is_refused(client: FlaskClient, password: str, words: str) -> None:
    response = sign_up(client, password=password)
    assert response.status_code == 422
    assert words in response.text
    assert f'value="{NAME}"' in response.text, "the name need not be typed again"
    if password:
        assert password not in response.text


@pytest.mark.parametrize("name", [NAME, NAME.lower(), f" {NAME} "])
def test_a_taken_name_is_refused(app: Flask, client: FlaskClient, name: str) -> None:
    sign_up(app.test_client())
    response = sign_up(client, name)
    assert response.status_code == 422
    assert "is taken" in response.text


def test_name_and_password_let_in(app: Flask, client: FlaskClient) -> None:
    sign_up(app.test_client())
    assert sign_in(client, NAME.upper()).status_code == 302
    assert signed_in(client)


def test_a_wrong_password_and_a_wrong_name_get_the_same_answer(
    app: Flask, client: FlaskClient
) -> None:
    sign_up(app.test_client())
    wrong = [sign_in(client, NAME, "not the password"), sign_in(client, "Nobody", PASSWORD)]
    assert [response.status_code for response in wrong] == [422, 422]
    first, second = (re.sub(r'value="[^"]*"', "", response.text) for response in wrong)
    assert first == second
    assert not signed_in(client)


def test_signing_out_ends_the_session(client: FlaskClient) -> None:
    sign_up(client)
    send(client, "/sign-out")
    assert not signed_in(client)


def test_signing_in_drops_what_the_session_held_before(client: FlaskClient) -> None:
    with client.session_transaction() as session:
        session["planted"] = "by somebody else"
    before = client.get_cookie("session")
    sign_up(client)
    after = client.get_cookie("session")
    assert before is not None
    assert after is not None
    assert before.value != after.value
    with client.session_transaction() as session:
        assert "planted" not in session


def test_a_new_password_ends_all_other_sessions(app: Flask, client: FlaskClient) -> None:
    other = app.test_client()
    sign_up(other)
    sign_in(client)
    response = send(client, "/account/password", password=PASSWORD, new="another four words")
    assert (response.status_code, response.location) == (303, "/account/settings")
    assert "Your password has been changed." in client.get(response.location).text
    assert signed_in(client)
    assert not signed_in(other)
    assert sign_in(other).status_code == 422
    assert sign_in(other, password="another four words").status_code == 302


def test_a_new_password_needs_the_present_one(client: FlaskClient) -> None:
    sign_up(client)
    response = send(client, "/account/password", password="a guessed one", new="another password")
    assert response.status_code == 422
    assert "Nothing was changed" in response.text
    response = send(client, "/account/password", password=PASSWORD, new="short")
    assert response.status_code == 422


def test_signing_out_everywhere_leaves_this_browser_in(app: Flask, client: FlaskClient) -> None:
    other = app.test_client()
    sign_up(other)
    sign_in(client)
    response = send(client, "/account/sign-out-everywhere")
    assert (response.status_code, response.location) == (303, "/account/settings")
    assert "All other browsers are signed out." in client.get(response.location).text
    assert signed_in(client)
    assert not signed_in(other)


def test_what_needs_an_account_leads_to_the_form_and_back(app: Flask, client: FlaskClient) -> None:
    sign_up(app.test_client())
    response = client.get("/account")
    assert (response.status_code, response.location) == (302, "/sign-in?next=/account")
    assert 'name="next" value="/account"' in client.get("/sign-in?next=/account").text
    response = send(client, "/sign-in", name=NAME, password=PASSWORD, next="/account")
    assert response.location == "/account"
    assert client.get("/sign-in?next=/account").location == "/account"


def test_a_program_that_is_not_signed_in_is_told(client: FlaskClient) -> None:
    assert send(client, "/account/password", password="", new="").status_code == 401


@pytest.mark.parametrize("address", ["/sign-in", "/account/settings", "/account", "/account/data"])
def test_no_browser_keeps_an_account_page(client: FlaskClient, address: str) -> None:
    sign_up(client)
    assert client.get(address).headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("address", ["/", "/p/abc?view=mirror", "/a//b", "/?q=http://x.org"])
def test_an_address_of_this_site_is_gone_on_to(address: str) -> None:
    assert address == safe_next(address)


@pytest.mark.parametrize(
    "address",
    [
        None,
        "",
        "p/abc",
        "//evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "/\t/evil.example",
        "/ok\r\nSet-Cookie: a=b",
        " //evil.example",
        "http://evil.example",
        "javascript:alert(1)",
        "///evil.example",
    ],
)
def test_an_address_elsewhere_is_not(address: str | None) -> None:
    assert safe_next(address) == "/"


# -- drafts -------------------------------------------------------------------------------


@pytest.fixture
def draft(app: Flask, small: str) -> str:
    """Address of a puzzle that nobody but the account `Author` may see."""
    sign_up(app.test_client(), "Author")
    with app.extensions["database"].sessions.begin() as session:
        author = session.scalars(select(Account)).one()
        row = session.scalars(select(PuzzleRow).filter_by(slug="small")).one()
        own = Collection(
            slug="own", title="Own", author="", source="", licence="", place=9, owner_id=author.id
        )
        row.collection, row.published = own, None
    return small


def test_a_draft_is_its_authors_alone(app: Flask, client: FlaskClient, draft: str) -> None:
    author, stranger = app.test_client(), app.test_client()
    sign_in(author, "Author")
    sign_up(stranger, "Stranger")
    assert author.get(draft).status_code == 200
    for visitor in (client, stranger):
        assert visitor.get(draft).status_code == 404
        assert visitor.post(f"{draft}/moves", json={}).status_code == 404
        assert visitor.get("/collections/own").status_code == 404
        for page in ("/", "/puzzles"):
            assert "Own" not in re.sub("<[^>]*>", " ", visitor.get(page).text)
    assert ">Small<" in author.get("/collections/own").text


def test_a_draft_is_no_neighbour(app: Flask, client: FlaskClient, draft: str) -> None:
    with app.extensions["database"].sessions.begin() as session:
        row = session.scalars(select(PuzzleRow).filter_by(slug="small")).one()
        row.collection = session.scalars(select(Collection).filter_by(slug="tests")).one()
        quarter = session.scalars(select(PuzzleRow).filter_by(slug="quarter")).one().public_id
    text = client.get(f"/p/{quarter}").text
    assert draft not in text
    assert "1 of 1" in text


def test_the_settings_show_ones_own_keys_only(app: Flask, player: FlaskClient) -> None:
    send(player, "/account/keys", label="Mine")
    stranger = app.test_client()
    sign_up(stranger, "Stranger")
    assert "Mine" in player.get("/account/settings").text
    assert "Mine" not in stranger.get("/account/settings").text


def test_keys_of_others_take_no_place(app: Flask, player: FlaskClient) -> None:
    for number in range(10):
        send(player, "/account/keys", label=f"{number}")
    stranger = app.test_client()
    sign_up(stranger, "Stranger")
    assert send(stranger, "/account/keys", label="First").status_code == 303


def test_who_takes_a_key_back_is_at_the_settings_and_told_once(player: FlaskClient) -> None:
    make_key(player)
    answer = player.post("/account/keys/1/revoke")
    assert (answer.status_code, answer.location) == (303, "/account/settings")
    assert "The key has been revoked." in player.get(answer.location).text
    assert "revoked" not in player.get(answer.location).text, "it is said once"


@pytest.mark.parametrize("name", ["password", "keys", "keys/1/revoke", "sign-out-everywhere"])
def test_an_address_that_forms_are_sent_to_leads_back_to_the_settings(
    client: FlaskClient, name: str
) -> None:
    answer = client.get(f"/account/{name}")
    assert answer.status_code == 302
    assert answer.headers["Location"] == "/account/settings"
