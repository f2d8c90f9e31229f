"""Finding a puzzle: the first page, lists, collections, today's, any one, what was before."""

import re
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select
from sqlalchemy.orm import Session
from werkzeug.test import TestResponse

from solver.audits import Soundness
from tests.webapp.people import sign_up
from tests.webapp.rows import collection_row, puzzle_row
from webapp import create_app
from webapp.catalog.daily_puzzle import daily_puzzle
from webapp.catalog.pages import SHELF
from webapp.core.database import Database
from webapp.models import Collection, PuzzleRow
from webapp.prepare import prepare


def shown(text: str) -> list[str]:
    return re.findall(r'data-puzzle="([^"]*)"', text)


def fill(app: Flask, count: int, **fields: Any) -> None:
    with app.extensions["database"].sessions.begin() as session:
        many = collection_row("many", 5)
        session.add(many)
        for number in range(count):
            puzzle_row(many, f"n{number:03}", **fields)


def fill_collection(app: Flask, slug: str, place: int = 5, **fields: Any) -> None:
    with app.extensions["database"].sessions.begin() as session:
        one = collection_row(slug, place)
        session.add(one)
        puzzle_row(one, "only", **fields)


def test_the_first_page_has_todays_puzzle_and_the_ways_in(client: FlaskClient) -> None:
    text = client.get("/").text
    for words in (
        "s puzzle</h2>",
        "unless another link is in the way",
        "Test puzzles",
        "2 puzzles",
    ):
        assert words in text
    assert 'role="grid"' in text, "its board can be played on"
    for address in ("/daily", "/random", "/puzzles", "/machines", "/collections/tests"):
        assert f'href="{address}"' in text


