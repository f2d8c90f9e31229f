"""Progress: what an attempt is, and when it is rated."""

import re
from threading import Barrier, Thread

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select, update

from solver.answers import HintLevel, Outcome
from solver.audits import Soundness
from tests.webapp.conftest import Play, ScriptedJudge, puzzle_address
from tests.webapp.core.test_pages import page_data
from tests.webapp.people import send, sign_in
from tests.webapp.playing import (
    RIGHT,
    SOLVES,
    UNDECIDED,
    WRONG,
    attempts,
    endings,
    ratings,
    serve_small,
)
from tests.webapp.reports.records import record
from webapp.models import Account, AttemptEnding, Collection, PuzzleRow, Tag
from webapp.play.explain import told_hint
from webapp.progress.attempts import hinted
from webapp.progress.glicko import NEWCOMER, UNRATED, rate
from webapp.reports.report_store import keep_report


def test_a_visitor_leaves_nothing(app: Flask, client: FlaskClient, play: Play) -> None:
    play(client, WRONG)
    play(client, SOLVES)
    assert attempts(app) == []


def test_the_first_judged_move_opens_an_attempt(
    app: Flask, player: FlaskClient, play: Play
) -> None:
    play(player, UNDECIDED)
    assert attempts(app) == []
    play(player, RIGHT)
    (attempt,) = attempts(app)
    assert (attempt.first, attempt.ending, attempt.revision) == (True, None, 1)


def test_what_is_undecided_fails_nothing(app: Flask, player: FlaskClient, play: Play) -> None:
    play(player, RIGHT)
    play(player, UNDECIDED)
    assert endings(app) == [None]


def test_a_refuted_move_fails_the_attempt_and_the_next_one_is_not_the_first(
    app: Flask, player: FlaskClient, play: Play
) -> None:
    play(player, WRONG)
    play(player, SOLVES)
    assert endings(app) == [AttemptEnding.FAILED, AttemptEnding.SOLVED]
    assert [attempt.first for attempt in attempts(app)] == [True, False]


def test_a_move_that_loses_at_once_fails_the_attempt(
    app: Flask, player: FlaskClient, play: Play
) -> None:
    serve_small(app, player)
    assert play(player, Outcome.LOST)["rated"] is True
    assert endings(app) == [AttemptEnding.FAILED]
    assert ratings(app)[0] < 1500


def test_a_line_that_the_site_did_not_play_solves_nothing(
    app: Flask, player: FlaskClient, play: Play
) -> None:
    for seal in (None, "", 7, "0" * 32, "ü"):
        play(player, SOLVES, line=["b1", "e5"], move="d5", seal=seal)
    assert attempts(app) == []


def test_the_sites_own_line_goes_on(app: Flask, player: FlaskClient, play: Play) -> None:
    steps = play(player, RIGHT)["steps"]
    assert isinstance(steps, list)
    line = [step["move"] for step in steps]
    assert "seal" not in steps[0]
    play(player, SOLVES, line=[line[0], "e5"], move="d5", seal=steps[1]["seal"])
    assert endings(app) == [None], "another line with this seal is not the site's"
    play(player, SOLVES, line=line, move="d5", seal=steps[1]["seal"])
    assert endings(app) == [AttemptEnding.SOLVED]


def test_what_an_address_shows_is_no_attempt(app: Flask, player: FlaskClient, play: Play) -> None:
    """A link, or the browser's back button, leads there: nobody played."""
    play(player, WRONG, move="b2", shown=True)
    assert endings(app) == []
    play(player, WRONG, move="b2")
    assert endings(app) == [AttemptEnding.FAILED]


def test_a_puzzle_that_was_picked_is_not_rated(
    app: Flask, player: FlaskClient, play: Play, small: str
) -> None:
    assert page_data(player, small)["rated"] is False
    found = play(player, SOLVES)
    assert (found["rated"], found["rating"]) == (False, None)
    assert ratings(app) == (1500, 1500)


