"""The timed run: which puzzles it is drawn from, and in which order."""

import html
import json
import re
from typing import Any

from flask.testing import FlaskClient

from solver.audits import Soundness
from solver.game import Ruleset
from tests.webapp.rows import collection_row, puzzle_row
from webapp.catalog.run_views import LARGEST_OF_RUN, PUZZLES
from webapp.core.database import Database


def drawn(client: FlaskClient) -> list[str]:
    response = client.get("/run")
    assert response.headers["Cache-Control"] == "no-store"
    found = re.search('data-puzzles="([^"]*)"', response.text)
    assert found
    return [puzzle["id"] for puzzle in json.loads(html.unescape(found[1]))]


def add(database: Database, count: int, **fields: Any) -> None:
    with database.sessions.begin() as session:
        collection = collection_row(f"c{len(fields)}{next(iter(fields), '')}")
        session.add(collection)
        for number in range(count):
            plain: dict[str, Any] = {
                "soundness": Soundness.SOUND,
                "difficulty": (number * 37) % 100.0,
            }
            puzzle_row(collection, f"{number}", **(plain | fields))


def test_a_run_gets_harder_and_is_drawn_anew(client: FlaskClient, database: Database) -> None:
    add(database, 100)
    first, second = drawn(client), drawn(client)
    assert len(first) == len(set(first)) == PUZZLES
    assert first != second
    levels = [(int(name.rpartition("-")[2]) * 37) % 100 for name in first]
    assert levels == sorted(levels)


def test_a_run_takes_what_is_fair_and_seen_at_a_glance(
    client: FlaskClient, database: Database
) -> None:
    add(database, 3)
    add(database, 3, columns=LARGEST_OF_RUN + 1)
    add(database, 3, rows=24)
    add(database, 3, ruleset=Ruleset.PP)
    add(database, 3, published=None)
    add(database, 3, tags="lesson")
    add(database, 3, soundness=Soundness.COOKED)
    add(database, 3, difficulty=None)
    found = drawn(client)
    assert {name.partition("-")[0] for name in found} == {"c0"}
    assert len(found) == 3


def test_a_site_without_such_puzzles_says_so(client: FlaskClient) -> None:
    assert drawn(client) == []
    assert "There are no puzzles for a run here yet." in client.get("/run").text


def test_a_run_says_that_it_needs_javascript(client: FlaskClient, database: Database) -> None:
    said = "<noscript><p>A run needs JavaScript, which is switched off here.</p></noscript>"
    add(database, 1)
    assert said in client.get("/run").text
