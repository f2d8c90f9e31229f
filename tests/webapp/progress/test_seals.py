"""Seals: which lines count as played by the site."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from solver.answers import Outcome
from tests.webapp.conftest import Play
from tests.webapp.playing import SOLVES, UNDECIDED, WRONG
from tests.webapp.rows import collection_row, puzzle_row
from webapp.progress.attempts import seal, sealed

LINE = ["b1", "d4"]


def test_who_does_not_know_the_sites_secret_seals_nothing(app: Flask) -> None:
    row = puzzle_row(collection_row("some"), "puzzle")
    with app.app_context():
        app.config["SECRET_KEY"] = "a guess"
        forged = seal(row, LINE)
        assert sealed(row, LINE, forged)
        app.config["SECRET_KEY"] = "the secret"
        assert not sealed(row, LINE, forged)


def test_a_seal_holds_for_no_copy_of_the_puzzle(app: Flask) -> None:
    row, copy = (puzzle_row(collection_row("some"), name) for name in ("puzzle", "copy"))
    assert row.content_hash == copy.content_hash
    with app.app_context():
        assert sealed(row, LINE, seal(row, LINE))
        assert not sealed(copy, LINE, seal(row, LINE))


@pytest.mark.parametrize("outcome", [WRONG, UNDECIDED, SOLVES])
def test_only_a_line_that_goes_on_to_win_is_sealed(
    player: FlaskClient, play: Play, outcome: Outcome
) -> None:
    assert "seal" not in str(play(player, outcome))
