"""The table of `twixt solve`, and what `--unique` says of the first moves."""

import re
from pathlib import Path

import pytest

from solver.cli.solve_output import first_moves
from solver.files import read_text
from solver.mine import GRADES
from tests.batch.schemas import check_json
from tests.cli.samples import KEYED, PROVEN, ROOT, UNDECIDED, twixt

pytestmark = pytest.mark.native


def test_first_moves_that_stay_open_are_told_and_leave_the_puzzle_undecided() -> None:
    asked = (
        "solve",
        ROOT / "puzzles" / "randolph-hensel" / "p15.sgf",
        "--unique",
        "--seconds",
        600,
    )
    result = twixt(*asked, "--nodes", 1000, "--json")
    (line,) = check_json("solve", result.stdout)
    assert (3, "proven", ["e5"]) == (result.exit_code, line["verdict"], line["winning"])
    assert isinstance(line["undecided"], list)
    assert line["undecided"]
    open_moves = ", ".join(line["undecided"])
    refuted = 121 - 1 - len(line["undecided"])
    assert result.stderr.splitlines()[0] == (
        f"Quarter-board puzzle 15: {refuted} of 121 first moves are refuted; proven: e5; "
        f"undecided: {open_moves}"
    )
    whole = twixt(*asked)
    assert 0 == whole.exit_code
    assert "puzzle 15: every first move but e5 is refuted\n" in whole.stderr


BOARD = [f"{column}{row}" for column in "bcdefghijk" for row in range(1, 13)]
"""The first moves on an empty board of 12 x 12, in its order."""


@pytest.mark.parametrize(
    ("winning", "undecided", "said"),
    [
        (["d6"], [], "every first move but d6 is refuted"),
        (BOARD, [], "0 of 120 first moves are refuted; 120 proven"),
        (BOARD[:40], [], "80 of 120 first moves are refuted; 40 proven"),
        (
            ["d6"],
            BOARD[:30],
            f"89 of 120 first moves are refuted; proven: d6; undecided: {', '.join(BOARD[:30])}",
        ),
        (["d6"], BOARD[40:], "39 of 120 first moves are refuted; proven: d6; 80 undecided"),
    ],
)
def test_first_moves_are_named_in_the_order_of_the_board_or_counted(
    winning: list[str], undecided: list[str], said: str
) -> None:
    puzzle = read_text(UNDECIDED).puzzle
    assert puzzle is not None
    record = {"puzzle": "P", "winning": winning, "undecided": undecided}
    assert f"P: {said}" == first_moves(record, puzzle)
    assert first_moves({"puzzle": "P"}, puzzle) is None


@pytest.mark.parametrize("text", [PROVEN, KEYED.replace("GN[Join the rows]", "")])
def test_a_puzzle_without_a_name_from_stdin_has_a_title(text: str) -> None:
    (record,) = check_json("solve", twixt("solve", "-", "--json", text=text).stdout)
    assert "<stdin>" == record["puzzle"]


def longest_names(folder: Path) -> list[Path]:
    """Return the five puzzles of a collection with the longest names."""
    names = {path: re.search(rb"GN\[(.*?)\]", path.read_bytes()) for path in folder.glob("*.sgf")}
    return sorted(names, key=lambda path: len(found[1]) if (found := names[path]) else 0)[-5:]


def test_the_table_of_the_shipped_puzzles_fits_80_columns() -> None:
    folders = {path.parent for path in (ROOT / "puzzles").glob("*/collection.yaml")}
    # There are many mined ones, and they are alike: all connect, none is decided by one node.
    mined = {ROOT / "puzzles" / grade for grade in GRADES}
    paths = sorted(folders - mined) + [path for each in mined for path in longest_names(each)]
    result = twixt("solve", *paths, "--nodes", 1, "--jobs", 2)
    lengths = {len(line) for line in result.stdout.splitlines()}
    assert len(result.stdout.splitlines()) > 30
    assert max(lengths) <= 80
