"""Ratings: idle days make them vaguer, a report gives a puzzle its first one, a clone ends one."""

import time
from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select, update

from solver.files import puzzle_text
from solver.game import Move, parse_hole
from tests.webapp.conftest import SMALL, Play, puzzle_address
from tests.webapp.core.test_pages import page_data
from tests.webapp.people import PASSWORD, send, sign_up
from tests.webapp.playing import SOLVES, WRONG, ratings, serve_small
from tests.webapp.rows import collection_row, puzzle_row
from webapp.catalog.puzzle_texts import revise
from webapp.models import Account, Attempt, PuzzleRow
from webapp.progress.glicko import NEWCOMER, UNRATED, Rating, rate, rested
from webapp.progress.rated_attempts import rating_now
from webapp.reports.report_store import keep_report


def rest(app: Flask, days: float) -> None:
    """Let all attempts have ended so much earlier."""
    with app.extensions["database"].sessions.begin() as session:
        earlier = round(days * 24 * 3600)
        session.execute(update(Attempt).values(ended=Attempt.ended - earlier))
        for table in (Account, PuzzleRow):
            session.execute(update(table).values(rated=table.rated - earlier))


@pytest.mark.parametrize(("days", "periods"), [(0, 0), (0.9, 0), (1, 1), (400.5, 400)])
def test_both_ratings_get_vaguer_while_nothing_is_rated(
    app: Flask, player: FlaskClient, play: Play, days: float, periods: int
) -> None:
    quarter = puzzle_address(player, "Quarter &lt;b&gt;")
    serve_small(app, player)
    play(player, SOLVES)
    solver, puzzle = rate(NEWCOMER, [(UNRATED, 1.0)]), rate(UNRATED, [(NEWCOMER, 0.0)])
    rest(app, days)
    vague = rested(solver, periods)
    assert f"plus or minus {2 * vague.deviation:.0f}" in player.get("/account").text

    # The puzzle, tried by somebody else.
    other = app.test_client()
    sign_up(other, "Other")
    assert other.get("/next").status_code == 302
    play(other, WRONG)
    with app.extensions["database"].sessions() as session:
        row = session.scalars(select(PuzzleRow).filter_by(slug="small")).one()
        after = rate(rested(puzzle, periods), [(NEWCOMER, 1.0)])
        assert (row.rating, row.deviation) == pytest.approx(after[:2])

    # The account, with another puzzle.
    with app.extensions["database"].sessions.begin() as session:
        session.execute(update(PuzzleRow).filter_by(slug="quarter").values(published=1))
    assert player.get("/next").location == quarter
    Play(play.judge, quarter)(player, WRONG, move="a4")
    with app.extensions["database"].sessions() as session:
        account = session.scalars(select(Account).filter_by(name="Newcomer")).one()
        after = rate(vague, [(UNRATED, 0.0)])
        assert (account.rating, account.deviation) == pytest.approx(after[:2])


def test_idle_days_count_once_when_the_last_solver_is_deleted(
    app: Flask, player: FlaskClient, play: Play
) -> None:
    others = [app.test_client(), app.test_client()]
    serve_small(app, player)
    play(player, SOLVES)
    rest(app, 400)
    for name, other in zip(("Other", "Third"), others, strict=True):
        sign_up(other, name)
        serve_small(app, other)
    play(others[0], WRONG)

    def puzzle() -> Rating:
        with app.extensions["database"].sessions() as session:
            row = session.scalars(select(PuzzleRow).filter_by(slug="small")).one()
            return Rating(row.rating, row.deviation, row.volatility)

    before = puzzle()
    send(others[0], "/account/delete", password=PASSWORD, published="keep")
    play(others[1], WRONG)
    assert tuple(puzzle()) == pytest.approx(tuple(rate(before, [(NEWCOMER, 1.0)])))


def test_a_visitor_who_trains_gets_one_puzzle_after_the_other(app: Flask) -> None:
    visitor = app.test_client()
    small = puzzle_address(visitor, "Small")
    with app.extensions["database"].sessions.begin() as session:
        session.execute(update(PuzzleRow).filter_by(slug="quarter").values(published=None))
    visitor.get("/random")
    assert 'href="/next"' not in visitor.get(small).text, "chance chose it, not the training"
    assert visitor.get("/next").location == small
    page = visitor.get(small).text
    assert 'id="onward" href="/next"' in page
    assert 'id="next" rel="next" href="/next"' in page
    assert "rated puzzle" not in page
    assert 'id="rated"' not in page


