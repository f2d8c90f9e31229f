"""Attacks that were tried on the site, a test for each family, and what happens."""

import json
import re
import secrets
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select, update

from solver.files import puzzle_to_sgf
from solver.puzzle import Puzzle
from tests.webapp.conftest import SMALL
from tests.webapp.people import NAME, PASSWORD, send, sign_in, sign_up
from webapp import create_app
from webapp.core.settings import SettingError, make_secret
from webapp.models import Account, Collection, PuzzleRow
from webapp.prepare import prepare

EVIL = "\"><script>alert(1)</script><img src=x onerror=alert(1)>'{{7777*7777}}"
MARKUP = re.compile(r"<script>alert|<img src=x|onerror=alert\(1\)>|60481729")


def addresses(app: Flask, public_id: str) -> list[tuple[str, str]]:
    """Return every address of the site that names a puzzle, with a method that it takes."""
    found = []
    for rule in app.url_map.iter_rules():
        if "public_id" in rule.arguments:
            values = {name: public_id if name == "public_id" else 1 for name in rule.arguments}
            address = app.url_map.bind("localhost").build(rule.endpoint, values)
            methods = (rule.methods or set()) - {"HEAD", "OPTIONS"}
            found += [(address, method) for method in sorted(methods)]
    return found


def make_drafts(app: Flask, owner: str) -> None:
    """Give all puzzles to an account, as drafts."""
    with app.extensions["database"].sessions.begin() as session:
        number = session.scalars(select(Account).filter_by(name=owner)).one().id
        session.execute(update(Collection).values(owner_id=number, title="Hidden title"))
        session.execute(update(PuzzleRow).values(published=None, title="Hidden title"))


# -- private drafts -----------------------------------------------------------------------


def test_no_address_tells_a_stranger_that_a_draft_exists(
    app: Flask, client: FlaskClient, small: str
) -> None:
    public_id = small.rpartition("/")[2]
    author, stranger = app.test_client(), app.test_client()
    sign_up(author, "Author")
    sign_up(stranger, "Stranger")
    make_drafts(app, "Author")
    tried = addresses(app, public_id)
    assert len(tried) >= 10
    for visitor in (client, stranger):
        for address, method in tried:
            body = {"line": [], "move": "b1", "level": 1}
            answer = visitor.open(address, method=method, json=None if method == "GET" else body)
            missing = visitor.open(
                address.replace(public_id, "0123456789"),
                method=method,
                json=None if method == "GET" else body,
            )
            assert answer.status_code == missing.status_code, (address, method)
            assert answer.status_code in (401, 404), (address, method)
            assert "Hidden title" not in answer.text
    assert author.get(small).status_code == 200


@pytest.mark.parametrize(
    "address",
    ["/", "/puzzles", "/puzzles?collection=tests", "/daily", "/random", "/next", "/collections",
     "/collections/tests", "/collections/tests.zip", "/redo?p={id}", "/api/v1/puzzles",
     "/jobs/{id}"],
)  # fmt: skip
def test_no_list_shows_a_draft_to_a_stranger(
    app: Flask, client: FlaskClient, small: str, address: str
) -> None:
    sign_up(app.test_client(), "Author")
    make_drafts(app, "Author")
    response = client.get(address.replace("{id}", small.rpartition("/")[2]), follow_redirects=True)
    assert "Hidden title" not in response.text
    assert small not in response.text
    if address.startswith("/collections/"):
        assert response.status_code == 404


def test_a_stranger_cannot_ask_to_check_a_draft_by_its_name(
    app: Flask, client: FlaskClient, small: str
) -> None:
    sign_up(app.test_client(), "Author")
    make_drafts(app, "Author")
    assert send(client, "/jobs", puzzle=small.rpartition("/")[2]).status_code == 404


def test_no_browser_keeps_an_answer_about_a_draft_as_if_it_were_public(
    app: Flask, client: FlaskClient, small: str
) -> None:
    public_id = small.rpartition("/")[2]
    sign_up(client, "Author")
    lists = ("/collections/tests", "/collections/tests/answers", "/collections/tests.zip")
    named = (f"/analysis?puzzle={public_id}", f"/draw?from={public_id}")
    job = send(client, "/jobs", puzzle=public_id).headers["Location"]
    asked = [address for address, method in addresses(app, public_id) if method == "GET"]
    asked += [*lists, *named, job]
    kept = [address for address in asked if keeps(client, address)]
    assert {small, f"{small}/report", f"{small}/r/1", *lists[:2], *named} <= set(kept)
    make_drafts(app, "Author")
    assert [address for address in asked if keeps(client, address)] == []
    with app.extensions["database"].sessions.begin() as session:
        session.execute(update(PuzzleRow).values(published=1, first_public=2))
    assert keeps(client, small)
    assert not keeps(client, f"{small}/r/1"), "a draft of what is published now"


