"""The calendar of daily puzzles."""

import random
import re
from datetime import timedelta

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from tests.webapp.people import sign_up
from tests.webapp.queries import queries
from tests.webapp.rows import collection_row, puzzle_row
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


@pytest.mark.parametrize("seed", range(5))
def test_of_what_an_account_has_solved_only_those_days_are_read(
    client: FlaskClient, database: Database, seed: int
) -> None:
    sign_up(client)
    rng = random.Random(seed)
    with database.sessions.begin() as session:
        account = session.scalars(select(Account)).one()
        collection = collection_row("many")
        rows = [puzzle_row(collection, f"n{number}") for number in range(300)]
        session.add(collection)
        session.flush()
        chosen = {back: rng.choice(rows) for back in range(1, 40)}
        for back, row in chosen.items():
            session.add(DailyPuzzle(day=today() - timedelta(days=back), puzzle_id=row.id))
        solved = rng.sample(rows, 200)
        attempts.merge(session, account, {row.public_id: AttemptEnding.SOLVED for row in solved})
        expected = {back: row in solved for back, row in chosen.items()}
    with queries(database) as asked:
        text = client.get("/daily/archive").text
    found = {
        back: ", solved"
        in text.partition(f"{today() - timedelta(days=back)}: ")[2].split("</a>")[0]
        for back in chosen
    }
    assert expected == found
    with database.engine.connect() as connection:
        read = [len(connection.exec_driver_sql(*each).all()) for each in asked]
    assert max(read) <= 7 * WEEKS


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
