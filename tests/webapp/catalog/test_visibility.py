"""Who sees which texts of a puzzle, and where it is in its collection, over those that he sees."""

import re
from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from tests.webapp.conftest import SMALL
from tests.webapp.databases import add_row
from tests.webapp.reports.records import finish, record
from tests.webapp.rows import collection_row, puzzle_row
from webapp.core.database import Database
from webapp.editor import drawing_of
from webapp.models import PuzzleRow


@pytest.mark.parametrize(
    ("slug", "place", "previous", "following"),
    [
        ("a", "1 of 3", None, "shelf-c"),
        ("c", "2 of 3", "shelf-a", "shelf-e"),
        ("e", "3 of 3", "shelf-c", None),
    ],
)
def test_a_puzzle_tells_its_place_and_neighbours_without_drafts(
    app: Flask,
    client: FlaskClient,
    slug: str,
    place: str,
    previous: str | None,
    following: str | None,
) -> None:
    with app.extensions["database"].sessions.begin() as session:
        shelf = collection_row("shelf")
        session.add(shelf)
        # Their order is that of their places, not that in which they came.
        for name, at, published in (
            ("e", 9, 1), ("b", 2, None), ("a", 1, 1), ("d", 5, None), ("c", 4, 1), ("f", 10, None)
        ):  # fmt: skip
            puzzle_row(shelf, name, place=at, published=published)
        puzzle_row(collection_row("another"), "x", place=3)
    text = client.get(f"/p/shelf-{slug}").text
    assert f'class="place">{place}<' in text
    for way, wanted in (("previous", previous), ("next", following)):
        found = re.search(rf'id="{way}" rel="\w+" href="/p/([^"]+)"', text)
        assert wanted == (found and found[1])


def test_drafts_of_a_published_puzzle_stay_their_owners(
    app: Flask, player: FlaskClient, database: Database
) -> None:
    draft = None
    for title in ("First", "Second", "Third"):
        drawing = drawing_of(replace(SMALL, name=title)).as_json()
        job = player.post("/draw/check", json={"drawing": drawing}).get_json()["url"]
        finish(database, job, record())
        saved = player.post("/draw/save", json={"drawing": drawing, "puzzle": draft}).get_json()
        draft = saved["puzzle"]
        if title == "Second":
            player.post(f"/p/{draft}/publish", data={"confirmed": "yes"})
    visitor = app.test_client()
    for form in ("", ".sgf", "/board.svg"):
        addresses = [f"/p/{draft}/r/{number}{form}" for number in (1, 2, 3)]
        assert [visitor.get(address).status_code for address in addresses] == [404, 200, 200]
        assert [player.get(address).status_code for address in addresses] == [200, 200, 200]
    page = f"/p/{draft}/r"
    assert f"{page}/1" not in visitor.get(f"{page}/3").text
    assert f"{page}/1" in player.get(f"{page}/3").text
    alone = ["Only you can see it" in player.get(f"{page}/{number}").text for number in (1, 2, 3)]
    assert alone == [True, False, False]
    assert player.get(f"{page}/1.sgf").headers["Cache-Control"] == "no-store"


def test_a_draft_and_what_never_was_send_a_visitor_to_sign_in_alike(
    app: Flask, player: FlaskClient
) -> None:
    drawing = drawing_of(SMALL).as_json()
    draft = player.post("/draw/save", json={"drawing": drawing}).get_json()["puzzle"]
    visitor = app.test_client()
    told = [visitor.get(f"/p/{puzzle}/report?a=b").text for puzzle in (draft, "never-was")]
    link = '<a href="/sign-in?next=/p/{}/report?a%3Db">sign in</a>'
    assert link.format(draft) in told[0]
    assert told[0].replace(draft, "never-was") == told[1]
    assert "sign in</a>" not in visitor.get("/nowhere").text
    assert "sign in</a>" not in player.get("/p/never-was").text


def test_drafts_of_what_was_published_before_are_told_by_their_time(url: str) -> None:
    database = Database(url)
    database.migrate("0010")
    with database.engine.begin() as connection:
        add_row(connection, "collection")
        for puzzle, published, revisions in (
            (1, 20, (10, 20, 30)),
            (2, 20, (30,)),
            (3, None, (1,)),
        ):
            kinds = {"goal": "WIN", "side": "WHITE", "ruleset": "STD", "published": published}
            add_row(
                connection, "puzzle", id=puzzle, public_id=str(puzzle), slug=str(puzzle), **kinds
            )
            for number, created in enumerate(revisions, start=1):
                fields = {"puzzle_id": puzzle, "number": number, "created": created}
                add_row(connection, "revision", **fields)
    database.migrate()
    with database.sessions() as session:
        found = session.scalars(select(PuzzleRow.first_public).order_by(PuzzleRow.id)).all()
    database.engine.dispose()
    assert found == [2, 1, 1]
