"""`twixt export` writes the file that the site offers."""

import zipfile
from pathlib import Path

from tests.cli.samples import twixt

ROOT = Path(__file__).parents[2]


def test_all_puzzles_become_one_file(tmp_path: Path) -> None:
    out = tmp_path / "all.zip"
    result = twixt("export", ROOT / "puzzles", "--out", out)
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
