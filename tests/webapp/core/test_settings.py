"""A setting that cannot be used stops the start with a sentence."""

from collections.abc import Callable
from pathlib import Path

import pytest

from webapp.core.settings import SettingError, settings
from webapp.prepare import main


@pytest.mark.parametrize(
    ("url", "problem"),
    [
        ("foo", "names no database"),
        ("foo://secret@here", "names no database"),
        ("mysql+pymysql://secret@here", "needs what is not installed"),
    ],
)
def test_a_database_that_cannot_be_opened_is_told_without_its_password(
    url: str, problem: str
) -> None:
    with pytest.raises(SettingError, match=f"^TWIXT_DATABASE {problem}") as found:
        settings({"TWIXT_DATABASE": url})
    assert "secret" not in str(found.value)


def test_a_file_that_is_no_database_stops_the_start_and_stays(
    shelf: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "twixt.sqlite"
    file.write_bytes(b"no database " * 1000)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TWIXT_DATABASE", f"sqlite:///{file}")
    monkeypatch.setenv("TWIXT_STORE", str(tmp_path / "verdicts.sqlite"))
    assert main([str(shelf)]) == 2
    assert "the database cannot be used: file is not a database\n" == capsys.readouterr().err
    assert file.read_bytes() == b"no database " * 1000


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("TWIXT_DATABASE", "sqlite:///notes/twixt.sqlite", "notes: File exists"),
        ("TWIXT_STORE", "notes/verdicts.sqlite", "notes: File exists"),
        ("TWIXT_QUEUE", "notes/jobs.sqlite", "notes: File exists"),
        ("TWIXT_QUEUE", "folder", "folder: unable to open database file"),
        ("TWIXT_QUEUE", "sqlite:///jobs.sqlite", "set it to a file, or to the address of a Redis"),
        ("TWIXT_QUEUE", "foo://secret@here", "set it to a file, or to the address of a Redis"),
        ("TWIXT_QUEUE", "redis://:secret#@here", "set it to a file, or to the address of a Redis"),
    ],
)
def test_a_place_that_cannot_be_used_is_told_with_the_name_of_its_setting(
    shelf: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    name: str,
    value: str,
    problem: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes").write_text("no folder", encoding="utf-8")
    (tmp_path / "folder").mkdir()
    monkeypatch.setenv(name, value)
    assert main([str(shelf)]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"{name} cannot be used: {problem}"), said
    assert "secret" not in said


@pytest.mark.parametrize("write", [Path.mkdir, lambda file: file.write_bytes(b"\xff")])
def test_a_secret_that_cannot_be_read_is_told(
    shelf: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    write: Callable[[Path], object],
) -> None:
    for name in ("TWIXT_ENV", "TWIXT_SECRET"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "var").mkdir()
    write(tmp_path / "var" / "secret")
    assert main([str(shelf)]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"{tmp_path}/var/secret cannot be read: ")
    assert said.endswith(", or set TWIXT_SECRET\n")
