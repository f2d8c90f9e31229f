"""The calendar of daily puzzles."""

import re
from datetime import timedelta

from flask.testing import FlaskClient
from sqlalchemy import select

from tests.webapp.people import sign_up
from webapp.catalog.daily_puzzle import daily_puzzle, today
from webapp.catalog.daily_views import WEEKS
from webapp.core.database import Database
from webapp.models import Account, AttemptEnding, DailyPuzzle, PuzzleRow
from webapp.progress import attempts


def days(text: str) -> int:
    return text.partition('class="calendar"')[2].count("<li")


def test_the_calendar_shows_the_puzzle_of_each_day(client: FlaskClient, database: Database) -> None:
    client.get("/daily")
    with database.sessions.begin() as session:
        row = session.scalars(select(PuzzleRow).filter_by(slug="small")).one()
        for back in (1, 7 * WEEKS):
            session.merge(DailyPuzzle(day=today() - timedelta(days=back), puzzle_id=row.id))
    text = client.get("/daily/archive").text
    assert days(text) == 7 * (WEEKS - 1) + today().weekday() + 1
    assert f"{today()}: " in text
    assert f"{today() - timedelta(days=1)}: Small" in text
    assert f"{today() - timedelta(days=7 * WEEKS)}: Small" not in text, "it is too long ago"
    assert "data-earlier" in text
    assert f"Puzzle of {today()}" in client.get(str(client.get("/daily").location)).text


def test_what_an_account_has_solved_is_filled(client: FlaskClient, database: Database) -> None:
    address = client.get("/daily").location
    sign_up(client)
    text = client.get("/daily/archive").text
    assert 'class="solved"' not in text
    assert "data-earlier" not in text
    with database.sessions.begin() as session:
        account = session.scalars(select(Account)).one()
        found = {str(address).rpartition("/")[2]: AttemptEnding.SOLVED}
        attempts.merge(session, account, found)
    assert len(re.findall('class="solved"', client.get("/daily/archive").text)) == 1


def test_a_withdrawn_puzzle_leaves_the_calendar_and_the_day_has_another(
    client: FlaskClient, database: Database
) -> None:
    address = str(client.get("/daily").location)
    with database.sessions.begin() as session:
        public_id = address.rpartition("/")[2]
        session.scalars(select(PuzzleRow).filter_by(public_id=public_id)).one().published = None
    assert address not in client.get("/daily/archive").text
    with database.sessions() as session:
        other = daily_puzzle(session, today())
        assert other is not None
        assert other.public_id != public_id