def test_todays_puzzle_is_rated_when_it_is_played_on_the_first_page(
    app: Flask, player: FlaskClient, judge: ScriptedJudge
) -> None:
    app.extensions["judge"] = judge
    found = re.search(r'data-address="([^"]*)"', player.get("/").text)
    assert found
    Play(judge, found[1])(player, RIGHT, move="c2")
    assert [attempt.rating_before for attempt in attempts(app)] == [1500.0]


def test_a_page_says_beforehand_that_the_first_answer_counts(
    app: Flask, player: FlaskClient, play: Play, small: str
) -> None:
    note = "Rated: your first attempt counts."
    assert note in player.get("/").text
    assert page_data(player, "/")["rated"] is True
    assert note not in app.test_client().get("/").text
    assert page_data(app.test_client(), "/")["rated"] is False
    serve_small(app, player)
    assert note in player.get(small).text
    play(player, WRONG)
    assert note not in player.get(small).text


@pytest.mark.parametrize(("outcome", "score"), [(SOLVES, 1.0), (WRONG, 0.0)])
def test_a_puzzle_that_was_served_is_rated_once(
    app: Flask, player: FlaskClient, play: Play, small: str, outcome: Outcome, score: float
) -> None:
    serve_small(app, player)
    assert page_data(player, small)["rated"] is True
    found = play(player, outcome)
    expected = rate(NEWCOMER, [(UNRATED, score)]).rating
    assert found["rating"] == expected
    assert f"Your rating: 1500 → {expected:.0f}." in str(found["message"])
    assert ratings(app) == (expected, rate(UNRATED, [(NEWCOMER, 1 - score)]).rating)
    assert page_data(player, small)["rated"] is False
    play(player, SOLVES)
    assert ratings(app)[0] == expected, "served it still is, but it is not new"


def test_a_rated_attempt_stays_rated_when_the_page_is_left(
    app: Flask, player: FlaskClient, play: Play, small: str
) -> None:
    serve_small(app, player)
    play(player, RIGHT)
    send(player, "/sign-out")
    sign_in(player)
    assert page_data(player, small)["rated"] is True
    play(player, WRONG)
    assert ratings(app)[0] < 1500


def test_a_puzzle_stays_rated_when_another_page_serves_one(
    app: Flask, player: FlaskClient, small: str
) -> None:
    serve_small(app, player)
    with app.extensions["database"].sessions.begin() as session:
        session.execute(update(PuzzleRow).filter_by(slug="quarter").values(published=1))
    served = (player.get("/random").location for _ in range(100))
    assert any(address != small for address in served)
    assert page_data(player, small)["rated"] is True


@pytest.mark.parametrize("filters", ["q=Small", "author=Nobody", "collection=tests", "tag=one"])
def test_a_random_puzzle_of_a_name_is_not_rated(
    app: Flask, player: FlaskClient, small: str, filters: str
) -> None:
    with app.extensions["database"].sessions.begin() as session:
        session.execute(update(PuzzleRow).filter_by(slug="quarter").values(published=None))
        row = session.scalars(select(PuzzleRow).filter_by(slug="small")).one()
        row.tags = [Tag(name="one")]
    assert player.get(f"/random?{filters}").location == small
    assert page_data(player, small)["rated"] is False
    assert player.get("/random?size=6x6").location == small
    assert page_data(player, small)["rated"] is True


@pytest.mark.parametrize(("found", "tag"), [("cooked", "hard"), ("sound", "lesson")])
def test_a_random_puzzle_that_is_not_fair_is_not_rated(
    app: Flask, player: FlaskClient, small: str, found: str, tag: str
) -> None:
    with app.extensions["database"].sessions.begin() as session:
        row = session.scalars(select(PuzzleRow).filter_by(slug="small")).one()
        row.soundness, row.tags = Soundness(found), [Tag(name=tag)]
    assert player.get(f"/random?soundness={found}").location == small
    assert page_data(player, small)["rated"] is False