def keeps(client: FlaskClient, address: str) -> bool:
    """Tell whether a browser, or a proxy before it, may keep an answer."""
    answer = client.get(address)
    return answer.status_code < 400 and answer.headers.get("Cache-Control") != "no-store"


# -- markup in what authors write ---------------------------------------------------------


@pytest.fixture
def evil(shelf: Path, config: dict[str, object]) -> Flask:
    """The site with markup in every text of a puzzle."""
    puzzle = Puzzle(EVIL, SMALL.position, author=EVIL, source=EVIL)
    sgf = puzzle_to_sgf(puzzle)
    commented = sgf.replace("GM[21]", "GM[21]C[" + EVIL.replace("]", "\\]") + "]", 1)
    (shelf / "tests" / "small.sgf").write_text(commented, encoding="utf-8")
    about = shelf / "tests" / "collection.yaml"
    text = about.read_text(encoding="utf-8").replace("Test puzzles", json.dumps(EVIL))
    about.write_text(text.replace("None needed", json.dumps(EVIL)), encoding="utf-8")
    prepare(shelf, str(config["TWIXT_DATABASE"]))
    return create_app(config)


def test_markup_in_a_puzzle_is_shown_and_never_run(evil: Flask) -> None:
    client = evil.test_client()
    with evil.extensions["database"].sessions() as session:
        row = session.scalars(select(PuzzleRow).filter_by(slug="small")).one()
    assert row.title == row.author == EVIL
    pages = ["/", "/puzzles", "/collections", "/collections/tests", "/redo?p=" + row.public_id]
    pages += [
        address
        for address, method in addresses(evil, row.public_id)
        if method == "GET" and not address.startswith("/api/")
    ]
    shown = 0
    for address in pages:
        response = client.get(address)
        if response.mimetype in ("text/html", "image/svg+xml"):
            assert MARKUP.findall(response.text) == [], address
            shown += "&lt;script&gt;" in response.text
    assert shown >= 4


def test_markup_that_a_visitor_sends_comes_back_escaped(client: FlaskClient) -> None:
    for response in (
        sign_up(client, EVIL),
        sign_in(client, EVIL),
        client.get("/sign-in", query_string={"next": EVIL}),
        client.get("/puzzles", query_string={"text": EVIL, "collection": EVIL, "sort": EVIL}),
        client.get(f"/p/{EVIL}"),
        client.get(f"/{EVIL}"),
        send(client, "/jobs", sgf=EVIL),
    ):
        assert MARKUP.findall(response.text.replace(NAME, "")) == []


# -- forged requests ----------------------------------------------------------------------


def test_every_form_and_question_needs_the_sites_own_token(
    config: dict[str, object], small: str
) -> None:
    guarded = create_app(config | {"WTF_CSRF_ENABLED": True})
    client = guarded.test_client()
    known = {"public_id": small.rpartition("/")[2]}
    tried, open_to_all = 0, set[str]()
    for rule in guarded.url_map.iter_rules():
        for method in (rule.methods or set()) & {"POST", "PUT", "PATCH", "DELETE"}:
            if rule.rule.startswith("/api/"):
                continue
            if rule.endpoint.startswith("embed."):
                open_to_all.add(rule.endpoint)
                continue
            values = {name: known.get(name, "1") for name in rule.arguments}
            address = guarded.url_map.bind("localhost").build(rule.endpoint, values, method=method)
            response = client.open(address, method=method, json={})
            assert response.status_code == 400, (address, method)
            assert "out of date" in response.text
            tried += 1
    assert tried >= 12
    questions = ("judge_embedded", "begin_embedded", "count_embedded")
    assert open_to_all == {f"embed.{name}" for name in questions}, "they keep nothing"


