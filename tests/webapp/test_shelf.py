"""Shipped collections reach the database once, change with their files, and fail as a whole."""

import re
import stat
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import select

from solver.errors import PuzzleFileError
from solver.game import Side
from solver.puzzle import Goal
from tests.webapp.conftest import QUARTER, SMALL
from webapp import create_app
from webapp.database import Database
from webapp.models import Base, Collection, PuzzleRow
from webapp.prepare import main, prepare
from webapp.settings import SettingError, make_secret, settings
from webapp.shelf import puzzle_from


def rows(url: str) -> list[PuzzleRow]:
    with Database(url).sessions() as session:
        return list(session.scalars(select(PuzzleRow).order_by(PuzzleRow.place)))


def test_an_empty_place_gets_the_tables_of_the_models(shelf: Path, url: str) -> None:
    prepare(shelf, url)
    with Database(url).engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert [] == compare_metadata(context, Base.metadata)
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1


def test_a_collection_is_kept_with_its_source(shelf: Path, url: str) -> None:
    prepare(shelf, url)
    with Database(url).sessions() as session:
        collection = session.scalars(select(Collection)).one()
        assert collection.title == "Test puzzles"
        assert collection.licence == "None needed"
        assert [row.slug for row in collection.puzzles] == ["small", "quarter"]


def test_a_puzzle_is_kept_as_its_file_says(shelf: Path, url: str) -> None:
    prepare(shelf, url)
    small, quarter = rows(url)
    assert (small.title, small.goal, small.side) == ("Small", Goal.WIN, Side.WHITE)
    assert (quarter.title, quarter.goal, quarter.side) == ("Quarter <b>", Goal.DRAW, Side.BLACK)
    assert puzzle_from(small.sgf) == SMALL
    assert puzzle_from(quarter.sgf) == QUARTER


def test_loading_again_changes_nothing(shelf: Path, url: str) -> None:
    assert prepare(shelf, url) == 2
    before = [(row.id, row.public_id) for row in rows(url)]
    assert prepare(shelf, url) == 0
    assert before == [(row.id, row.public_id) for row in rows(url)]


def test_a_changed_file_keeps_its_address(shelf: Path, url: str) -> None:
    prepare(shelf, url)
    before = rows(url)[0]
    file = shelf / "tests" / "small.sgf"
    file.write_text(file.read_text().replace("Small", "Renamed"), encoding="utf-8")
    assert prepare(shelf, url) == 1
    after = rows(url)[0]
    assert after.title == "Renamed"
    assert after.public_id == before.public_id
    assert after.content_hash != before.content_hash


def test_a_new_database_gives_the_same_addresses(shelf: Path, url: str, tmp_path: Path) -> None:
    other = f"sqlite:///{tmp_path / 'other.sqlite'}"
    prepare(shelf, url)
    prepare(shelf, other)
    assert [row.public_id for row in rows(url)] == [row.public_id for row in rows(other)]


def test_a_puzzle_off_the_list_leaves_the_site(shelf: Path, url: str) -> None:
    prepare(shelf, url)
    about = shelf / "tests" / "collection.yaml"
    about.write_text(about.read_text().replace("- file: quarter.sgf\n", ""), encoding="utf-8")
    assert prepare(shelf, url) == 1
    assert [row.slug for row in rows(url)] == ["small"]


def test_broken_files_are_all_named_and_nothing_changes(shelf: Path, url: str) -> None:
    prepare(shelf, url)
    (shelf / "tests" / "small.sgf").write_text("(;GM[21]", encoding="utf-8")
    (shelf / "tests" / "quarter.sgf").write_text("(;GM[21]FF[4])", encoding="utf-8")
    with pytest.raises(PuzzleFileError) as caught:
        prepare(shelf, url)
    assert "small.sgf" in str(caught.value)
    assert "quarter.sgf" in str(caught.value)
    assert [row.title for row in rows(url)] == ["Small", "Quarter <b>"]


def test_a_file_that_is_not_utf8_is_named(shelf: Path, url: str) -> None:
    (shelf / "tests" / "small.sgf").write_bytes(b"(;GM[21]GN[\xe9])")
    with pytest.raises(PuzzleFileError, match=r"small\.sgf: not UTF-8"):
        prepare(shelf, url)


def test_the_largest_collection_comes_first(shelf: Path, url: str) -> None:
    (shelf / "a").mkdir()
    (shelf / "a" / "collection.yaml").write_text("puzzles: []", encoding="utf-8")
    prepare(shelf, url)
    with Database(url).sessions() as session:
        found = session.scalars(select(Collection).order_by(Collection.place))
        assert [collection.slug for collection in found] == ["tests", "a"]


@pytest.mark.parametrize(
    ("about", "words"),
    [
        ("title: [", "collection.yaml"),
        ("just words", "name: value"),
        ("title: A", "no list of puzzles"),
        ("puzzles: [a.sgf]", "- file: p01.sgf"),
        ("puzzles: [{file: a.sgf}]", "no such file: a.sgf"),
    ],
)
def test_a_collection_that_cannot_be_read_says_why(
    shelf: Path, url: str, about: str, words: str
) -> None:
    (shelf / "tests" / "collection.yaml").write_text(about, encoding="utf-8")
    with pytest.raises(PuzzleFileError, match=re.escape(words)):
        prepare(shelf, url)


# -- settings and the command -------------------------------------------------------------


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder and an environment without settings."""
    for name in ("TWIXT_ENV", "TWIXT_DATABASE", "TWIXT_SECRET"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("shelf")
def test_the_command_makes_all_that_a_start_needs(place: Path) -> None:
    assert main([]) == 0
    assert sorted(path.name for path in (place / "var").iterdir()) == ["secret", "twixt.sqlite"]
    assert create_app().test_client().get("/healthz").status_code == 200


def test_a_development_secret_is_private_and_made_once(place: Path) -> None:
    make_secret()
    file = place / "var" / "secret"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    first = file.read_text()
    assert len(first) >= 32
    make_secret()
    assert first == file.read_text()
    assert settings()["SECRET_KEY"] == first


@pytest.mark.usefixtures("place")
def test_production_needs_a_secret_of_its_own(
    shelf: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    make_secret()
    monkeypatch.setenv("TWIXT_ENV", "production")
    assert main([str(shelf)]) == 2
    assert "TWIXT_SECRET is not set" in capsys.readouterr().err
    with pytest.raises(SettingError, match="TWIXT_SECRET"):
        create_app()
    monkeypatch.setenv("TWIXT_SECRET", "a long random text")
    assert create_app().config["SESSION_COOKIE_SECURE"]


@pytest.mark.usefixtures("place")
def test_a_site_that_was_not_prepared_says_what_to_run() -> None:
    with pytest.raises(SettingError, match=r"python -m webapp\.prepare"):
        create_app()


def test_an_unknown_environment_is_refused() -> None:
    with pytest.raises(SettingError, match="set it to development or production"):
        settings({"TWIXT_ENV": "test"})


@pytest.mark.usefixtures("place")
def test_the_command_names_a_missing_folder(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["nowhere"]) == 2
    assert "nowhere is no folder" in capsys.readouterr().err


@pytest.mark.usefixtures("place")
def test_the_command_shows_findings_without_a_trace(
    shelf: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (shelf / "tests" / "small.sgf").write_text("(;GM[21]", encoding="utf-8")
    assert main([str(shelf)]) == 2
    output = capsys.readouterr()
    assert "small.sgf" in output.err
    assert "Traceback" not in output.err
