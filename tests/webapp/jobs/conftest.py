"""What tests of jobs begin with: a database, a session of it, and a queue."""

from collections.abc import Iterator

import pytest
from sqlalchemy.orm import Session

from webapp.core.database import Database
from webapp.jobs import Queue


@pytest.fixture
def database(prepared: str) -> Iterator[Database]:
    database = Database(prepared)
    yield database
    database.engine.dispose()


@pytest.fixture
def session(database: Database) -> Iterator[Session]:
    with database.sessions() as session:
        yield session


@pytest.fixture
def queue(queue_place: str) -> Queue:
    return Queue(queue_place)
