"""`twixt print` writes booklets of collections and of single puzzles."""

import errno
import gzip
import os
import shutil
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from tests.cli.samples import BROKEN, KEYED, ROOT, twixt

PUZZLES = ROOT / "puzzles"


def text(path: Path) -> str:
    pages = PdfReader(BytesIO(path.read_bytes())).pages
    return " ".join(" ".join(page.extract_text().split()) for page in pages)


def test_a_collection_becomes_a_booklet_with_its_title(tmp_path: Path) -> None:
    out = tmp_path / "lessons.pdf"
    result = twixt("print", PUZZLES / "lessons", "--out", out)
    assert 0 == result.exit_code, result.stderr
    assert "5 puzzles" in result.stdout
    found = text(out)
    assert found.startswith("Learn TwixT: first boards")
    assert "1. D3!" in found, "the solution comes from the collection's report"


def test_single_puzzles_of_several_folders_become_chapters(tmp_path: Path) -> None:
    out = tmp_path / "some.pdf"
    chosen = [PUZZLES / "randolph-hensel" / "p15.sgf", PUZZLES / "lessons" / "lesson2.sgf"]
    result = twixt("print", *chosen, "--out", out, "--title", "My choice", "--paper", "letter")
    assert 0 == result.exit_code, result.stderr
    found = text(out)
    assert found.startswith("My choice")
    assert "1. Quarter-board puzzle 15" in found
    assert "2. Lesson 2" in found
    assert "1. E5! E2" in found
    assert "Learn TwixT: first boards" in found
    assert PdfReader(out).pages[0].mediabox.height == 792


def test_puzzles_of_one_folder_make_one_chapter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for file in ("a/one.sgf", "b/two.sgf", "a/three.sgf"):
        Path(file).parent.mkdir(exist_ok=True)
        Path(file).write_text(KEYED.replace("Join the rows", f"Puzzle {Path(file).stem}"))
    third = (tmp_path / "a" / "three.sgf").as_posix()
    result = twixt("print", "a/one.sgf", "b/two.sgf", third, "--out", "all.pdf")
    assert 0 == result.exit_code, result.stderr
    found = text(Path("all.pdf"))
    assert found.index("1. Puzzle one") < found.index("2. Puzzle three")
    assert found.index("2. Puzzle three") < found.index("3. Puzzle two")


def test_a_puzzle_from_stdin_is_of_no_collection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "Corners").mkdir()
    monkeypatch.chdir(tmp_path / "Corners")
    Path("collection.yaml").write_text("author: Someone else\nlicence: MIT")
    Path("reports.jsonl").write_text("no report")
    result = twixt("print", "-", "--out", "one.pdf", text=KEYED)
    assert 0 == result.exit_code, result.stderr
    found = text(Path("one.pdf"))
    assert found.startswith("Puzzles")
    assert "Join the rows" in found
    assert "Someone else" not in found
    assert "MIT" not in found


def test_a_file_without_a_collection_shows_the_author_s_key(tmp_path: Path) -> None:
    (tmp_path / "one.sgf").write_text(KEYED, encoding="utf-8")
    result = twixt("print", tmp_path / "one.sgf", "--out", tmp_path / "one.pdf")
    assert 0 == result.exit_code, result.stderr
    found = text(tmp_path / "one.pdf")
    assert "B5. Given by the author, not checked." in found
    assert "a book" in found


def test_a_booklet_never_takes_the_place_of_what_was_read(tmp_path: Path) -> None:
    game = tmp_path / "game.moves"
    game.write_text("1.f6 2.c10 3.g8", encoding="utf-8")
    (tmp_path / "one.sgf").write_text(KEYED, encoding="utf-8")
    for paths in ([tmp_path / "one.sgf", game], [game, tmp_path]):
        result = twixt("print", *paths, "--out", game)
        assert 2 == result.exit_code
        assert "1.f6 2.c10 3.g8" == game.read_text(encoding="utf-8")


def test_what_cannot_be_read_is_reported_and_the_rest_is_printed(tmp_path: Path) -> None:
    for name, written in (("good.sgf", KEYED), ("bad.sgf", BROKEN)):
        (tmp_path / name).write_text(written, encoding="utf-8")
    result = twixt("print", tmp_path, "--out", tmp_path / "all.pdf")
    assert 2 == result.exit_code
    assert "bad.sgf" in result.stderr
    assert "Join the rows" in text(tmp_path / "all.pdf")


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"reports.jsonl": b'{"file": 5}\n'}, "reports.jsonl:1: this is no report of an audit"),
        ({"reports.jsonl": b"", "reports.jsonl.gz": b""}, ": there are reports in reports.jsonl"),
        ({"reports.jsonl.gz": gzip.compress(b"{}\n")[:-9]}, "gz: gzip cannot unpack the file"),
    ],
)
def test_without_its_reports_a_folder_is_printed_and_the_exit_code_tells(
    files: dict[str, bytes], said: str, tmp_path: Path
) -> None:
    (tmp_path / "one.sgf").write_text(KEYED, encoding="utf-8")
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    result = twixt("print", tmp_path, "--out", tmp_path / "all.pdf")
    assert 2 == result.exit_code
    assert said in result.stderr
    assert 1 == result.stderr.count("\n")
    assert "B5. Given by the author, not checked." in text(tmp_path / "all.pdf")


def test_reports_that_may_not_be_read_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: Path) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr("solver.cli.print_booklet.read_reports", refuse)
    (tmp_path / "one.sgf").write_text(KEYED, encoding="utf-8")
    result = twixt("print", tmp_path, "--out", tmp_path / "all.pdf")
    said = f"{tmp_path}: its reports cannot be read: Permission denied\n"
    assert (2, said) == (result.exit_code, result.stderr)
    assert "Join the rows" in text(tmp_path / "all.pdf")


