"""What is written is there whole, or what was there before still is."""

import errno
import os
import shutil
from pathlib import Path
from unittest import mock

import pytest

from solver.cli.common import save, write_file
from tests.cli.samples import GAME, KEYED, ROOT, twixt

LESSONS = ROOT / "puzzles" / "lessons"


def full(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_leaves_what_was_there_and_no_part_of_the_new(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = tmp_path / "old.cert.gz", tmp_path / "new.cert.gz"
    old.write_bytes(b"a proof")
    with mock.patch.object(os, "fsync", full):
        assert not save(old, b"another")
        assert not save(new, b"another")
    assert f"{new}: the file cannot be written: No space left" in capsys.readouterr().err
    assert [old] == list(tmp_path.iterdir())
    assert b"a proof" == old.read_bytes()


@pytest.mark.parametrize("out", ["full.pdf", "nowhere/new.pdf"])
@pytest.mark.parametrize("command", ["print", "export"])
def test_output_that_cannot_be_written_is_told_by_name(
    command: str, out: str, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    shelf = tmp_path_factory.mktemp("shelf")
    shutil.copytree(LESSONS, shelf / "lessons")
    with mock.patch.object(os, "fsync", full):
        result = twixt(command, shelf, "--out", tmp_path / out)
    assert 2 == result.exit_code
    reason = "the file cannot be written: No space" if out == "full.pdf" else "its folder does not"
    assert result.stderr.startswith(f"{tmp_path / out}: {reason}")
    assert [] == list(tmp_path.iterdir())


@pytest.mark.parametrize("target", [".", "..", "/"])
def test_a_folder_without_a_name_is_no_file_to_write(
    target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.sgf").write_text(GAME)
    result = twixt("convert", "game.sgf", target, "--to", "sgf")
    said = f"{target}: the file cannot be written: Is a directory\n"
    assert (2, said) == (result.exit_code, result.stderr)
    assert ["game.sgf"] == os.listdir()


def test_an_interrupt_leaves_no_empty_certificate(tmp_path: Path) -> None:
    interrupt = mock.patch.object(os, "fsync", side_effect=KeyboardInterrupt)
    with interrupt, pytest.raises(KeyboardInterrupt):
        save(tmp_path / "p.cert.gz", b"a proof")
    assert [] == list(tmp_path.iterdir())


def test_a_file_takes_the_place_of_an_older_one_and_keeps_its_mode(tmp_path: Path) -> None:
    file = tmp_path / "p.cert.gz"
    file.write_bytes(b"old and longer")
    file.chmod(0o600)
    assert save(file, b"new")
    assert b"new" == file.read_bytes()
    assert 0o600 == file.stat().st_mode & 0o777
    assert [file] == list(tmp_path.iterdir())


@pytest.mark.parametrize("there", [True, False])
def test_nothing_is_written_through_a_symbolic_link(
    there: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target, link = tmp_path / "mine.txt", tmp_path / "p.cert.gz"
    if there:
        target.write_text("mine")
    link.symlink_to(target)
    assert not save(link, b"a proof")
    assert f"{link}: the file cannot be written: it is a symbolic link" in capsys.readouterr().err
    assert link.is_symlink()
    assert there is target.exists()
    assert not there or "mine" == target.read_text()


def test_convert_writes_through_no_link_either(tmp_path: Path) -> None:
    target, link = tmp_path / "mine.txt", tmp_path / "out.moves"
    target.write_text("mine")
    link.symlink_to(target)
    result = twixt("convert", "-", link, text=GAME)
    assert (2, "mine") == (result.exit_code, target.read_text())
    assert "it is a symbolic link; name the file itself" in result.stderr


def test_a_device_is_written_to_as_it_is() -> None:
    write_file(Path("/dev/null"), b"gone")
    assert Path("/dev/null").is_char_device()
    with pytest.raises(OSError, match="No space left"):
        write_file(Path("/dev/full"), b"too much")


@pytest.mark.native
@pytest.mark.parametrize(
    ("command", "target"),
    [
        (("convert", "lessons/lesson1.sgf", "lessons/lesson1.sgf"), "lessons/lesson1.sgf"),
        (("print", "lessons/lesson1.sgf", "--out", "lessons/lesson1.sgf"), "lessons/lesson1.sgf"),
        (("print", "lessons", "--out", "lessons/lesson2.sgf"), "lessons/lesson2.sgf"),
        (("print", "lessons", "--out", "lessons/collection.yaml"), "lessons/collection.yaml"),
        (("print", "lessons", "--out", "lessons/reports.jsonl"), "lessons/reports.jsonl"),
        (("export", ".", "--out", "lessons/lesson5.sgf"), "lessons/lesson5.sgf"),
        (("privilege", "pv.sgf", "--certificate", "pv.sgf"), "pv.sgf"),
        (("judge", "one.html", "b5", "--certificate", "one.html"), "one.html"),
        (
            ("judge", "one.html", "b5", "--store", "proofs", "--certificate", "proofs"),
            "proofs",
        ),
        (("audit", "one.html", "--html", "."), "one.html"),
        (("audit", "one.1.sgf", "one-1.html", "--html", "."), "one-1.html"),
        (("solve", "one.html", "one.cert.gz", "--certificates", "."), "one.cert.gz"),
        (("solve", "one.html", "empty", "--out", "./empty", "--resume"), "./empty"),
        (("solve", "one.jsonl.old", "--out", "one.jsonl", "--resume"), "one.jsonl.old"),
        (
            ("audit", "one.html", "--store", "proofs", "--out", "proofs-wal", "--resume"),
            "proofs-wal",
        ),
        (("audit", "one.html", "one.key.cert.gz", "--certificates", "."), "one.key.cert.gz"),
    ],
)
def test_no_command_overwrites_what_it_reads(
    command: tuple[str, ...], target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(LESSONS, tmp_path / "lessons")
    shutil.copy(LESSONS / "proofs.sqlite", tmp_path / "proofs")
    shutil.copy(ROOT / "docs" / "examples" / "privilege.sgf", tmp_path / "pv.sgf")
    for end in ("html", "1.sgf", "cert.gz", "key.cert.gz", "jsonl.old"):
        (tmp_path / f"one.{end}").write_text(KEYED)
    (tmp_path / "one-1.html").write_text(KEYED)
    (tmp_path / "empty").touch()
    (tmp_path / "proofs-wal").touch()
    monkeypatch.chdir(tmp_path)
    before = Path(target).read_bytes()
    result = twixt(*command)
    assert 2 == result.exit_code, result.output
    assert f"{target}: this file is read as well (name another file to write)" in result.stderr
    assert before == Path(target).read_bytes()


@pytest.mark.parametrize(
    "command",
    [
        ("print", "one.sgf", "--out", "-"),
        ("export", ".", "--out", "-"),
        ("mine", "board-8x8", "--blocks", "1", "--out", "-"),
        ("solve", "one.sgf", "--out", "-"),
        ("solve", "one.sgf", "--store", "-"),
        ("certify", "one.cert.gz", "--store", "-"),
        ("judge", "one.sgf", "b5", "--certificate", "-"),
    ],
)
def test_no_file_is_called_like_stdout(
    command: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "one.sgf").write_text(KEYED)
    monkeypatch.chdir(tmp_path)
    result = twixt(*command)
    assert 2 == result.exit_code
    assert f"Invalid value for '{command[-2]}': give a file name" in result.stderr
    assert [tmp_path / "one.sgf"] == list(tmp_path.iterdir())


READ_AS_WELL = "this file is read as well (name another file to write)"
IN_FOLDER = "certificates or pages are written to this folder (name another file)"


@pytest.mark.native
@pytest.mark.parametrize(
    ("command", "said"),
    [
        (("solve", "one.sgf", "--out", "new", "--store", "./new"), f"new: {READ_AS_WELL}"),
        (("audit", "one.sgf", "--out", "new", "--store", "new"), f"new: {READ_AS_WELL}"),
        *(
            (("solve", "one.sgf", "--out", out, "--store", store), f"{said}: {READ_AS_WELL}")
            for out, store, said in [
                ("new-wal", "new", "new-wal"),
                ("new-shm", "new", "new-shm"),
                ("new-journal", "./new", "new-journal"),
                ("target-wal", "link", "target-wal"),
                ("new", "new.old", "new.old"),
                ("new", "./new.old", "new.old"),
            ]
        ),
        (("improve", "one.sgf", "--out", "new", "--store", "new"), f"new: {READ_AS_WELL}"),
        (
            ("judge", "one.sgf", "b5", "--store", "new", "--certificate", "./new"),
            f"./new: {READ_AS_WELL}",
        ),
        (
            ("solve", "one.sgf", "--out", "new/one.cert.gz", "--certificates", "./new"),
            f"new/one.cert.gz: {IN_FOLDER}",
        ),
        (
            ("audit", "one.sgf", "--store", "new/one.html", "--html", "new"),
            f"new/one.html: {IN_FOLDER}",
        ),
    ],
)
def test_no_result_takes_the_place_of_another_one(
    command: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "one.sgf").write_text(KEYED)
    (tmp_path / "link").symlink_to("target")
    monkeypatch.chdir(tmp_path)
    result = twixt(*command)
    assert (2, f"{said}\n") == (result.exit_code, result.stderr)
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and path.name != "one.sgf"]