def test_an_analysis_ends_the_rating(app: Flask, player: FlaskClient, small: str) -> None:
    serve_small(app, player)
    assert page_data(player, small)["rated"] is True
    player.get(f"/analysis?puzzle={small[3:]}")
    assert page_data(player, small)["rated"] is False


def test_a_hint_ends_the_rating(app: Flask, player: FlaskClient, play: Play, small: str) -> None:
    serve_small(app, player)
    play(player, RIGHT)
    hint(app, HintLevel.GROUPS)
    assert page_data(player, small)["rated"] is False
    hint(app, HintLevel.PATCH)
    play(player, SOLVES)
    assert ratings(app) == (1500, 1500)
    (attempt,) = attempts(app)
    assert (attempt.hints, attempt.ending) == (2, AttemptEnding.SOLVED)


@pytest.mark.native
@pytest.mark.parametrize("question", ["verdict", "defences"])
def test_asking_the_solver_for_more_ends_the_rating(
    app: Flask, player: FlaskClient, play: Play, small: str, question: str
) -> None:
    serve_small(app, player)
    play(player, RIGHT)
    assert player.post(f"{small}/{question}", json={"line": []}).status_code == 200
    assert page_data(player, small)["rated"] is False
    play(player, SOLVES)
    assert ratings(app) == (1500, 1500)


@pytest.mark.parametrize("name", ["report", "report.json", "report.txt"])
def test_the_report_ends_the_rating(app: Flask, player: FlaskClient, small: str, name: str) -> None:
    serve_small(app, player)
    assert player.get(f"{small}/{name}").status_code == (200 if name == "report" else 404)
    assert page_data(player, small)["rated"] is True, "there is none yet"
    with app.extensions["database"].sessions.begin() as session:
        row = session.scalars(select(PuzzleRow).filter_by(slug="small")).one()
        keep_report(session, row.content_hash, record())
    assert player.get(f"{small}/{name}").status_code == 200
    assert page_data(player, small)["rated"] is False


@pytest.mark.native
def test_asking_the_solver_about_a_puzzle_that_is_not_rated_is_no_attempt(
    app: Flask, player: FlaskClient, small: str
) -> None:
    assert player.post(f"{small}/verdict", json={"line": []}).status_code == 200
    assert attempts(app) == []


def test_the_whole_line_gives_the_attempt_up(app: Flask, player: FlaskClient) -> None:
    serve_small(app, player)
    hint(app, HintLevel.LINE)
    assert endings(app) == [AttemptEnding.GIVEN_UP]
    assert ratings(app) == (1500, 1500)


