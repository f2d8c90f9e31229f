"""The API: every documented example is asked, and answered as its schema says."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient
from openapi_spec_validator import validate
from sqlalchemy import select, update

from solver.cli import main
from solver.game import Ruleset
from tests.webapp.api.asking import Headers, check, faults, new_key, problem
from tests.webapp.conftest import ScriptedJudge
from tests.webapp.databases import fill_with_shipped
from tests.webapp.people import send, sign_in, sign_up
from webapp import create_app
from webapp.api.views import description
from webapp.catalog.puzzle_texts import puzzle_from
from webapp.jobs import Auditor
from webapp.models import Account, ApiKey, Collection, Job, PuzzleRow
from webapp.reports.report_store import keep_report

ROOT = Path(__file__).parents[3]
PUZZLE = ROOT / "puzzles" / "randolph-hensel" / "p15.sgf"
BODY = "application/json"
OPERATIONS = [
    (path, method)
    for path, methods in description()["paths"].items()
    for method in methods
    if method in ("get", "post", "delete")
]
# -- the description ----------------------------------------------------------------------


def test_the_description_is_openapi(client: FlaskClient) -> None:
    validate(description())
    assert client.get("/api/v1/openapi.json").get_json() == description()


def test_the_page_for_people_tells_every_operation(client: FlaskClient) -> None:
    text = client.get("/api").text
    for path, method in OPERATIONS:
        assert f"{method.upper()} {path}" in text


def test_the_page_for_people_tells_the_parameters_of_a_query(client: FlaskClient) -> None:
    text = client.get("/api").text
    listed = text.partition("GET /api/v1/puzzles<")[2].partition("</section>")[0]
    for each in description()["paths"]["/api/v1/puzzles"]["get"]["parameters"]:
        row = f"<code>{each['name']}</code></th><td>{each['description'].replace('`', '')}"
        assert (row in listed) is not each.get("deprecated", False)
    assert "Values: sound, cooked, no solution, undecided, not checked." in listed


def test_every_address_of_the_api_is_described(app: Flask) -> None:
    served = {
        (rule.rule.replace("<public_id>", "{id}").replace("<job_id>", "{id}"), method.lower())
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/api/v1/")
        for method in rule.methods or ()
        if method not in ("HEAD", "OPTIONS")
    }
    assert served - {("/api/v1/openapi.json", "get")} == set(OPERATIONS)


@pytest.mark.native
def test_every_documented_example_is_answered_as_documented(
    config: dict[str, object], tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    fill_with_shipped(str(config["TWIXT_DATABASE"]), tmp_path_factory)
    store = str(tmp_path / "verdicts.sqlite")
    app = create_app(config | {"SOLVER_JUDGE": None, "TWIXT_STORE": store})
    client = app.test_client()
    header = new_key(client, "Other")
    command = ["audit", str(PUZZLE), "--json", "--seconds", "600", "--store", store]
    report = CliRunner().invoke(main, command).stdout
    asked = post_example(client, header)
    Auditor(app.extensions["database"], Path(store), 256).perform(asked)
    with app.extensions["database"].sessions.begin() as session:
        row = session.scalars(select(PuzzleRow).filter_by(slug="p15")).one()
        keep_report(session, row.content_hash, json.loads(report))
    for path, method in OPERATIONS:
        told = description()["paths"][path][method]
        address = path.replace("{id}", asked if "jobs" in path else example_id())
        address += "?" + "&".join(
            f"{each['name']}={each['example']}"
            for each in told.get("parameters", [])
            if each.get("in") == "query"
        )
        body = told.get("requestBody", {}).get("content", {}).get(BODY, {}).get("example")
        response = client.open(address, method=method.upper(), json=body, headers=header)
        (status, answer), _ = told["responses"].items()
        assert response.status_code == int(status), (path, method, response.text)
        ((kind, content),) = answer["content"].items()
        assert response.mimetype == kind
        check(
            response.get_json() if kind == BODY else response.data.decode("latin-1"),
            content["schema"],
        )
        assert (
            int(response.headers["X-RateLimit-Remaining"]) >= 0
            if "X-RateLimit-Limit" in (response.headers)
            else True
        )
    app.extensions["store"].close()


def example_id() -> str:
    return str(description()["components"]["parameters"]["puzzle"]["example"])


def post_example(client: FlaskClient, header: Headers) -> str:
    example = description()["paths"]["/api/v1/jobs"]["post"]["requestBody"]["content"][BODY]
    response = client.post("/api/v1/jobs", json=example["example"], headers=header)
    assert response.headers["Location"] == f"/api/v1/jobs/{response.get_json()['id']}"
    return str(response.get_json()["id"])


# -- the same answers as on the command line ----------------------------------------------


@pytest.mark.parametrize("file", ["randolph-hensel/p15", "diagonal/45-1", "privilege/1"])
def test_a_puzzle_is_the_position_that_show_prints(
    client: FlaskClient, app: Flask, small_id: str, file: str
) -> None:
    sgf = keep_text(app, small_id, file)
    found = client.get(f"/api/v1/puzzles/{small_id}").get_json()
    check(found, description()["components"]["schemas"]["puzzle"])
    shown = CliRunner().invoke(main, ["show", "-", "--json"], input=sgf).stdout
    assert found["position"] == json.loads(shown)


def test_a_puzzle_with_the_privilege_is_not_judged(
    client: FlaskClient, key: Headers, app: Flask, small_id: str
) -> None:
    keep_text(app, small_id, "privilege/1")
    address = f"/api/v1/puzzles/{small_id}/judge"
    assert "Privilege" in problem(client.post(address, json={"move": "e5"}, headers=key), 422)


def keep_text(app: Flask, public_id: str, file: str) -> str:
    """Give a puzzle the text of a shipped one; return it."""
    sgf = (ROOT / "puzzles" / f"{file}.sgf").read_text(encoding="utf-8")
    with app.extensions["database"].sessions.begin() as session:
        session.execute(update(PuzzleRow).filter_by(public_id=public_id).values(sgf=sgf))
    return sgf


@pytest.mark.native
@pytest.mark.parametrize("move", ["b1", "e2"])
def test_a_move_is_judged_as_on_the_command_line(
    config: dict[str, object], tmp_path: Path, move: str
) -> None:
    real = {"SOLVER_JUDGE": None, "TWIXT_STORE": str(tmp_path / "verdicts.sqlite")}
    app = create_app(config | real)
    client = app.test_client()
    header = new_key(client, "Other")
    row = client.get("/api/v1/puzzles").get_json()["puzzles"][0]
    sgf = client.get(f"/api/v1/puzzles/{row['id']}").get_json()["sgf"]
    address = f"/api/v1/puzzles/{row['id']}/judge"
    found = client.post(address, json={"move": move}, headers=header).get_json()
    (tmp_path / "small.sgf").write_text(sgf, encoding="utf-8")
    file = str(tmp_path / "small.sgf")
    printed = json.loads(CliRunner().invoke(main, ["judge", file, move, "--json"]).stdout)
    for name in ("seconds", "nodes", "file"):
        found.pop(name), printed.pop(name)
    assert found == printed
    app.extensions["store"].close()


# -- jobs ---------------------------------------------------------------------------------


def test_the_same_question_is_the_same_job(client: FlaskClient, key: Headers) -> None:
    first, second = (post_example(client, key) for _ in range(2))
    assert first == second
    found = client.get(f"/api/v1/jobs/{first}").get_json()
    assert (found["state"], found["report"]) == ("queued", None)
    assert "no report" in problem(client.get(f"/api/v1/jobs/{first}/report"), 404)
    other = new_key(client, "Other")
    problem(client.delete(f"/api/v1/jobs/{first}", headers=other), 404)
    assert client.delete(f"/api/v1/jobs/{first}", headers=key).get_json()["state"] == "cancelled"


@pytest.mark.parametrize("sgf", ["1 C3 2 B4", "(;GM[21]FF[4]SZ[6]PL[W]PZ[]IP[]AW[c3]AB[b4])"])
def test_a_job_takes_board_and_rules_that_its_text_does_not_say(
    client: FlaskClient, key: Headers, app: Flask, sgf: str
) -> None:
    body = {"sgf": sgf, "size": "6x6", "rules": "PP"}
    first, again = (
        client.post("/api/v1/jobs", json=body, headers=key).get_json()["id"] for _ in range(2)
    )
    assert first == again
    with app.extensions["database"].sessions() as session:
        puzzle = puzzle_from(session.get_one(Job, first).sgf)
    assert (puzzle.position.board.size_text, puzzle.position.ruleset) == ("6 x 6", Ruleset.PP)
    assert len(puzzle.position.white) == len(puzzle.position.black) == 1


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        ({"sgf": "(;GM[21]"}, 422, "ends inside the game tree"),
        ({"sgf": "(;GM[21]FF[4]SZ[49]RU[STD]PL[W]PZ[]IP[])"}, 422, "48 columns"),
        ({"sgf": "(;GM[21]FF[4]SZ[6]RU[STD]PL[W]PZ[]IP[])", "seconds": 0}, 422, "1 to 600"),
        ({"sgf": "(;GM[21]FF[4]SZ[6]RU[STD]PL[W]PZ[]IP[])", "seconds": 10**400}, 422, "1 to 600"),
        ({"sgf": "(;GM[21]FF[4]SZ[6]RU[STD]PL[W]PZ[]IP[])", "seconds": "9"}, 400, "a number"),
        ({"sgf": "(;GM[21]FF[4]SZ[6]RU[STD]PL[W]PZ[]IP[])", "seconds": True}, 400, "a number"),
        ({"sgf": 5}, 400, "a text"),
        ({"sgf": "1 C3 2 B4", "rules": "STD", "size": "six"}, 400, "board size"),
        ({"sgf": "1 C3 2 B4", "size": "6x6", "rules": "chess"}, 400, "STD, PP, 3M"),
        ([], 400, "a JSON object"),
        (
            {"sgf": "(;GM[21]FF[4]SZ[5]RU[STD]PL[B]PZ[];W[c1];W[d3];W[c5];IP[])"},
            422,
            "rows 1 and 5 already.",
        ),
        ({"sgf": "(" * 10_000}, 422, "game tree"),
        ({"sgf": "(" * 60_000}, 422, "more than 20000 brackets"),
    ],
)
def test_a_question_that_cannot_be_is_refused(
    client: FlaskClient, key: Headers, body: dict[str, object], status: int, words: str
) -> None:
    response = client.post("/api/v1/jobs", json=body, headers=key)
    assert words in problem(response, status)
    assert faults(response) == [*body][-1:], "the last field is at fault"


def test_a_move_that_cannot_be_is_refused(client: FlaskClient, key: Headers, small_id: str) -> None:
    address = f"/api/v1/puzzles/{small_id}/judge"
    for body, name in (
        ({"move": "a1"}, "move"),
        ({"move": "zz"}, "move"),
        ({"moves": ["b1", "c3"]}, "moves"),
        ({"move": "b1", "after": ["z99"]}, "after"),
        ({"move": "b1", "after": ["d4"]}, "after"),
    ):
        response = client.post(address, json=body, headers=key)
        problem(response, 422)
        assert faults(response) == [name]
    for wrong in ({}, {"move": 5}, {"move": "b1", "after": "d4"}, {"move": "x" * 501}):
        problem(client.post(address, json=wrong, headers=key), 400)


# -- errors and keys ----------------------------------------------------------------------


def test_every_error_is_a_problem(client: FlaskClient, key: Headers, small_id: str) -> None:
    assert "nothing at /api/v1/nowhere;" in problem(client.get("/api/v1/nowhere"), 404)
    assert "/api lists" in problem(client.post("/api/v1/"), 404)
    assert "/api lists" in problem(client.get("/api/v1"), 404)
    problem(client.get("/api/v1/puzzles/nothing"), 404)
    for part in ("", "/report", "/certificates"):
        assert "There is no such job." == problem(client.get(f"/api/v1/jobs/no{part}"), 404)
    problem(client.get("/api/v1/puzzles?after=x"), 400)
    address = f"/api/v1/puzzles/{small_id}/judge"
    problem(client.post(address, data="move=b1", headers=key), 415)
    problem(client.post(address, data=b"x" * 70_000, content_type=BODY, headers=key), 413)


@pytest.mark.parametrize(
    ("path", "method", "allowed"),
    [
        ("/api/v1/puzzles", "POST", "GET"),
        ("/api/v1/puzzles", "PUT", "GET"),
        ("/api/v1/judge", "GET", "POST"),
        ("/api/v1/puzzles/x/judge", "GET", "POST"),
        ("/api/v1/jobs/x", "POST", "DELETE and GET"),
    ],
)
def test_a_method_that_an_address_does_not_take_is_told_those_it_takes(
    client: FlaskClient, path: str, method: str, allowed: str
) -> None:
    response = client.open(path, method=method)
    assert f"{path} takes {allowed}, not {method}." == problem(response, 405)
    assert {*allowed.split(" and ")} == {*(response.allow or ())} - {"HEAD", "OPTIONS"}


def test_questions_need_a_key_and_reading_does_not(client: FlaskClient, small_id: str) -> None:
    assert client.get("/api/v1/puzzles").status_code == 200
    for path, method in OPERATIONS:
        told = description()["paths"][path][method]
        if told.get("security"):
            response = client.open(path.replace("{id}", small_id), method=method.upper(), json={})
            assert "Bearer" in problem(response, 401)


@pytest.mark.parametrize(
    "header",
    ["Bearer", "Bearer ", "Bearer twixt_wrong", "Basic {token}", "{token}", "Bearer {token}x", "ü"],
)
def test_a_wrong_key_opens_nothing(client: FlaskClient, key: Headers, header: str) -> None:
    token = key["Authorization"].partition(" ")[2]
    sent = {"Authorization": header.replace("{token}", token)}
    problem(client.get("/api/v1/attempts", headers=sent), 401)
    problem(client.get("/api/v1/puzzles", headers=sent), 401)


def test_only_the_hash_of_a_key_is_kept(app: Flask, client: FlaskClient, key: Headers) -> None:
    token = key["Authorization"].partition(" ")[2]
    assert client.get("/api/v1/attempts", headers=key).status_code == 200
    with app.extensions["database"].sessions() as session:
        kept = session.scalars(select(ApiKey)).one()
    assert len(kept.digest) == 64
    assert token not in str(vars(kept))
    assert kept.used is not None
    sign_in(client, "Program")
    assert token not in client.get("/account/settings").text, "it is shown once"


def test_a_key_that_was_taken_back_opens_nothing(
    app: Flask, client: FlaskClient, key: Headers
) -> None:
    stranger = app.test_client()
    sign_up(stranger, "Stranger")
    assert stranger.post("/account/keys/1/revoke").status_code == 404
    sign_in(client, "Program")
    assert client.post("/account/keys/1/revoke").status_code == 303
    problem(client.get("/api/v1/attempts", headers=key), 401)


def test_a_key_is_shown_once_and_a_reload_makes_no_other(player: FlaskClient) -> None:
    answer = player.post("/account/keys", data={"label": "Mine"})
    pages = [player.get(answer.headers["Location"]).text for _ in range(2)]
    assert [page.count("twixt_") for page in pages] == [1, 0]
    assert [page.count("Revoke the key Mine") for page in pages] == [1, 1]


def test_an_account_has_ten_keys_at_most(client: FlaskClient) -> None:
    sign_up(client)
    statuses = [send(client, "/account/keys", label=f"{n}").status_code for n in range(11)]
    assert statuses == [303] * 10 + [422]
    assert send(client, "/account/keys", label=" ").status_code == 422


def test_a_key_opens_ones_own_drafts_and_attempts_only(
    app: Flask, client: FlaskClient, key: Headers, small: str, small_id: str, judge: ScriptedJudge
) -> None:
    author = app.test_client()
    sign_in(author, "Program")
    author.post(f"{small}/moves", json={"line": [], "move": "b1"})
    with app.extensions["database"].sessions.begin() as session:
        owner = session.scalars(select(Account)).one().id
        session.execute(update(Collection).values(owner_id=owner))
        session.execute(update(PuzzleRow).filter_by(slug="small").values(published=None))
    assert judge.asked
    assert client.get(f"/api/v1/puzzles/{small_id}", headers=key).status_code == 200
    assert client.get(f"/api/v1/puzzles/{small_id}").status_code == 404
    assert len(client.get("/api/v1/puzzles", headers=key).get_json()["puzzles"]) == 2
    assert len(client.get("/api/v1/puzzles").get_json()["puzzles"]) == 1
    (attempt,) = client.get("/api/v1/attempts", headers=key).get_json()["attempts"]
    assert attempt["puzzle"] == small_id


def test_no_other_site_may_ask_in_a_browser(client: FlaskClient) -> None:
    headers = {"Origin": "https://evil.example"}
    assert (
        "Access-Control-Allow-Origin" not in client.get("/api/v1/puzzles", headers=headers).headers
    )


def test_the_limits_of_a_key_are_its_own(config: dict[str, object], key: Headers) -> None:
    client = create_app(config | {"RATELIMIT_ENABLED": True}).test_client()
    first = client.get("/api/v1/puzzles", headers=key).headers["X-RateLimit-Remaining"]
    other = client.get("/api/v1/puzzles").headers["X-RateLimit-Remaining"]
    assert (first, other) == ("299", "299")


# -- boards on other sites ----------------------------------------------------------------


def test_a_board_can_be_framed_anywhere_and_nothing_else_can(
    client: FlaskClient, small: str, small_id: str
) -> None:
    headers = client.get(f"/embed/{small_id}").headers
    assert "frame-ancestors *" in headers["Content-Security-Policy"]
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in headers
    headers = client.get(small).headers
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert headers["X-Frame-Options"] == "DENY"
    assert client.get("/embed/nothing").status_code == 404


def test_a_framed_board_is_played_without_cookies_and_leaves_no_trace(
    config: dict[str, object], small_id: str
) -> None:
    app = create_app(config | {"WTF_CSRF_ENABLED": True})
    stranger = app.test_client(use_cookies=False)
    found = stranger.post(f"/embed/{small_id}/moves", json={"line": [], "move": "b1"})
    assert (200, "wins") == (found.status_code, found.get_json()["outcome"])
    assert "seal" not in found.get_json()["steps"][-1], "it counts for no attempt"
    assert stranger.post(f"/p/{small_id}/moves", json={"line": [], "move": "b1"}).status_code == 400
    for what in ("moves", "refutations"):
        question = {"line": ["b1"], "move": "c1"}
        assert stranger.post(f"/embed/nothing/{what}", json=question).status_code == 404
