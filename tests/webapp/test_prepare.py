"""The command that makes the site ready to start, and the settings it needs."""

import stat
from pathlib import Path

import pytest

from webapp import create_app
from webapp.core.settings import SettingError, make_secret, settings
from webapp.prepare import main


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder and an environment without settings."""
    for name in ("TWIXT_ENV", "TWIXT_DATABASE", "TWIXT_SECRET", "TWIXT_STORE", "TWIXT_LIMITS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_command_makes_all_that_a_start_needs(place: Path, shelf: Path) -> None:
    assert main([str(shelf)]) == 0
    made = {path.name for path in (place / "var").iterdir()}
    assert {"secret", "twixt.sqlite", "verdicts.sqlite"} <= made
    app = create_app()
    assert app.test_client().get("/healthz").status_code == 200
    app.extensions["store"].close()


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
    monkeypatch.setenv("TWIXT_SECRET", "a long random text of many letters")
    app = create_app()
    assert app.config["SESSION_COOKIE_SECURE"]
    app.extensions["store"].close()


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


def test_a_collection_is_not_taken_for_the_folder_of_collections(
    place: Path, shelf: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (one,) = {file.parent for file in shelf.glob("*/collection.yaml")}
    assert main([str(one)]) == 2
    assert "name the folder of their folders" in capsys.readouterr().err
    assert not (place / "var").exists()


@pytest.mark.usefixtures("place")
def test_the_command_names_a_store_that_is_something_else(
    place: Path, shelf: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = place / "var" / "verdicts.sqlite"
    store.parent.mkdir()
    store.write_text("these are notes, and no database\n" * 40, encoding="utf-8")
    assert main([str(shelf)]) == 2
    assert str(store) in capsys.readouterr().err


@pytest.mark.parametrize("limits", ["paper://", "sqlite:///notes/limits.sqlite"])
def test_the_command_names_counters_that_cannot_be(
    place: Path,
    shelf: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    limits: str,
) -> None:
    (place / "notes").write_text("no folder", encoding="utf-8")
    monkeypatch.setenv("TWIXT_LIMITS", limits)
    assert main([str(shelf)]) == 2
    assert "TWIXT_LIMITS cannot be used" in capsys.readouterr().err
    assert not (place / "var" / "twixt.sqlite").exists(), "nothing was begun"


@pytest.mark.usefixtures("place")
def test_the_command_shows_findings_without_a_trace(
    shelf: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (shelf / "tests" / "small.sgf").write_text("(;GM[21]", encoding="utf-8")
    assert main([str(shelf)]) == 2
    output = capsys.readouterr()
    assert "small.sgf" in output.err
    assert "Traceback" not in output.err