def test_a_hint_that_gives_away_more_than_was_asked_counts_as_that(
    app: Flask, player: FlaskClient, small: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webapp.play.explain.hint", lambda *_: told_hint(HintLevel.LINE, "All."))
    player.post(f"{small}/hints", json={"line": [], "level": 1})
    assert endings(app) == [AttemptEnding.GIVEN_UP]


def hint(app: Flask, level: HintLevel) -> None:
    with app.test_request_context(), app.extensions["database"].sessions() as session:
        account = session.scalars(select(Account)).one()
        row = session.scalars(select(PuzzleRow).filter_by(slug="small")).one()
        hinted(session, account, row, level)


def test_a_new_text_ends_the_rating(
    app: Flask, player: FlaskClient, play: Play, small: str
) -> None:
    serve_small(app, player)
    play(player, RIGHT)
    with app.extensions["database"].sessions.begin() as session:
        session.execute(update(PuzzleRow).filter_by(slug="small").values(revision=2))
    assert page_data(player, small)["rated"] is False
    play(player, WRONG)
    assert ratings(app) == (1500, 1500)
    assert attempts(app)[0].revision == 2


def test_a_line_of_an_earlier_text_solves_nothing(
    app: Flask, player: FlaskClient, play: Play
) -> None:
    steps = play(player, RIGHT)["steps"]
    assert isinstance(steps, list)
    with app.extensions["database"].sessions.begin() as session:
        session.execute(update(PuzzleRow).filter_by(slug="small").values(content_hash="another"))
    line = [step["move"] for step in steps]
    play(player, SOLVES, line=line, move="d5", seal=steps[1]["seal"])
    assert endings(app) == [None]


def test_moves_at_the_same_moment_make_one_attempt_and_one_rating(
    app: Flask, player: FlaskClient, judge: ScriptedJudge, small: str
) -> None:
    serve_small(app, player)
    judge.outcome = WRONG
    app.extensions["judge"] = judge
    cookie = player.get_cookie("session")
    assert cookie is not None
    start = Barrier(6)

    def one() -> None:
        client = app.test_client()
        client.set_cookie("session", cookie.value)
        start.wait()
        client.post(f"{small}/moves", json={"line": [], "move": "b1"})

    threads = [Thread(target=one) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    rated = [attempt for attempt in attempts(app) if attempt.rating_after is not None]
    assert len([attempt for attempt in attempts(app) if attempt.first]) == 1
    assert len(rated) == 1
    assert ratings(app)[0] == rated[0].rating_after


def test_the_next_puzzle_is_new_and_near(app: Flask, player: FlaskClient, play: Play) -> None:
    quarter, small = (puzzle_address(player, name) for name in ("Quarter &lt;b&gt;", "Small"))
    play(player, SOLVES)
    assert {player.get("/next").location for _ in range(5)} == {quarter}
    assert {app.test_client().get("/next").location for _ in range(40)} == {quarter, small}
    serve_small(app, app.test_client())
    assert "You have tried every puzzle that can be rated." in player.get("/next").text


def test_a_draft_is_never_rated(app: Flask, player: FlaskClient, play: Play) -> None:
    serve_small(app, player)
    with app.extensions["database"].sessions.begin() as session:
        owner = session.scalars(select(Account)).one().id
        session.execute(update(Collection).values(owner_id=owner))
        session.execute(update(PuzzleRow).values(published=None))
    assert play(player, SOLVES)["rated"] is False


# -- pages --------------------------------------------------------------------------------


def test_a_puzzle_that_a_browser_handed_over_is_not_promised_a_rating(
    app: Flask, player: FlaskClient, small: str
) -> None:
    serve_small(app, player)
    assert page_data(player, small)["rated"] is True
    kept = {small.rpartition("/")[2]: "solved"}
    assert player.post("/progress", json=kept).get_json() == {"new": 1}
    assert page_data(player, small)["rated"] is False


def test_a_browser_hands_over_nothing_of_a_puzzle_that_is_hidden(
    app: Flask, player: FlaskClient, small: str
) -> None:
    with app.extensions["database"].sessions.begin() as session:
        session.execute(update(PuzzleRow).values(published=None))
    kept = {small.rpartition("/")[2]: "failed"}
    assert player.post("/progress", json=kept).get_json() == {"new": 0}
    assert [] == endings(app)


def test_the_list_to_try_again_holds_what_last_went_wrong(
    player: FlaskClient, play: Play, small: str
) -> None:
    assert "Nothing to try again" in player.get("/redo").text
    play(player, WRONG)
    assert f'href="{small}"' in player.get("/redo").text
    assert "redo_page.js" not in player.get("/redo").text, "the browser has no say in it"
    assert "Try 1 puzzle again" in player.get("/account").text
    play(player, RIGHT)
    assert f'href="{small}"' in player.get("/redo").text
    play(player, SOLVES)
    assert f'href="{small}"' not in player.get("/redo").text


def test_a_visitor_names_the_puzzles_to_try_again(client: FlaskClient, small: str) -> None:
    assert client.get("/redo").location == "/progress"
    text = client.get(f"/redo?p={small.rpartition('/')[2]}&p=nothing").text
    assert f'href="{small}"' in text
