"""What the buttons of a check's page send, and where that leads."""

import html
import re
from urllib.parse import unquote

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from solver.files import puzzle_to_sgf
from tests.webapp.conftest import SMALL
from tests.webapp.people import sign_up
from tests.webapp.reports.records import finish, move, record
from webapp.catalog.puzzle_texts import puzzle_from, revise
from webapp.core.database import Database
from webapp.editor import drawing_of
from webapp.jobs.job_table import AuditProgress, beat, begin
from webapp.models import Job, PuzzleRow

SGF = puzzle_to_sgf(SMALL).replace("GN[Small]", "GN[Drawn]")


def check(client: FlaskClient, puzzle: str = "", **more: object) -> str:
    """Ask for a check of a drawing as the editor does; return the address of its page."""
    drawing = drawing_of(SMALL).as_json() | {"title": "Drawn"} | more
    question = {"drawing": drawing, "seconds": 60, "puzzle": puzzle}
    response = client.post("/draw/check", json=question)
    assert response.status_code == 200, response.text
    return str(response.get_json()["url"])


def keep(client: FlaskClient, **more: object) -> str:
    """Keep the drawing as a new draft, and return its id."""
    drawing = drawing_of(SMALL).as_json() | {"title": "Drawn"} | more
    return str(client.post("/draw/save", json={"drawing": drawing}).get_json()["puzzle"])


def press(client: FlaskClient, page: str, button: str) -> TestResponse:
    """Send the form of a button as browsers do: each line ends with CR LF."""
    (form,) = (
        each for each in re.findall(r"<form.*?</form>", client.get(page).text, re.DOTALL)
        if f">{button}</button>" in each
    )  # fmt: skip
    fields = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', form)
    action = re.search(r'action="([^"]*)"', form)
    assert action is not None
    data = {name: re.sub("\r?\n", "\r\n", html.unescape(value)) for name, value in fields}
    return client.post(html.unescape(action[1]), data=data)


def test_a_drawing_is_checked_again_in_the_text_that_it_is_kept_in(
    player: FlaskClient, database: Database
) -> None:
    job = check(player)
    press(player, job, "Cancel")
    again = press(player, job, "Check again").headers["Location"]
    with database.sessions() as session:
        found = session.get_one(Job, again.rpartition("/")[2])
        assert SGF == found.sgf
    finish(database, again, record())
    kept = press(player, again, "Save as a draft").headers["Location"]
    assert "Sound: B5" in player.get(kept).text


def test_a_stored_puzzle_is_checked_again_in_its_own_text(
    client: FlaskClient, database: Database, small: str
) -> None:
    with database.sessions.begin() as session:
        row = session.query(PuzzleRow).filter_by(slug="small").one()
        sgf = row.sgf.replace("\n", "\r\n")
        revise(row, sgf, puzzle_from(sgf))
    job = client.post("/jobs", data={"puzzle": small.rpartition("/")[2]}).headers["Location"]
    press(client, job, "Cancel")
    again = press(client, job, "Check again").headers["Location"]
    with database.sessions() as session:
        assert sgf == session.get_one(Job, again.rpartition("/")[2]).sgf


def test_a_check_knows_which_puzzle_is_changed_when_it_is_cancelled_and_asked_for_again(
    player: FlaskClient, database: Database
) -> None:
    draft = keep(player, title="Before")
    place = check(player, puzzle=draft)
    for button in ("Cancel", "Check again"):
        place = press(player, place, button).headers["Location"]
        assert f'href="/draw?edit={draft}">Back to the drawing' in player.get(place).text
    finish(database, place.partition("?")[0], record("undecided"))
    page = player.get(place).text
    assert f'href="/draw?edit={draft}">Back to the drawing' in page
    assert "Save as a draft" not in page, "that would make a second puzzle"
    longer = press(player, place, "Check for longer").headers["Location"]
    assert longer.endswith(f"?edit={draft}")


def test_of_two_drafts_with_one_text_the_one_that_is_edited_is_published(
    player: FlaskClient, database: Database
) -> None:
    first, second = keep(player), keep(player)
    job = check(player, puzzle=second)
    finish(database, job.partition("?")[0], record())
    for draft, other in ((second, first), (first, second)):
        page = player.get(f"{job.partition('?')[0]}?edit={draft}").text
        assert f'action="/p/{draft}/publish"' in page
        assert f'href="/draw?edit={draft}">Back to the editor' in page
        assert f'data-editor="/draw?edit={draft}"' in page, "a repair is made there"
        assert f"/p/{other}" not in page


