"""`twixt convert`."""

import json
from pathlib import Path

import pytest

from tests.cli.samples import BROKEN, GAME, KEYED, twixt


@pytest.fixture
def game(tmp_path: Path) -> Path:
    file = tmp_path / "game.sgf"
    file.write_text(GAME)
    return file


@pytest.fixture
def puzzle(tmp_path: Path) -> Path:
    file = tmp_path / "puzzle.sgf"
    file.write_text(KEYED)
    return file


@pytest.mark.parametrize("suffix", ["sgf", "t1", "T1", "pbm", "moves", "txt"])
def test_the_suffix_names_the_format_and_the_game_survives(suffix: str, game: Path) -> None:
    target = game.with_name(f"copy.{suffix}")
    assert 0 == twixt("convert", game, target).exit_code
    options = ("--json", "--at", "3", "--size", "24x24", "--rules", "STD")
    before, after = (json.loads(twixt("show", file, *options).stdout) for file in (game, target))
    assert before == after


def test_to_wins_over_the_suffix(game: Path) -> None:
    target = game.with_name("copy.sgf")
    assert 0 == twixt("convert", game, target, "--to", "MOVES").exit_code
    assert target.read_text().startswith("1.")


def test_stdin_and_stdout_serve_as_files() -> None:
    result = twixt("convert", "-", "-", "--to", "diagram", text=KEYED)
    assert 0 == result.exit_code
    assert result.stdout.startswith("TwixT 5x5 STD, white to move and win\n")


def test_size_and_rules_help_a_format_that_has_none() -> None:
    options = ("--to", "sgf", "--size", "24x24", "--rules", "std")
    result = twixt("convert", "-", "-", *options, text="1.f6 2.n10")
    assert 0 == result.exit_code
    assert "SZ[24]" in result.stdout
    assert "RU[STD]" in result.stdout


def test_what_the_format_cannot_carry_is_told_on_stderr(game: Path) -> None:
    target = game.with_suffix(".diagram")
    result = twixt("convert", game, target)
    assert 0 == result.exit_code
    assert "" == result.stdout
    assert f"{target}: warning: a diagram does not carry the moves" in result.stderr


def test_a_diagram_tells_that_it_leaves_the_game_before_a_puzzle(tmp_path: Path) -> None:
    result = twixt("convert", "docs/examples/after-swap.sgf", tmp_path / "as.diagram")
    assert "warning: a diagram does not carry the moves before the puzzle" in result.stderr


def test_a_diagram_tells_what_it_leaves_of_a_puzzle(puzzle: Path) -> None:
    result = twixt("convert", puzzle, "-", "--to", "diagram")
    assert "does not carry title, author, source and copyright" in result.stderr
    assert "does not carry the solution" in result.stderr
    again = twixt("convert", "-", "-", "--to", "diagram", text=result.stdout)
    assert again.stderr == ""
    assert again.stdout == result.stdout


def test_options_that_the_file_contradicts_are_told(puzzle: Path) -> None:
    result = twixt("show", puzzle, "--rules", "PP", "--size", "7x7")
    assert "the file has the rules STD: they stand" in result.stderr
    assert "the file's board is 5x5: it stands" in result.stderr
    assert twixt("show", puzzle, "--rules", "STD", "--size", "5x5").stderr == ""


def test_a_game_that_cannot_be_carried_is_not_written(puzzle: Path) -> None:
    target = puzzle.with_suffix(".t1")
    result = twixt("convert", puzzle, target)
    assert 2 == result.exit_code
    assert f"{puzzle}: T1 cannot carry" in result.stderr
    assert not target.exists()


def test_the_file_to_read_is_never_overwritten(game: Path) -> None:
    other_name = game.with_name("link.sgf")
    other_name.symlink_to(game)
    for target in (game, other_name):
        result = twixt("convert", game, target)
        assert 2 == result.exit_code
        assert f"{target}: this file is read as well (name another file" in result.stderr
    assert GAME == game.read_text()


def test_a_suffix_of_no_format_is_told_with_those_there_are(game: Path) -> None:
    result = twixt("convert", game, game.with_name("copy.png"))
    assert 2 == result.exit_code
    assert "copy.png' is no known format; add --to with one of sgf, tsgf, t1, pbm" in result.stderr


def test_a_place_that_cannot_be_written_is_told(game: Path) -> None:
    target = game.with_name("nowhere") / "copy.sgf"
    result = twixt("convert", game, target)
    assert 2 == result.exit_code
    assert f"{target}: its folder does not exist (make it, or name another one)\n" == result.stderr


def test_a_broken_file_is_told_and_nothing_written(tmp_path: Path) -> None:
    target = tmp_path / "copy.sgf"
    result = twixt("convert", "-", target, text=BROKEN)
    assert 2 == result.exit_code
    assert "<stdin>:2:9: ply 3" in result.stderr
    assert not target.exists()