def test_another_sites_page_cannot_sign_a_visitor_in(config: dict[str, object]) -> None:
    client = create_app(config | {"WTF_CSRF_ENABLED": True}).test_client()
    token = re.search(r'csrf_token" value="([^"]+)', client.get("https://localhost/sign-in").text)
    assert token is not None
    fields = {"name": NAME, "password": PASSWORD, "csrf_token": token[1]}
    for referrer in ("https://evil.example/", ""):
        headers = {"Referer": referrer} if referrer else {}
        response = client.post("https://localhost/sign-up", data=fields, headers=headers)
        assert response.status_code == 400


def test_the_api_takes_no_cookie_for_a_key(config: dict[str, object], small: str) -> None:
    client = create_app(config | {"WTF_CSRF_ENABLED": False}).test_client()
    sign_up(client)
    address = f"/api/v1/puzzles/{small.rpartition('/')[2]}/judge"
    assert client.get("/api/v1/attempts").status_code == 401
    assert client.post(address, json={"move": "b1"}).status_code == 401
    assert client.post("/api/v1/jobs", json={"sgf": "(;)"}).status_code == 401


# -- sessions -----------------------------------------------------------------------------


def test_the_session_cookie_is_out_of_reach_of_scripts_and_other_sites(
    config: dict[str, object],
) -> None:
    client = create_app(config | {"SESSION_COOKIE_SECURE": True}).test_client()
    response = client.post("https://localhost/sign-up", data={"name": NAME, "password": PASSWORD})
    (cookie,) = response.headers.getlist("Set-Cookie")
    assert {"HttpOnly", "SameSite=Lax", "Secure"} <= set(cookie.split("; "))


def test_a_forged_or_planted_session_signs_nobody_in(app: Flask, client: FlaskClient) -> None:
    sign_up(app.test_client())
    for forged in ("x", "eyJfdXNlcl9pZCI6IjEuMCJ9.x.y", ".." * 100):
        client.set_cookie("session", forged)
        assert client.get("/account").status_code == 302
    with client.session_transaction() as session:
        session["planted"] = "yes"
    sign_in(client)
    with client.session_transaction() as session:
        assert "planted" not in session


@pytest.mark.parametrize(
    ("secret", "problem"),
    [("x", "is too short"), ("abcdefgh" * 3, "is too short"), ("x" * 64, "repeats")],
)
def test_production_does_not_start_with_a_secret_that_can_be_guessed(
    config: dict[str, object], secret: str, problem: str
) -> None:
    environ = {"TWIXT_ENV": "production", "TWIXT_SECRET": secret}
    with pytest.raises(SettingError, match=f"{problem}.* at least 32 .*token_urlsafe"):
        make_secret(environ)
    with pytest.raises(SettingError, match=problem):
        create_app(config | {"SECRET_KEY": secret, "TWIXT_PRODUCTION": True})
    make_secret(environ | {"TWIXT_SECRET": secrets.token_urlsafe(32)})
    make_secret(environ | {"TWIXT_SECRET": secrets.token_hex(16)})


# -- addresses, files and sizes -----------------------------------------------------------


@pytest.mark.parametrize(
    "address", ["https://evil.example", "//evil.example", "/\\evil.example", "/\t/evil.example"]
)
def test_no_form_leads_to_another_site(client: FlaskClient, address: str) -> None:
    fields = {"name": NAME, "password": PASSWORD, "next": address}
    assert client.post("/sign-up", data=fields).location == "/"
    assert client.get("/sign-in", query_string={"next": address}).location == "/"


@pytest.mark.parametrize(
    "address",
    [
        "/static/../settings.py",
        "/static/%2e%2e/settings.py",
        "/static/..%2f..%2fvar/secret",
        "/static//etc/passwd",
        "/collections/..%2f..%2fetc%2fpasswd.zip",
        "/collections/../../etc/passwd",
        "/p/..%2f..%2fvar%2fsecret.sgf",
        "/jobs/..%2f..%2fvar%2fsecret",
    ],
)
def test_no_address_leads_out_of_the_sites_files(client: FlaskClient, address: str) -> None:
    response = client.get(address, follow_redirects=True)
    assert response.status_code == 404
    assert "SECRET" not in response.text


