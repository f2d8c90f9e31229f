"""One's own data: an account can save all that is kept of it, and delete it."""

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select, update

from solver.answers import Outcome
from tests.webapp.conftest import ScriptedJudge
from tests.webapp.editor.test_collections import save
from tests.webapp.people import NAME, PASSWORD, send, sign_in, sign_up
from tests.webapp.queries import queries
from tests.webapp.reports.records import record
from tests.webapp.rows import collection_row, puzzle_row
from webapp import create_app
from webapp.core.rate_limits import RATE_LIMITS
from webapp.models import (
    Account,
    ApiKey,
    Attempt,
    Collection,
    Job,
    JobState,
    PuzzleRow,
    Report,
    Revision,
)
from webapp.reports.report_store import keep_report


def job(
    number: str, text: str, state: JobState, account: int | None, report: int | None = None
) -> Job:
    """Return a job, with the hash of its text."""
    return Job(
        id=number, content_hash=text, sgf="(;)", seconds=1, account_id=account, address="",
        state=state, runs=0, cancel=False, decided=0, first_moves=0, created=1, report_id=report,
    )  # fmt: skip


@pytest.fixture
def owner(app: Flask, client: FlaskClient, judge: ScriptedJudge, small: str) -> FlaskClient:
    """Somebody with an attempt, a token, a job, a draft and a published puzzle."""
    sign_up(client)
    judge.outcome = Outcome.LOSES
    app.extensions["judge"] = judge
    client.post(f"{small}/moves", json={"line": [], "move": "b1"})
    with app.extensions["database"].sessions.begin() as session:
        own = session.scalars(select(Account)).one().id
        token = ApiKey(account_id=own, label="mine", digest="d" * 64, created=1)
        session.add_all([token, job("job", "h", JobState.DONE, own)])
        session.execute(update(Collection).values(owner_id=own))
        session.execute(update(PuzzleRow).filter_by(slug="quarter").values(published=None))
    return client


def test_all_that_is_kept_of_an_account_can_be_saved(owner: FlaskClient) -> None:
    response = owner.get("/account/data")
    assert "attachment" in response.headers["Content-Disposition"]
    found = response.get_json()
    assert found["account"]["name"] == "Newcomer"
    assert [attempt["ending"] for attempt in found["attempts"]] == ["failed"]
    assert [token["label"] for token in found["tokens"]] == ["mine"]
    assert [len(collection["puzzles"]) for collection in found["collections"]] == [2]
    assert [job["state"] for job in found["jobs"]] == ["done"]
    assert "argon2" not in response.text
    assert "d" * 64 not in response.text


def test_nobody_saves_what_is_kept_of_others(app: Flask, owner: FlaskClient) -> None:
    assert owner.get("/account/data").get_json()["repetitions"]
    stranger = app.test_client()
    sign_up(stranger, "Stranger")
    found = stranger.get("/account/data").get_json()
    assert found.pop("account")["name"] == "Stranger"
    assert set(found) == {"attempts", "repetitions", "tokens", "collections", "jobs"}
    assert [[]] * 5 == [*found.values()]


def test_who_deletes_his_account_takes_nothing_from_others(app: Flask, owner: FlaskClient) -> None:
    before = owner.get("/account/data").get_json()
    for choice in ("keep", "remove"):
        stranger = app.test_client()
        sign_up(stranger, "Stranger")
        send(stranger, "/account/delete", password=PASSWORD, published=choice)
        assert stranger.get("/account").status_code == 302
    assert before == owner.get("/account/data").get_json()


def test_many_puzzles_take_as_many_queries_as_one(app: Flask, client: FlaskClient) -> None:
    sign_up(client)
    found, shown = [], []
    for slug, count in (("one", 1), ("many", 30)):
        with app.extensions["database"].sessions.begin() as session:
            session.execute(update(Collection).values(owner_id=None))
            own = session.scalars(select(Account)).one().id
            collection = collection_row(slug, owner_id=own)
            for number in reversed(range(count)):
                row = puzzle_row(collection, f"{number}", tags="b a")
                row.revisions = [
                    Revision(number=each, sgf=f"{slug} {each}", content_hash="", created=1)
                    for each in (2, 1)
                ]
            session.add(collection)
        with queries(app.extensions["database"]) as asked:
            (told,) = client.get("/account/data").get_json()["collections"]
        found.append(len(asked))
        shown += told["puzzles"]
    assert found[0] == found[1]
    assert 31 == len(shown)
    assert ["many-29", "many-28"] == [puzzle["public_id"] for puzzle in shown[1:3]]
    for puzzle in shown:
        assert ["a", "b"] == puzzle["tags"]
        assert [1, 2] == [text["number"] for text in puzzle["revisions"]]


