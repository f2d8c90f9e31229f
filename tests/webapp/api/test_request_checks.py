"""What a request to the API may hold: names, lengths, filters; and when to ask again."""

import re
import time

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import update

from solver.audits import Soundness
from solver.game import Ruleset
from tests.webapp.api.asking import Headers, faults, new_key, problem
from tests.webapp.api.test_api import post_example
from tests.webapp.conftest import ScriptedJudge
from tests.webapp.people import sign_in
from webapp import create_app
from webapp.api.request_checks import description
from webapp.catalog.filters import Filters, Sort, Span
from webapp.core.errors import BUSY
from webapp.core.rate_limits import AUDITS_AN_HOUR, RATE_LIMITS
from webapp.models import Job, JobState, PuzzleRow, Tag

LISTED = description()["paths"]["/api/v1/puzzles"]["get"]["parameters"]


def titles(client: FlaskClient, query: str, headers: Headers | None = None) -> list[str]:
    response = client.get(f"/api/v1/puzzles?{query}", headers=headers)
    assert response.status_code == 200, response.text
    return [row["title"] for row in response.get_json()["puzzles"]]


# -- filters ------------------------------------------------------------------------------


def test_a_list_takes_the_filters_of_the_page_by_the_same_names() -> None:
    full = Filters(
        *("text", "collection", "author", Ruleset.STD, (6, 6), ("sound",), ("tag",), True),
        *(Span(1, 2), Span(1, 2), Span(1, 2), Sort.NEWEST, 2),
    )
    names = {each["name"] for each in LISTED if not each.get("deprecated")}
    assert set(full.args()) - {"sort", "page"} == names - {"after"}


@pytest.mark.parametrize(
    ("query", "passing"),
    [
        ("", ["Small", "Quarter <b>"]),
        ("q=quart", ["Quarter <b>"]),
        ("author=Nobody", ["Small"]),
        ("author=Somebody", []),
        ("size=6x6", ["Small"]),
        ("rules=STD", ["Small", "Quarter <b>"]),
        ("rules=PP", []),
        ("soundness=sound", ["Small"]),
        ("soundness=sound&soundness=not+checked", ["Small", "Quarter <b>"]),
        ("soundness=no+solution", []),
        ("verdict=sound&verdict=not-checked", ["Small", "Quarter <b>"]),
        ("verdict=no-solution", []),
        ("tag=fork", ["Small"]),
        ("pegs_min=2&pegs_max=4", ["Small"]),
        ("difficulty_max=29", []),
        ("rating_min=1500", ["Small", "Quarter <b>"]),
        ("collection=tests&size=12x12", ["Quarter <b>"]),
    ],
)
def test_a_list_is_filtered(
    app: Flask, client: FlaskClient, query: str, passing: list[str]
) -> None:
    with app.extensions["database"].sessions.begin() as session:
        known = {"soundness": Soundness.SOUND, "pegs": 3, "difficulty": 30}
        session.execute(update(PuzzleRow).filter_by(slug="small").values(**known))
        row = session.query(PuzzleRow).filter_by(slug="small").one()
        row.tags.append(Tag(name="fork"))
    assert titles(client, query) == passing


def test_what_is_solved_is_told_to_who_has_a_key(
    app: Flask, client: FlaskClient, key: Headers, small: str, judge: ScriptedJudge
) -> None:
    author = app.test_client()
    author.post("/sign-in", data={"name": "Program", "password": "four unrelated words"})
    judge.outcome = judge.outcome.MET
    judge.reply = None
    author.post(f"{small}/moves", json={"line": [], "move": "b1"})
    assert titles(client, "solved=yes", key) == ["Small"]
    assert titles(client, "solved=no", key) == ["Quarter <b>"]
    assert "Bearer" in problem(client.get("/api/v1/puzzles?solved=yes"), 401)


def test_attempts_are_told_to_who_made_them(
    app: Flask, client: FlaskClient, key: Headers, small: str
) -> None:
    author = app.test_client()
    sign_in(author, "Program")
    author.post(f"{small}/moves", json={"line": [], "move": "b1"})
    stranger = new_key(app.test_client(), "Stranger")
    listed = (client.get("/api/v1/attempts", headers=each) for each in (key, stranger))
    assert [1, 0] == [len(each.get_json()["attempts"]) for each in listed]


# -- pages --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["puzzles", "attempts"])
def test_the_last_page_leads_to_no_other_though_it_is_full(
    app: Flask, client: FlaskClient, key: Headers, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    listed = client.get("/api/v1/puzzles").get_json()["puzzles"]
    author = app.test_client()
    sign_in(author, "Program")
    author.post("/progress", json={row["id"]: "solved" for row in listed})

    def page(after: int = 0) -> tuple[int, int | None]:
        found = client.get(f"/api/v1/{name}?after={after}", headers=key).get_json()
        return len(found[name]), found["next"]

    monkeypatch.setattr("webapp.api.views.PAGE", 2)
    assert page() == (2, None)
    monkeypatch.setattr("webapp.api.views.PAGE", 1)
    count, following = page()
    assert count == 1
    assert following
    assert page(following) == (1, None)


# -- what is not known --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "name", "words"),
    [
        ("rulez=STD", "rulez", "rules"),
        ("page=2", "page", "not known"),
        ("sort=newest", "sort", "not known"),
        ("rules=XX", "rules", "STD, PP, 3M"),
        ("rules=", "rules", "left out"),
        ("rules=STD&rules=PP", "rules", "1 time at most"),
        ("size=6", "size", "12x12"),
        ("soundness=fine", "soundness", "cooked"),
        ("verdict=fine", "verdict", "cooked"),
        ("pegs_min=few", "pegs_min", "from 0 to 9999"),
        ("solved=maybe", "solved", "yes, no"),
        ("after=x", "after", "a number"),
        ("after=-1", "after", "a number"),
        ("q=" + "x" * 101, "q", "1 to 100 characters"),
        ("&".join(["tag=a"] * 9), "tag", "8 times"),
    ],
)
def test_a_query_that_is_not_described_is_refused(
    client: FlaskClient, key: Headers, query: str, name: str, words: str
) -> None:
    response = client.get(f"/api/v1/puzzles?{query}", headers=key)
    assert words in problem(response, 400)
    assert [name] == faults(response)


