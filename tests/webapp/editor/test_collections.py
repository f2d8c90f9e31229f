"""Own collections: made, named, ordered, emptied and deleted by their owner."""

from dataclasses import replace
from threading import Event, Thread
from time import sleep

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from tests.waiting import DEADLINE
from tests.webapp.conftest import SMALL
from tests.webapp.people import NAME, sign_up
from tests.webapp.reports.records import record
from webapp.core.database import Database
from webapp.editor import drafts, drawing_of
from webapp.models import Account, Collection, PuzzleRow
from webapp.reports.report_store import keep_report


def save(client: FlaskClient, title: str) -> str:
    """Save a draft; return its public id."""
    drawing = drawing_of(replace(SMALL, name=title)).as_json()
    response = client.post("/draw/save", json={"drawing": drawing})
    assert response.status_code == 200, response.text
    found = response.get_json()["puzzle"]
    assert isinstance(found, str)
    return found


USUAL = f"Puzzles by {NAME}"


def own(url: str) -> dict[str, tuple[str, list[str]]]:
    """Return the slugs of the own collections, by title, each with its puzzles in order."""
    database = Database(url)
    with database.sessions() as session:
        found = session.scalars(select(Collection).where(Collection.owner_id.is_not(None))).all()
        own = {each.title: (each.slug, [row.title for row in each.puzzles]) for each in found}
    database.engine.dispose()
    return own


def test_puzzles_are_ordered_by_buttons_and_by_dragging(player: FlaskClient, url: str) -> None:
    one, two, three = (save(player, title) for title in ("One", "Two", "Three"))
    assert player.post(f"/p/{three}/step", data={"to": "up"}).status_code == 303
    assert own(url)[USUAL][1] == ["One", "Three", "Two"]
    assert player.post(f"/p/{one}/step", data={"to": "up"}).status_code == 303
    assert own(url)[USUAL][1] == ["One", "Three", "Two"], "the first stays the first"
    slug, _ = own(url)[USUAL]
    assert (
        player.post(f"/mine/{slug}/order", json={"puzzles": [two, one, three]}).status_code == 200
    )
    assert own(url)[USUAL][1] == ["Two", "One", "Three"]
    stale = player.post(f"/mine/{slug}/order", json={"puzzles": [two, one]})
    assert stale.status_code == 409
    assert player.post(f"/mine/{slug}/order", json={"puzzles": 5}).status_code == 400


def test_a_puzzle_moves_to_another_collection(player: FlaskClient, url: str) -> None:
    draft = save(player, "One")
    assert player.post("/mine", data={"title": "Ladders"}).status_code == 303
    slug, _ = own(url)["Ladders"]
    assert player.post(f"/p/{draft}/move", data={"collection": slug}).status_code == 303
    assert own(url)["Ladders"][1] == ["One"]
    assert own(url)[USUAL][1] == []
    assert player.get(f"/p/{draft}").status_code == 200


def test_a_puzzle_moves_to_no_collection_that_is_full(
    player: FlaskClient, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drafts, "_MOST_PUZZLES", 1)
    save(player, "First")
    player.post("/mine", data={"title": "Other"})
    slugs = {title: slug for title, (slug, _) in own(url).items()}
    drawing = replace(drawing_of(SMALL), title="Second").as_json()
    kept = player.post("/draw/save", json={"drawing": drawing, "collection": slugs["Other"]})
    puzzle = kept.get_json()["puzzle"]
    response = player.post(f"/p/{puzzle}/move", data={"collection": slugs[USUAL]})
    assert response.status_code == 422
    assert "is full" in response.text
    assert [1, 1] == [len(puzzles) for _, puzzles in own(url).values()]


def test_a_draft_is_saved_in_no_collection_that_is_full(
    player: FlaskClient, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drafts, "_MOST_PUZZLES", 1)
    save(player, "One")
    drawing = drawing_of(replace(SMALL, name="Two")).as_json()
    refused = player.post("/draw/save", json={"drawing": drawing})
    assert "is full: 1 puzzles at most." in refused.text
    assert ["One"] == own(url)[USUAL][1]


