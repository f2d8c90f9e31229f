"""Moves of one account that are judged at the same moment."""

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event

from tests.webapp.conftest import Play
from tests.webapp.playing import (
    RIGHT,
    SOLVES,
    WRONG,
    attempts,
    endings,
    meanwhile,
    ratings,
    serve_small,
)
from webapp.models import AttemptEnding


def test_an_attempt_that_another_move_ends_meanwhile_is_rated_once(
    app: Flask, player: FlaskClient, play: Play
) -> None:
    serve_small(app, player)
    play(player, RIGHT)
    # The move has found the attempt open, and has not ended it yet.
    solve = meanwhile(app, player, play, SOLVES)
    event.listen(app.extensions["database"].sessions, "after_commit", solve, once=True)
    play(player, WRONG)
    (attempt,) = attempts(app)
    assert attempt.ending is AttemptEnding.SOLVED
    assert ratings(app)[0] == attempt.rating_after
    assert ratings(app)[0] > 1500


def test_failures_at_the_same_moment_bring_a_puzzle_back_once(
    app: Flask, player: FlaskClient, play: Play
) -> None:
    play(player, RIGHT)
    # The attempt has ended, and when the puzzle comes back is not kept yet.
    fail = meanwhile(app, player, play, WRONG)
    event.listen(app.extensions["database"].sessions, "before_flush", fail, once=True)
    play(player, WRONG)
    assert endings(app) == [AttemptEnding.FAILED, AttemptEnding.FAILED]
    assert len(player.get("/account/data").get_json()["repetitions"]) == 1