def test_to_save_all_is_limited_and_counts_as_dear(config: dict[str, object]) -> None:
    limits = RATE_LIMITS | {"save account data": "1 per minute"}
    app = create_app(config | {"RATELIMIT_ENABLED": True, "RATE_LIMITS": limits})
    client = app.test_client()
    sign_up(client)
    assert [200, 429] == [client.get("/account/data").status_code for _ in range(2)]
    assert app.view_functions["account.data"].__dict__["is_dear"]


def test_an_account_is_deleted_with_the_password_only(app: Flask, owner: FlaskClient) -> None:
    response = send(owner, "/account/delete", password="a guess")
    assert response.status_code == 422
    assert "Nothing was deleted" in response.text
    with app.extensions["database"].sessions() as session:
        assert len(session.scalars(select(Attempt)).all()) == 1


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_to_look_at_the_form_that_deletes_an_account_deletes_nothing(
    app: Flask, owner: FlaskClient, method: str
) -> None:
    fields = {"password": PASSWORD, "published": "remove"}
    assert 200 == owner.open("/account/delete", method=method, data=fields).status_code
    with app.extensions["database"].sessions() as session:
        assert len(session.scalars(select(Account)).all()) == 1
    assert 200 == owner.get("/account").status_code


@pytest.mark.parametrize(("choice", "left"), [("keep", ["small"]), ("remove", [])])
def test_a_deleted_account_leaves_published_puzzles_at_most(
    app: Flask, owner: FlaskClient, choice: str, left: list[str]
) -> None:
    response = send(owner, "/account/delete", password=PASSWORD, published=choice)
    assert "is deleted" in response.text
    assert owner.get("/account").status_code == 302, "signed out"
    assert sign_in(owner).status_code == 422
    with app.extensions["database"].sessions() as session:
        for table in (Account, Attempt, ApiKey):
            assert session.scalars(select(table)).all() == []
        assert [row.slug for row in session.scalars(select(PuzzleRow))] == left
        assert [found.owner_id for found in session.scalars(select(Collection))] == [None] * len(
            left
        )
        assert session.scalars(select(Job)).all() == []


def test_the_checks_of_a_deleted_account_go_with_the_reports_that_nothing_else_shows(
    app: Flask, owner: FlaskClient
) -> None:
    with app.extensions["database"].sessions.begin() as session:
        own = session.scalars(select(Account)).one().id
        shown = session.scalars(select(PuzzleRow).filter_by(slug="small")).one().content_hash
        reports = {text: keep_report(session, text, record()) for text in ("h", "other's", shown)}
        session.flush()
        for number, (text, report) in enumerate(reports.items()):
            for account in (own, None) if text == "other's" else (own,):
                session.add(job(f"{number} {account}", text, JobState.DONE, account, report.id))
        session.add(job("running", "new", JobState.RUNNING, own))
    send(owner, "/account/delete", password=PASSWORD, published="keep")
    with app.extensions["database"].sessions() as session:
        left = session.scalars(select(Job).order_by(Job.id)).all()
        assert [("1 None", None), ("running", None)] == [
            (each.id, each.account_id) for each in left
        ]
        texts = {report.content_hash for report in session.scalars(select(Report))}
        assert {"other's", shown} == texts


def test_a_collection_that_stays_does_not_tell_whose_it_was(
    app: Flask, client: FlaskClient
) -> None:
    sign_up(client)
    public_id = save(client, "Kept")
    with app.extensions["database"].sessions.begin() as session:
        row = session.scalars(select(PuzzleRow).filter_by(public_id=public_id)).one()
        row.published, slug = 1, row.collection.slug
    pages = ["/", "/collections", f"/collections/{slug}", f"/p/{public_id}"]
    assert f"by {NAME}" in client.get("/collections").text
    send(client, "/account/delete", password=PASSWORD, published="keep")
    assert "by a former member" in client.get("/collections").text
    for page in pages:
        response = client.get(page)
        assert response.status_code == 200
        assert NAME not in response.text


@pytest.mark.parametrize("deleted", [False, True])
def test_the_first_page_lists_no_collection_of_an_account(
    app: Flask, client: FlaskClient, deleted: bool
) -> None:
    sign_up(client)
    save(client, "Kept")
    with app.extensions["database"].sessions.begin() as session:
        session.execute(update(PuzzleRow).filter_by(title="Kept").values(published=1))
    if deleted:
        send(client, "/account/delete", password=PASSWORD, published="keep")
    title = f"Puzzles by {'a former member' if deleted else NAME}"
    assert title in client.get("/collections").text
    assert "Test puzzles" in client.get("/").text
    assert title not in client.get("/").text
