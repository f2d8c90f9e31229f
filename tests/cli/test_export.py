"""`twixt export` writes the file that the site offers."""

import json
import shutil
import zipfile
from pathlib import Path

from tests.cli.samples import twixt

ROOT = Path(__file__).parents[2]


def test_all_puzzles_become_one_file(tmp_path: Path) -> None:
    for name in ("lessons", "diagonal"):
        shutil.copytree(ROOT / "puzzles" / name, tmp_path / "puzzles" / name)
    out = tmp_path / "all.zip"
    result = twixt("export", tmp_path / "puzzles", "--out", out)
    assert 0 == result.exit_code
    with zipfile.ZipFile(out) as packed:
        assert packed.testzip() is None
        names = {Path(name).name for name in packed.namelist()}
    assert {"puzzles.jsonl", "puzzles.sgf", "README.txt", "SHA256SUMS"} == names


def test_a_folder_without_collections_is_bad_input(tmp_path: Path) -> None:
    result = twixt("export", tmp_path, "--out", tmp_path / "all.zip")
    assert 2 == result.exit_code
    assert "no collections" in result.stderr
    assert not (tmp_path / "all.zip").exists()


def test_the_file_at_fault_is_named(tmp_path: Path) -> None:
    listed = tmp_path / "one" / "collection.yaml"
    listed.parent.mkdir()
    listed.write_text("puzzles: none")
    result = twixt("export", tmp_path, "--out", tmp_path / "all.zip")
    hint = "write `puzzles:` and below it lines like `- file: p01.sgf`"
    told = f"{listed}: it lists no puzzles ({hint})\n"
    assert (2, told) == (result.exit_code, result.stderr)


def test_a_report_on_a_puzzle_that_was_edited_is_left_out(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "puzzles" / "lessons", tmp_path / "lessons")
    edited = tmp_path / "lessons" / "lesson1.sgf"
    edited.write_text(edited.read_text().replace("SZ[6]", "SZ[7]"))
    out = tmp_path / "all.zip"
    result = twixt("export", tmp_path, "--out", out)
    said = "warning: its report is about another position, goal or key (audit it again)"
    assert (0, f"{edited}: {said}\n") == (result.exit_code, result.stderr)
    with zipfile.ZipFile(out) as packed:
        lines = packed.read("twixt-puzzles/puzzles.jsonl").splitlines()
    assert [None] + 4 * ["sound"] == [json.loads(line)["verdict"] for line in lines]
