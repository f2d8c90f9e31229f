"""The editor's addresses: drawings looked at, files read and written, checks and drafts."""

from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from solver.files import puzzle_to_sgf
from tests.webapp.conftest import SMALL
from tests.webapp.people import sign_up
from tests.webapp.reports.records import finish, record
from webapp.core.database import Database
from webapp.editor import drawing_of
from webapp.models import Job, PuzzleRow, Revision

SGF = puzzle_to_sgf(SMALL)
DRAWING = drawing_of(SMALL).as_json()


def look(client: FlaskClient, **question: Any) -> dict[str, Any]:
    response = client.post("/draw/position", json={"drawing": DRAWING} | question)
    assert response.status_code == 200, response.text
    found = response.get_json()
    assert isinstance(found, dict)
    return found


def save(client: FlaskClient, **more: Any) -> dict[str, Any]:
    response = client.post("/draw/save", json={"drawing": DRAWING} | more)
    assert response.status_code == 200, response.text
    found = response.get_json()
    assert isinstance(found, dict)
    return found


def check(client: FlaskClient, database: Database, drawing: Any = DRAWING, **found: Any) -> None:
    """Have a drawing checked, with a given result."""
    response = client.post("/draw/check", json={"drawing": drawing, "seconds": 20})
    assert response.status_code == 200, response.text
    finish(database, response.get_json()["url"], record(**found))


# -- drawing ----------------------------------------------------------------------------


def test_a_change_gives_the_position_after_it(client: FlaskClient) -> None:
    found = look(client, action={"do": "white", "hole": "D5"})
    assert found["drawing"]["white"] == ["C3", "D5"]
    assert found["state"]["white_links"] == ["C3-D5"]
    assert "svg" not in found


def test_links_that_could_be_added_are_told(client: FlaskClient) -> None:
    drawn = look(client, action={"do": "white", "hole": "D5"})["drawing"]
    found = look(client, drawing=drawn, action={"do": "link", "link": "C3-D5"})
    assert list(found["state"]["slots"]) == ["C3-D5"]


def test_a_forbidden_change_is_refused_in_words(client: FlaskClient) -> None:
    question = {"drawing": DRAWING, "action": {"do": "white", "hole": "A3"}}
    response = client.post("/draw/position", json=question)
    assert list(response.get_json()) == ["refused"]
    assert response.get_json()["refused"].startswith("A3 is not open to white")


def test_the_board_is_drawn_with_or_without_its_window(client: FlaskClient) -> None:
    small = DRAWING | {"columns": 12, "rows": 12, "window": ["A1", "F6"]}
    window = look(client, drawing=small, draw="window")["svg"]
    assert 'data-cell="F6"' in window
    assert 'data-cell="L12"' not in window
    assert 'data-cell="L12"' in look(client, drawing=small, draw="whole")["svg"]


@pytest.mark.parametrize("body", [[], {}, {"drawing": 5}, {"drawing": {}}])
def test_what_is_no_drawing_is_refused(client: FlaskClient, body: object) -> None:
    response = client.post("/draw/position", json=body)
    assert response.status_code == 400 or list(response.get_json()) == ["refused"]


def test_the_page_begins_with_a_copy_of_a_puzzle(client: FlaskClient, small: str) -> None:
    page = client.get(f"/draw?from={small.rpartition('/')[2]}")
    assert "&#34;white&#34;: [&#34;C3&#34;]" in page.text
    assert client.get("/draw").status_code == 200
    assert client.get("/draw?from=nothing").status_code == 404


# -- checks and drafts ------------------------------------------------------------------


def test_a_visitor_may_check_a_drawing(client: FlaskClient, database: Database) -> None:
    response = client.post("/draw/check", json={"drawing": DRAWING, "seconds": 20})
    with database.sessions() as session:
        job = session.get(Job, response.get_json()["url"].rpartition("/")[2])
        assert job is not None
        assert job.sgf == SGF


