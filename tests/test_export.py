"""The file with all puzzles: what it holds is what the collections hold."""

import hashlib
import json
import shutil
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from solver.errors import PuzzleFileError
from solver.export import FIELDS, export, exported
from solver.files import read_text
from solver.game import move_text
from tests.cli.samples import KEYED, PROVEN

ROOT = Path(__file__).parents[1]
PUZZLES = ROOT / "puzzles"


@pytest.fixture(scope="module")
def puzzles() -> list[dict[str, Any]]:
    """What the shipped collections hold: they take seconds to read."""
    return list(exported(PUZZLES))


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


def test_a_line_has_the_fields_that_are_explained_and_a_licence(
    puzzles: list[dict[str, Any]],
) -> None:
    for puzzle in puzzles:
        assert list(FIELDS) == list(puzzle)
        assert puzzle["licence"], puzzle["id"]


def test_a_line_says_what_the_puzzle_and_its_report_say(puzzles: list[dict[str, Any]]) -> None:
    for puzzle in puzzles:
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


def test_the_sgf_file_has_the_same_puzzles(
    content: dict[str, bytes], puzzles: list[dict[str, Any]]
) -> None:
    texts = "".join(puzzle["sgf"] for puzzle in puzzles)
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
    with pytest.raises(PuzzleFileError, match="write `puzzles:` and below it lines"):
        export(tmp_path)


def collection(folder: Path, text: str, **files: bytes) -> Path:
    """Write a collection with some files, `a_sgf` for a.sgf, and return the folder around it."""
    (folder / "one").mkdir()
    (folder / "one" / "collection.yaml").write_text(text, encoding="utf-8")
    for name, data in files.items():
        (folder / "one" / name.replace("_", ".")).write_bytes(data)
    return folder


def test_what_is_no_sgf_in_utf_8_becomes_such_a_file(tmp_path: Path) -> None:
    latin = KEYED.replace("GN[Join the rows]", "CA[ISO-8859-1]GN[L\xe4ufer]").encode("latin-1")
    text = "puzzles: [{file: a.diagram}, {file: b.sgf}]"
    folder = collection(tmp_path, text, a_diagram=PROVEN.encode(), b_sgf=latin)
    drawn, named = exported(folder)
    assert ["a", "L\xe4ufer"] == [drawn["title"], named["title"]]
    for puzzle, written in ((drawn, PROVEN), (named, KEYED)):
        assert puzzle["sgf"].startswith("(;FF[4]GM[21]CA[UTF-8]")
        again, meant = read_text(puzzle["sgf"].encode()).puzzle, read_text(written).puzzle
        assert again is not None
        assert meant is not None
        assert meant.position == again.position
    assert "GN[L\xe4ufer]" in named["sgf"]


@pytest.mark.parametrize("text", [KEYED + KEYED, f"See (a):\n{KEYED}", f"{KEYED}\n(the end)"])
def test_of_several_games_in_a_file_the_puzzle_alone_is_written(text: str, tmp_path: Path) -> None:
    (puzzle,) = exported(collection(tmp_path, "puzzles: [{file: a.sgf}]", a_sgf=text.encode()))
    assert 1 == puzzle["sgf"].count("PZ[]")
    assert puzzle["sgf"].startswith("(;FF[4]")
    assert puzzle["sgf"].endswith("BM[1];B[a3]))\n")
    assert () == read_text(puzzle["sgf"]).findings


def test_sgf_in_utf_8_stays_as_it_is(tmp_path: Path) -> None:
    written = KEYED.replace("SZ[5]", " ZZ[\N{GREEK SMALL LETTER OMEGA}]\n SZ[5]")
    (puzzle,) = exported(collection(tmp_path, "puzzles: [{file: a.sgf}]", a_sgf=written.encode()))
    assert written == puzzle["sgf"]


def test_a_name_may_look_like_a_number_and_tags_may_be_empty(tmp_path: Path) -> None:
    folder = collection(tmp_path, "puzzles:\n- file: 1\n  tags:\n")
    (folder / "one" / "1").write_text(KEYED, encoding="utf-8")
    assert [("one/1", [])] == [(puzzle["id"], puzzle["themes"]) for puzzle in exported(folder)]


def test_tags_are_sorted_and_each_is_named_once(tmp_path: Path) -> None:
    text = "puzzles: [{file: a.sgf, tags: [ladder, block, block]}]"
    (puzzle,) = exported(collection(tmp_path, text, a_sgf=KEYED.encode()))
    assert ["block", "ladder"] == puzzle["themes"]


@pytest.mark.parametrize(
    "listed", ["a.sgf", "{file: a.sgf, tags: [[x]]}", "{file: a.sgf, tags: ['']}"]
)
def test_a_list_of_something_else_is_refused(listed: str, tmp_path: Path) -> None:
    folder = collection(tmp_path, f"puzzles: [{listed}]", a_sgf=KEYED.encode())
    with pytest.raises(PuzzleFileError) as caught:
        export(folder)
    assert str(folder / "one" / "collection.yaml") == caught.value.file


def test_two_puzzles_of_one_name_are_refused(tmp_path: Path) -> None:
    text = "puzzles: [{file: a.sgf}, {file: a.diagram}]"
    folder = collection(tmp_path, text, a_sgf=KEYED.encode(), a_diagram=PROVEN.encode())
    with pytest.raises(PuzzleFileError, match=r"called 'a': a\.sgf and a\.diagram") as caught:
        export(folder)
    assert str(folder / "one" / "collection.yaml") == caught.value.file


def test_a_puzzle_that_is_listed_twice_is_written_once(tmp_path: Path) -> None:
    text = "puzzles: [{file: a.sgf, tags: [x]}, {file: a.sgf}]"
    (puzzle,) = exported(collection(tmp_path, text, a_sgf=KEYED.encode()))
    assert ["x"] == puzzle["themes"]


def test_a_board_that_sgf_cannot_carry_is_refused_by_its_file(tmp_path: Path) -> None:
    # Without C4 the holes are no rectangle.
    odd = PROVEN.replace("4  .  .  .", "4  .  .   ").encode()
    folder = collection(tmp_path, "puzzles: [{file: a.diagram}]", a_diagram=odd)
    with pytest.raises(PuzzleFileError) as caught:
        export(folder)
    assert str(folder / "one" / "a.diagram") == caught.value.file