def test_a_drawing_that_is_not_saved_publishes_no_other_draft_with_its_text(
    player: FlaskClient, database: Database
) -> None:
    twin, edited = keep(player), keep(player, title="Before")
    job = check(player, puzzle=edited)
    finish(database, job.partition("?")[0], record())
    page = player.get(job).text
    assert "Save the drawing to publish this version." in page
    assert "/publish" not in page
    assert twin not in page


def test_a_drawing_of_a_draft_that_was_deleted_may_be_kept_as_a_new_one(
    player: FlaskClient, database: Database
) -> None:
    draft = keep(player, title="Before")
    assert player.post(f"/p/{draft}/delete", data={"confirmed": "yes"}).status_code == 303
    job = check(player, puzzle=draft, tags=["edge"])
    finish(database, job.partition("?")[0], record())
    assert f'href="/draw?edit={draft}">Back to the drawing' in player.get(job).text
    kept = press(player, job, "Save as a draft").headers["Location"]
    with database.sessions() as session:
        row = session.query(PuzzleRow).filter_by(title="Drawn").one()
        assert row.public_id in kept
        assert [tag.name for tag in row.tags] == ["edge"]


def test_what_a_page_knows_of_a_check_is_not_sent_again(
    client: FlaskClient, database: Database
) -> None:
    job = check(client)

    def tag(before: str, status: int = 200) -> str:
        answer = client.get(f"{job}/state", headers={"If-None-Match": before} if before else {})
        assert status == answer.status_code
        assert (status == 200) == bool(answer.data)
        assert answer.headers["Cache-Control"] == "no-store"
        return answer.headers["ETag"]

    waits = tag("")
    assert waits == tag(waits, 304)
    assert waits[:2] == "W/", "some proxies would make it a weak one"
    run = begin(database, job.rpartition("/")[2])
    assert run is not None
    runs = tag(waits)
    beat(database, run, AuditProgress(1, 3, (move("b5", "key"), move("e5", "undecided"))))
    some = tag(runs)
    assert some == tag(some, 304)
    # As many are decided, and yet more is known.
    beat(database, run, AuditProgress(1, 3, (move("b5", "key"), move("e5", "win"))))
    more = tag(some)
    client.post(f"{job}/cancel")
    tag(tag(more), 304)


def test_the_tags_of_a_drawing_are_kept_with_the_draft_that_is_saved_after_its_check(
    client: FlaskClient, database: Database
) -> None:
    place = check(client, tags=["Double Threat", "edge, ladder & <b>"])
    for button in ("Cancel", "Check again"):
        place = press(client, place, button).headers["Location"]
    finish(database, place.partition("?")[0], record())
    onward = re.search(r'href="/sign-in\?next=([^"]*)"', client.get(place).text)
    assert onward is not None
    assert place == unquote(html.unescape(onward[1]))
    sign_up(client)
    assert "Its tags: double-threat, edge,-ladder-&amp;-&lt;b&gt;." in client.get(place).text
    press(client, place, "Save as a draft")
    with database.sessions() as session:
        row = session.query(PuzzleRow).filter_by(title="Drawn").one()
        assert ["double-threat", "edge,-ladder-&-<b>"] == [tag.name for tag in row.tags]


def test_tags_in_an_address_are_bounded_as_those_of_a_drawing(
    player: FlaskClient, database: Database
) -> None:
    job = check(player)
    finish(database, job, record())
    for tags in ("&tags=".join(map(str, range(11))), 31 * "x"):
        refused = player.post(f"{job}/draft?tags={tags}")
        assert refused.status_code == 422
        assert "Up to 10 tags of up to 30 characters." in refused.text


def test_no_draft_is_kept_on_a_board_that_the_editor_refuses(
    player: FlaskClient, database: Database
) -> None:
    sgf = "(;FF[4]GM[21]SZ[4:12]RU[STD]PZ[]PL[W]AW[b2]IP[])"
    job = player.post("/jobs", data={"sgf": sgf}).headers["Location"]
    finish(database, job, record())
    refused = player.post(f"{job}/draft")
    assert refused.status_code == 422
    assert "A board of 4 x 12 is too small: 5 x 5 at least." in refused.text
