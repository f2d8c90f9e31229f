"""Cards that are made once: none outlives what it shows, none leads somebody else astray."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from solver.audits import Soundness
from solver.game import Ruleset, Side
from solver.puzzle import Goal
from tests.webapp.rows import collection_row, puzzle_row
from webapp.models import PuzzleRow


@pytest.fixture
def row(app: Flask) -> PuzzleRow:
    """One puzzle in a collection of its own."""
    with app.extensions["database"].sessions(expire_on_commit=False) as session:
        one = collection_row("one")
        session.add(one)
        found = puzzle_row(one, "only")
        session.commit()
        return found


def test_large_numbers_of_a_shelf_are_written_as_on_the_other_pages(app: Flask) -> None:
    with app.test_request_context():
        text = app.jinja_env.from_string(
            '{% from "catalog/shelf.html" import shelf_of %}{{ shelf_of(collections) }}'
        ).render(collections=[("club", "Club", "a program", 1627, 1000)])
    assert "1,627 puzzles, by a program. 1,000 solved" in " ".join(text.split())


@pytest.mark.parametrize(
    ("name", "value", "shown"),
    [
        ("title", "Another <b>", "Another &lt;b&gt;"),
        ("content_hash", "ab" * 32, "v=abababababab-"),
        ("goal", Goal.DRAW, "to move and draw"),
        ("side", Side.BLACK, "Black to move"),
        ("ruleset", Ruleset.PP, "· PP"),
        ("columns", 17, "17\u00d712"),
        ("rows", 18, "12\u00d718"),
        ("pegs", 5, "5 pegs"),
        ("difficulty", 77.0, "difficulty 77"),
        ("soundness", Soundness.COOKED, '<span class="badge warn">cooked'),
        ("soundness", Soundness.UNDECIDED, '<span class="badge open">undecided'),
    ],
)
def test_a_card_shows_what_is_true_now(
    app: Flask, client: FlaskClient, row: PuzzleRow, name: str, value: Any, shown: str
) -> None:
    assert shown not in client.get("/puzzles?collection=one").text
    with app.extensions["database"].sessions.begin() as session:
        setattr(session.get_one(PuzzleRow, row.id), name, value)
    assert shown in client.get("/puzzles?collection=one").text


def test_a_card_goes_with_its_puzzle(app: Flask, client: FlaskClient, row: PuzzleRow) -> None:
    assert row.public_id in client.get("/puzzles").text
    with app.extensions["database"].sessions.begin() as session:
        session.get_one(PuzzleRow, row.id).published = None
    assert row.public_id not in client.get("/puzzles").text


def test_a_shelf_shows_what_is_true_now(app: Flask, client: FlaskClient, row: PuzzleRow) -> None:
    assert '/collections/one">One</a>' in client.get("/collections").text
    with app.extensions["database"].sessions.begin() as session:
        collection = session.get_one(PuzzleRow, row.id).collection
        collection.title, collection.author = "Renamed <b>", "Ann & Bob"
        puzzle_row(collection, "second")
    for address in ("/", "/collections"):
        text = client.get(address).text
        assert '/collections/one">Renamed &lt;b&gt;</a>' in text
        assert "2 puzzles, by Ann &amp; Bob" in text
    with app.extensions["database"].sessions.begin() as session:
        for puzzle in session.get_one(PuzzleRow, row.id).collection.puzzles:
            puzzle.published = None
    assert "/collections/one" not in client.get("/collections").text


@pytest.mark.parametrize("address", ["/puzzles", "/collections"])
def test_an_address_that_one_request_names_is_given_to_nobody_else(
    client: FlaskClient, address: str
) -> None:
    named = {"SCRIPT_NAME": "/elsewhere"}
    here = f'href="/elsewhere/{"p" if address == "/puzzles" else "collections"}/'
    assert here in client.get(address, environ_overrides=named).text
    assert here not in client.get(address).text
