"""*My puzzles* on one page or on several, and where its actions lead."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import event, select

from tests.webapp.rows import collection_row, puzzle_row
from webapp.catalog.pages import SHELF
from webapp.core.database import Database
from webapp.models import Account, PuzzleRow

pytestmark = pytest.mark.usefixtures("player")


def fill(database: Database, *counts: int) -> None:
    """Give the account the collections `own-0`, `own-1`, ..., with so many drafts each."""
    with database.sessions.begin() as session:
        owner = session.scalars(select(Account.id)).one()
        for number, count in enumerate(counts):
            title = f"Shelf {number}"
            one = collection_row(f"own-{number}", 1000, title=title, owner_id=owner)
            session.add(one)
            session.flush()
            for place in range(1, count + 1):
                puzzle_row(one, f"{place:03}", published=None)


def shown(text: str) -> list[str]:
    """Return the ids of the puzzles on a page, in order."""
    return re.findall(r'data-puzzle="([^"]+)"', text)


def named(number: int, *places: int) -> list[str]:
    return [f"own-{number}-{place:03}" for place in places]


def order(database: Database, number: int) -> list[str]:
    """Return the ids of a collection's puzzles, in order."""
    own = PuzzleRow.collection.has(slug=f"own-{number}")
    with database.sessions() as session:
        return list(
            session.scalars(select(PuzzleRow.public_id).where(own).order_by(PuzzleRow.place))
        )


@contextmanager
def queries(database: Database) -> Iterator[list[str]]:
    """Gather the queries that are made."""
    made = list[str]()

    def note(_c: Any, _cursor: Any, statement: str, *_: Any) -> None:
        made.append(statement)

    event.listen(database.engine, "before_cursor_execute", note)
    yield made
    event.remove(database.engine, "before_cursor_execute", note)


def test_few_puzzles_stand_on_one_page(client: FlaskClient, database: Database) -> None:
    fill(database, SHELF - 3, 2, 1)
    text = client.get("/mine").text
    assert [*named(0, *range(1, SHELF - 2)), *named(1, 1, 2), *named(2, 1)] == shown(text)
    assert SHELF == text.count(">Move there<")
    assert "Move…" not in text
    assert 3 == text.count("Rename or delete this collection")
    assert "/mine#own-1" == client.get("/mine/own-1?page=7").location
    assert client.get("/mine/own-9").status_code == 404


def test_many_puzzles_stand_on_pages_of_their_collections(
    client: FlaskClient, database: Database
) -> None:
    fill(database, SHELF + 2, 1, 0)
    listed = client.get("/mine").text
    assert [] == shown(listed)
    assert re.findall(r">(Shelf \d|\d+ puzzles?)<", listed) == [
        *("Shelf 0", f"{SHELF + 2} puzzles", "Shelf 1", "1 puzzle", "Shelf 2", "0 puzzles")
    ]
    assert f"You have {SHELF + 3} puzzles." in listed
    first, last = (client.get(f"/mine/own-0?page={page}").text for page in (1, 99))
    assert named(0, *range(1, SHELF + 1)) == shown(first)
    assert f"{SHELF + 2} puzzles, page 1 of 2." in first
    assert 'rel="next" href="/mine/own-0?page=2"' in first
    assert named(0, SHELF + 1, SHELF + 2) == shown(last)
    assert "Nothing in it yet." in client.get("/mine/own-2").text


def test_a_page_of_own_puzzles_is_small_and_takes_few_queries(
    client: FlaskClient, database: Database
) -> None:
    fill(database, *[SHELF + 1] * 12)
    for address in ("/mine", "/mine/own-3"):
        with queries(database) as made:
            answer = client.get(address)
        assert answer.status_code == 200
        assert 8 > len(made), "however many collections there are"
        assert not [each for each in made if "puzzle.sgf" in each]
        assert 200_000 > len(answer.data)


def test_many_collections_stand_in_no_menu_beside_each_puzzle(
    client: FlaskClient, database: Database
) -> None:
    fill(database, *[1] * 11)
    text = client.get("/mine").text
    assert 11 == len(shown(text)) == text.count(">Move…<")
    assert "<select" not in text
    asked = client.get("/p/own-4-001/move").text
    assert [f"own-{each}" for each in range(11) if each != 4] == re.findall(
        r'<option value="([^"]+)"', asked
    )
    assert 'href="/mine#own-4-001"' in asked


