"""The booklet of a collection on the site."""

from io import BytesIO
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from pypdf import PdfReader
from sqlalchemy import select, update

import solver.booklet
from solver.booklet import booklet
from tests.webapp.people import sign_up
from tests.webapp.queries import queries
from tests.webapp.reports.records import record
from tests.webapp.rows import collection_row, puzzle_row
from webapp import create_app
from webapp.catalog import booklet_views
from webapp.catalog.puzzle_texts import puzzle_from, revise
from webapp.core.database import Database
from webapp.core.rate_limits import RATE_LIMITS
from webapp.core.sized_cache import kept
from webapp.models import Account, Collection, PuzzleRow
from webapp.reports.report_store import keep_report

ADDRESS = "/collections/tests/booklet.pdf"


def printed_text(file: bytes) -> str:
    return " ".join(page.extract_text() for page in PdfReader(BytesIO(file)).pages)


def test_a_collection_is_handed_out_as_a_booklet(client: FlaskClient) -> None:
    page = client.get("/collections/tests").text
    assert f'href="{ADDRESS}"' in page
    response = client.get(ADDRESS)
    assert "application/pdf" == response.mimetype
    text = printed_text(response.data)
    for said in ("Test puzzles", "1. Small", "2. Quarter <b>", "Black to move and draw"):
        assert said in text


@pytest.mark.parametrize(("paper", "height"), [("a4", 842), ("letter", 792)])
def test_a_booklet_has_the_paper_that_is_asked_for(
    client: FlaskClient, paper: str, height: int
) -> None:
    found = PdfReader(BytesIO(client.get(f"{ADDRESS}?paper={paper}").data))
    assert height == round(found.pages[0].mediabox.height)
    assert client.get(f"{ADDRESS}?paper=a5").status_code == 400


def test_a_large_collection_has_no_booklet_here(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(booklet_views, "MOST_PUZZLES", 1)
    assert ADDRESS not in client.get("/collections/tests").text
    response = client.get(ADDRESS)
    assert 422 == response.status_code
    assert "twixt print" in response.text


def test_a_draft_is_not_printed_for_others(app: Flask, client: FlaskClient) -> None:
    with app.extensions["database"].sessions.begin() as session:
        session.execute(update(PuzzleRow).filter_by(slug="small").values(published=None))
    assert "Small" not in printed_text(client.get(ADDRESS).data)
    with app.extensions["database"].sessions.begin() as session:
        session.execute(update(PuzzleRow).values(published=None))
        session.execute(update(Collection).values(owner_id=None))
    assert client.get(ADDRESS).status_code == 404


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The titles of the booklets that are made in a test, none of them before."""
    titles = list[str]()

    def note(title: str, *more: Any) -> bytes:
        titles.append(title)
        return booklet(title, *more)

    monkeypatch.setattr(solver.booklet, "booklet", note)
    remade = kept(8 << 20)(booklet_views._booklet.__dict__["__wrapped__"])
    monkeypatch.setattr(booklet_views, "_booklet", remade)
    return titles


def change(database: Database, what: str) -> None:
    """Change what a booklet of the collection tells."""
    with database.sessions.begin() as session:
        small, quarter = session.scalars(select(PuzzleRow).order_by(PuzzleRow.place))
        match what:
            case "title":
                small.collection.title = "Another"
            case "text":
                revise(small, quarter.sgf, puzzle_from(quarter.sgf))
            case "report":
                keep_report(session, small.content_hash, record())
            case "order":
                small.place, quarter.place = 3, 2


@pytest.mark.parametrize("changed", ["title", "text", "report", "order"])
def test_a_booklet_is_made_again_only_when_it_tells_something_else(
    client: FlaskClient, database: Database, printed: list[str], changed: str
) -> None:
    first = client.get(ADDRESS)
    assert "private, no-cache" == first.headers["Cache-Control"]
    known = {"If-None-Match": first.headers["ETag"]}
    assert first.data == client.get(ADDRESS).data
    assert 304 == client.get(ADDRESS, headers=known).status_code
    assert 1 == len(printed)
    assert 200 == client.get(f"{ADDRESS}?paper=letter", headers=known).status_code
    assert 2 == len(printed)
    change(database, changed)
    again = client.get(ADDRESS, headers=known)
    assert 200 == again.status_code
    assert first.headers["ETag"] != again.headers["ETag"]
    assert 3 == len(printed)


def test_a_booklet_with_drafts_is_kept_by_no_browser_and_shown_to_nobody_else(
    app: Flask, client: FlaskClient, database: Database
) -> None:
    sign_up(client)
    with database.sessions.begin() as session:
        own_id = session.scalars(select(Account.id)).one()
        session.execute(update(Collection).values(owner_id=own_id))
        session.execute(update(PuzzleRow).filter_by(slug="small").values(published=None))
    own, other = client.get(ADDRESS), app.test_client().get(ADDRESS)
    assert "no-store" == own.headers["Cache-Control"]
    assert "ETag" not in own.headers
    assert [True, False] == ["Small" in printed_text(each.data) for each in (own, other)]


def test_a_booklet_of_many_puzzles_takes_as_many_queries_as_one_of_one(
    client: FlaskClient, database: Database
) -> None:
    found = []
    for slug, count in (("one", 1), ("many", 12)):
        with database.sessions.begin() as session:
            collection = collection_row(slug)
            for number in range(count):
                puzzle_row(collection, str(number), content_hash=f"{slug} {number}")
            session.add(collection)
            session.flush()
            for row in collection.puzzles:
                keep_report(session, row.content_hash, record())
        with queries(database) as asked:
            assert 200 == client.get(f"/collections/{slug}/booklet.pdf").status_code
        found.append(len(asked))
    assert found[0] == found[1]


def test_booklets_are_limited(config: dict[str, object]) -> None:
    limits = RATE_LIMITS | {"print a booklet": "1 per minute"}
    client = create_app(config | {"RATELIMIT_ENABLED": True, "RATE_LIMITS": limits}).test_client()
    assert [200, 429] == [client.get(ADDRESS).status_code for _ in range(2)]