def test_every_operation_refuses_a_query_that_it_does_not_know(
    client: FlaskClient, key: Headers, small_id: str
) -> None:
    for path, methods in description()["paths"].items():
        for method in set(methods) & {"get", "post", "delete"}:
            address = f"{path.replace('{id}', small_id)}?colour=red"
            body: dict[str, str] | None = {} if method == "post" else None
            response = client.open(address, method=method.upper(), headers=key, json=body)
            assert "'colour' is not known" in problem(response, 400), (method, path)


def test_every_operation_with_a_body_refuses_a_field_that_it_does_not_know(
    client: FlaskClient, key: Headers, small_id: str
) -> None:
    for path, methods in description()["paths"].items():
        if "requestBody" not in methods.get("post", {}):
            continue
        body = {"sgf": "", "colour": "red"} if "/puzzles/" not in path else {"colour": "red"}
        response = client.post(path.replace("{id}", small_id), json=body, headers=key)
        assert "the fields are" in problem(response, 400)
        assert faults(response) == ["colour"]


def test_all_faults_are_told_at_once(client: FlaskClient, key: Headers) -> None:
    response = client.get("/api/v1/puzzles?colour=red&shade=dark", headers=key)
    problem(response, 400)
    assert faults(response) == ["colour", "shade"]


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b'{"sgf": "",\n "seconds": }', "The body is not JSON: see line 2, column 13."),
        (b"", "The body is not JSON: see line 1, column 1."),
        (b'{"sgf": "\xff"}', "The body is not JSON."),
        (b"[" * 50_000, "The body is not JSON."),
    ],
)
def test_a_body_that_is_no_json_is_told_where(
    client: FlaskClient, key: Headers, body: bytes, words: str
) -> None:
    response = client.post("/api/v1/jobs", data=body, content_type="application/json", headers=key)
    assert words == problem(response, 400)


def test_a_text_with_the_character_nul_is_not_called_no_json(
    client: FlaskClient, key: Headers
) -> None:
    body = b'{"sgf": "a\\u0000b"}'
    response = client.post("/api/v1/jobs", data=body, content_type="application/json", headers=key)
    assert problem(response, 400).startswith("A text of this request holds the character NUL")


# -- when to ask again --------------------------------------------------------------------


def test_only_who_is_refused_is_told_when_to_ask_again(
    config: dict[str, object], key: Headers
) -> None:
    limits = RATE_LIMITS | {"read the API": "2 per minute"}
    client = create_app(config | {"RATELIMIT_ENABLED": True, "RATE_LIMITS": limits}).test_client()
    for path in ("/puzzles", "/puzzles", "/puzzles/nothing"):
        response = client.get(f"/api/v1{path}", headers=key)
        assert response.status_code == (404 if "nothing" in path else 200)
        assert "X-RateLimit-Limit" in response.headers
        assert "Retry-After" not in response.headers
    refused = client.get("/api/v1/puzzles", headers=key)
    said = r"You may read the API 2 times in 1 minute here\. Try again in \d+ seconds?\."
    assert re.fullmatch(said, problem(refused, 429))
    assert 1 <= int(refused.headers["Retry-After"]) <= 60
    assert not any(
        re.search("retry", name, re.I) for name in {*refused.headers.keys()} - {"Retry-After"}
    )


def test_a_busy_solver_tells_when_to_ask_again(client: FlaskClient, small_id: str) -> None:
    response = client.get(f"/api/v1/puzzles/{small_id}", environ_overrides={BUSY: True})
    problem(response, 503)
    assert 1 <= int(response.headers["Retry-After"]) <= 10


def test_who_asked_for_too_many_audits_is_told_when_the_hour_is_over(
    app: Flask, client: FlaskClient, key: Headers
) -> None:
    first = post_example(client, key)
    with app.extensions["database"].sessions.begin() as session:
        job = session.get_one(Job, first)
        job.state, job.created = JobState.DONE, int(time.time()) - 3000
        for number in range(AUDITS_AN_HOUR - 1):
            session.add(
                Job(
                    **{
                        column.name: getattr(job, column.name)
                        for column in Job.__table__.columns
                        if column.name not in ("id", "content_hash")
                    },
                    id=str(number),
                    content_hash=str(number),
                )
            )
    body = {"sgf": "(;FF[4]GM[21]SZ[7]RU[STD]PL[W]PZ[]IP[])"}
    response = client.post("/api/v1/jobs", json=body, headers=key)
    assert "in the last hour" in problem(response, 429)
    assert 590 <= int(response.headers["Retry-After"]) <= 601
