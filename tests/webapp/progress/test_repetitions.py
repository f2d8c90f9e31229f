"""Failed puzzles come back after days, more of them with each success, and are never rated."""

import re
import time
from datetime import UTC, date, datetime

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select, update

from solver.answers import Outcome
from tests.webapp.conftest import Play, puzzle_address
from tests.webapp.people import PASSWORD, send, sign_up
from webapp.models import Account, Attempt, PuzzleRow, Repetition

DAY = 24 * 3600
NOON = int(datetime(2026, 3, 1, 12, tzinfo=UTC).timestamp())


class Clock:
    """The time of day at which everything happens."""

    def __init__(self) -> None:
        self.now = float(NOON)

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock that a test sets; it begins at noon of 1 March 2026, UTC."""
    found = Clock()
    monkeypatch.setattr(time, "time", found)
    return found


@pytest.fixture
def player(clock: Clock, client: FlaskClient) -> FlaskClient:
    """Somebody who signed up at noon."""
    assert clock.now == NOON
    sign_up(client)
    return client


def repetitions(app: Flask) -> list[Repetition]:
    with app.extensions["database"].sessions() as session:
        return list(session.scalars(select(Repetition)))


def day_of(found: Repetition) -> date:
    return datetime.fromtimestamp(found.due, UTC).date()


def is_due(client: FlaskClient, address: str) -> bool:
    """Return whether `/repeat` leads to a puzzle; else it must say that there is nothing."""
    response = client.get("/repeat")
    if response.status_code == 302:
        assert response.headers["Location"].endswith(f"{address}?repeat=1")
        assert "Repeat: 1 due today" in client.get("/account").text
        return True
    assert "Nothing to repeat today" in response.text
    assert "due today" not in client.get("/account").text
    return False


def test_a_failed_puzzle_comes_back_the_next_day(
    app: Flask, player: FlaskClient, play: Play, clock: Clock
) -> None:
    assert not is_due(player, play.address)
    play(player, Outcome.LOSES)
    assert not is_due(player, play.address)
    assert "comes back on 2026-03-02" in player.get("/repeat").text
    clock.now = NOON + DAY / 2 - 1  # a second before midnight
    assert not is_due(player, play.address)
    clock.now += 1
    assert is_due(player, play.address)
    assert [date(2026, 3, 2)] == [day_of(found) for found in repetitions(app)]


def test_a_puzzle_that_was_solved_at_once_does_not_come_back(
    app: Flask, player: FlaskClient, play: Play, clock: Clock
) -> None:
    play(player, Outcome.MET)
    clock.now += 30 * DAY
    assert not is_due(player, play.address)
    assert [] == repetitions(app)


def test_each_success_makes_the_time_longer_and_a_failure_short_again(
    app: Flask, player: FlaskClient, play: Play, clock: Clock
) -> None:
    play(player, Outcome.LOSES)
    gaps = list[int]()
    for outcome in (Outcome.MET, Outcome.MET, Outcome.MET, Outcome.LOSES):
        (found,) = repetitions(app)
        clock.now = found.due
        assert is_due(player, play.address)
        play(player, outcome)
        assert not is_due(player, play.address)
        (found,) = repetitions(app)
        gaps.append((found.due - found.reviewed) // DAY)
    assert 1 < gaps[0] < gaps[1] < gaps[2]
    assert gaps[3] < gaps[1]


def test_a_success_before_the_day_changes_nothing(
    app: Flask, player: FlaskClient, play: Play
) -> None:
    play(player, Outcome.LOSES)
    (before,) = repetitions(app)
    play(player, Outcome.MET)
    (after,) = repetitions(app)
    assert (before.due, before.stability) == (after.due, after.stability)


def test_a_success_on_the_morning_of_the_day_counts(
    player: FlaskClient, play: Play, clock: Clock
) -> None:
    play(player, Outcome.LOSES)
    clock.now = NOON + DAY / 2
    assert is_due(player, play.address)
    play(player, Outcome.MET)
    assert not is_due(player, play.address)


def test_a_success_with_a_hint_counts_for_less(
    app: Flask, player: FlaskClient, play: Play, clock: Clock
) -> None:
    other = app.test_client()
    sign_up(other, "Other")
    for client in (player, other):
        play(client, Outcome.LOSES)
    clock.now += DAY
    response = other.post(f"{play.address}/hints", json={"line": [], "level": 1})
    assert response.status_code == 200, response.text
    for client in (player, other):
        play(client, Outcome.MET)
    alone, hinted = sorted(repetitions(app), key=lambda found: found.account_id)
    assert hinted.stability < alone.stability
    assert hinted.due <= alone.due


def test_a_repetition_is_never_rated(
    app: Flask, player: FlaskClient, play: Play, clock: Clock
) -> None:
    play(player, Outcome.LOSES)
    with app.extensions["database"].sessions() as session:
        before = session.scalars(select(Account)).one().rating
        puzzle = session.scalars(select(PuzzleRow).filter_by(slug="small")).one().rating
    player.get("/daily")  # so that the site chose a puzzle, too
    clock.now += DAY
    assert player.get("/repeat").status_code == 302
    found = play(player, Outcome.MET)
    assert not found.get("rated")
    with app.extensions["database"].sessions() as session:
        assert before == session.scalars(select(Account)).one().rating
        assert puzzle == session.scalars(select(PuzzleRow).filter_by(slug="small")).one().rating
        assert all(each.rating_after is None for each in session.scalars(select(Attempt)))


def test_a_puzzle_that_is_hidden_does_not_come_back(
    app: Flask, player: FlaskClient, play: Play, clock: Clock
) -> None:
    play(player, Outcome.LOSES)
    with app.extensions["database"].sessions.begin() as session:
        session.execute(update(PuzzleRow).values(published=None))
    clock.now += DAY
    assert not is_due(player, play.address)


def test_what_others_failed_does_not_come_back_to_me(
    app: Flask, player: FlaskClient, play: Play, clock: Clock
) -> None:
    play(player, Outcome.LOSES)
    other = app.test_client()
    sign_up(other, "Other")
    clock.now += DAY
    assert not is_due(other, play.address)
    assert is_due(player, play.address)


def onward(client: FlaskClient, address: str) -> set[str]:
    """Return where the two links to the next puzzle lead."""
    return set(re.findall(r'id="(?:next|onward)"[^>]* href="([^"]*)"', client.get(address).text))


def test_the_next_puzzle_of_a_repetition_is_another_one(
    player: FlaskClient, play: Play, clock: Clock
) -> None:
    play(player, Outcome.LOSES)
    clock.now += DAY
    found = player.get("/repeat?view=transposed").location
    assert found == f"{play.address}?repeat=1&view=transposed"
    (following,) = onward(player, found)
    play(player, Outcome.MET)
    assert "Nothing to repeat today" in player.get(following).text
    assert following not in onward(player, play.address), "it was chosen by itself"
    send(player, "/sign-out")
    assert following not in onward(player, found), "a visitor has none"


def test_a_repetition_that_is_left_out_comes_after_the_others(
    player: FlaskClient, play: Play, clock: Clock
) -> None:
    quarter = puzzle_address(player, "Quarter &lt;b&gt;")
    both = {address.rpartition("/")[2]: "failed" for address in (play.address, quarter)}
    player.post("/progress", json=both)
    clock.now += DAY
    address, seen = "/repeat", list[str]()
    for _ in range(3):
        seen.append(player.get(address).location)
        (address,) = onward(player, seen[-1])
    assert seen[0] == seen[2]
    assert {f"{each}?repeat=1" for each in (play.address, quarter)} == set(seen)
    play(player, Outcome.MET)
    assert player.get(address).location == f"{quarter}?repeat=1"


def test_what_a_browser_hands_over_as_failed_comes_back_the_next_day(
    app: Flask, player: FlaskClient, play: Play, clock: Clock
) -> None:
    kept = {play.address.rpartition("/")[2]: "failed"}
    for new in (1, 0):
        assert player.post("/progress", json=kept).get_json() == {"new": new}
    (handed,) = repetitions(app)
    other = app.test_client()
    sign_up(other, "Other")
    play(other, Outcome.LOSES)
    (_, played) = sorted(repetitions(app), key=lambda found: found.account_id)
    as_played = (played.due, played.reviewed, played.stability, played.difficulty)
    assert as_played == (handed.due, handed.reviewed, handed.stability, handed.difficulty)
    assert not is_due(player, play.address)
    clock.now += DAY
    assert is_due(player, play.address)


def test_what_a_browser_hands_over_as_failed_comes_back_where_the_account_had_solved_it(
    app: Flask, player: FlaskClient, play: Play
) -> None:
    play(player, Outcome.MET)
    kept = {play.address.rpartition("/")[2]: "failed"}
    for new in (1, 0):
        assert player.post("/progress", json=kept).get_json() == {"new": new}
    assert [date(2026, 3, 2)] == [day_of(found) for found in repetitions(app)]
    assert f'href="{play.address}"' not in player.get("/redo").text
    assert "1 solved of 1 tried" in player.get("/account").text


def test_what_a_browser_hands_over_changes_nothing_where_the_account_had_failed(
    app: Flask, player: FlaskClient, play: Play, clock: Clock
) -> None:
    play(player, Outcome.LOSES)
    (before,) = repetitions(app)
    clock.now += DAY
    public_id = play.address.rpartition("/")[2]
    for ending in ("failed", "solved"):
        player.post("/progress", json={public_id: ending})
    (after,) = repetitions(app)
    assert (before.due, before.reviewed) == (after.due, after.reviewed)
    assert is_due(player, play.address), "when it was solved, nobody knows"


def test_a_visitor_is_asked_to_sign_in(client: FlaskClient) -> None:
    response = client.get("/repeat")
    assert response.status_code == 302
    assert "sign-in" in response.headers["Location"]


def test_an_account_takes_its_repetitions_along(
    app: Flask, player: FlaskClient, play: Play
) -> None:
    play(player, Outcome.LOSES)
    (kept,) = player.get("/account/data").get_json()["repetitions"]
    assert kept["puzzle"] == play.address.rpartition("/")[2]
    assert kept["reviewed"] == NOON
    send(player, "/account/delete", password=PASSWORD, published="keep")
    assert [] == repetitions(app)
