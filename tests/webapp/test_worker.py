"""What the job worker says of itself."""

import logging
from pathlib import Path
from typing import Any, cast

import pytest

from webapp import worker
from webapp.core.database import Database
from webapp.jobs import Queue


class _EndError(Exception):
    """Ends a loop that has no end."""


class _QuietQueue:
    answers = empty = True


def rounds(database: Database, monkeypatch: pytest.MonkeyPatch, *between: Any) -> None:
    """Let the worker look after the jobs, and do something after each round."""
    waits = iter(between)

    def wait(_: float) -> None:
        try:
            next(waits)()
        except StopIteration:
            raise _EndError from None

    monkeypatch.setattr("webapp.worker.time.sleep", wait)
    with pytest.raises(_EndError):
        worker._tend(database, cast(Queue, _QuietQueue()), 30)


def nothing() -> None:
    """Change nothing."""


@pytest.fixture
def database(tmp_path: Path) -> Database:
    return Database(f"sqlite:///{tmp_path / 'new.sqlite'}")


def test_that_there_are_no_tables_is_said_once_in_a_line(
    database: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    rounds(database, monkeypatch, nothing, nothing)
    (said,) = [each for each in caplog.records if each.name == "webapp.worker"]
    assert "run python -m webapp.prepare" in said.getMessage()
    assert said.exc_info is None
    assert "\n" not in said.getMessage()


def test_that_the_tables_went_is_said_again(
    database: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def lose() -> None:
        file = database.engine.url.database
        assert file
        database.engine.dispose()
        for each in Path(file).parent.glob("new.sqlite*"):
            each.unlink()

    rounds(database, monkeypatch, nothing, database.migrate, lose, nothing)
    said = [each for each in caplog.records if each.name == "webapp.worker"]
    assert [logging.ERROR] * 2 == [each.levelno for each in said]


def test_another_fault_comes_with_its_trace(
    database: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_: Database) -> list[str]:
        raise ValueError

    database.migrate()
    monkeypatch.setattr("webapp.worker.take_up", fail)
    rounds(database, monkeypatch, nothing)
    assert [True, True] == [each.exc_info is not None for each in caplog.records[-2:]]


def test_that_the_database_may_only_be_read_is_said_once_in_a_line(
    database: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    database.migrate()
    with database.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA query_only = ON")  # and it goes back to the pool so
    rounds(database, monkeypatch, nothing, nothing)
    (said,) = [each for each in caplog.records if each.name == "webapp.worker"]
    assert "may only be read" in said.getMessage()
    assert said.exc_info is None