def test_a_check_leads_back_to_the_puzzle_that_is_edited(client: FlaskClient) -> None:
    for puzzle, back in (("abc123", "/draw?edit=abc123"), ("", "/draw")):
        drawing = DRAWING | {"title": "Another"}
        question = {"drawing": drawing, "seconds": 20, "puzzle": puzzle}
        page = client.get(client.post("/draw/check", json=question).get_json()["url"]).text
        assert f'href="{back}">Back to the drawing' in page


def test_an_impossible_drawing_is_not_checked(client: FlaskClient) -> None:
    question = {"drawing": DRAWING | {"white": ["A3"]}, "seconds": 20}
    response = client.post("/draw/check", json=question)
    assert response.status_code == 422
    assert "A3" in response.get_json()["message"]


@pytest.mark.parametrize("seconds", [0, 601, 10**400, "x", None, []])
def test_a_check_takes_seconds_that_it_may_have(client: FlaskClient, seconds: object) -> None:
    response = client.post("/draw/check", json={"drawing": DRAWING, "seconds": seconds})
    assert 422 == response.status_code
    assert response.get_json()["message"] == "The time limit of a check is 1 to 600 seconds."


def test_a_position_that_is_won_is_not_checked(client: FlaskClient) -> None:
    won = {"white": ["B1", "C3", "D5"], "white_links": ["B1-C3", "C3-D5"]}
    drawing = DRAWING | won | {"rows": 5}
    response = client.post("/draw/check", json={"drawing": drawing, "seconds": 20})
    assert response.status_code == 422
    assert response.get_json()["message"] == "White has joined rows 1 and 5 already."


def test_a_visitor_is_asked_to_sign_in_before_saving(client: FlaskClient) -> None:
    response = client.post("/draw/save", json={"drawing": DRAWING})
    assert response.status_code == 401
    assert "Sign in to keep puzzles on the site." == response.get_json()["message"]


def test_who_is_no_longer_signed_in_is_led_to_his_puzzle_by_way_of_signing_in(
    app: Flask, player: FlaskClient
) -> None:
    draft = save(player)["puzzle"]
    for public_id in (draft, "nothing"):
        response = app.test_client().get(f"/draw?edit={public_id}")
        assert response.status_code == 302
        assert response.headers["Location"] == f"/sign-in?next=/draw?edit%3D{public_id}"


def test_a_draft_or_a_collection_that_was_deleted_is_said_to_be_so(
    player: FlaskClient, database: Database
) -> None:
    draft = save(player)["puzzle"]
    assert 303 == player.post(f"/p/{draft}/delete", data={"confirmed": "yes"}).status_code
    said = "This draft was deleted. Save the drawing as a new draft."
    assert {"deleted": said} == save(player, puzzle=draft)
    page = player.get(f"/draw?edit={draft}")
    assert page.status_code == 404
    assert f'data-puzzle="{draft}" data-gone="{said}"' in page.text, "a browser may have it"
    response = player.post("/draw/save", json={"drawing": DRAWING, "collection": "own-deleted"})
    said = "This collection was deleted; choose another one."
    assert (422, said) == (response.status_code, response.get_json()["message"])
    with database.sessions() as session:
        own = PuzzleRow.collection.has(owner_id=1)
        assert not session.scalars(select(PuzzleRow).where(own)).all()


def test_what_was_saved_elsewhere_is_not_replaced_unasked(player: FlaskClient) -> None:
    first = save(player)
    draft, stored = first["puzzle"], first["drawing"]
    better = save(player, puzzle=draft, drawing=DRAWING | {"title": "Better"}, stored=stored)
    mine = {"puzzle": draft, "drawing": DRAWING | {"tags": ["edge"]}}
    refused = save(player, **mine, stored=stored)
    assert refused["changed"].startswith("This puzzle was saved elsewhere meanwhile.")
    assert refused["stored"] == better["drawing"]
    assert "Better" in player.get(f"/draw?edit={draft}").text
    assert save(player, **mine, stored=refused["stored"])["drawing"]["tags"] == ["edge"]


