"""Databases to be copied, as to load puzzles takes long, and single rows for them."""

import fcntl
import os
import shutil
from pathlib import Path

import pytest
from sqlalchemy import Connection, MetaData, Table, insert, make_url

from tests.webapp.serving import ROOT
from webapp.prepare import prepare

__all__ = ["add_row", "fill", "fill_with_shipped"]


def fill(url: str, puzzles: Path, filled: Path) -> None:
    """Load puzzles into the database at an address; a file is made a copy of one that has them."""
    file = make_url(url).database
    if url.startswith("sqlite:") and file:
        Path(file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(filled, file)
    else:
        prepare(puzzles, url)


def fill_with_shipped(url: str, factory: pytest.TempPathFactory) -> None:
    """Do so with the shipped puzzles, whose file is made once for all workers of a run."""
    fill(url, ROOT / "puzzles", _shipped(factory))


def add_row(connection: Connection, table: str, **fields: object) -> None:
    """Add a row to a table as it is now; what is not named and must be something is 1."""
    found = Table(table, MetaData(), autoload_with=connection)
    plain = {each.name: each.type.python_type(1) for each in found.columns if not each.nullable}
    connection.execute(insert(found).values(plain | fields))


def _shipped(factory: pytest.TempPathFactory) -> Path:
    place = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        place = place.parent  # which all workers of the run have in common
    file, part = place / "shipped.sqlite", place / "shipped.part"
    with (place / "shipped.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not file.exists():
            part.unlink(missing_ok=True)
            prepare(ROOT / "puzzles", f"sqlite:///{part}")
            part.replace(file)
    return file
