"""Moves of one account that are judged at the same moment."""

from threading import Thread

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event

from tests.webapp.conftest import Play
from tests.webapp.playing import RIGHT, SOLVES, WRONG, attempts, ratings, serve_small
from webapp.models import AttemptEnding


def test_an_attempt_that_another_move_ends_meanwhile_is_rated_once(
    app: Flask, player: FlaskClient, play: Play
) -> None:
    serve_small(app, player)
    play(player, RIGHT)
    cookie = player.get_cookie("session")
    assert cookie is not None
    other = app.test_client()
    other.set_cookie("session", cookie.value)

    def solve(*_: object) -> None:
        thread = Thread(target=play, args=(other, SOLVES))
        thread.start()
        thread.join()

    # The move has found the attempt open, and has not ended it yet.
    event.listen(app.extensions["database"].sessions, "after_commit", solve, once=True)
    play(player, WRONG)
    (attempt,) = attempts(app)
    assert attempt.ending is AttemptEnding.SOLVED
    assert ratings(app)[0] == attempt.rating_after
    assert ratings(app)[0] > 1500
