"""The pages: what they show, what they never contain, and what errors look like."""

import html
import json
import re
from dataclasses import replace

import pytest
from flask import Flask, abort
from flask.testing import FlaskClient
from markupsafe import escape
from sqlalchemy import delete, select, update
from sqlalchemy.orm.attributes import set_committed_value
from werkzeug.exceptions import default_exceptions

from solver.audits import Soundness
from solver.files import puzzle_to_sgf
from solver.game import Hole, Move
from tests.webapp.conftest import SMALL, puzzle_address
from tests.webapp.people import sign_up
from webapp import create_app
from webapp.core.database import session
from webapp.models import PuzzleRow, Tag

PAGES = ["/", "/puzzles", "/collections/tests", "/machines", "puzzle", "/nowhere"]


def page(client: FlaskClient, name: str) -> str:
    return client.get(puzzle_address(client, "Small") if name == "puzzle" else name).text


def page_data(client: FlaskClient, address: str) -> dict[str, object]:
    found = re.search(r'data-puzzle="([^"]*)"', client.get(address).text)
    assert found
    data = json.loads(html.unescape(found[1]))
    assert isinstance(data, dict)
    return data


def test_a_title_cannot_bring_markup(client: FlaskClient) -> None:
    for address in ("/puzzles", "/collections/tests"):
        text = client.get(address).text
        assert "Quarter &lt;b&gt;" in text
        assert "<b>" not in text


def test_a_puzzle_page_says_the_goal_and_where_it_is_from(client: FlaskClient, small: str) -> None:
    text = client.get(small).text
    for words in ("White to move and join rows 1 and 6.", "Nobody", "These tests", "1 of 2"):
        assert words in text


def test_a_puzzle_page_leads_to_its_neighbours(client: FlaskClient, small: str) -> None:
    quarter = puzzle_address(client, "Quarter &lt;b&gt;")
    assert f'rel="next" href="{quarter}"' in client.get(small).text
    assert f'rel="prev" href="{small}"' in client.get(quarter).text


def test_a_puzzle_page_never_gives_the_answer_away(client: FlaskClient, small: str) -> None:
    told = {"player", "goal", "over", "state", "id", "content_hash", "rated"}
    assert told == set(page_data(client, small))


def test_a_puzzle_page_says_which_links_show_the_solution(app: Flask, client: FlaskClient) -> None:
    small = puzzle_address(client, "Small")
    keyed = puzzle_to_sgf(replace(SMALL, keys=(Move(Hole(3, 4)),)))

    def said(soundness: Soundness | None, sgf: str) -> str:
        with app.extensions["database"].sessions.begin() as session:
            values = {"soundness": soundness, "sgf": sgf}
            session.execute(update(PuzzleRow).filter_by(slug="small").values(values))
        shown = client.get(small).text.partition("<dt>Soundness</dt>")[2].partition("</dd>")[0]
        return " ".join(re.sub(r"<[^>]*>", "", shown).split())

    clone = "· clone in the editor"
    assert said(None, puzzle_to_sgf(SMALL)) == f"not checked {clone}"
    assert said(None, keyed) == f"not checked {clone} (shows the solution)"
    assert said(Soundness.SOUND, keyed) == f"sound {clone} (both show the solution)"
    sound = said(Soundness.SOUND, puzzle_to_sgf(SMALL))
    assert sound == f"sound {clone} (the report shows the solution)"
    refuted = said(Soundness.NO_SOLUTION, keyed)
    assert refuted == f"no solution (the report tells why) {clone}"


@pytest.mark.parametrize("name", PAGES)
def test_no_page_has_inline_script_or_style(client: FlaskClient, name: str) -> None:
    text = page(client, name)
    assert re.findall(r"<script(?![^>]* src=)|<style|\sstyle=|\son\w+=|javascript:", text) == []


@pytest.mark.parametrize("name", PAGES)
def test_a_page_loads_from_this_site_only(client: FlaskClient, name: str) -> None:
    loaded = re.findall(r'<(?:script|link|img)[^>]* (?:src|href)="([^"]*)"', page(client, name))
    assert loaded
    assert [address for address in loaded if not re.match("/(static|p)/", address)] == []


@pytest.mark.parametrize("address", ["/", "/nowhere", "/static/js/board/board.js", "/healthz"])
def test_every_answer_carries_the_guarding_headers(client: FlaskClient, address: str) -> None:
    with client.get(address) as response:
        headers = response.headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert "Strict-Transport-Security" not in headers


def test_https_is_kept_once_used(client: FlaskClient) -> None:
    headers = client.get("/", base_url="https://localhost").headers
    assert "max-age=" in headers["Strict-Transport-Security"]


def test_not_found_is_a_page_with_a_way_back(client: FlaskClient) -> None:
    for address in ("/nowhere", "/p/nothing"):
        response = client.get(address)
        assert response.status_code == 404
        assert "Not found" in response.text
        assert 'href="/"' in response.text


