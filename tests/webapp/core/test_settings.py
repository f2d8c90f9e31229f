"""A setting that cannot be used stops the start with a sentence."""

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