def test_what_is_done_to_a_puzzle_leads_back_to_its_page(
    client: FlaskClient, database: Database
) -> None:
    fill(database, SHELF + 4, 1)
    first, second = "/mine/own-0", "/mine/own-0?page=2"
    one, two, three, last = named(0, *range(SHELF + 1, SHELF + 5))

    def led(address: str, **fields: str) -> str | None:
        return client.post(address, data=fields).location

    assert f"{second}#{three}" == led(f"/p/{three}/step", to="up")
    assert f"{second}#{three}" == led(f"/p/{three}/step", to="down")
    assert f"{first}#{one}" == led(f"/p/{one}/step", to="up"), "it stands on the first page now"
    assert f"{second}#{one}" == led(f"/p/{one}/step", to="down")
    for address in (f"/p/{two}/delete", f"/p/{two}/move"):
        kept = client.post(address).text if "delete" in address else client.get(address).text
        assert f'href="{second}#{two}"' in kept
    assert f"{second}#{two}" == client.get(f"/p/{two}/delete").location
    assert f"{second}#{three}" == led(f"/p/{two}/delete", confirmed="yes")
    assert f"{second}#{three}" == led(f"/p/{last}/move", collection="own-1"), "the one before it"
    assert [*named(1, 1), last] == order(database, 1)


def test_what_is_done_to_a_collection_leads_back_to_its_page(
    client: FlaskClient, database: Database
) -> None:
    fill(database, SHELF + 1, 1)
    here = "/mine/own-0?page=2"
    text = client.get(here).text
    for action in ("rename", "delete"):
        assert f'action="/mine/own-0/{action}?page=2"' in text
    renamed = client.post("/mine/own-0/rename?page=2", data={"title": "Other"})
    assert here == renamed.location
    refused = client.post("/mine/own-0/rename?page=2", data={"title": " "})
    assert refused.status_code == 422
    assert "1 to 80 characters" in refused.text
    assert named(0, SHELF + 1) == shown(refused.text)
    asked = client.post("/mine/own-0/delete?page=2").text
    assert f'href="{here}"' in asked
    assert 'action="/mine/own-0/delete?page=2"' in asked
    deleted = client.post("/mine/own-0/delete?page=2", data={"confirmed": "yes"})
    assert "/mine" == deleted.location
    made = client.post("/mine", data={"title": "New"}).location
    assert made.partition("#")[2] in client.get("/mine").text


def test_a_refused_move_is_told_on_the_page_of_the_puzzle(
    client: FlaskClient, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webapp.editor.drafts._MOST_PUZZLES", 1)
    fill(database, SHELF + 1, 1)
    (last,) = named(0, SHELF + 1)
    refused = client.post(f"/p/{last}/move", data={"collection": "own-1"})
    assert refused.status_code == 422
    assert "Shelf 1 is full" in refused.text
    assert [last] == shown(refused.text)


def test_a_page_is_put_into_order_without_the_others(
    client: FlaskClient, database: Database
) -> None:
    fill(database, SHELF + 2)
    before, (one, two) = named(0, *range(1, SHELF + 1)), named(0, SHELF + 1, SHELF + 2)
    assert 'data-order="/mine/own-0/order?page=2"' in client.get("/mine/own-0?page=2").text
    address = "/mine/own-0/order?page=2"
    assert client.post(address, json={"puzzles": [two, one]}).status_code == 200
    assert [*before, two, one] == order(database, 0)
    for names in ([before[-1], one], [one]):
        assert client.post(address, json={"puzzles": names}).status_code == 409
    assert [*before, two, one] == order(database, 0)


def test_a_puzzle_goes_to_a_place(client: FlaskClient, database: Database) -> None:
    fill(database, 3)
    one, two, three = named(0, 1, 2, 3)
    assert "It is puzzle 3 of 3 in Shelf 0." in client.get(f"/p/{three}/move").text
    for to, expected in (
        ("1", [three, one, two]),
        ("2", [one, three, two]),
        ("99", [one, two, three]),
        ("-5", [three, one, two]),
    ):
        client.post(f"/p/{three}/step", data={"to": to})
        assert expected == order(database, 0)
    assert client.post(f"/p/{three}/step", data={"to": "here"}).status_code == 400


def test_only_its_owner_is_asked_where_a_puzzle_is_to_go(
    client: FlaskClient, small: str, database: Database
) -> None:
    fill(database, 1)
    assert client.get(f"{small}/move").status_code == 404
    client.delete_cookie("session")
    assert client.get(f"{small}/move").location.startswith("/sign-in?next=")
    assert client.get("/p/own-0-001/move").status_code == 404