def test_the_texts_of_an_account_are_bounded_together(
    player: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = save(player, "First")
    monkeypatch.setattr(drafts, "_MOST_TEXT", 600)

    def again(title: str, puzzle: str | None = first) -> int:
        drawing = replace(drawing_of(SMALL), title=title).as_json()
        return player.post("/draw/save", json={"drawing": drawing, "puzzle": puzzle}).status_code

    statuses = [again(f"Version {number}") for number in range(10)]
    assert 200 == statuses[0]
    kept = statuses.count(200)
    assert [200] * kept + [422] * (10 - kept) == statuses
    assert 422 == again("Another 0", None)
    assert 200 == again(f"Version {kept - 1}"), "it is there already"
    player.post(f"/p/{first}/delete", data={"confirmed": "yes"})
    assert 200 == again("Another 0", None)


def test_a_collection_is_renamed_and_deleted_when_that_is_confirmed(
    player: FlaskClient, url: str
) -> None:
    draft = save(player, "One")
    slug, _ = own(url)[USUAL]
    assert player.post(f"/mine/{slug}/rename", data={"title": "Mine"}).status_code == 303
    refused = player.post(f"/mine/{slug}/rename", data={"title": " "})
    assert refused.status_code == 422
    assert "1 to 80 characters" in refused.text
    assert "cannot be undone" in player.post(f"/mine/{slug}/delete").text
    assert player.get(f"/mine/{slug}/delete").headers["Location"] == f"/mine#{slug}"
    assert list(own(url)) == ["Mine"]
    assert player.post(f"/mine/{slug}/delete", data={"confirmed": "yes"}).status_code == 303
    assert own(url) == {}
    assert player.get(f"/p/{draft}").status_code == 404


def test_what_was_deleted_elsewhere_is_said_to_be_gone(player: FlaskClient, url: str) -> None:
    draft, (slug, _) = save(player, "One"), own(url)[USUAL]
    assert player.post(f"/mine/{slug}/delete", data={"confirmed": "yes"}).status_code == 303
    came_from = {"Referer": "http://localhost/mine?page=2"}
    for address in (f"/p/{draft}/delete", f"/p/{draft}/move", f"/mine/{slug}/rename"):
        answer = player.post(address, data={"title": "Two"}, headers=came_from)
        assert answer.status_code == 404
        assert "it may have been deleted. Nothing was changed." in answer.text
        assert 'href="/mine?page=2">Open the page again</a>' in answer.text
        alone = player.post(address, data={"title": "Two"})
        assert "Nothing was changed." in alone.text
        assert "Open the page again" not in alone.text
    assert "Nothing was changed" not in player.get(f"/p/{draft}").text
    assert "Nothing was changed" not in player.post("/nowhere").text


def test_no_two_own_collections_have_the_same_title(
    app: Flask, player: FlaskClient, url: str
) -> None:
    assert player.post("/mine", data={"title": "Ladders"}).status_code == 303
    assert player.post("/mine", data={"title": "Other"}).status_code == 303
    slug, _ = own(url)["Other"]
    for address in ("/mine", f"/mine/{slug}/rename"):
        refused = player.post(address, data={"title": " ladders "})
        assert refused.status_code == 422
        assert "You have a collection “Ladders” already. Choose another title." in refused.text
    assert sorted(own(url)) == ["Ladders", "Other"]
    assert player.post(f"/mine/{slug}/rename", data={"title": "other"}).status_code == 303
    somebody = app.test_client()
    sign_up(somebody, "Somebody-else")
    assert somebody.post("/mine", data={"title": "Ladders"}).status_code == 303


@pytest.mark.usefixtures("player")
def test_two_first_drafts_at_the_same_moment_share_a_collection(
    database: Database, url: str
) -> None:
    def save_another() -> None:
        with database.sessions.begin() as another:
            account = another.scalars(select(Account)).one()
            begun.set()
            drafts.save(another, account, drawing_of(SMALL))

    begun, thread = Event(), Thread(target=save_another)
    with database.sessions.begin() as session:
        drafts.save(session, session.scalars(select(Account)).one(), drawing_of(SMALL))
        session.flush()
        thread.start()
        assert begun.wait(DEADLINE)
        sleep(0.2)  # it gets as far as it can
    thread.join()
    assert list(own(url)) == [USUAL]
    assert len(own(url)[USUAL][1]) == 2


def test_a_collection_with_published_puzzles_stays(player: FlaskClient, url: str) -> None:
    draft = save(player, "One")
    database = Database(url)
    with database.sessions.begin() as session:
        session.scalars(select(PuzzleRow).filter_by(public_id=draft)).one().published = 1
    database.engine.dispose()
    slug, _ = own(url)[USUAL]
    refused = player.post(f"/mine/{slug}/delete", data={"confirmed": "yes"})
    assert refused.status_code == 422
    assert "has published puzzles" in refused.text
    assert player.post(f"/p/{draft}/delete", data={"confirmed": "yes"}).status_code == 404


def test_nobody_changes_a_collection_of_others(app: Flask, player: FlaskClient, url: str) -> None:
    one = save(player, "One")
    slug, _ = own(url)[USUAL]
    stranger = app.test_client()
    sign_up(stranger, "Stranger")
    other = save(stranger, "Other")
    before = own(url)
    for answer in (
        stranger.get(f"/mine/{slug}"),
        stranger.post(f"/mine/{slug}/rename", data={"title": "Taken"}),
        stranger.post(f"/mine/{slug}/delete", data={"confirmed": "yes"}),
        stranger.get(f"/mine/{slug}/delete"),
        stranger.post(f"/mine/{slug}/order", json={"puzzles": [one]}),
        stranger.post(f"/p/{other}/move", data={"collection": slug}),
    ):
        assert answer.status_code == 404
    assert before == own(url)


def test_an_account_has_so_many_collections_at_most(
    player: FlaskClient, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drafts, "_MOST_COLLECTIONS", 2)
    titles = ("One", "Two", "Three")
    answers = [player.post("/mine", data={"title": title}) for title in titles]
    assert [303, 303, 422] == [answer.status_code for answer in answers]
    assert "You have 2 collections already." in answers[-1].text
    assert ["One", "Two"] == [*own(url)]


def test_what_is_published_again_stays_as_old_as_it_was(
    player: FlaskClient, database: Database
) -> None:
    draft = save(player, "One")
    with database.sessions.begin() as session:
        row = session.scalars(select(PuzzleRow).filter_by(public_id=draft)).one()
        keep_report(session, row.content_hash, record())
        row.published, row.first_public, row.revision = 1, 1, 2
    assert player.post(f"/p/{draft}/publish").status_code == 303
    with database.sessions() as session:
        row = session.scalars(select(PuzzleRow).filter_by(public_id=draft)).one()
        assert (1, 1) == (row.published, row.first_public)


def test_who_publishes_is_told_what_happened(player: FlaskClient, url: str) -> None:
    draft = save(player, "One")
    database = Database(url)
    with database.sessions.begin() as session:
        row = session.scalars(select(PuzzleRow).filter_by(public_id=draft)).one()
        keep_report(session, row.content_hash, {"verdict": "sound", "pegs": 1, "difficulty": 9})
    database.engine.dispose()
    page = player.post(f"/p/{draft}/publish", data={"confirmed": "yes"}, follow_redirects=True)
    assert "Published. Everybody can find it" in page.text
    assert "Published." not in player.get(f"/p/{draft}").text, "it is said once"


def test_nobody_is_asked_to_share_what_only_he_can_open(player: FlaskClient, small: str) -> None:
    assert "data-share>" in player.get(small).text
    assert "data-share>" not in player.get(f"/p/{save(player, 'One')}").text


def test_no_browser_keeps_what_only_its_author_may_see(
    player: FlaskClient, database: Database, small: str
) -> None:
    draft = save(player, "One")
    pages = [f"/p/{draft}", f"/p/{draft}/report", f"/draw?edit={draft}", "/mine"]
    for _ in ("without a report", "with one"):
        for page in pages:
            answer = player.get(page)
            assert answer.status_code == 200
            assert answer.headers.get("Cache-Control") == "no-store", page
        with database.sessions.begin() as session:
            row = session.scalars(select(PuzzleRow).filter_by(public_id=draft)).one()
            keep_report(session, row.content_hash, record())
    for page in (small, f"{small}/report", "/draw"):
        assert player.get(page).headers.get("Cache-Control") != "no-store"


def test_a_draft_is_deleted_when_that_is_confirmed(player: FlaskClient) -> None:
    draft = save(player, "One")
    assert "cannot be undone" in player.post(f"/p/{draft}/delete").text
    assert player.get(f"/p/{draft}/delete").headers["Location"] == f"/mine#{draft}"
    assert player.get(f"/p/{draft}").status_code == 200
    assert player.post(f"/p/{draft}/delete", data={"confirmed": "yes"}).status_code == 303
    assert player.get(f"/p/{draft}").status_code == 404


def test_who_is_not_signed_in_has_no_puzzles(client: FlaskClient) -> None:
    response = client.get("/mine")
    assert response.status_code == 302
    assert response.location.startswith("/sign-in?next=")
    assert client.post("/mine", data={"title": "x"}).status_code == 401
