"""The shipped collections: what the files say is what the collection says, and it is legal."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from solver.files import Format, Node, Record, puzzle_to_sgf, read_file, read_text, write_text
from solver.game import Box, Ruleset, Side, links_text, move_text
from solver.puzzle import Goal, rectangle

PUZZLES = Path(__file__).parents[2] / "puzzles"
COLLECTIONS = sorted(PUZZLES.glob("*/collection.yaml"))
FILES = sorted(PUZZLES.glob("*/*.sgf"))
HENSEL = PUZZLES / "randolph-hensel"


def name(path: Path) -> str:
    return path.relative_to(PUZZLES).as_posix()


def collection(path: Path) -> dict[str, Any]:
    found = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


def keys(record: Record) -> list[str]:
    assert record.puzzle is not None
    return [move_text(record.start, key) for key in record.puzzle.keys]


def test_all_collections_are_there() -> None:
    names = ["boards", "club", "course", "diagonal", "exercises", "expert", "first-steps"]
    names += ["lessons", "master", "novice", "privilege", "randolph-hensel"]
    assert names == [path.parent.name for path in COLLECTIONS]
    classics = {f"p{number:02}" for number in range(1, 61)}
    stems = {path.stem for path in HENSEL.glob("*.sgf")}
    assert classics == {stem for stem in stems if not stem.endswith("-repaired")}
    assert classics >= {stem.removesuffix("-repaired") for stem in stems}


@pytest.mark.parametrize("path", COLLECTIONS, ids=name)
def test_a_collection_lists_its_files_with_source_licence_and_keys(path: Path) -> None:
    found = collection(path)
    for word in ("title", "author", "source", "licence"):
        assert found[word]
    listed = [puzzle["file"] for puzzle in found["puzzles"]]
    assert sorted(listed) == sorted(file.name for file in path.parent.glob("*.sgf"))
    for puzzle in found["puzzles"]:
        assert puzzle["keys"] == keys(read_file(path.parent / puzzle["file"]))


@pytest.mark.parametrize("path", FILES, ids=name)
def test_a_puzzle_is_read_without_a_finding_and_written_unchanged(path: Path) -> None:
    record = read_file(path)
    assert () == record.findings
    assert record.puzzle is not None
    assert record.puzzle.name
    assert record.puzzle.source
    assert path.read_text(encoding="utf-8") == write_text(record, Format.SGF).text
    again = read_text(puzzle_to_sgf(record.puzzle)).puzzle
    assert record.puzzle == again


@pytest.mark.parametrize("path", sorted(HENSEL.glob("*.sgf")), ids=name)
def test_a_quarter_board_puzzle(path: Path) -> None:
    record = read_file(path)
    assert record.puzzle is not None
    position = record.start
    assert rectangle(Box(0, 0, 11, 11)) == position.board.region
    assert (24, 24, Ruleset.STD) == (
        position.board.width,
        position.board.height,
        position.ruleset,
    )
    assert (Side.WHITE, Goal.WIN) == (position.to_move, record.puzzle.goal)
    assert not any(position.connected(side) for side in Side)
    assert all(position.has_path(side) for side in Side)
    assert record.puzzle.keys


def test_no_false_start_is_a_key() -> None:
    for path in FILES:
        for child in read_file(path).entry.children:
            assert not (child.has("TE") and child.has("BM")), path


def leaves(node: Node, plies: int = 0) -> list[int]:
    """Return the length of every line below a node."""
    if not node.children:
        return [plies]
    return [length for child in node.children for length in leaves(child, plies + 1)]


@pytest.mark.parametrize(
    ("file", "white", "black", "lines"),
    [
        ("p01.sgf", "D9-F8", "F6-H7 H7-I9", [5, 5]),
        ("p09.sgf", "B10-D9 D9-F8", "F7-G9", [2, 3, 3]),
        ("p13.sgf", "G6-I7 H9-I7", "H6-I4 H6-J7", [5, 11, 13, 2, 4, 2]),
        ("p17.sgf", "D6-E4 D12-F11 E4-G5 F11-H10", "C9-E10 E5-G6 I6-K5", [1]),
        ("p29.sgf", "D8-F9 F9-G11", "B5-C7 E7-F5 I7-J5", [7, 7, 1]),
        ("p57.sgf", "G9-I10 I10-K9", "J5-L4", [5, 4, 4, 24]),
    ],
)
def test_links_and_lines_are_the_published_ones(
    file: str, white: str, black: str, lines: list[int]
) -> None:
    record = read_file(HENSEL / file)
    assert (sorted(white.split()), sorted(black.split())) == (
        sorted(links_text(record.start.white_links).split()),
        sorted(links_text(record.start.black_links).split()),
    )
    assert lines == leaves(record.entry)


def test_a_key_may_be_a_long_move() -> None:
    assert ["[-g'8][g8]"] == keys(read_file(HENSEL / "p27.sgf"))


def test_the_misprint_of_puzzle_9_is_noted() -> None:
    record = read_file(HENSEL / "p09.sgf")
    assert "misprint" in record.entry.children[0].children[0].text("C")


def test_the_drawn_game_is_a_certain_draw() -> None:
    record = read_file(PUZZLES / "exercises" / "drawn-game.sgf")
    assert record.puzzle is not None
    assert Goal.DRAW is record.puzzle.goal
    assert record.start.certain_draw
    assert (18, 26) == (len(record.start.white_links), len(record.start.black_links))


def test_exercises_stand_on_a_12x12_board() -> None:
    for path in (PUZZLES / "exercises").glob("bush12-*.sgf"):
        position = read_file(path).start
        assert (12, None) == (position.board.width, position.board.region)
