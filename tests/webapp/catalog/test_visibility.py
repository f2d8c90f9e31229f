"""Where a puzzle is in its collection, over those that may be seen."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.webapp.rows import collection_row, puzzle_row


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