@pytest.mark.parametrize(
    ("status", "title"),
    [(400, "Not possible"), (404, "Not found"), (405, "Not allowed"), (413, "Too large"),
     (415, "Not possible"), (416, "Not found"), (422, "Not possible"), (429, "Too many requests"),
     (406, "Not possible"), (501, "Not possible")],
)  # fmt: skip
def test_no_error_is_told_in_the_words_of_http(app: Flask, status: int, title: str) -> None:
    app.add_url_rule("/wrong", view_func=lambda: abort(status))
    answer = app.test_client().get("/wrong")
    assert status == answer.status_code
    assert f"<h1>{title}</h1>" in answer.text
    stock = default_exceptions[status]()
    assert str(escape(stock.description)) not in answer.text
    assert stock.name not in answer.text


def test_what_was_found_wrong_is_told(client: FlaskClient, small: str) -> None:
    wrong = client.get(f"{small}/board.png?width=x")
    assert "<h1>Not possible</h1>" in wrong.text
    assert "width must be a number from 64 to 2048." in wrong.text


def test_a_program_gets_errors_as_json(client: FlaskClient) -> None:
    response = client.get("/nowhere", headers={"Accept": "application/json"})
    assert response.status_code == 404
    assert {"error", "message"} == set(response.get_json())


def test_a_broken_page_shows_no_trace(app: Flask) -> None:
    def broken() -> str:
        raise RuntimeError("secret detail")

    app.add_url_rule("/broken", view_func=broken)
    response = app.test_client().get("/broken")
    assert response.status_code == 500
    assert "secret" not in response.text
    assert "Traceback" not in response.text
    assert "try again" in response.text


@pytest.mark.parametrize("change", ["save", "look", "tag"])
def test_who_is_crossed_by_another_request_is_told_so(app: Flask, change: str) -> None:
    @app.get("/crossed")
    def crossed() -> str:
        row = session().scalars(select(PuzzleRow)).first()
        assert row is not None
        number = row.id
        session().commit()  # nothing is held: others may write
        with app.extensions["database"].sessions.begin() as other:
            if change == "tag":
                other.add(Tag(puzzle_id=number, name="same"))
            else:
                other.execute(delete(PuzzleRow).filter_by(id=number))
        if change == "tag":
            session().add(Tag(puzzle_id=number, name="same"))
        elif change == "save":
            set_committed_value(row, "title", "old")
            row.title = "new"
        else:
            return row.title
        session().commit()
        return "saved"

    app.config["PROPAGATE_EXCEPTIONS"] = False
    client = app.test_client()
    answer = client.get("/crossed")
    assert answer.status_code == 409
    assert "Reload the page, then try again." in answer.text


def test_a_puzzle_kept_before_it_was_too_large_to_draw_says_so(
    app: Flask, client: FlaskClient, small: str
) -> None:
    with app.app_context():
        row = session().scalars(select(PuzzleRow).filter_by(title="Small")).one()
        row.sgf = "(;FF[4]GM[21]SZ[60]RU[STD]PZ[]PL[W];IP[])"
        session().commit()
    response = client.get(small)
    assert response.status_code == 422
    assert "60 x 60 holes are too many to draw" in response.text


@pytest.mark.parametrize(
    ("address", "came_from", "form"),
    [
        ("/account/password", "http://localhost/account/settings?a=b", "/account/settings?a=b"),
        ("/sign-in", None, "/sign-in"),
        ("/sign-in", "http://elsewhere.example/account/settings", "/sign-in"),
        ("/sign-in", "http://localhost//elsewhere.example/", "/"),
        ("/sign-out", None, None),
    ],
)
def test_a_form_that_is_out_of_date_is_opened_again_and_not_sent_again(
    config: dict[str, object], address: str, came_from: str | None, form: str | None
) -> None:
    client = create_app(config | {"WTF_CSRF_ENABLED": True}).test_client()
    answer = client.post(address, headers={"Referer": came_from} if came_from else {})
    assert answer.status_code == 400
    assert "Reload" not in answer.text
    found = re.search(r'href="([^"]*)">Open the form again<', answer.text)
    assert form == (found and html.unescape(found[1]))
    assert "Reload the page" in client.post(address, json={}).get_json()["message"]


def test_only_who_is_not_signed_in_is_told_so_by_a_page_that_is_out_of_date(
    config: dict[str, object],
) -> None:
    app = create_app(config | {"WTF_CSRF_ENABLED": False})
    member, visitor = app.test_client(), app.test_client()
    sign_up(member)
    app.config["WTF_CSRF_ENABLED"] = True
    again = "Reload the page, then try again."
    for client, said in ((member, again), (visitor, f"You may have been signed out. {again}")):
        assert said == client.post("/draw/save", json={}).get_json()["message"]