def test_a_draft_is_seen_by_its_author_alone(app: Flask, player: FlaskClient) -> None:
    draft = save(player)["puzzle"]
    stranger, other = app.test_client(), app.test_client()
    sign_up(other, "Somebody-else")
    for address in (f"/p/{draft}", f"/p/{draft}/report", f"/draw?from={draft}"):
        assert player.get(address).status_code == 200
        assert stranger.get(address).status_code == 404
        assert other.get(address).status_code == 404
    assert other.get(f"/draw?edit={draft}").status_code == 404
    assert ["deleted"] == list(save(other, puzzle=draft))
    for address in ("publish", "delete", "step", "move"):
        assert other.post(f"/p/{draft}/{address}").status_code == 404


def test_saving_again_makes_a_revision(player: FlaskClient, database: Database) -> None:
    draft = save(player)["puzzle"]
    save(player, puzzle=draft)
    save(player, puzzle=draft, drawing=DRAWING | {"title": "Better"})
    with database.sessions() as session:
        row = session.scalars(select(PuzzleRow).filter_by(public_id=draft)).one()
        revisions = session.scalars(select(Revision).filter_by(puzzle_id=row.id)).all()
        assert (row.title, row.revision, len(revisions)) == ("Better", 2, 2)


def test_tags_are_kept_with_the_draft(player: FlaskClient) -> None:
    draft = save(player, drawing=DRAWING | {"tags": ["Double Threat", "ladder"]})["puzzle"]
    page = player.get(f"/draw?edit={draft}").text
    assert "&#34;double-threat&#34;, &#34;ladder&#34;" in page


def test_nothing_is_published_without_a_report_on_its_text(
    app: Flask, player: FlaskClient, database: Database
) -> None:
    draft = save(player)["puzzle"]
    refused = player.post(f"/p/{draft}/publish")
    assert refused.status_code == 409
    assert "Check its soundness first" in refused.text
    check(player, database, DRAWING | {"title": "Another text"})
    assert player.post(f"/p/{draft}/publish").status_code == 409
    check(player, database)
    assert player.post(f"/p/{draft}/publish", data={"confirmed": "yes"}).status_code == 303
    assert app.test_client().get(f"/p/{draft}").status_code == 200


def test_a_published_puzzle_changes_only_with_a_report(
    player: FlaskClient, database: Database
) -> None:
    check(player, database)
    draft = save(player)["puzzle"]
    assert player.post(f"/p/{draft}/publish", data={"confirmed": "yes"}).status_code == 303
    better = DRAWING | {"title": "Better"}
    refused = player.post("/draw/save", json={"drawing": better, "puzzle": draft})
    assert refused.status_code == 422
    assert "Check the soundness" in refused.get_json()["message"]
    check(player, database, better, verdict="cooked")
    assert save(player, drawing=better, puzzle=draft)["published"]
    with database.sessions() as session:
        row = session.scalars(select(PuzzleRow).filter_by(public_id=draft)).one()
        assert row.soundness is not None
        assert row.soundness.value == "cooked"


@pytest.mark.parametrize(("verdict", "tone"), [("cooked", "warn"), ("undecided", "open")])
def test_who_publishes_what_is_not_sound_is_told_of_the_badge(
    player: FlaskClient, database: Database, verdict: str, tone: str
) -> None:
    draft = save(player)["puzzle"]
    check(player, database, verdict=verdict)
    page = player.get(f"/p/{draft}/report").text
    assert f'Everybody will see the label <span class="badge {tone}">{verdict}</span>' in page


def test_a_drawing_is_checked_and_kept_as_the_same_text(
    player: FlaskClient, database: Database
) -> None:
    check(player, database)
    assert save(player)["checked"]
    assert puzzle_to_sgf(replace(SMALL)) == SGF
