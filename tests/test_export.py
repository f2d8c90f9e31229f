"""The file with all puzzles: what it holds is what the collections hold."""

import hashlib
import json
import shutil
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from solver.errors import PuzzleFileError
from solver.export import FIELDS, export, exported
from solver.files import read_text
from solver.game import move_text

ROOT = Path(__file__).parents[1]
PUZZLES = ROOT / "puzzles"


@pytest.fixture(scope="module")
def content() -> dict[str, bytes]:
    with zipfile.ZipFile(BytesIO(export(PUZZLES))) as packed:
        return {Path(name).name: packed.read(name) for name in packed.namelist()}


def test_every_shipped_puzzle_has_a_line(content: dict[str, bytes]) -> None:
    lines = content["puzzles.jsonl"].decode().splitlines()
    ids = [json.loads(line)["id"] for line in lines]
    # Puzzles with the Privilege are for `twixt privilege` only: they are no collection.
    folders = (path.parent for path in PUZZLES.glob("*/collection.yaml"))
    files = (file for folder in folders for file in folder.glob("*.sgf"))
    assert sorted(f"{file.parent.name}/{file.stem}" for file in files) == sorted(ids)


def test_a_line_has_the_fields_that_are_explained_and_a_licence() -> None:
    for puzzle in exported(PUZZLES):
        assert list(FIELDS) == list(puzzle)
        assert puzzle["licence"], puzzle["id"]


def test_a_line_says_what_the_puzzle_and_its_report_say() -> None:
    for puzzle in exported(PUZZLES):
        read = read_text(puzzle["sgf"]).puzzle
        assert read is not None
        board = read.position.board
        assert [board.width, board.height] == [puzzle["columns"], puzzle["rows"]]
        assert read.position.to_move.value == puzzle["to_move"]
        assert [move_text(read.position, key) for key in read.keys] == puzzle["published"]
        if puzzle["verdict"] == "sound":
            assert puzzle["keys"]
            assert puzzle["line"][0] == puzzle["keys"][0]
            assert not puzzle["cooks"]


def test_the_sgf_file_has_the_same_puzzles(content: dict[str, bytes]) -> None:
    texts = "".join(puzzle["sgf"] for puzzle in exported(PUZZLES))
    assert texts.encode() == content["puzzles.sgf"]


def test_the_checksums_are_those_of_the_files(content: dict[str, bytes]) -> None:
    lines = content["SHA256SUMS"].decode().splitlines()
    sums = {name: checksum for checksum, name in (line.split("  ") for line in lines)}
    assert {"puzzles.jsonl", "puzzles.sgf", "README.txt"} == set(sums)
    for name, checksum in sums.items():
        assert hashlib.sha256(content[name]).hexdigest() == checksum


def test_the_readme_tells_version_licences_and_fields(content: dict[str, bytes]) -> None:
    said = content["README.txt"].decode()
    assert hashlib.sha256(content["puzzles.jsonl"]).hexdigest()[:12] in said
    assert "Copyright (c) 2024 Alan Hensel" in said
    for name, meaning in FIELDS.items():
        assert name in said
        assert meaning in said


def test_what_the_readme_says_of_reading_the_puzzles_is_so(content: dict[str, bytes]) -> None:
    assert "one puzzle a file: save the field sgf of a line" in content["README.txt"].decode()
    with pytest.raises(PuzzleFileError):
        read_text(content["puzzles.sgf"])
    few = read_text(b"".join(content["puzzles.sgf"].splitlines(keepends=True)[:20]))
    assert ["only the first game of the file is read"] == [each.message for each in few.findings]


def test_the_version_changes_with_a_report(tmp_path: Path) -> None:
    shutil.copytree(PUZZLES / "lessons", tmp_path / "lessons")
    before = list(exported(tmp_path))
    (tmp_path / "lessons" / "reports.jsonl").unlink()
    after = list(exported(tmp_path))
    assert before != after
    assert {None} == {puzzle["verdict"] for puzzle in after}


def test_a_collection_without_a_list_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "collection.yaml").write_text("title: Bad\n")
    with pytest.raises(PuzzleFileError):
        export(tmp_path)
