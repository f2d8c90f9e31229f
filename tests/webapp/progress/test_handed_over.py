"""What a browser keeps without an account, and hands over to one."""

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event
from sqlalchemy.exc import IntegrityError

from solver.answers import Outcome
from tests.webapp.conftest import Play, puzzle_address
from tests.webapp.people import sign_up
from tests.webapp.playing import RIGHT, WRONG, attempts, endings, meanwhile, ratings, serve_small
from webapp import create_app
from webapp.models import AttemptEnding


def test_a_browsers_progress_is_merged_and_never_rated(
    app: Flask, player: FlaskClient, play: Play, small: str
) -> None:
    public_id = small.rpartition("/")[2]
    serve_small(app, player)
    kept = {public_id: "solved", "nothing": "solved", "other": ["x"]}
    assert player.post("/progress", json=kept).get_json() == {"new": 1}
    assert player.post("/progress", json={public_id: "solved"}).get_json() == {"new": 0}
    play(player, WRONG)
    assert endings(app) == [AttemptEnding.SOLVED, AttemptEnding.FAILED]
    assert [None, None] == [attempt.rating_before for attempt in attempts(app)]
    assert ratings(app) == (1500, 1500)


def test_what_a_browser_hands_over_as_solved_does_not_come_back(
    player: FlaskClient, small: str
) -> None:
    assert player.post("/progress", json={small[3:]: "solved"}).get_json() == {"new": 1}
    assert [] == player.get("/account/data").get_json()["repetitions"]


@pytest.mark.parametrize(("tried", "comes_back"), [(WRONG, 0), (RIGHT, 1)])
def test_what_a_visitor_solved_is_merged_where_the_account_had_tried(
    app: Flask, player: FlaskClient, play: Play, small: str, tried: Outcome, comes_back: int
) -> None:
    public_id = small.rpartition("/")[2]
    serve_small(app, player)
    play(player, tried)
    before = ratings(app)
    failed = player.post("/progress", json={public_id: "failed"})
    assert failed.get_json() == {"new": comes_back}
    assert player.post("/progress", json={public_id: "solved"}).get_json() == {"new": 1}
    assert player.post("/progress", json={public_id: "solved"}).get_json() == {"new": 0}
    assert [attempt.first for attempt in attempts(app)] == [True, False]
    assert endings(app)[1:] == [AttemptEnding.SOLVED]
    assert ratings(app) == before
    assert "1 solved of 1 tried" in player.get("/account").text
    assert f'href="{small}"' not in player.get("/redo").text


def test_progress_that_is_handed_over_while_a_move_is_judged_is_kept(
    app: Flask, player: FlaskClient, play: Play, small: str
) -> None:
    quarter = puzzle_address(player, "Quarter &lt;b&gt;")
    move = meanwhile(app, player, play, RIGHT)
    # The site has read which attempts there are, and has kept none yet.
    event.listen(app.extensions["database"].sessions, "before_flush", move, once=True)
    kept = {address.rpartition("/")[2]: "solved" for address in (small, quarter)}
    assert player.post("/progress", json=kept).get_json() == {"new": 2}
    assert endings(app) == [None, AttemptEnding.SOLVED, AttemptEnding.SOLVED]
    assert [attempt.first for attempt in attempts(app)].count(True) == 2


def test_a_browser_is_told_when_its_progress_could_not_be_kept(
    app: Flask, player: FlaskClient, small: str
) -> None:
    def clash(*_: object) -> None:
        raise IntegrityError("", None, Exception())

    event.listen(app.extensions["database"].sessions, "before_flush", clash)
    answer = player.post("/progress", json={small.rpartition("/")[2]: "solved"})
    assert answer.status_code == 409


def test_all_at_an_address_can_hand_over_some_thousand_puzzles(config: dict[str, object]) -> None:
    client = create_app(config | {"RATELIMIT_ENABLED": True}).test_client()
    sign_up(client)
    assert {200} == {client.post("/progress", json={}).status_code for _ in range(50)}


@pytest.mark.parametrize("body", [[], "x", 5, {str(number): "solved" for number in range(1001)}])
def test_progress_of_another_shape_is_refused(player: FlaskClient, body: object) -> None:
    assert player.post("/progress", json=body).status_code == 400


def test_a_visitors_progress_has_a_page(client: FlaskClient) -> None:
    assert "kept in this browser" in client.get("/progress").text
    assert client.post("/progress", json={}).status_code == 401
