"""Collections: what they may say, and which file of its folder a report is about."""

import gzip
from pathlib import Path

import pytest

from solver.errors import PuzzleFileError
from solver.files import collection, read_collection, read_lines, read_reports, reported_file

FIELDS = '"claim": "", "verdict": "", "reason": "", "tries": [], "keys": [], "moves": []'


@pytest.mark.parametrize(
    "said", ['title: "x\\ud800"', '"\\ud83d\\ude00": x', 'a: [{b: "\\udcff"}]']
)
def test_half_a_letter_is_refused(said: str, tmp_path: Path) -> None:
    """Neither UTF-8 nor a PDF file holds it."""
    path = tmp_path / "collection.yaml"
    path.write_text(f"author: Zoë 😀\n{said}")
    with pytest.raises(PuzzleFileError, match=r"half a letter.* line 2, column") as refused:
        read_collection(path)
    assert str(path) == refused.value.file


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a file in it, and one of the same name in a folder below it."""
    found = tmp_path / "moved"
    (found / "sub").mkdir(parents=True)
    for file in (tmp_path / "b.sgf", found / "a.sgf", found / "sub" / "a.sgf"):
        file.touch()
    return found


@pytest.mark.parametrize(
    ("said", "file"),
    [
        ("a.sgf", "a.sgf"),
        ("old/place/a.sgf", "a.sgf"),
        ("/old/place/sub/a.sgf", "sub/a.sgf"),
        ("./sub/../a.sgf", "a.sgf"),
        ("../b.sgf", "b.sgf"),
        ("old/gone.sgf", "gone.sgf"),
        ("a.sgf\0", "a.sgf\0"),
    ],
)
def test_a_report_is_about_the_file_that_the_end_of_its_path_leads_to(
    folder: Path, said: str, file: str
) -> None:
    assert file == reported_file(folder, said)


def test_reports_on_files_of_one_name_are_told_apart(folder: Path) -> None:
    text = "".join(f'{{"file": "old/{name}", {FIELDS}}}\n' for name in ("a.sgf", "sub/a.sgf"))
    (folder / "reports.jsonl").write_text(text)
    assert {"a.sgf": "old/a.sgf", "sub/a.sgf": "old/sub/a.sgf"} == {
        name: report["file"] for name, report in read_reports(folder).items()
    }


@pytest.mark.parametrize(
    ("said", "counts"),
    [
        (["moved/a.sgf", "other/a.sgf"], "moved/a.sgf"),
        (["other/a.sgf", "moved/a.sgf"], "moved/a.sgf"),
        (["old/moved/a.sgf", "old/other/a.sgf"], "old/moved/a.sgf"),
        (["moved/a.sgf", "a.sgf"], "a.sgf"),
        (["a.sgf", "./a.sgf"], "./a.sgf"),
        (["one/a.sgf", "two/a.sgf"], "two/a.sgf"),
    ],
)
def test_of_reports_on_one_name_that_counts_whose_path_leads_here_and_else_the_last(
    folder: Path, said: list[str], counts: str
) -> None:
    text = "".join(f'{{"file": "{name}", {FIELDS}}}\n' for name in said)
    (folder / "reports.jsonl").write_text(text)
    assert counts == read_reports(folder)["a.sgf"]["file"]


def test_two_files_of_reports_are_refused(folder: Path) -> None:
    """Else the packed one hides what the next audit writes."""
    (folder / "reports.jsonl").touch()
    assert {} == read_reports(folder)
    (folder / "reports.jsonl.gz").touch()
    with pytest.raises(PuzzleFileError, match="remove the older file") as refused:
        read_reports(folder)
    assert str(folder) == refused.value.file


def test_lines_are_read_up_to_a_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A device may have no end, and a small file may unpack to more than any memory."""
    monkeypatch.setattr(collection, "_MAX_LINES", 4000)
    plain, packed = tmp_path / "a.jsonl", tmp_path / "a.jsonl.gz"
    plain.write_bytes(b"a\n" * 2000)
    packed.write_bytes(gzip.compress(b"a\n" * 2000))
    assert [b"a"] * 2000 == read_lines(plain) == read_lines(packed)
    packed.write_bytes(gzip.compress(b"a\n" * 2001))
    for path in (packed, Path("/dev/zero")):
        with pytest.raises(PuzzleFileError, match="larger than 256 MiB") as refused:
            read_lines(path)
        assert str(path) == refused.value.file
