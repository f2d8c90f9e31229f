"""A database with the shipped puzzles, made once for all workers of a run: it takes long."""

import fcntl
import os
import shutil
from pathlib import Path

import pytest
from sqlalchemy import make_url

from tests.webapp.serving import ROOT
from webapp.prepare import prepare

__all__ = ["fill"]


def fill(url: str, factory: pytest.TempPathFactory) -> None:
    """Make the database at an address one of the shipped puzzles."""
    file = make_url(url).database
    if url.startswith("sqlite:") and file:
        Path(file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(_shipped(factory), file)
    else:
        prepare(ROOT / "puzzles", url)


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
