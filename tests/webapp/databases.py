"""Databases and sites to be copied, as to load puzzles takes long, and single rows for them."""

import fcntl
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Connection, MetaData, Table, insert, make_url

from tests.webapp.serving import ROOT, prepare_site
from webapp.prepare import prepare

__all__ = ["add_row", "fill", "fill_with_shipped", "shipped_site"]


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


def shipped_site(place: Path, factory: pytest.TempPathFactory) -> None:
    """Put `var`, prepared with the shipped puzzles, into a folder; it is made once, too."""

    def make(part: Path) -> None:
        fill_with_shipped(f"sqlite:///{part / 'var' / 'twixt.sqlite'}", factory)
        prepare_site(part, ROOT / "puzzles")

    shutil.copytree(_once(factory, "shipped", make) / "var", place / "var")


def add_row(connection: Connection, table: str, **fields: object) -> None:
    """Add a row to a table as it is now; what is not named and must be something is 1."""
    found = Table(table, MetaData(), autoload_with=connection)
    plain = {each.name: each.type.python_type(1) for each in found.columns if not each.nullable}
    connection.execute(insert(found).values(plain | fields))


def _shipped(factory: pytest.TempPathFactory) -> Path:
    return _once(
        factory, "shipped.sqlite", lambda part: prepare(ROOT / "puzzles", f"sqlite:///{part}")
    )


def _once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """Return a file or folder that the first worker of a run who asks for it makes."""
    place = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        place = place.parent  # which all workers of the run have in common
    path, part = place / name, place / f"{name}.part"
    with (place / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            if part.is_dir():
                shutil.rmtree(part)
            part.unlink(missing_ok=True)
            make(part)
            part.replace(path)
    return path