@pytest.mark.native
def test_a_record_that_is_no_report_is_told_by_file_and_line(tmp_path: Path) -> None:
    (tmp_path / "one.sgf").write_text(KEYED, encoding="utf-8")
    (tmp_path / "collection.yaml").write_text("puzzles: [{file: one.sgf}]", encoding="utf-8")
    reports = tmp_path / "reports.jsonl"
    assert 0 == twixt("solve", tmp_path, "--out", reports).exit_code
    for command, place in (("print", tmp_path), ("export", tmp_path.parent)):
        result = twixt(command, place, "--out", tmp_path.parent / "all")
        assert 2 == result.exit_code
        assert f"{reports}:1: this is no report of an audit (`twixt audit" in result.stderr


STALE = "warning: its report is about another position, goal or key (audit it again)"


@pytest.mark.native
def test_a_report_on_another_puzzle_of_its_name_gives_no_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, lesson in (("a", "lesson1.sgf"), ("b", "lesson2.sgf")):
        Path(name).mkdir()
        shutil.copy(PUZZLES / "lessons" / lesson, f"{name}/lesson.sgf")
    assert 0 == twixt("audit", "b", "--out", "a/reports.jsonl").exit_code
    result = twixt("print", "a", "--out", "a.pdf")
    assert (0, f"a/lesson.sgf: {STALE}\n") == (result.exit_code, result.stderr)
    assert "D3. Given by the author, not checked." in text(Path("a.pdf"))
    Path("a/reports.jsonl").unlink()
    assert 0 == twixt("audit", "a", "b", "--out", "a/reports.jsonl").exit_code
    result = twixt("print", "a", "--out", "a.pdf")
    assert (0, "") == (result.exit_code, result.stderr)
    assert "1. D3!" in text(Path("a.pdf"))


def test_a_report_on_a_puzzle_that_was_edited_counts_as_none(tmp_path: Path) -> None:
    shutil.copytree(PUZZLES / "lessons", tmp_path / "lessons")
    edited, renamed = (tmp_path / "lessons" / f"lesson{number}.sgf" for number in (1, 2))
    edited.write_text(edited.read_text().replace("SZ[6]", "SZ[7]"))
    renamed.write_text(renamed.read_text().replace("GN[", "GN[New "))
    result = twixt("print", tmp_path / "lessons", "--out", tmp_path / "all.pdf")
    assert (0, f"{edited}: {STALE}\n") == (result.exit_code, result.stderr)
    found = text(tmp_path / "all.pdf")
    assert 1 == found.count("Given by the author, not checked.")


@pytest.mark.parametrize("about", ["puzzles: []", "title: ' '\nauthor: An author"])
def test_a_collection_without_a_title_has_its_folder_s_name(about: str, tmp_path: Path) -> None:
    folder = tmp_path / "Corners"
    folder.mkdir()
    (folder / "one.sgf").write_text(KEYED, encoding="utf-8")
    (folder / "collection.yaml").write_text(about, encoding="utf-8")
    assert 0 == twixt("print", folder, "--out", tmp_path / "all.pdf").exit_code
    found = text(tmp_path / "all.pdf")
    assert found.startswith("Corners")
    assert "Sources and licences Corners" in found


@pytest.mark.parametrize("named", [".", "../Corners", "one.sgf"])
@pytest.mark.parametrize("about", ["title: [", "puzzles: 5"])
def test_a_collection_that_cannot_be_read_is_told_once_and_its_puzzles_are_printed(
    about: str, named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "Corners"
    folder.mkdir()
    (folder / "one.sgf").write_text(KEYED, encoding="utf-8")
    (folder / "collection.yaml").write_text(about, encoding="utf-8")
    monkeypatch.chdir(folder)
    result = twixt("print", named, "--out", tmp_path / "all.pdf")
    # A file that is named itself needs no list.
    faults = 0 if (about, named) == ("puzzles: 5", "one.sgf") else 1
    assert (2 if faults else 0) == result.exit_code
    assert faults == result.stderr.count("\n")
    assert faults == result.stderr.count("collection.yaml: ")
    found = text(tmp_path / "all.pdf")
    assert found.startswith("Corners")
    assert "Join the rows" in found


def test_no_puzzle_is_bad_input(tmp_path: Path) -> None:
    result = twixt("print", tmp_path, "--out", tmp_path / "all.pdf")
    assert 2 == result.exit_code
    assert "no puzzle" in result.stderr
    assert not (tmp_path / "all.pdf").exists()


def test_letters_that_the_font_does_not_have_are_told(tmp_path: Path) -> None:
    (tmp_path / "one.sgf").write_text(KEYED, encoding="utf-8")
    out = tmp_path / "one.pdf"
    result = twixt("print", tmp_path / "one.sgf", "--out", out, "--title", "日本語 Ёж Ωμέγα\x1b")
    assert 0 == result.exit_code
    said = "warning: the font does not have the letters '日本語\\x1b' (it has Latin, Greek and"
    assert result.stderr.startswith(f"{out}: {said}")


def test_a_title_that_is_not_utf_8_is_shown_as_what_no_file_can_hold(tmp_path: Path) -> None:
    out = tmp_path / "one.pdf"
    result = twixt("print", "-", "--out", out, "--title", "a\udcffb\nc", text=KEYED)
    assert (0, "") == (result.exit_code, result.stderr)
    assert text(out).startswith(r"a\udcffb c")
    about = PdfReader(out).metadata
    assert about
    assert "a\\udcffb\nc" == about.title
