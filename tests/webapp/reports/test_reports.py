"""Checks asked for on the site, and the pages and files of what came of them."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from solver.files import puzzle_to_sgf
from solver.game import Hole, Move, move_text
from solver.puzzle import Puzzle
from solver.told_report import for_people
from tests.webapp.conftest import SMALL
from tests.webapp.people import sign_up
from tests.webapp.reports.records import FAILS, FOUND, finish, move, record
from webapp.core.database import Database
from webapp.jobs import Queue
from webapp.jobs.job_table import AuditProgress, beat, begin, end
from webapp.models import Job, JobState, PuzzleRow
from webapp.reports import report_text

SGF = puzzle_to_sgf(SMALL)
WON = "(;GM[21]FF[4]SZ[5]RU[STD]PL[B]PZ[];W[c1];W[d3];W[c5];IP[])"


def ask(client: FlaskClient, sgf: str = SGF, **more: object) -> str:
    """Ask for a check; return the address of its page."""
    response = client.post("/jobs", data={"sgf": sgf} | more)
    assert response.status_code == 303, response.text
    return response.headers["Location"]


def test_a_check_is_shown_while_it_waits(client: FlaskClient) -> None:
    job = ask(client)
    page = client.get(job).text
    assert "Waiting for other checks to end" in page
    assert 'http-equiv="refresh"' in page, "without scripts the page looks again by itself"
    assert client.get(f"{job}/state").get_json()["state"] == "queued"


def test_a_check_of_a_drawing_leads_back_to_it(client: FlaskClient) -> None:
    back = 'href="/draw">Back to the drawing'
    assert back in client.get(ask(client, SGF.replace("GN[Small]", "GN[Drawn]"))).text
    assert back not in client.get(ask(client)).text, "that one is stored"


def test_a_check_of_an_unsaved_drawing_leads_to_a_draft_and_its_publishing(
    client: FlaskClient, database: Database
) -> None:
    job = ask(client, SGF.replace("GN[Small]", "GN[Drawn]"))
    finish(database, job, record())
    assert "to save and publish it" in client.get(job).text
    assert client.post(f"{job}/draft").status_code == 401
    sign_up(client)
    page = client.get(job).text
    assert f'action="{job}/draft"' in page
    assert "Save as a draft" in page
    report = client.post(f"{job}/draft", follow_redirects=True)
    for page in (report.text, client.get(job).text):
        assert "Sound: B5" in page
        assert "Publish</button>" in page
        assert "Save as a draft" not in page
    assert client.post(f"{job}/draft").location == report.request.path, "a second click"
    assert client.post("/jobs/nowhere/draft").status_code == 404


def test_a_check_that_cannot_be_begun_says_so(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = ask(client)
    monkeypatch.setattr(Queue, "answers", False)
    words = "checks cannot start at the moment. This one will start by itself."
    assert words in client.get(job).text
    assert words in client.get(f"{job}/state").get_json()["said"]


def test_a_stored_puzzle_is_checked_by_its_address(
    client: FlaskClient, database: Database, small: str
) -> None:
    response = client.post("/jobs", data={"puzzle": small.rpartition("/")[2], "seconds": "20"})
    with database.sessions() as session:
        job = session.get(Job, response.headers["Location"].rpartition("/")[2])
        assert job is not None
        row = session.query(PuzzleRow).filter_by(slug="small").one()
        assert (job.sgf, job.seconds) == (row.sgf, 20.0)


def test_a_puzzle_without_a_report_leads_to_the_check_that_is_going_on(
    client: FlaskClient, small: str
) -> None:
    page = client.get(f"{small}/report").text
    assert "A check tells whether this puzzle is sound" in page
    job = client.post("/jobs", data={"puzzle": small.rpartition("/")[2]}).headers["Location"]
    page = client.get(f"{small}/report").text
    assert "It is being checked now" in page
    assert f'href="{job}"' in page


@pytest.mark.parametrize("decided", [("key",), ()])
def test_first_moves_that_say_nothing_are_folded_away(
    client: FlaskClient, database: Database, decided: tuple[str, ...]
) -> None:
    job = ask(client)
    kinds = [*decided, "undecided", "undecided", "idle"]
    moves = [move(f"{column}4", kind) for column, kind in zip("bcde", kinds, strict=False)]
    finish(database, job, record("undecided", moves=moves, tries=[]))
    table = client.get(job, follow_redirects=True).text.partition('id="moves"')[2]
    shown, *folded = table.split("<details>")
    assert shown.count('data-kind="key"') == len(decided)
    assert shown.count("<table") == bool(decided), "no table without a row"
    assert [part.count('data-kind="undecided"') for part in folded] == [2, 0]
    assert "Not decided (2)" in folded[0]
    assert "no better than a pass (1)" in folded[1]


def test_what_is_decided_so_far_is_told(client: FlaskClient, database: Database) -> None:
    job = ask(client)
    run = begin(database, job.rpartition("/")[2])
    assert run is not None
    beat(database, run, AuditProgress(1, 3, (move("b5", "key"), move("e5", "undecided"))))
    told = client.get(f"{job}/state").get_json()
    assert (told["decided"], told["first_moves"]) == (1, 3)
    assert told["moves"][0] == {"hole": "B5", "kind": "key", "mark": "K"}
    page = client.get(job).text
    assert "First moves decided: 1 of 3." in page
    assert re.search(r"\b\d+ seconds? so far\.", page)


def test_what_is_left_when_all_is_decided_is_named(client: FlaskClient, database: Database) -> None:
    job = ask(client)
    assert "so far" not in client.get(job).text, "it waits"
    run = begin(database, job.rpartition("/")[2])
    assert run is not None
    beat(database, run, AuditProgress(1, 1, (move("b5", "key"),)))
    for said in (client.get(job).text, client.get(f"{job}/state").get_json()["said"]):
        assert "First moves decided: 1 of 1. The rest is for the report: replies" in said


def test_an_undecided_claim_is_called_so_by_the_check_and_explained_by_the_report(
    client: FlaskClient, database: Database
) -> None:
    job = ask(client)
    run = begin(database, job.rpartition("/")[2])
    assert run is not None
    assert "Looking for a proof of the claim." in client.get(job).text
    end(database, run, record("undecided", reason="neither the claim nor its opposite was proved"))
    assert "<dt>claim</dt>" in client.get(job).text


def test_a_check_is_cancelled_by_who_asked(app: Flask, client: FlaskClient) -> None:
    job = ask(client)
    stranger = app.test_client()
    elsewhere = {"REMOTE_ADDR": "192.0.2.7"}
    assert stranger.post(f"{job}/cancel", environ_base=elsewhere).status_code == 404
    assert "Cancel</button>" not in stranger.get(job, environ_base=elsewhere).text
    assert client.post(f"{job}/cancel").status_code == 303
    page = client.get(job).text
    assert "This check was cancelled" in page
    assert "Check again" in page


def test_a_check_that_ended_before_it_could_be_stopped_says_so(
    app: Flask, client: FlaskClient, database: Database
) -> None:
    job = ask(client)
    run = begin(database, job.rpartition("/")[2])
    assert run is not None
    client.post(f"{job}/cancel")
    assert "Stopping. The moves decided so far are kept." in client.get(job).text
    end(database, run, record())
    page = client.get(job).text
    assert "it had ended already" in page
    assert "Sound: B5" in page
    stranger = app.test_client().get(job, environ_base={"REMOTE_ADDR": "192.0.2.7"}).text
    assert "You cancelled" not in stranger


def test_a_report_begins_with_its_verdict_and_tells_every_first_move(
    client: FlaskClient, database: Database
) -> None:
    job = ask(client)
    finish(database, job, record())
    page = client.get(job).text
    assert "Sound: B5 is the only winning move; 2 others are refuted." in page
    for hole, mark in (("B5", "K"), ("E5", "T1"), ("B2", "-")):
        assert f'data-mark="{hole}"' in page
        assert f'id="move-{hole}"' in page
        assert f">{mark}</text>" in page
    assert "1 of 20 replies refutes it" in page
    assert "The best try is E5: 1 of 20 replies refutes it. Difficulty 12 of 100." in page


def test_a_report_shows_its_best_tries_as_boards(client: FlaskClient, database: Database) -> None:
    job = ask(client)
    finish(database, job, record())
    tries = client.get(job).text.partition('class="tries"')[2].partition("</ol>")[0]
    assert tries.count("<figure>") == 1
    assert "E5 is refuted by D3, the only reply that does." in tries
    assert 'data-hole="E5"' in tries
    assert "href" not in tries.replace('href="#', ""), "its marks lead nowhere"
    for number, side in enumerate(("white", "black"), start=1):
        said = f'class="mark-text mark-text-{side}">{number}<'
        assert said in tries, "a number stands on a peg of its side"


def test_tries_are_numbered_by_the_replies_that_refute_them(
    client: FlaskClient, database: Database
) -> None:
    def tried(hole: str, *replies: int) -> dict[str, Any]:
        names = ("refuting", "undecided", "all")
        counts = dict(zip(names, replies, strict=True)) if replies else None
        return move(hole, "try", hole, "d3", replies=counts)

    moves = [move("b5", "key"), tried("c2", 2, 0, 9), tried("b2", 1, 8, 9), tried("b3", 1, 0, 9)]
    found = record(moves=[*moves, tried("e2")], tries=["e2", "b2", "c2", "b3"])
    job = ask(client)
    finish(database, job, found)
    page = client.get(job).text
    marks = {each.hole: each.mark for each in report_text.first_moves(for_people(found))}
    assert marks == {"B5": "K", "B3": "T1", "C2": "T2", "E2": "T", "B2": "T"}
    assert [*marks] == re.findall('<tr id="move-([A-Z0-9]+)"', page)
    assert "The best try is B3: 1 of 9 replies refutes it." in page
    assert "at least 1 of 9 replies refutes it" in page
    assert "T1 is refuted by the fewest replies" in page
    tries = page.partition('class="tries"')[2].partition("</ol>")[0]
    assert re.findall("([A-Z][0-9]) is refuted by", tries)[::2] == ["B3", "C2", "E2"]


def test_where_no_replies_are_counted_no_try_is_the_best(
    client: FlaskClient, database: Database
) -> None:
    moves = [move("b5", "key"), move("e5", "try", "e5", "d3")]
    job = ask(client)
    finish(database, job, record(moves=moves))
    page = client.get(job).text
    assert "A try is E5; D3 refutes it." in page
    assert '<h2 id="best-tries">Tries</h2>' in page
    said = re.sub("<[^>]*>", " ", page.partition("What these words mean")[2].partition("</dl>")[2])
    assert "T1" not in said, "no mark, and nothing of it among the words for marks"


def test_a_key_that_takes_a_link_off_is_called_so(client: FlaskClient, database: Database) -> None:
    start = Puzzle("Small", SMALL.position.play(Move(Hole(3, 4))).play(Move(Hole(4, 1))))
    (link,) = start.position.white_links
    key = move_text(start.position, Move(Hole(1, 4), off=frozenset({link})))
    move_of_key = move("b5", "key", key, "d4", pegs=2)
    tried = move("e4", "try", "e4", "d3") | {"replies": {"refuting": 3, "undecided": 0, "all": 9}}
    found = record(
        keys=[{"move": key, "published": True, "verdict": "proven", "line": [key], "pegs": 3}],
        moves=[move_of_key, tried],
        tries=["e4"],
    )
    job = ask(client, puzzle_to_sgf(start))
    finish(database, job, found)
    page = client.get(job).text
    assert "Sound: B5 (removing C3-D5) is the only winning move" in page
    assert '<td class="line">B5 (removing C3-D5) D4</td>' in page
    assert "E4 is refuted by D3, one of 3 that do." in page


def test_a_report_is_given_as_the_command_gives_it(client: FlaskClient, database: Database) -> None:
    job = ask(client)
    assert client.get(f"{job}/report.json").status_code == 404
    finish(database, job, record())
    assert client.get(f"{job}/report.json").get_json() == json.loads(json.dumps(record()))
    text = client.get(f"{job}/report.txt")
    assert text.mimetype == "text/plain"
    assert text.text.startswith("Small: sound, the key is proven")


def test_a_puzzle_shows_its_report_or_offers_to_make_one(
    client: FlaskClient, database: Database, small: str
) -> None:
    assert "Not checked yet" in client.get(f"{small}/report").text
    assert client.get(f"{small}/report.json").status_code == 404
    finish(database, ask(client, puzzle=small.rpartition("/")[2]), record("cooked"))
    assert "Cooked: " in client.get(f"{small}/report").text
    assert client.get(f"{small}/report.json").get_json()["verdict"] == "cooked"
    assert client.get(f"{small}/report.txt").text.startswith("Small: cooked")
    assert "(the report shows the solution)" in client.get(small).text


def test_a_puzzle_without_a_solution_is_not_said_to_have_one(
    client: FlaskClient, database: Database, small: str
) -> None:
    finish(database, ask(client, puzzle=small.rpartition("/")[2]), record("no solution"))
    page = client.get(small).text
    assert "the report tells why" in page
    assert "the report shows the solution" not in page


def test_what_went_wrong_is_said(client: FlaskClient, database: Database) -> None:
    job = ask(client)
    run = begin(database, job.rpartition("/")[2])
    assert run is not None
    end(database, run, None, "The solver crashed: it did.")
    page = client.get(job).text
    assert "The solver crashed: it did." in page
    assert "Check again" in page


@pytest.mark.parametrize(
    ("data", "status", "words"),
    [
        ({"sgf": "(;FF[4]GM[21]SZ[6])"}, 422, "Not a puzzle"),
        ({"sgf": SGF, "seconds": "0"}, 422, "1 to 600 seconds"),
        ({"sgf": SGF, "seconds": "x"}, 422, "1 to 600 seconds"),
        ({"sgf": SGF, "seconds": "nan"}, 422, "1 to 600 seconds"),
        ({"sgf": "(;GM[21]FF[4]SZ[702]RU[STD]PL[W]PZ[]IP[])"}, 422, "48 columns and rows"),
        ({"sgf": WON}, 422, "<p>White has joined rows 1 and 5 already.</p>"),
        ({"puzzle": "nothing"}, 404, "Not found"),
        ({}, 422, "Not a puzzle"),
    ],
)
def test_a_question_that_cannot_be_asked_gets_words(
    client: FlaskClient, data: dict[str, str], status: int, words: str
) -> None:
    response = client.post("/jobs", data=data)
    assert response.status_code == status
    assert words in response.text


def test_too_many_checks_are_refused_in_words(client: FlaskClient) -> None:
    for seconds in ("20", "60"):
        ask(client, seconds=seconds)
    response = client.post("/jobs", data={"sgf": SGF, "seconds": "300"})
    assert response.status_code == 429
    assert "Wait until one ends" in response.text


def test_an_unknown_job_is_not_found(client: FlaskClient) -> None:
    for address in ("", "/state", "/report.json", "/report.txt"):
        assert client.get(f"/jobs/nothing{address}").status_code == 404
    assert client.post("/jobs/nothing/cancel").status_code == 404


def test_a_drawing_without_a_key_shows_all_that_wins(
    client: FlaskClient, database: Database
) -> None:
    # The last part makes it a drawing that is not among the stored puzzles.
    job = ask(client, puzzle_to_sgf(Puzzle("Drawn", SMALL.position)))
    run = begin(database, job.rpartition("/")[2])
    assert run is not None
    moves = [move("b3", "cook"), move("c2", "key"), move("d5", "delay"), move("e3", "no-cook")]
    beat(database, run, AuditProgress(3, 4, tuple(moves)))
    told = client.get(f"{job}/state").get_json()["moves"]
    assert [each["mark"] for each in told] == ["W", "W", "W", "?"]
    reason = "b3 wins without the key"
    end(database, run, record("cooked", moves=moves, keys=[FOUND], tries=[], reason=reason))
    page = client.get(job).text
    assert "Cooked. 3 first moves win: B3, C2, D5." in page
    assert page.count(">W</text>") == 3
    kept = client.get(f"{job}/report.json").get_json()
    assert [each["kind"] for each in kept["moves"]] == ["cook", "key", "delay", "no-cook"]


def test_a_key_that_fails_is_that_of_the_author_or_of_the_reader(
    client: FlaskClient, database: Database, small: str
) -> None:
    keys = [FAILS | {"move": "b5", "line": ["b5", "d4"]}]
    words = "key B5 fails: Black answers D4."
    finish(database, ask(client, puzzle=small.rpartition("/")[2]), record("cooked", keys=keys))
    assert f"The author&#39;s {words}" in client.get(f"{small}/report").text
    job = ask(client, puzzle_to_sgf(replace(SMALL, name="Drawn")))
    finish(database, job, record("cooked", keys=keys))
    assert f"Your {words}" in client.get(job).text


def test_where_every_first_move_does_it_no_hole_is_marked_as_a_cook(
    client: FlaskClient, database: Database
) -> None:
    moves = [move("b2", "key", "b2"), move("b3", "cook", "b3"), move("b4", "cook", "b4")]
    key = {"move": "b2", "published": False, "verdict": "proven", "line": ["b2"], "pegs": 1}
    nothing = {"moves": moves, "tries": [], "keys": [key], "claim": "white blocks"}
    job = ask(client)
    finish(database, job, record("no solution", **nothing, difficulty=None))
    page = client.get(job).text
    assert "Nothing to find: every first move keeps Black from joining." in page
    assert page.count(">W</text>") == 3
    assert page.count('<tr id="move-') == page.count('data-kind="win"') - 1, "and the legend"
    assert not re.search(r"mark-text-(?!win)|<td>B2, found", page)
    assert not re.search(r'<th scope="row">(win|draw)', page), "the table of first moves tells it"


def test_an_old_report_with_a_pass_that_the_rules_forbid_is_shown(
    client: FlaskClient, database: Database
) -> None:
    moves = [move("b5", "key", "b5"), move("b2", "cook", "b2", "d4", "", "[b1]")]
    job = ask(client)
    finish(database, job, record("cooked", moves=moves, tries=[]))
    page = client.get(job)
    assert page.status_code == 200
    assert '<td class="line">B2 D4</td>' in page.text


def test_states_of_jobs_are_those_the_page_knows() -> None:
    assert {"queued", "running"} < {state.value for state in JobState}
