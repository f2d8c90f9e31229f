"""What strangers may see of a check, and do to it."""

from flask import Flask
from flask.testing import FlaskClient

from solver.files import puzzle_to_sgf
from tests.webapp.conftest import SMALL
from tests.webapp.editor.test_collections import save
from tests.webapp.people import sign_up


def test_a_check_of_an_account_is_cancelled_by_no_other(app: Flask, player: FlaskClient) -> None:
    job = player.post("/jobs", data={"sgf": puzzle_to_sgf(SMALL)}).location
    visitor, stranger = app.test_client(), app.test_client()
    sign_up(stranger, "Stranger")
    for other in (visitor, stranger):
        assert "Cancel</button>" not in other.get(job).text
        assert other.post(f"{job}/cancel").status_code == 404
    assert "Cancel</button>" in player.get(job).text
    assert player.post(f"{job}/cancel").status_code == 303


def test_a_check_tells_nobody_of_a_draft_of_others(app: Flask, player: FlaskClient) -> None:
    draft = save(player, "One")
    job = player.post("/jobs", data={"puzzle": draft}).location
    stranger = app.test_client()
    sign_up(stranger, "Stranger")
    assert draft in player.get(job).text
    for other in (app.test_client(), stranger):
        assert draft not in other.get(job).text