def test_an_empty_shelf_says_how_to_fill_it(config: dict[str, object], tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    url = f"sqlite:///{tmp_path / 'empty.sqlite'}"
    prepare(tmp_path / "empty", url)
    client = create_app(config | {"TWIXT_DATABASE": url}).test_client()
    for address in ("/", "/puzzles"):
        assert "no puzzle here yet" in client.get(address).text
    assert client.get("/daily").status_code == 404
    assert client.get("/random").location == "/puzzles"


def test_a_list_comes_in_pages(app: Flask, client: FlaskClient) -> None:
    fill(app, 80)
    first, last = client.get("/puzzles").text, client.get("/puzzles?page=3").text
    assert "82 puzzles, page 1 of 3" in first
    assert (36, 10) == (len(shown(first)), len(shown(last)))
    assert not {*shown(first)} & {*shown(last)}
    assert 'rel="next" href="/puzzles?page=2"' in first
    assert 'rel="next"' not in last
    assert shown(last) == shown(client.get("/puzzles?page=999").text)


def test_what_a_text_finds_comes_in_the_same_pages(app: Flask, client: FlaskClient) -> None:
    fill(app, 80)
    for page in (1, 2, 3, 999):
        found = client.get(f"/puzzles?q=n0&page={page}").text
        assert f"80 puzzles, page {min(page, 3)} of 3" in found
        assert shown(found) == shown(client.get(f"/puzzles?collection=many&page={page}").text)
    assert "No puzzle matches all filters" in client.get("/puzzles?q=nowhere").text


def test_a_list_for_all_is_looked_up_once_a_minute_but_shows_nothing_withdrawn(
    app: Flask, client: FlaskClient
) -> None:
    first = client.get("/puzzles").text
    fill(app, 3)
    # The token against forgery in a page tells the second in which it was made.
    assert shown(client.get("/puzzles").text) == shown(first)
    with app.extensions["database"].sessions.begin() as session:
        session.scalars(
            select(PuzzleRow).filter_by(public_id=shown(first)[0])
        ).one().published = None
    assert shown(client.get("/puzzles").text) == shown(first)[1:]
    sign_up(client)
    assert "4 puzzles" in client.get("/puzzles").text, "whoever has an account sees what is new"


def test_pages_keep_the_filters(app: Flask, client: FlaskClient) -> None:
    fill(app, 80)
    text = client.get("/puzzles?collection=many&sort=newest").text
    assert 'href="/puzzles?collection=many&amp;sort=newest&amp;page=2"' in text
    later = client.get("/puzzles?collection=many&sort=newest&page=2").text
    assert 'rel="prev" href="/puzzles?collection=many&amp;sort=newest"' in later


def test_later_pages_lead_back_to_the_first(app: Flask, client: FlaskClient) -> None:
    fill(app, 80)
    second, third = (client.get(f"/puzzles?page={page}").text for page in (2, 3))
    assert 'rel="prev" href="/puzzles">' in second
    assert 'rel="prev" href="/puzzles?page=2">' in third
    assert '<a href="/puzzles">1</a>' in third
    fetched = client.post("/puzzles?page=2", data={"ids": ""}).text
    assert 'rel="prev" href="/puzzles">' in fetched


def test_a_form_s_empty_fields_leave_the_address(client: FlaskClient) -> None:
    response = client.get("/puzzles?q=&collection=&pegs_min=2&tag=&sort=")
    assert (302, "/puzzles?pegs_min=2") == (response.status_code, response.location)


def test_a_field_that_cannot_be_read_is_complained_of_beside_empty_ones(
    client: FlaskClient,
) -> None:
    assert "difficulty_min is &#39;abc&#39;" in client.get("/puzzles?difficulty_min=abc&q=").text


def test_each_filter_can_be_taken_off(client: FlaskClient) -> None:
    text = client.get("/puzzles?collection=tests&soundness=sound&soundness=cooked").text
    for rest in (
        "/puzzles?soundness=sound&amp;soundness=cooked",
        "/puzzles?collection=tests&amp;soundness=cooked",
    ):
        assert f'<li><a href="{rest}">' in text
    assert "No puzzle matches all filters" in text


def test_a_filter_that_cannot_be_read_is_told(client: FlaskClient) -> None:
    text = client.get("/puzzles?size=%3Cb%3E").text
    assert "size is &#39;&lt;b&gt;&#39;: write columns and rows as in 12x12." in text
    assert len(shown(text)) == 2


def test_what_a_browser_solved_is_told_to_the_list(client: FlaskClient, small: str) -> None:
    asked = client.get("/puzzles?solved=no").text
    assert shown(asked) == []
    assert 'data-unknown="yes"' in asked
    solved = small.rpartition("/")[2]
    rest = client.post("/puzzles?solved=no", data={"ids": solved}).text
    assert len(shown(rest)) == 1
    assert solved not in rest
    assert [solved] == shown(client.post("/puzzles?solved=yes", data={"ids": solved}).text)
    assert [] == shown(client.post("/puzzles?solved=yes", data={"ids": ""}).text)


def test_any_one_is_one_that_passes(app: Flask, client: FlaskClient) -> None:
    fill(app, 20, difficulty=40.0)
    found = {client.get("/random?difficulty_min=30").location for _ in range(40)}
    assert len(found) > 5
    assert all(address.startswith("/p/many-") for address in found)
    assert "no-store" in client.get("/random").headers["Cache-Control"]


# -- today's ------------------------------------------------------------------------------


def days(session: Session, count: int) -> list[str]:
    start = date(2026, 3, 1)
    found = [daily_puzzle(session, start + timedelta(days=n)) for n in range(count)]
    return [row.public_id for row in found if row]


def test_each_puzzle_has_its_day_before_one_comes_again(url: str) -> None:
    database = Database(url)
    database.migrate()
    with database.sessions() as session:
        one = collection_row("one")
        session.add(one)
        for number in range(7):
            puzzle_row(one, f"p{number}")
        session.flush()
        found = days(session, 14)
        assert len({*found[:7]}) == 7
        assert found[:7] == found[7:]

        puzzle_row(one, "cooked", soundness=Soundness.COOKED)
        puzzle_row(one, "draft", published=None)
        puzzle_row(one, "easy", tags="lesson")
        session.flush()
        assert found == days(session, 14), "only what is fair and for all counts"
    database.engine.dispose()


def test_a_puzzle_of_the_same_day_does_not_change_todays(url: str) -> None:
    database = Database(url)
    database.migrate()
    with database.sessions() as session:
        one = collection_row("one")
        session.add(one)
        for number in range(5):
            puzzle_row(one, f"p{number}")
        session.flush()
        found = days(session, 1)
        puzzle_row(one, "a-new-one", published=1772366400)
        session.flush()
        assert found == days(session, 1)
    database.engine.dispose()


def test_many_days_stay_as_they_were_and_repeat_none_too_early(url: str) -> None:
    database = Database(url)
    database.migrate()
    with database.sessions() as session:
        one = collection_row("one")
        session.add(one)
        for number in range(40):
            puzzle_row(one, f"p{number}", soundness=Soundness.SOUND)
        puzzle_row(one, "open", soundness=Soundness.UNDECIDED)
        puzzle_row(one, "unchecked")
        session.flush()
        found = days(session, 130)
        for first in range(0, 120, 40):
            assert 40 == len({*found[first : first + 40]})
        assert not {"one-open", "one-unchecked"} & {*found}
        puzzle_row(one, "a-new-one", soundness=Soundness.SOUND)
        session.flush()
        assert found == days(session, 130)
        assert "one-a-new-one" == days(session, 131)[-1], "what had no day yet comes first"
    database.engine.dispose()


def test_chance_serves_sound_puzzles_once_there_are_some(app: Flask, client: FlaskClient) -> None:
    fill_collection(app, "sound", soundness=Soundness.SOUND)
    fill_collection(app, "open", place=6, soundness=Soundness.UNDECIDED)
    fill_collection(app, "taught", place=7, soundness=Soundness.SOUND, tags="lesson")
    for address in ("/random", "/next", "/daily"):
        assert {"/p/sound-only"} == {client.get(address).location for _ in range(10)}
    assert client.get("/random?soundness=undecided").location == "/p/open-only"


def test_today_leads_to_a_puzzle(client: FlaskClient) -> None:
    response = client.get("/daily")
    assert response.status_code == 302
    assert client.get(response.location).status_code == 200
    assert "no-store" in response.headers["Cache-Control"]


# -- collections and revisions ----------------------------------------------------------------


def test_a_collection_keeps_its_order_and_names_its_source(client: FlaskClient) -> None:
    text = client.get("/collections/tests").text
    places = [
        text.index(words)
        for words in (
            "Test puzzles",
            "Two &lt;small&gt; ones.",
            ">Small<",
            "Quarter",
            "None needed",
        )
    ]
    assert sorted(places) == places
    assert "White to move and win" in text
    assert "Black to move and draw" in text
    assert 'href="https://example.org/"' in text
    assert client.get("/collections/nowhere").status_code == 404


def test_a_long_collection_is_several_pages(app: Flask, client: FlaskClient) -> None:
    fill(app, SHELF)
    whole = client.get("/collections/many").text
    assert f"{SHELF} puzzles." in whole
    assert SHELF == len(shown(whole))
    with app.extensions["database"].sessions.begin() as session:
        many = session.scalars(select(Collection).filter_by(slug="many")).one()
        puzzle_row(many, "p-last")
        puzzle_row(many, "q-draft", published=None)
    first, last = (client.get(f"/collections/many?page={page}").text for page in (1, 99))
    assert f"{SHELF + 1} puzzles, page 1 of 2." in first
    assert shown(first) == shown(whole)
    assert 'rel="next" href="/collections/many?page=2"' in first
    assert ["many-p-last"] == shown(last)


def shelves(text: str) -> list[str]:
    """Return the collections that a page lists, with what it says of each."""
    items = re.findall(r"<li>(<a href=\"/collections/.*?)</li>", text, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]*>", "", item).split()) for item in items]


def test_all_collections_have_a_page(app: Flask, client: FlaskClient) -> None:
    fill(app, 3)
    fill_collection(app, "hidden", published=None)
    page = client.get("/collections").text
    assert "2 collections." in page
    assert ["Test puzzles 2 puzzles, by Nobody", "Many 3 puzzles"] == shelves(page)
    for address in ("/", "/puzzles", "/collections/tests"):
        assert 'href="/collections"' in client.get(address).text


def test_collections_come_in_pages(app: Flask, client: FlaskClient) -> None:
    for number in range(36):
        fill_collection(app, f"c{number:02}", place=9)
    first, last = client.get("/collections").text, client.get("/collections?page=2").text
    assert "37 collections, page 1 of 2" in first
    assert (36, ["C35 1 puzzle"]) == (len(shelves(first)), shelves(last))
    assert 'rel="next" href="/collections?page=2"' in first
    assert 'rel="prev" href="/collections"' in last
    for odd in ("999", "-1", "x", ""):
        assert client.get(f"/collections?page={odd}").status_code == 200


def test_a_visitor_may_have_solved_thousands(client: FlaskClient, small: str) -> None:
    def listed(count: int) -> TestResponse:
        others = (f"{number:010x}" for number in range(count - 1))
        ids = ",".join([small.rpartition("/")[2], *others])
        form = "application/x-www-form-urlencoded"
        return client.post("/puzzles?solved=yes", data=f"ids={ids}", content_type=form)

    assert "One puzzle." in listed(10_000).text
    assert listed(10_001).status_code == 413


def test_collections_tell_an_account_what_it_solved(
    app: Flask, client: FlaskClient, small: str
) -> None:
    fill(app, 1)
    other = app.test_client()
    for visitor, name in ((client, "One"), (other, "Other")):
        sign_up(visitor, name)
    client.post("/progress", json={small.rpartition("/")[2]: "solved", "many-n000": "failed"})
    found = shelves(client.get("/collections").text)
    assert ["Test puzzles 2 puzzles, by Nobody. 1 solved", "Many 1 puzzle"] == found
    other.post("/progress", json={"many-n000": "solved"})
    assert "Many 1 puzzle. ✓ All solved" in shelves(other.get("/collections").text)
    assert "solved" not in " ".join(shelves(app.test_client().get("/collections").text))


def test_an_old_text_stays_to_be_seen(
    shelf: Path, url: str, client: FlaskClient, small: str
) -> None:
    old = client.get(f"{small}/r/1").text
    assert "This is the current one" in old
    file = shelf / "tests" / "small.sgf"
    file.write_text(file.read_text().replace("Small", "Renamed"), encoding="utf-8")
    prepare(shelf, url)
    old, new = client.get(f"{small}/r/1").text, client.get(f"{small}/r/2").text
    assert "<h1>Small</h1>" in old
    assert "There is a newer one" in old
    assert "play revision 2" in old
    assert "<h1>Renamed</h1>" in new
    for text in (old, new):
        assert re.search(r"<code>[0-9a-f]{64}</code>", text)
    assert b"GN[Small]" in client.get(f"{small}/r/1.sgf").data
    assert b"GN[Renamed]" in client.get(f"{small}.sgf").data
    assert client.get(f"{small}/r/3").status_code == 404


def test_a_site_without_lessons_does_not_promise_them(client: FlaskClient) -> None:
    assert "/learn" not in client.get("/").text
    assert client.get("/learn").status_code == 404
