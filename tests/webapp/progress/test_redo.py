"""What is to be tried again: by a plain walk over the attempts, and what it costs to find."""

import random
import sqlite3

import pytest
from flask.testing import FlaskClient
from sqlalchemy import insert, select, text
from sqlalchemy.orm import Session

from tests.webapp.people import sign_up
from tests.webapp.rows import collection_row, puzzle_row
from webapp.core.database import Database
from webapp.models import Account, Attempt, AttemptEnding, PuzzleRow
from webapp.progress import attempts

ENDINGS = [None, *AttemptEnding]
Tried = tuple[int, int, AttemptEnding | None]
"""An account, a puzzle, and how the attempt ended."""


def add_attempts(session: Session, tried: list[Tried]) -> None:
    plain = {"revision": 1, "first": False, "hints": 0, "started": 1, "ended": None}
    names = ("account_id", "puzzle_id", "ending")
    unrated = {"rating_before": None, "rating_after": None}
    rows = [dict(zip(names, each, strict=True)) | plain | unrated for each in tried]
    session.execute(insert(Attempt), rows)


def add_puzzles(session: Session, count: int) -> list[int]:
    """Add a collection in which every fifth puzzle is a draft of nobody; return their ids."""
    collection = collection_row("many")
    rows = [
        puzzle_row(collection, str(number), published=1 if number % 5 else None)
        for number in range(count)
    ]
    session.add(collection)
    session.flush()
    return [row.id for row in rows]


def expected(tried: list[Tried], account: int, seen: set[int]) -> set[int]:
    """Return the puzzles whose last ended attempt was no success."""
    last = {
        puzzle: ending for who, puzzle, ending in tried if who == account and ending is not None
    }
    return {puzzle for puzzle in seen & set(last) if last[puzzle] is not AttemptEnding.SOLVED}


@pytest.mark.parametrize("seed", range(10))
def test_the_last_ended_attempt_decides_what_is_tried_again(
    client: FlaskClient, database: Database, seed: int
) -> None:
    sign_up(client)
    sign_up(client.application.test_client(), "Another")
    rng = random.Random(seed)
    with database.sessions() as session:
        puzzles = add_puzzles(session, 20)
        accounts = session.scalars(select(Account)).all()
        tried = [
            (rng.choice(accounts).id, rng.choice(puzzles), rng.choice(ENDINGS))
            for _ in range(rng.choice([10, 60, 200]))
        ]
        add_attempts(session, tried)
        seen = set(session.scalars(select(PuzzleRow.id).where(PuzzleRow.published.is_not(None))))
        for account in accounts:
            found = session.scalars(select(PuzzleRow.id).where(attempts.redo(account))).all()
            assert expected(tried, account.id, seen) == set(found)
            assert len(found) == len(set(found))


def steps(session: Session, account: Account) -> int:
    """Return how many hundreds of SQLite's steps it takes to find what is to be tried again."""
    counted = list[None]()
    connection = session.connection().connection.driver_connection
    assert isinstance(connection, sqlite3.Connection)
    connection.set_progress_handler(lambda: counted.append(None), 100)
    session.scalars(select(PuzzleRow.id).where(attempts.redo(account))).all()
    connection.set_progress_handler(None, 0)
    return len(counted)


def test_finding_them_grows_with_the_attempts_and_not_with_their_square(
    client: FlaskClient, database: Database
) -> None:
    if database.engine.dialect.name != "sqlite":
        pytest.skip("only SQLite counts its steps")
    sign_up(client)
    with database.sessions() as session:
        puzzles = add_puzzles(session, 400)
        account = session.scalars(select(Account)).one()
        # SQLite takes this index or that of the accounts, as they happen to be in its file.
        session.execute(text("DROP INDEX ix_attempt_puzzle_id"))
        found = []
        for half in (puzzles[:200], puzzles[200:]):
            tried: list[Tried] = [(account.id, puzzle, AttemptEnding.FAILED) for puzzle in half]
            add_attempts(session, tried)
            found.append(steps(session, account))
    assert found[1] < 3 * found[0]