def test_a_visitor_trains_on_what_he_did_not_have_yet(app: Flask) -> None:
    for _ in range(10):
        visitor = app.test_client()
        assert len({visitor.get("/next").location for _ in range(2)}) == 2
        assert visitor.get("/next").status_code == 302, "it goes on when he has had all"


def test_a_visitor_gets_none_of_his_last_ten_again(app: Flask) -> None:
    with app.extensions["database"].sessions.begin() as session:
        more = collection_row("more")
        for number in range(10):
            puzzle_row(more, f"{number}")
        session.add(more)
    visitor = app.test_client()
    assert len({visitor.get("/next").location for _ in range(11)}) == 11


def test_nobody_has_tried_what_is_not_there(app: Flask, player: FlaskClient) -> None:
    with app.extensions["database"].sessions.begin() as session:
        session.execute(update(PuzzleRow).values(published=None))
    for anybody in (app.test_client(), player):
        page = anybody.get("/next").text
        assert "There is no puzzle to train with here yet." in page
        assert "tried" not in page


def test_training_is_promised_as_it_is(app: Flask, player: FlaskClient) -> None:
    assert "One puzzle after the other, about as strong as you are." in player.get("/").text
    visitors = app.test_client().get("/").text
    assert "One easy puzzle after the other. With an account they get as strong as you" in visitors


def test_after_a_rated_puzzle_comes_a_rated_one(
    app: Flask, player: FlaskClient, play: Play, small: str
) -> None:
    onward = 'id="onward" data-rated href="/next"'
    assert onward not in player.get(small).text
    serve_small(app, player)
    assert onward in player.get(small).text
    play(player, WRONG)
    assert onward in player.get(small).text, "also when the page is loaded again after the end"
    assert onward not in app.test_client().get(small).text


def test_a_new_text_of_a_puzzle_starts_without_its_idle_time(
    app: Flask, player: FlaskClient, play: Play
) -> None:
    serve_small(app, player)
    play(player, SOLVES)
    rest(app, 100)
    with app.extensions["database"].sessions() as session:
        row = session.scalars(select(PuzzleRow).filter_by(slug="small")).one()
        revise(row, row.sgf, SMALL)
        row.deviation = 250.0
        assert rating_now(row, time.time()).deviation == 250.0


def test_a_report_gives_an_untried_puzzle_its_first_rating(
    app: Flask, player: FlaskClient, play: Play
) -> None:
    def report(difficulty: int) -> float:
        with app.extensions["database"].sessions.begin() as session:
            row = session.scalars(select(PuzzleRow).filter_by(slug="small")).one()
            keep_report(
                session,
                row.content_hash,
                {"verdict": "sound", "pegs": 2, "difficulty": difficulty},
            )
            rating: float = row.rating
            return rating

    assert report(20) == 1200
    assert report(30) == 1300
    serve_small(app, player)
    play(player, WRONG)
    assert report(90) == ratings(app)[1] > 1300
    assert "<td>80 to 100</td><td>0</td><td>1</td>" in player.get("/account").text


def test_a_report_leaves_a_rated_puzzle_its_rating(
    app: Flask, player: FlaskClient, play: Play
) -> None:
    serve_small(app, player)
    play(player, WRONG)
    before = ratings(app)
    with app.extensions["database"].sessions.begin() as session:
        row = session.scalars(select(PuzzleRow).filter_by(slug="small")).one()
        keep_report(session, row.content_hash, {"verdict": "sound", "pegs": 3, "difficulty": 90.0})
    assert before == ratings(app)


def test_a_clone_in_the_editor_shows_the_key_and_ends_the_rating(
    app: Flask, player: FlaskClient, small: str
) -> None:
    clone = f"/draw?from={small.removeprefix('/p/')}"
    serve_small(app, player)
    assert player.get(clone).status_code == 200
    assert page_data(player, small)["rated"] is True, "it has no key"
    with app.extensions["database"].sessions.begin() as session:
        row = session.scalars(select(PuzzleRow).filter_by(slug="small")).one()
        keyed = replace(SMALL, keys=(Move(parse_hole("d1")),))
        revise(row, puzzle_text(keyed), keyed)
    assert "(shows the solution, which ends the rating)" in player.get(small).text
    assert player.get(clone).status_code == 200
    assert page_data(player, small)["rated"] is False
    assert "(shows the solution)" in player.get(small).text
