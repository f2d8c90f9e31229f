"""All puzzles as one file: the page about it, the file, and when it is written anew."""

import hashlib
import os
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from solver.export import FIELDS
from solver.files import PROOFS_FILE
from webapp import create_app
from webapp.play.gated_solver import open_store
from webapp.prepare import write_export


@pytest.fixture
def written(shelf: Path, tmp_path: Path) -> Path:
    path = tmp_path / "out" / "all.zip"
    write_export(shelf, path)
    return path


@pytest.fixture
def visitor(config: dict[str, object], written: Path) -> FlaskClient:
    return create_app(config | {"EXPORT": str(written)}).test_client()


def test_the_page_tells_the_fields_and_the_checksum(visitor: FlaskClient, written: Path) -> None:
    text = visitor.get("/database").text
    assert 'href="/database/twixt-puzzles.zip"' in text
    assert hashlib.sha256(written.read_bytes()).hexdigest() in text
    for name in FIELDS:
        assert f"<code>{name}</code>" in text


def test_the_file_is_the_one_that_was_written(visitor: FlaskClient, written: Path) -> None:
    with visitor.get("/database/twixt-puzzles.zip") as found:
        assert 200 == found.status_code
        assert written.read_bytes() == found.data
        assert "attachment" in found.headers["Content-Disposition"]


def test_a_site_without_the_file_says_so(config: dict[str, object], tmp_path: Path) -> None:
    client = create_app(config | {"EXPORT": str(tmp_path / "none.zip")}).test_client()
    assert "not there yet" in client.get("/database").text
    assert 404 == client.get("/database/twixt-puzzles.zip").status_code


def test_it_is_written_anew_only_after_a_change(shelf: Path, written: Path) -> None:
    first = written.stat().st_ino
    with open_store(next(shelf.iterdir()) / PROOFS_FILE):  # makes files beside it, in this folder
        write_export(shelf, written)
    assert first == written.stat().st_ino
    # A puzzle from another release may be older than the file that was written meanwhile.
    os.utime(next(shelf.rglob("*.sgf")), (newest := written.stat().st_mtime + 5, newest))
    write_export(shelf, written)
    second = written.stat().st_ino
    assert first != second
    for file in shelf.rglob("*"):
        os.utime(file, (0, 0))
    write_export(shelf, written)
    assert second != written.stat().st_ino


def test_it_is_written_anew_where_older_puzzles_come_or_go(shelf: Path, written: Path) -> None:
    """Its time, that of the newest file of all, stays the same."""
    numbers, time = [written.stat().st_ino], written.stat().st_mtime_ns
    more = next(shelf.rglob("*.sgf")).with_name("more.sgf")
    more.write_text("(;GM[21])")
    os.utime(more, (0, 0))
    write_export(shelf, written)
    numbers.append(written.stat().st_ino)
    more.unlink()
    write_export(shelf, written)
    numbers.append(written.stat().st_ino)
    assert numbers[0] != numbers[1] != numbers[2]
    assert time == written.stat().st_mtime_ns
