"""What is too large is refused before anything is asked of it."""

import json
from pathlib import Path
from unittest import mock

import pytest

from solver.arena import MAX_HOLES
from solver.game import Position
from tests.cli.samples import ROOT, twixt

LARGE = "(;GM[21]SZ[702]RU[STD]PZ[]PL[W]AW[d4]AB[f6]IP[])"
TOO_LARGE = "the area to solve has 492804 holes, more than the 1536 that the solver takes"
WINDOW = LARGE.replace("PL[W]", "PL[W]VW[c3:h8]")


@pytest.mark.native
@pytest.mark.parametrize("command", ["solve", "audit", "improve", "judge"])
def test_a_search_refuses_a_large_board_without_a_look_at_its_holes(
    command: str, tmp_path: Path
) -> None:
    file = tmp_path / "large.sgf"
    file.write_text(LARGE)
    looks = AssertionError("the size is to be looked at first")
    move = ["e5"] if command == "judge" else []
    with (
        mock.patch.object(Position, "open_holes", side_effect=looks),
        mock.patch.object(Position, "could_have", side_effect=looks),
        mock.patch.object(Position, "has_path", side_effect=looks),
    ):
        result = twixt(command, file, *move, "--seconds", 5)
    assert 2 == result.exit_code
    assert f"{file}: {TOO_LARGE}" in result.stderr
    assert "" == result.stdout.strip()


@pytest.mark.native
def test_a_small_window_of_a_large_board_is_solved(tmp_path: Path) -> None:
    file = tmp_path / "window.sgf"
    file.write_text(WINDOW)
    result = twixt("solve", file, "--nodes", 2000, "--json")
    assert result.exit_code in (0, 3)
    assert "large" not in result.stderr
    assert json.loads(result.stdout)["file"] == str(file)


def test_a_board_that_is_too_large_to_solve_is_printed(tmp_path: Path) -> None:
    result = twixt("print", "-", "--out", tmp_path / "large.pdf", text=LARGE)
    assert (0, "") == (result.exit_code, result.stderr)
    assert "large.pdf: 1 puzzle" in result.stdout


def test_the_largest_board_that_is_solved_is_told_in_the_manual() -> None:
    told = (ROOT / "docs" / "file-formats.md").read_text(encoding="utf-8")
    assert f"up to {MAX_HOLES:,} holes" in told


def test_show_says_what_is_too_large_to_draw() -> None:
    result = twixt("show", "-", text=LARGE)
    assert (2, "") == (result.exit_code, result.stdout)
    assert (
        "<stdin>: no diagram can be drawn of 702 x 702 holes: at most 40000 are drawn "
        "(--json prints the position)\n"
    ) == result.stderr


def test_show_prints_a_large_position_for_programs() -> None:
    result = twixt("show", "-", "--json", text=LARGE)
    assert 0 == result.exit_code
    assert ["D4"] == json.loads(result.stdout)["white"]


def test_show_draws_more_pegs_than_a_file_may_have() -> None:
    result = twixt("show", "-", text="(;GM[21]SZ[50]PZ[]PL[W]AW[b2:aw42]AB[b43:aw45];IP[])")
    assert (0, "") == (result.exit_code, result.stderr)


def test_show_draws_a_window_of_a_large_board() -> None:
    result = twixt("show", "-", text=WINDOW)
    assert 0 == result.exit_code
    assert "window C3:H8" in result.stdout


def test_convert_draws_no_large_board() -> None:
    result = twixt("convert", "-", "-", "--to", "diagram", text=LARGE)
    assert (2, "") == (result.exit_code, result.stdout)
    assert "a diagram cannot carry 702 x 702 holes: at most 40000 are drawn" in result.stderr
