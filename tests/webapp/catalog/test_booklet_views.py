"""The booklet of a collection on the site."""

from io import BytesIO

import pytest
from flask import Flask
from flask.testing import FlaskClient
from pypdf import PdfReader
from sqlalchemy import update

from webapp import create_app
from webapp.catalog import booklet_views
from webapp.core.rate_limits import RATE_LIMITS
from webapp.models import Collection, PuzzleRow

ADDRESS = "/collections/tests/booklet.pdf"


def test_a_collection_is_handed_out_as_a_booklet(client: FlaskClient) -> None:
    page = client.get("/collections/tests").text
    assert f'href="{ADDRESS}"' in page
    response = client.get(ADDRESS)
    assert "application/pdf" == response.mimetype
    text = " ".join(page.extract_text() for page in PdfReader(BytesIO(response.data)).pages)
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
    text = " ".join(
        page.extract_text() for page in PdfReader(BytesIO(client.get(ADDRESS).data)).pages
    )
    assert "Small" not in text
    with app.extensions["database"].sessions.begin() as session:
        session.execute(update(PuzzleRow).values(published=None))
        session.execute(update(Collection).values(owner_id=None))
    assert client.get(ADDRESS).status_code == 404


def test_booklets_are_limited(config: dict[str, object]) -> None:
    limits = RATE_LIMITS | {"print a booklet": "1 per minute"}
    client = create_app(config | {"RATELIMIT_ENABLED": True, "RATE_LIMITS": limits}).test_client()
    assert [200, 429] == [client.get(ADDRESS).status_code for _ in range(2)]