def test_a_name_cannot_put_headers_into_an_answer(evil: Flask) -> None:
    client = evil.test_client()
    with evil.extensions["database"].sessions.begin() as session:
        row = session.scalars(select(PuzzleRow).filter_by(slug="small")).one()
        row.slug = row.title = 'a"\r\nSet-Cookie: a=b\r\n\r\n<script>'
        public_id = row.public_id
    for address in (f"/p/{public_id}.sgf", f"/p/{public_id}/board.png", "/collections/tests.zip"):
        response = client.get(address)
        assert response.status_code == 200, address
        assert "Set-Cookie" not in response.headers
        assert not any("\n" in value or "\r" in value for value in response.headers.values())


@pytest.mark.parametrize("address", ["{small}/moves", "/sign-in", "/jobs", "/progress"])
def test_what_is_too_large_is_refused(client: FlaskClient, small: str, address: str) -> None:
    address = address.replace("{small}", small)
    sign_up(client)
    body = b'{"line": [' + b'"b1",' * 400_000 + b'"b1"], "move": "b1"}'
    for kind in ("application/json", "application/x-www-form-urlencoded"):
        response = client.post(address, data=body, content_type=kind)
        # Not read at all, or not further than the limit.
        assert response.status_code in (413, 415)


@pytest.mark.parametrize("deep", ["[" * 30_000, '{"a":' * 10_000])
def test_deep_json_is_refused(client: FlaskClient, small: str, deep: str) -> None:
    response = client.post(f"{small}/moves", data=deep, content_type="application/json")
    assert response.status_code == 400
    assert "Traceback" not in response.text


@pytest.mark.parametrize("sgf", ["(" * 60_000, "(;" * 30_000, "(;GM[21]" + ";" * 60_000 + ")"])
def test_a_deep_or_long_tree_is_refused(client: FlaskClient, sgf: str) -> None:
    response = send(client, "/jobs", sgf=sgf)
    assert response.status_code == 422
    assert "Traceback" not in response.text


# -- work without an end, and what is no text -----------------------------------------------


def test_a_line_has_a_most_of_moves_that_the_board_sets(client: FlaskClient, small: str) -> None:
    for address in ("positions", "verdict", "defences"):
        found = client.post(f"{small}/{address}", json={"line": ["pass"] * 1000})
        assert found.status_code == 422, address


@pytest.mark.parametrize("address", ["{small}/r/99999999999999999999", "{small}/r/1e5"])
def test_a_number_that_is_too_large_is_not_found(
    client: FlaskClient, small: str, address: str
) -> None:
    assert client.get(address.format(small=small)).status_code == 404


def test_half_a_character_is_no_text(client: FlaskClient, small: str) -> None:
    sign_up(client)
    for address in ("/draw/save", "/draw/check", "/progress", f"{small}/moves"):
        body = '{"drawing": {"title": "\\ud800"}, "\\uD800": "solved"}'
        found = client.post(address, data=body, content_type="application/json")
        assert found.status_code in (400, 422), address
    whole = client.post(
        "/draw/save", data='{"x": "\\ud83d\\ude00"}', content_type="application/json"
    )
    assert whole.status_code != 500


def test_a_title_with_control_characters_can_be_drawn(app: Flask) -> None:
    client = app.test_client()
    with app.extensions["database"].sessions.begin() as session:
        row = session.scalars(select(PuzzleRow)).first()
        row.sgf = row.sgf.replace("GN[", "GN[a\x01b\uffff")
        assert "\x01" in row.sgf
        address = f"/p/{row.public_id}"
    for name in ("board.svg", "board.png", "shared.png"):
        assert client.get(f"{address}/{name}").status_code == 200, name
    assert "\x01" not in client.get(f"{address}/board.svg").text


def test_a_large_file_passes_the_guard_against_forgery(config: dict[str, object]) -> None:
    app = create_app(config | {"WTF_CSRF_ENABLED": True})
    client = app.test_client()
    page = client.get("/draw").text
    token = re.search(r'name="csrf-token" content="([^"]+)"', page)
    assert token is not None
    sgf = puzzle_to_sgf(SMALL).replace("PZ[]", f"PZ[]C[{'x' * 300_000}]")
    found = client.post(
        "/draw/file", data=sgf, headers={"X-CSRFToken": token[1], "Content-Type": "text/plain"}
    )
    assert found.status_code == 200, found.text
    assert client.post("/draw/file", data=sgf).status_code == 400
    large = "x" * (2 << 20)
    assert client.post("/draw/file", data=large).status_code in (400, 413)
