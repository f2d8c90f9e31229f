"""Folders with what cannot be read: it is named, and the rest is worked on."""

import os
import shutil
import threading
from pathlib import Path

import pytest

from tests.cli.samples import KEYED, ROOT, twixt
from tests.cli.unreadable import forbid


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a puzzle, and with one more in each of two folders."""
    for name in ("b.sgf", "a/a.sgf", "c/c.sgf"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(KEYED.replace("Join the rows", f"Puzzle {name[-5]}"))
    return tmp_path


@pytest.mark.native
@pytest.mark.parametrize("command", ["solve", "audit", "improve"])
@pytest.mark.parametrize("calls", [("listdir", "scandir", "stat"), ("stat",)])
def test_a_folder_that_cannot_be_read_is_named_and_the_rest_is_solved(
    command: str, calls: tuple[str, ...], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forbid(folder / "a", monkeypatch, calls)
    result = twixt(command, folder)
    assert 2 == result.exit_code
    assert f"{folder}: {folder}/a cannot be read: Permission denied\n" in result.stderr
    assert "no puzzle in this folder" not in result.stderr
    assert ["Puzzle a" in result.stdout, "Puzzle b" in result.stdout] == [False, True]
    assert "Puzzle c" in result.stdout


def test_a_booklet_lacks_only_the_folder_that_cannot_be_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forbid(folder / "a", monkeypatch)
    result = twixt("print", folder, "--out", folder / "all.pdf")
    said = f"{folder}: {folder}/a cannot be read: Permission denied\n"
    assert (2, said) == (result.exit_code, result.stderr)
    assert f"{folder}/all.pdf: 2 puzzles" in result.stdout


def test_nothing_is_exported_where_a_folder_may_be_a_collection_that_cannot_be_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(ROOT / "puzzles" / "lessons", folder / "lessons")
    asked = ("export", folder, "--out", folder / "all.zip")
    assert 0 == twixt(*asked).exit_code
    (folder / "all.zip").unlink()
    forbid(folder / "a", monkeypatch)
    result = twixt(*asked)
    said = f"{folder}: {folder}/a cannot be read: Permission denied\n"
    assert (2, said) == (result.exit_code, result.stderr)
    assert not (folder / "all.zip").exists()


@pytest.mark.native
def test_a_collection_that_cannot_be_read_is_named_and_the_others_are_recertified(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(ROOT / "puzzles" / "lessons", folder / "lessons")
    forbid(folder / "a", monkeypatch)
    result = twixt("recertify", folder)
    said = f"{folder}: {folder}/a cannot be read: Permission denied\n"
    assert (2, said) == (result.exit_code, result.stderr)
    assert "lessons: 5 reports, 118 verdicts, 10 proofs, 0 faults\n" == result.stdout


@pytest.mark.native
@pytest.mark.parametrize("calls", [("listdir", "scandir", "stat"), ("stat",)])
def test_a_folder_that_cannot_be_read_is_named_and_other_certificates_are_checked(
    calls: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("b", "a/a", "c/c"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / "docs" / "p15.cert.gz", tmp_path / f"{name}.cert.gz")
    forbid(tmp_path / "a", monkeypatch, calls)
    result = twixt("certify", tmp_path)
    said = f"{tmp_path}: {tmp_path}/a cannot be read: Permission denied\n"
    assert (2, said) == (result.exit_code, result.stderr)
    assert [f"{tmp_path}/b.cert.gz", f"{tmp_path}/c/c.cert.gz"] == [
        line.split()[1] for line in result.stdout.splitlines()
    ]


@pytest.mark.native
def test_only_the_folder_itself_is_named_where_it_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forbid(tmp_path, monkeypatch)
    for command in ("solve", "certify"):
        result = twixt(command, tmp_path)
        said = f"{tmp_path}: {tmp_path} cannot be read: Permission denied\n"
        assert (2, said) == (result.exit_code, result.stderr)


def pipe(path: Path) -> str:
    """Make a pipe that nobody writes to, and return what is said of it."""
    os.mkfifo(path)
    said = f"{path} is left out: it is no file, but a pipe, a socket or a device"
    return f"{path.parent}: {said} (a pipe is read where it is named itself)\n"


@pytest.mark.native
@pytest.mark.parametrize("listed", [False, True], ids=["found", "listed"])
@pytest.mark.parametrize("command", ["solve", "audit", "print"])
def test_a_pipe_in_a_folder_is_left_out_and_a_link_to_a_file_is_read(
    command: str, listed: bool, folder: Path
) -> None:
    said = pipe(folder / "a.sgf")
    (folder / "d.sgf").symlink_to(folder / "a" / "a.sgf")
    if listed:
        (folder / "collection.yaml").write_text("puzzles: [{file: a.sgf}]")
    options = ("--out", folder / "all.pdf") if command == "print" else ()
    result = twixt(command, folder, *options)
    assert 2 == result.exit_code
    assert said == "".join(result.stderr.splitlines(keepends=True)[:1])
    assert 1 == result.stderr.count("a.sgf")
    if command == "print":
        assert f"{folder}/all.pdf: 4 puzzles" in result.stdout
    else:
        assert 2 == result.stdout.count("Puzzle a")


@pytest.mark.native
def test_a_pipe_among_certificates_is_left_out(tmp_path: Path) -> None:
    shutil.copy(ROOT / "docs" / "p15.cert.gz", tmp_path / "b.cert.gz")
    said = pipe(tmp_path / "a.cert.gz")
    result = twixt("certify", tmp_path)
    assert (2, said) == (result.exit_code, result.stderr)
    assert result.stdout.startswith(f"ok      {tmp_path}/b.cert.gz")


@pytest.mark.native
def test_a_pipe_that_is_named_itself_is_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.sgf")
    writer = threading.Thread(target=(tmp_path / "a.sgf").write_text, args=(KEYED,), daemon=True)
    writer.start()
    result = twixt("solve", tmp_path / "a.sgf")
    assert (0, True) == (result.exit_code, "Join the rows" in result.stdout)
